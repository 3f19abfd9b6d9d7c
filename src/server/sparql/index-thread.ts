import { ifWritable } from '../../store/if-writable.js';
import { openStore } from '../../store/open-store.js';
import { serveThread } from '../../base/threads/serve-thread.js';
import type { IndexPart, IndexThreadData } from './index-keeper.js';

/** Brings the index or the full text of the store up to date each time it is asked. */
await serveThread<IndexThreadData, IndexPart, boolean>(async ({ place }) => {
  const store = await openStore(place, { mode: 'write', engineThread: 'calling' });
  return {
    async answer(part, { signal }) {
      const options = { text: part === 'text' };
      await ifWritable(store.index({ ...options, signal }));
      return store.isIndexed(options);
    },
  };
});
