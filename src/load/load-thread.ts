import { Tinypool } from 'tinypool';
import { packCrate, type ThreadData, type ThreadOutcome } from './crate-readers.js';
import { openContexts } from '../package/contexts/open-contexts.js';
import { asCrateError, packError } from '../errors.js';
import { openPackage } from '../open/open-package.js';
import { isReadCrate, readCrate, type CrateToRead } from './read-crate.js';

/** The main thread reads documents above this size: several of them at once might not fit into memory. */
const LARGE = 1_000_000;

const { contexts, packages, knownDigests, ...rest } = Tinypool.workerData as ThreadData;
const options = { ...rest, contexts: openContexts(contexts), isKnown: (sha256: string) => knownDigests.has(sha256) };

/** Reads a batch of crates in a thread. An error becomes the outcome of its crate. */
export default async function readBatch(crates: readonly CrateToRead[]): Promise<ThreadOutcome[]> {
  const outcomes: ThreadOutcome[] = [];
  for (const crate of crates) {
    try {
      const opened = await openPackage(crate.file, packages);
      try {
        if (opened.metadata.content.length > LARGE) outcomes.push({ tooLarge: true });
        else {
          const read = await readCrate(opened, crate, options);
          outcomes.push({ read: isReadCrate(read) ? packCrate(read) : read });
        }
      } finally {
        await opened.close();
      }
    } catch (error) {
      outcomes.push({ error: packError(asCrateError(error, crate.file)) });
    }
  }
  return outcomes;
}
