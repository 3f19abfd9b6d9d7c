import type { Change } from '../plan.js';
import type { CrateIndex } from './crate-index.js';
import { metadataNameOf } from './snapshot.js';

/**
 * What the crate calls `<address of its metadata document>#x` was `#x` before it was detached (step A5). Its document
 * comes along when the files are saved, so `#x` it is again, described or not.
 */
export function localPartChanges(index: CrateIndex): Change[] {
  const { root, descriptor } = index;
  const folder = root.iri.endsWith('/') ? root.iri : `${root.iri}/`;
  const documents = [...index.texts(descriptor.iri, 'contentUrl'), folder + metadataNameOf(index)];
  const changes = new Map<string, Change>();
  for (const [id, iri] of index.spellings()) {
    const prefix = documents.find((address) => iri.startsWith(`${address}#`));
    if (prefix === undefined || changes.has(iri)) continue;
    const local = iri.slice(prefix.length);
    if (local === '#' || index.spellings().has(local)) continue;
    const why = 'a part of the metadata document, which is now in the folder';
    changes.set(iri, { step: 'B3', action: 'rename', id, newId: local, why });
  }
  return [...changes.values()];
}
