import { Buffer } from 'node:buffer';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { loadCrates, openStore } from '../../../dist/index.js';
import { openBytes } from '../../../dist/package/open/open-crate.js';
import { BASE, tinyCrate } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';

/** Size of the chunks for Oxigraph. */
const PIECE = 1 << 18;

function load({ tree, folder }, jobs) {
  let run = 0;
  return {
    once: true,
    run: async () => {
      const path = join(folder, `store-${(run += 1)}`);
      const store = await openStore(path, { mode: 'write', create: true });
      const failed = (await loadCrates(store, [tree], { contexts, jobs })).find(({ error }) => error);
      if (failed) throw failed.error;
      await store.close();
      rmSync(path, { recursive: true });
    },
  };
}

/** Loads a folder tree of tiny crates into a durable store; the size is their number. One run is long enough. */
export const subjects = {
  crategraph: (input) => load(input, availableParallelism()), // as the command does
  'crategraph --jobs 1': (input) => load(input, 1),
  async 'Oxigraph, same quads from memory'({ size }) {
    const pieces = [];
    let some = [];
    let length = 0;
    for (let index = 0; index < size; index += 1) {
      const document = await openBytes(Buffer.from(tinyCrate(index)), {
        contexts,
        base: `${BASE}${index}/`,
      });
      for await (const chunk of document.nquadsBytes(document.root.root)) length += some[some.push(chunk) - 1].length;
      if (length < PIECE && index < size - 1) continue;
      pieces.push(Buffer.concat(some));
      some = [];
      length = 0;
    }
    return {
      once: true,
      run: () => {
        const store = new oxigraph.Store();
        for (const piece of pieces) store.load(piece, { format: 'application/n-quads', no_transaction: true });
        store.free();
      },
    };
  },
};
