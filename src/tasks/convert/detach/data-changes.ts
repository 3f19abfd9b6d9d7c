import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { valuesOf } from '../crate-entities.js';
import { factsOf, licenseOf, withRisk, type Draft } from './draft.js';
import { completeListings, references, type ListingParts } from './folder-listings.js';
import type { LocalId } from './local-ids.js';
import type { NewLocation } from './new-locations.js';

/** What the changes of entities depend on. */
export interface DataParts extends ListingParts {
  /** The root in the new document. */
  readonly root: NewLocation;
  /** Whether the files are at hand. */
  readonly hasFiles: boolean;
}

/** The changes of the entities, and the files for which nothing says where they will be. */
export interface DataChanges {
  readonly drafts: readonly Draft[];
  readonly lost: readonly string[];
}

/** Plans the new identifiers of everything but root and descriptor (A1, A3, A4, A5, A8). */
export function dataChanges(parts: DataParts): DataChanges {
  const { document, ids, hasFiles } = parts;
  const found = new Map<string, NewLocation>();
  const folders = new Map<string, LocalId>();
  const lost: string[] = [];
  for (const one of ids.local.values()) {
    if (one.kind === 'root' || one.kind === 'descriptor') continue;
    const location = locationOf(one, parts);
    if (location !== undefined) found.set(one.iri, location);
    else if (one.kind === 'file') lost.push(one.id);
    if (one.kind === 'folder' && one.path !== undefined && location?.step !== 'A5') folders.set(one.path, one);
  }
  const newIds = new Map([...found].map(([iri, { iri: newIri }]) => [iri, newIri]));
  const listings = completeListings(folders, newIds, parts);
  const rootEntity = ids.entities.get(document.root.root)?.[0];
  const license = rootEntity && licenseOf(rootEntity, document);
  const drafts: Draft[] = [];
  for (const [iri, id] of ids.mentioned) {
    const one = ids.local.get(iri);
    const location = found.get(iri);
    if (one !== undefined && location !== undefined) {
      let draft = renamed(one, location, license, parts);
      const isUnlisted = one.path !== undefined && folders.has(one.path);
      if (isUnlisted) draft = withListing(draft, listings.missing.get(one.path as string), one, parts);
      if (isUnlisted && !hasFiles) draft = withRisk(draft, unlistedRisk(one, document, ids.entities.get(iri)?.length));
      drafts.push(draft);
    } else if (one === undefined && iri !== document.root.root) {
      const draft = elsewhere(iri, id, parts);
      if (draft !== undefined) drafts.push(draft);
    }
  }
  return { drafts: [...drafts, ...listings.added], lost: [...lost, ...listings.lost] };
}

/** The change of an entity that is not below the root: the map may have it, and some places only one machine knows. */
function elsewhere(iri: string, id: string, { ids, locations }: DataParts): Draft | undefined {
  const mapped = locations.mapped(iri);
  if (mapped !== undefined && mapped !== id)
    return { step: 'A1', action: 'rename', id, newId: mapped, why: 'the map gives its new location' };
  const entity = ids.entities.get(iri)?.[0];
  const isOfOneMachine = /^(?:file:|[A-Za-z]:|_:)/i.test(id);
  if (entity === undefined || entity.kind === 'contextual' || !isOfOneMachine) return undefined;
  const why = 'only --map can say where this is on the web';
  return { step: 'A1', action: 'leave', id, why, risk: 'others cannot find it' };
}

function locationOf(one: LocalId, { locations, root }: DataParts): NewLocation | undefined {
  const mapped = locations.mapped(one.iri);
  const step = one.kind === 'local' ? 'A5' : 'A1';
  if (mapped !== undefined)
    return { iri: mapped, step: one.kind === 'folder' ? 'A3' : step, why: 'the map gives its new location' };
  const isFile = one.kind === 'file' || one.kind === 'part';
  if (isFile && !one.isFragment) return locations.ofFile(one.path, one.reference);
  if (one.kind !== 'folder' || one.path === undefined) return locations.ofOther(one, root.iri);
  return (
    locations.ofFolder(one) ?? {
      iri: locations.arcpOf(one.path, one.reference),
      step: 'A3',
      why: 'the folder cannot be browsed, so it lists what it contains',
    }
  );
}

function renamed(
  { id, path, kind, entity }: LocalId,
  { iri, ...reasons }: NewLocation,
  license: string | undefined,
  { document, sizes, locations }: DataParts,
): Draft {
  const draft: Draft = { action: 'rename', id, newId: iri, path, ...reasons };
  if (kind !== 'file') return draft;
  const facts = { ...factsOf(entity, document, path === undefined ? undefined : sizes.get(path)) };
  const isMoved = path !== undefined && entity !== undefined && locations.moves(path);
  const keepsPath = isMoved && valuesOf(entity.value, 'localPath', document).length === 0;
  return {
    ...draft,
    ...facts,
    license: facts.license ?? license,
    ...(keepsPath ? { add: { localPath: path } } : {}),
    ...(sizes.size > 0 && path !== undefined && !sizes.has(path)
      ? withRisk(draft, 'the file is not in the crate')
      : {}),
  };
}

function withListing(
  draft: Draft,
  missing: readonly string[] | undefined,
  { entity }: LocalId,
  parts: DataParts,
): Draft {
  if (missing === undefined || missing.length === 0) return draft;
  if (entity === undefined) return { ...draft, add: { '@type': 'Dataset', hasPart: references(missing) } };
  const has = valuesOf(entity.value, 'hasPart', parts.document).length;
  const why = has === 0 ? 'it lists what it contains' : `its list gets ${missing.length} more`;
  return { ...draft, why: `${draft.why}; ${why}`, add: { hasPart: references(missing) } };
}

/** The risk of a folder whose files are not at hand. */
function unlistedRisk({ entity }: LocalId, document: CrateDocument, descriptions = 0): string | undefined {
  const has = (name: string) => entity !== undefined && valuesOf(entity.value, name, document).length > 0;
  if (has('distribution')) return undefined;
  return has('hasPart') && descriptions > 0
    ? 'its list may not be complete: the files are not at hand'
    : 'nothing lists what it contains';
}
