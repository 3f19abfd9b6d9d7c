import type { Quad } from '@rdfjs/types';
import { quadToNQuads } from '../../src/base/rdf/nquads.js';
import type { Capabilities } from '../../src/store/capabilities.js';
import type { GraphReader, GraphStore, GraphWrite, ImportMode, QueryOptions } from '../../src/store/port.js';
import { queryTerms } from '../../src/store/rdf-answers.js';
import { inPieces, quadsOf } from '../helpers/stored.js';

/** A kind of store under test and its capabilities. */
export interface StoreKind {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Opens an empty store. */
  readonly open: () => Promise<GraphStore>;
  /** Opens another connection to the store of the last `open`, as another process would; for `durable` kinds. */
  readonly again?: (() => Promise<GraphStore>) | undefined;
  /** Why an endless query must not run: then the tests that stop one are skipped. */
  readonly notEndless?: string | undefined;
  /** What the engine of the store answers to a query as SPARQL JSON, asked without the store; for engines of others. */
  readonly own?: ((sparql: string) => Promise<string>) | undefined;
}

/** Returns `test` for an optional capability; for stores without it, a skipped test that names the capability. */
export function testOf(
  kind: StoreKind,
  capability: keyof Capabilities,
): (name: string, body: () => Promise<void>) => void {
  if (kind.capabilities[capability]) return (name, body) => test(name, body);
  // The report must show a missing capability, although it is not a failure.
  return (name, body) => test.skip(`${name} (${kind.name} does not declare ${capability})`, body);
}

/** The graph names of the suites. */
export const G1 = 'http://example.org/crate/1/';
export const G2 = 'http://example.org/crate/2/';

/** A write of lines; `@` stands for the graph. */
export function write(graph: string, mode: ImportMode, ...lines: string[]): GraphWrite {
  return { graph, mode, nquads: inGraph(graph, lines) };
}

/** A write of lines that the store does not check. */
export function writePieces(graph: string, mode: ImportMode, ...lines: string[]): GraphWrite {
  return { graph, mode, pieces: inPieces(inGraph(graph, lines)) };
}

function inGraph(graph: string, lines: readonly string[]): string[] {
  return lines.map((line) => `${line.replace(/ @ \.$/, ` <${graph}> .`)}\n`);
}

/** `<http://example.org/s> name "text"` in the graph. */
export function named(text: string): string {
  return `<http://example.org/s> <http://schema.org/name> "${text}" @ .`;
}

/** All quads of a store as sorted N-Quads. */
export async function contents(store: GraphReader): Promise<string[]> {
  return (await quadsOf(store)).map(quadToNQuads).sort();
}

/** The N-Quads of a store, in the chunks that it returns. */
export async function chunksOf(store: GraphReader, ...graphs: string[]): Promise<string[]> {
  const chunks: string[] = [];
  for await (const bytes of store.nquads(...graphs)) chunks.push(Buffer.from(bytes).toString());
  return chunks;
}

/** The rows of a SELECT query, by variable. */
export async function rows(
  store: GraphReader,
  sparql: string,
  options?: QueryOptions,
): Promise<Record<string, string>[]> {
  const result = await queryTerms(store, sparql, options);
  if (result.kind !== 'bindings') throw new Error(`expected bindings, got ${result.kind}`);
  return [...result.rows].map((row) => Object.fromEntries([...row].map(([key, term]) => [key, term.value])));
}

/** The quads of a CONSTRUCT or DESCRIBE query. */
export async function built(store: GraphReader, sparql: string): Promise<Quad[]> {
  const result = await queryTerms(store, sparql);
  if (result.kind !== 'quads') throw new Error(`expected quads, got ${result.kind}`);
  return [...result.quads];
}

export const rejects = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });
