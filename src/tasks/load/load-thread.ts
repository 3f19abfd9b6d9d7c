import { openContexts } from '../../package/contexts/open-contexts.js';
import { openPackage } from '../../package/open/open-package.js';
import { serveThread } from '../../base/threads/serve-thread.js';
import { packCrate, readOpened, type ThreadData, type ThreadOutcome } from './crate-readers.js';
import { isReadCrate, type CrateToRead } from './read-crate.js';

/** The main thread reads documents above this size: several of them at once might not fit into memory. */
const LARGE = 1_000_000;

await serveThread<ThreadData, CrateToRead, ThreadOutcome>(({ contexts, packages, knownDigests, ...rest }) => {
  const options = { ...rest, contexts: openContexts(contexts), isKnown: (sha256: string) => knownDigests.has(sha256) };
  return {
    async answer(crate) {
      const opened = await openPackage(typeof crate.crate === 'string' ? crate.crate : crate.file, packages);
      try {
        if (opened.metadata.content.length > LARGE) return { tooLarge: true };
        const read = await readOpened(opened, crate, options);
        return { read: isReadCrate(read) ? packCrate(read) : read };
      } finally {
        await opened.close();
      }
    },
  };
});
