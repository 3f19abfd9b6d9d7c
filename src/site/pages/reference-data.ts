import { crateAddress } from '../../tasks/stored/crate-keys.js';
import { describeReferences, type ReferenceGraph } from '../../tasks/stored/reference-graphs.js';
import type { GraphTerms } from '../view/graph-terms.js';
import type { ContentObject, ContentRows } from './page-content.js';
import type { PageData } from './page-data.js';
import { sourceLabel } from './source-link.js';

const COLUMNS = ['address', 'graph', 'name', 'triples', 'source', 'loaded', 'apart', 'partOf', 'crate'];

/** Where the page of a reference graph is, from the start of the website. */
export function referencePath(graph: string): string {
  return `references?${new URLSearchParams({ graph }).toString()}`;
}

/** Where the list of the graphs of files of a crate is, from the start of the website. */
export function referencesOfPath(partOf: string): string {
  return `references?${new URLSearchParams({ partOf }).toString()}`;
}

/** Reference graphs as rows; only those of a page are looked up. */
export function referenceRows(graphs: readonly string[], data: PageData): ContentRows {
  return {
    name: 'references',
    columns: COLUMNS,
    total: graphs.length,
    rows: async (from, to) =>
      (await describeReferences(data.store, graphs.slice(from, to))).map((one) => referenceRow(one, data)),
  };
}

/** A reference graph with its classes and properties. */
export function referenceContent(reference: ReferenceGraph, terms: GraphTerms, data: PageData): ContentObject {
  return { name: 'reference', json: { ...referenceRow(reference, data), ...terms } };
}

function referenceRow({ graph, name, quads, source, loaded, apart, partOf }: ReferenceGraph, data: PageData) {
  const crate = partOf === undefined ? undefined : data.index.crateOf(partOf);
  return {
    address: data.address + referencePath(graph),
    ...{ graph, name, triples: quads, source: sourceLabel(source), loaded, apart, partOf },
    crate: crate && crateAddress(data.address, crate.key),
  };
}
