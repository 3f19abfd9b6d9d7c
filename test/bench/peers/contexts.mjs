import { openContexts } from '../../../dist/index.js';

/** Contexts for everybody: those that come with crategraph, never the network. */
export const contexts = openContexts({ offline: true });

const loaded = new Map();

async function contextOf(url) {
  if (!loaded.has(url)) loaded.set(url, { '@context': await contexts.load(url) });
  return loaded.get(url);
}

/** As `jsonld` wants it. */
export const documentLoader = async (url) => ({ contextUrl: null, documentUrl: url, document: await contextOf(url) });

/** As `jsonld-streaming-parser` wants it. */
export const streamingLoader = { load: contextOf };
