import { openContexts } from '../../../dist/library/index.js';

/** The contexts for all peers: the bundled ones of crategraph, never the network. */
export const contexts = openContexts({ offline: true });

const loaded = new Map();

async function contextOf(url) {
  if (!loaded.has(url)) loaded.set(url, { '@context': await contexts.load(url) });
  return loaded.get(url);
}

/** The document loader of `jsonld`. */
export const documentLoader = async (url) => ({ contextUrl: null, documentUrl: url, document: await contextOf(url) });

/** The document loader of `jsonld-streaming-parser`. */
export const streamingLoader = { load: contextOf };
