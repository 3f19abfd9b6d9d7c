import type { Quad } from '@rdfjs/types';
import { catalogueWrite, readCatalogue } from './catalogue.js';
import { arcpBase, parseBase } from './crate/base.js';
import { KnownGraphs } from './known-graphs.js';
import { findCrates, type FoundCrate } from './package/find.js';
import type { CratePackage } from './package/crate-package.js';
import { openPackage } from './package/open.js';
import type { PackageOptions } from './package/settings.js';
import { readAhead } from './package/read-ahead.js';
import { stage, type LoadOptions, type LoadResult } from './staged-crate.js';
import type { GraphStore, GraphWrite } from './store/graph-store.js';

export type { LoadOptions, LoadResult } from './staged-crate.js';

/**
 * Loads crates into a store, each into the named graph of its Root Data Entity, all in one commit. Crates that fail
 * are reported and do not keep the others out; a graph is only touched after its crate was read whole.
 * @param crates folders, folder trees, metadata files, archives, bags, URLs, `-`
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID, and what the store throws
 */
export async function loadCrates(
  store: GraphStore,
  crates: Iterable<string>,
  options: LoadOptions,
): Promise<LoadResult[]> {
  if (options.base !== undefined) parseBase(options.base);
  if (options.arcp !== undefined) arcpBase(options.arcp, new Uint8Array(32));
  const known = new KnownGraphs(await readCatalogue(store), await graphNames(store));
  const results: LoadResult[] = [];
  const lines: string[] = [];
  const replaced: Quad[] = [];

  async function* writes(): AsyncGenerator<GraphWrite> {
    for await (const { item, result } of readAhead(allCrates(crates), ({ open }) => open(options.packages))) {
      const staged = await stage(item.found, result, store, known, options);
      results.push(staged.result);
      options.onProgress?.(results.length, staged.result.crate);
      if (staged.record === undefined) continue;
      known.add(staged.record, staged.replaces ?? []);
      lines.push(...(staged.catalogue?.lines ?? []));
      replaced.push(...(staged.catalogue?.replaced ?? []));
      yield* staged.writes ?? [];
    }
    if (lines.length > 0) yield catalogueWrite(lines, replaced);
  }

  const sizes = new Map<string, number>();
  for (const { graph, after } of await store.import(writes())) sizes.set(graph.value, after);
  return results.map((result) => ({
    ...result,
    ...(result.graph === undefined ? {} : { quads: sizes.get(result.graph) ?? result.quads ?? 0 }),
  }));
}

/** Names of all graphs, asked for once: to ask for each of thousands of crates would take longer than to load them. */
async function graphNames(store: GraphStore): Promise<string[]> {
  const text = await store.queryText('SELECT ?g WHERE { GRAPH ?g {} }', 'application/sparql-results+json');
  const { results } = JSON.parse(text) as { results: { bindings: { g: { value: string } }[] } };
  return results.bindings.map(({ g }) => g.value);
}

interface Wanted {
  readonly found: FoundCrate;
  open(options: PackageOptions | undefined): Promise<CratePackage>;
}

/** All crates that the arguments name, in their order; one that names none fails when it is opened. */
async function* allCrates(crates: Iterable<string>): AsyncGenerator<Wanted> {
  for (const argument of crates) {
    try {
      for await (const found of findCrates(argument))
        yield { found, open: (options) => openPackage(found.file, options) };
    } catch (error) {
      yield { found: { file: argument, argument }, open: () => Promise.reject(error) };
    }
  }
}
