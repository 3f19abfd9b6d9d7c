import { isObject } from '../../../crate/json/lazy-document.js';
import { METADATA_FILE_NAME, METADATA_FILE_NAMES } from '../../../crate/metadata-names.js';
import { isWebAddress } from '../../../package/package-options.js';
import { lastSegment } from '../../../base/rdf/iri.js';
import type { Change } from '../plan.js';
import type { CrateIndex } from './crate-index.js';

/** The name of the metadata file in the new folder: a crate keeps the spelling that it came with. */
export function metadataNameOf({ descriptor }: CrateIndex): string {
  const written = lastSegment(descriptor.iri);
  return METADATA_FILE_NAMES.find((name) => written.endsWith(name)) ?? METADATA_FILE_NAME;
}

/**
 * What every document needs that becomes the metadata file of a folder: its descriptor has the name of that file, and
 * no longer the address of a Detached document. A snapshot is another file than that one, too.
 */
export function descriptorChanges(index: CrateIndex, step: Change['step']): Change[] {
  const { descriptor } = index;
  const name = metadataNameOf(index);
  const changes: Change[] = [];
  if (descriptor.id !== name) {
    const why = 'the descriptor has the name of the metadata file in the new folder';
    changes.push({ step, action: 'rename', id: descriptor.id, newId: name, why });
  }
  const addresses = index.texts(descriptor.iri, 'contentUrl');
  if (index.has(descriptor.iri, 'contentUrl')) {
    const what = addresses.length === 0 ? 'the address of the Detached document' : addresses.join(', ');
    const why = `the metadata file is in the folder now: contentUrl was ${what}`;
    changes.push({ step, action: 'change', id: descriptor.id, drop: ['contentUrl'], why });
  }
  return changes;
}

/** Step B1: the metadata moves into a folder, its data stay on the web. @param relativeRoot the root becomes `./` */
export function snapshotChanges(index: CrateIndex, relativeRoot: boolean): Change[] {
  const changes = [...descriptorChanges(index, 'B1'), ...identifierChanges(index)];
  if (!relativeRoot) return changes;
  const why = 'the root is the folder of the metadata file; `identifier` has the absolute one';
  return [...changes, { step: 'B1', action: 'rename', id: index.root.id, newId: './', why }];
}

/** Copies the absolute identifier of the root into `identifier`, in the way of its version of RO-Crate. */
function identifierChanges(index: CrateIndex): Change[] {
  const { root, document } = index;
  if (identifies(index, root.iri)) return [];
  const { version } = document;
  const isStructured = version !== undefined && Number.parseFloat(version) >= 1.2;
  const where = `the root keeps its address as identifier, for RO-Crate ${version ?? 'without a version'}`;
  if (!isStructured) {
    const why = `${where} as text`;
    return [{ step: 'B1', action: 'change', id: root.id, add: { identifier: root.iri }, why }];
  }
  const id = index.freshId('#identifier');
  const url = isWebAddress(root.iri) ? { url: root.iri } : {};
  const add = { '@type': 'PropertyValue', name: 'Identifier of the crate', value: root.iri, ...url };
  return [
    { step: 'B1', action: 'change', id: root.id, add: { identifier: { '@id': id } }, why: `${where} as PropertyValue` },
    { step: 'B1', action: 'add', id, add, why: 'the identifier of the root' },
  ];
}

/** Whether the root has an IRI as identifier already. */
function identifies(index: CrateIndex, iri: string): boolean {
  const { root } = index;
  if (index.texts(root.iri, 'identifier').includes(iri)) return true;
  if (index.values(root.iri, 'identifier').some((one) => isObject(one) && one['@id'] === iri)) return true;
  return index
    .references(root.iri, 'identifier')
    .some((one) =>
      ['value', 'url'].some((name) => [...index.texts(one, name), ...index.references(one, name)].includes(iri)),
    );
}
