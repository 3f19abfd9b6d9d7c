import type { DatasetCore, Source } from '@rdfjs/types';
import { parseBase } from '../../crate/base.js';
import { CrateError } from '../../base/errors.js';
import { RootStatements } from '../../crate/read/root-statements.js';
import { byDescriptor, chooseRoot, type RootCandidate } from '../../crate/choose-root.js';
import { termId } from '../../base/rdf/nquads.js';
import { savedQuery } from '../../store/saved-queries.js';
import type { GraphReader, QueryOptions, WorkOptions } from '../../store/port.js';
import { quadsOf, queryTerms } from '../../store/rdf-answers.js';

/** Where to find a root: a graph store, or an RDF/JS dataset or source. */
export type RootPlace = GraphReader | DatasetCore | Source;

/** How to find a root. */
export interface RootOptions extends QueryOptions {
  /** Base of the graph: the descriptor of this base wins. */
  readonly base?: string | undefined;
}

/**
 * Finds the Root Data Entity (format document, rule 6) with `queries/root.rq`: in a graph store with its own engine, in
 * an RDF/JS dataset or source with Comunica. The answer is that of `root` for the document.
 * @example
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * console.log((await findRoot(dataset)).root); // https://example.org/coastal-atlas/
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS with all candidates in `details`
 */
export async function findRoot(place: RootPlace, options: RootOptions = {}): Promise<RootCandidate> {
  const base = options.base === undefined ? undefined : parseBase(options.base);
  return chooseRoot(await rootCandidates(place, options), base);
}

/**
 * Finds all candidates for the Root Data Entity, nested crates and look-alikes included.
 * @example
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * for (const { root, descriptor } of await rootCandidates(dataset)) console.log(root, descriptor);
 */
export async function rootCandidates(place: RootPlace, options: QueryOptions = {}): Promise<RootCandidate[]> {
  if (typeof place !== 'object' || place === null || !('nquads' in place || 'match' in place))
    throw new CrateError('ERR_USAGE', 'a root is found in a graph store, or in an RDF/JS dataset or source', {
      hint: 'openCrateDocument(…).root is the root of a document',
    });
  for (const name of ['root', 'root-by-version']) {
    const { text } = await savedQuery(name);
    const found =
      'nquads' in place
        ? await candidatesInStore(place, text, options)
        : await candidatesInSource(place, text, options);
    if (found.length > 0) return found.sort(byDescriptor);
  }
  return [];
}

/** Whether a line may state something about a root: see {@link RootStatements}. */
function mayTell(line: string): boolean {
  return line.includes('/about> ') || line.includes('/conformsTo> ') || line.includes('/Dataset> ');
}

/** Finds the same candidates in the text of one graph of a store, without starting the engine. */
export async function rootsOfGraph(store: GraphReader, graph: string): Promise<RootCandidate[]> {
  const statements = new RootStatements();
  for await (const { subject, predicate, object } of quadsOf(store, graph, mayTell)) {
    const said = object.termType === 'Literal' ? statements.literal(object.value) : termId(object);
    statements.quad(termId(subject), predicate.value, said);
  }
  return statements.candidates();
}

async function candidatesInStore(store: GraphReader, text: string, options: QueryOptions): Promise<RootCandidate[]> {
  const result = await queryTerms(store, text, options);
  if (result.kind !== 'bindings') return [];
  const found: RootCandidate[] = [];
  for (const row of result.rows) found.push(candidate(row.get('root'), row.get('descriptor')));
  return found;
}

async function candidatesInSource(
  source: DatasetCore | Source,
  text: string,
  options: WorkOptions,
): Promise<RootCandidate[]> {
  const { comunica } = await import('../../store/comunica.js');
  const found: RootCandidate[] = [];
  for (const row of await comunica([source], text, options))
    found.push(candidate(row.get('root'), row.get('descriptor')));
  return found;
}

interface TermLike {
  readonly termType: string;
  readonly value: string;
  /** Comunica relabels blank nodes; this ends with the label in the source. */
  readonly skolemized?: { readonly value: string };
}

function candidate(root: TermLike | undefined, descriptor: TermLike | undefined): RootCandidate {
  return { root: idOf(root), descriptor: idOf(descriptor) };
}

/** As `termId` of `base/rdf/nquads.ts`, for the terms of Comunica too. */
function idOf({ termType, value, skolemized }: TermLike = { termType: '', value: '' }): string {
  if (termType !== 'BlankNode') return value;
  return `_:${skolemized?.value.replace(/^urn:comunica_skolem:source_\d+:/, '') ?? value}`;
}
