import { ifWritable } from '../../store/if-writable.js';
import { openStore } from '../../store/open-store.js';
import { serveThread } from '../../threads/serve-thread.js';
import type { IndexThreadData, IndexJob } from './index-keeper.js';

/** Brings the index of the store up to date each time it is asked. */
await serveThread<IndexThreadData, IndexJob, boolean>(async ({ place }) => {
  const store = await openStore(place, { mode: 'write', engineThread: 'calling' });
  return {
    async answer({ text }, { signal }) {
      await ifWritable(store.index({ text, signal }));
      return store.isIndexed({ text });
    },
  };
});
