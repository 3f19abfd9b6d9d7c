import { Tinypool } from 'tinypool';
import { packed, type ThreadData, type ThreadOutcome } from './crate-readers.js';
import { openContexts } from '../package/contexts/open-contexts.js';
import { openPackage } from '../open/open-package.js';
import { asCrateError, isWhole, readCrate, type CrateToRead } from './read-crate.js';

/** Documents above this size are left to the main thread: many of them at a time would not fit into memory. */
const LARGE = 1_000_000;

const { contexts, packages, known, ...rest } = Tinypool.workerData as ThreadData;
const options = { ...rest, contexts: openContexts(contexts), isKnown: (sha256: string) => known.has(sha256) };

/** What a reading thread does: reads crates for a load. */
export default async function readBatch(crates: readonly CrateToRead[]): Promise<ThreadOutcome[]> {
  const outcomes: ThreadOutcome[] = [];
  for (const crate of crates) {
    try {
      const opened = await openPackage(crate.file, packages);
      try {
        if (opened.metadata.content.length > LARGE) outcomes.push({ left: true });
        else {
          const read = await readCrate(opened, crate, options);
          outcomes.push({ read: isWhole(read) ? packed(read) : read });
        }
      } finally {
        await opened.close();
      }
    } catch (error) {
      const { code, message, hint, details } = asCrateError(error, crate.file);
      outcomes.push({ error: { code, message, hint, details } });
    }
  }
  return outcomes;
}
