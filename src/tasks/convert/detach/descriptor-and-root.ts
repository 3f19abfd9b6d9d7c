import { spellingsIn } from '../../../crate/edit/mentioned-ids.js';
import { isDescriptorId, METADATA_FILE_NAME } from '../../../crate/metadata-names.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import type { BaseReason } from '../../../crate/base.js';
import { lastSegment } from '../../../base/rdf/iri.js';
import { firstText } from '../crate-entities.js';
import type { Convertible } from '../open-convertible.js';
import type { Draft } from './draft.js';
import type { CrateIds } from './local-ids.js';
import type { NewLocation, NewLocations, Places } from './new-locations.js';

/** What the changes of descriptor and root depend on. */
export interface RootParts {
  readonly ids: CrateIds;
  readonly places: Places;
  readonly root: NewLocation;
}

const REASONS: Readonly<Partial<Record<BaseReason, string>>> = {
  given: 'the base that was given',
  document: 'the @base of the document',
  url: 'the address of the document',
  bagit: 'the External-Identifier of the bag',
  'arcp-location': 'an arcp name by the address of the archive',
  'arcp-hash': 'an arcp name by the content of the crate',
  'arcp-uuid': 'an arcp name by a UUID',
};

/** The identifier of the root in the new document, and why. */
export function rootId(
  { root, base }: CrateDocument,
  { local }: CrateIds,
  { published, publishedBy }: Places,
  locations: NewLocations,
): NewLocation {
  const own = local.get(root.root);
  const step = 'A7';
  const mapped = locations.mapped(root.root);
  if (mapped !== undefined) return { iri: mapped, step, why: 'the map gives the new identifier of the root' };
  if (own === undefined) {
    const isElsewhere = published !== undefined && root.root !== published.root;
    return {
      iri: root.root,
      step,
      why: 'the root has an absolute identifier already',
      risk: isElsewhere ? `it does not lead to ${published.root}` : undefined,
    };
  }
  if (published !== undefined) {
    const iri = locations.ofFolder(own)?.iri ?? published.root;
    const isOther = base.reason === 'document' && base.root !== published.root;
    return {
      iri,
      step,
      why: `resolves to the Attached Package; ${publishedBy}`,
      risk: isOther ? `the @base of the document says ${base.root}` : undefined,
    };
  }
  const isName = root.root.startsWith('arcp:');
  return {
    iri: root.root,
    step: 'A4',
    why: REASONS[base.reason] ?? 'the base of the crate',
    risk: isName ? 'it does not lead to the Attached Package' : undefined,
  };
}

/** The changes of the descriptor (A6) and the root (A7). */
export function rootChanges({ document }: Convertible, { ids, places, root }: RootParts): Draft[] {
  const { iri: newId, ...reasons } = root;
  const { root: iri } = document.root;
  const id = ids.local.get(iri)?.id ?? ids.entities.get(iri)?.[0]?.id ?? iri;
  const rootChange: Draft =
    newId === id ? { action: 'leave', id, ...reasons } : { action: 'rename', id, newId, ...reasons };
  const descriptor = descriptorChange(document, ids, places);
  return descriptor === undefined ? [rootChange] : [descriptor, rootChange];
}

function descriptorChange(document: CrateDocument, ids: CrateIds, { published }: Places): Draft | undefined {
  const { descriptor, root } = document.root;
  const entity = ids.entities.get(descriptor)?.[0];
  if (entity === undefined) return undefined;
  const name = isDescriptorId(descriptor) ? lastSegment(descriptor) : METADATA_FILE_NAME;
  const isOnWeb = /^https?:/i.test(entity.id);
  const address = published?.iri ?? (isOnWeb ? descriptor : undefined);
  const written = firstText(entity.value, 'contentUrl', document);
  const isAttached = ids.local.has(root);
  const isKept = address === undefined || written === address || (written !== undefined && !isAttached);
  const isNamed = entity.id === name && spellingsIn(document).get(descriptor)?.text === name;
  if (isNamed && isKept) return undefined;
  const why = isKept ? 'the name of the metadata file' : 'contentUrl keeps its address';
  return {
    step: 'A6',
    action: isNamed ? 'change' : 'rename',
    id: entity.id,
    ...(isNamed ? {} : { newId: name }),
    why,
    ...(isKept ? {} : { add: { contentUrl: address as string } }),
    ...(isKept || written === undefined ? {} : { drop: ['contentUrl'], risk: `contentUrl was ${written}` }),
  };
}
