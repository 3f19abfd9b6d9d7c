import { packError, unpackError, type CrateError } from '../../base/errors.js';
import { openContexts } from '../../package/contexts/open-contexts.js';
import { prepareUpdate } from '../../tasks/query/update-store.js';
import { openStore } from '../../store/open-store.js';
import { serveThread } from '../../base/threads/serve-thread.js';
import type { UpdateTextAnswer, UpdateTextData, UpdateTextRequest } from './update-texts.js';

await serveThread<UpdateTextData, UpdateTextRequest, UpdateTextAnswer>(async (data) => {
  const store = await openStore(data.place, { engineThread: 'calling' }); // the contexts of its crates declare prefixes
  const contexts = openContexts(data.contexts);
  return {
    async answer({ sparql, error, ...settings }) {
      const { text, graphs, explain } = await prepareUpdate(store, sparql, { ...settings, contexts });
      if (error === undefined) return { text, graphs };
      return { error: packError((await explain(unpackError(error))) as CrateError) };
    },
  };
});
