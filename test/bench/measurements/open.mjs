import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { loadCrates, openStore } from '../../../dist/index.js';
import { contexts } from '../peers/contexts.mjs';

/** Opening a directory store of many tiny crates; whoever comes first makes it. */
export async function prepare({ tree, folder, size }) {
  const path = join(folder, `opened-${size}`);
  if (!existsSync(path)) {
    const store = await openStore(path, { mode: 'write', create: true });
    await loadCrates(store, [tree], { contexts });
    await store.close();
  }
  return { path };
}

/** The bytes of a file in pieces of whole lines. */
function cut(bytes) {
  const pieces = [];
  for (let start = 0; start < bytes.length;) {
    const at = bytes.indexOf(10, start + (1 << 18));
    const end = at < 0 ? bytes.length : at + 1;
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}

export const subjects = {
  crategraph: ({ path }) => ({ run: async () => (await openStore(path, { mode: 'read' })).close() }),
  'Oxigraph, same chunks'({ path }) {
    const files = readdirSync(join(path, 'segments')).map((name) => join(path, 'segments', name));
    const pieces = files.flatMap((file) => cut(readFileSync(file)));
    const run = () => {
      const store = new oxigraph.Store();
      for (const piece of pieces)
        store.load(piece, { format: 'application/n-quads', no_transaction: true, lenient: true });
      const quads = store.size;
      store.free();
      return quads;
    };
    return { run, quads: run() };
  },
};
