import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { crateBase } from '../../../src/crate/base.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { termToNQuads } from '../../../src/base/rdf/nquads.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { canonicalOf, graphOf } from '../../crate/follow/helpers.js';
import { quadsOf } from '../../helpers/stored.js';

/** The base of all documents. */
export const BASE = 'http://example.org/c/';
/** For documents larger than this (in characters), graphs are not compared after each change. */
export const BIG = 500_000;

/** A document in a store, and the text that the store gives back. */
export interface Loaded {
  readonly store: GraphStore;
  readonly graph: string;
  readonly text: string;
}

/** The real documents of the corpus, by identifier, and what a test does with them. */
export function layoutsOf(folder: string) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    id: string;
    kind: string;
    file: string;
  }[];
  const cases = manifest.filter(({ kind }) => kind === 'real').map(({ id, file }) => [id, join(folder, file)] as const);
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });
  const reading = { base: crateBase(BASE, 'known-source'), contexts };

  async function load(file: string, location = 'memory:'): Promise<Loaded> {
    const store = await openStore(location, { mode: 'write', create: true } as never);
    const [result] = await loadCrates(store, [file], { contexts, base: BASE });
    if (result?.error !== undefined) throw result.error;
    const graph = result?.graph as string;
    return { store, graph, text: await exportCrate(store, graph, { contexts }) };
  }

  /** Returns the document after an update, and checks that the reverse update restores the document. */
  async function changed(
    { store, graph, text }: Loaded,
    removed: readonly Quad[],
    added: readonly Quad[],
  ): Promise<string> {
    const data = (quads: readonly Quad[]) =>
      `DATA { GRAPH <${graph}> { ${quads.map(({ subject, predicate, object }) => `${termToNQuads(subject)} ${termToNQuads(predicate)} ${termToNQuads(object)}`).join(' . ')} } }`;
    const update = (out: readonly Quad[], into: readonly Quad[]) =>
      updateStore(
        store,
        [out.length > 0 ? `DELETE ${data(out)}` : '', into.length > 0 ? `INSERT ${data(into)}` : '']
          .filter((part) => part !== '')
          .join(' ; '),
      );
    const differences = await update(removed, added);
    expect(differences).toEqual([expect.objectContaining({ added: added.length, removed: removed.length })]);
    const written = await exportCrate(store, graph, { contexts });
    if (text.length < BIG)
      expect(await graphOf(written, reading)).toEqual(await canonicalOf(await quadsOf(store, graph)));
    await update(added, removed);
    expect(await exportCrate(store, graph, { contexts })).toBe(text);
    return written;
  }

  return { cases, contexts, reading, load, changed };
}

/** Counts the removed or added lines of a difference. */
export function lines(diff: readonly string[], sign: '+' | '-'): number {
  return diff.filter((line) => line.startsWith(sign)).length;
}
