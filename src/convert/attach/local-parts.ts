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
    index.freshId(local); // nothing new may have it
    changes.set(iri, { step: 'B3', action: 'rename', id, newId: local, why });
  }
  return [...changes.values(), ...unmoved(index, folder)];
}

/** What has its identifier below the root but is no data: what is there is not saved, so its identifier has to stay. */
function* unmoved(index: CrateIndex, folder: string): Generator<Change> {
  const why = 'it is below the root but neither File nor Dataset, so nothing is saved and its identifier stays';
  for (const { id, iri, kind } of index.entities())
    if (kind === 'contextual' && iri.startsWith(folder) && !iri.includes('#'))
      yield { step: 'B3', action: 'leave', id, why };
}
