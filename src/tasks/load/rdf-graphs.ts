import { createHash } from 'node:crypto';
import type { Quad } from '@rdfjs/types';
import { termId } from '../../base/rdf/nquads.js';
import type { Report } from '../../crate/read/report.js';
import { rdfQuads, type ReadRdfOptions } from '../../package/open/read-rdf.js';

/** The graphs of an RDF document, in the order in which they begin. */
export interface RdfGraphs<G> {
  readonly graphs: readonly G[];
  /** SHA-256 of the document, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Reads an RDF document graph by graph.
 * @param file absolute path, address, or `-`
 * @param report receives the repairs
 * @param make begins a graph; its name is empty for the default graph
 * @throws CrateError as `rdfQuads`
 */
export async function readRdfGraphs<G extends { add(quad: Quad): void }>(
  file: string,
  options: ReadRdfOptions,
  report: Report,
  make: (name: string) => G,
): Promise<RdfGraphs<G>> {
  const hash = createHash('sha256');
  const graphs = new Map<string, G>();
  const reading = {
    ...options,
    onNote: report.add.bind(report),
    onBytes: (bytes: Uint8Array) => void hash.update(bytes),
  };
  for await (const quad of rdfQuads(file, reading)) {
    const name = termId(quad.graph);
    let graph = graphs.get(name);
    if (graph === undefined) graphs.set(name, (graph = make(name)));
    graph.add(quad);
  }
  return { graphs: [...graphs.values()], sha256: hash.digest('hex') };
}
