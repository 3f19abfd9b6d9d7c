import { DataFactory } from 'n3';
import type { DatasetCore, Quad, Source, Term } from '@rdfjs/types';
import { crateBase, parseBase } from './crate/base.js';
import { chooseRoot, METADATA_NAME_PART, type RootCandidate } from './crate/root.js';
import { savedQuery } from './queries.js';
import { RDF, SCHEMA, SCHEMA_HTTPS, DCTERMS } from './rdf/vocabulary.js';
import type { GraphStore, QueryOptions } from './store/port.js';
import { match, queryTerms } from './store/rdf.js';

/** Where to look for a root: a graph store, or anything of RDF/JS that holds quads. */
export type RootPlace = GraphStore | DatasetCore | Source;

/** Narrows the search for a root. */
export interface RootOptions extends QueryOptions {
  /** Base that the graph was made with: its descriptor wins. */
  readonly base?: string | undefined;
}

/**
 * Finds the Root Data Entity (format document, rule 6) with `queries/root.rq`: on a graph store as it is, on an RDF/JS
 * dataset or source through Comunica. The same answer as the JSON algorithm of the format gives on the document.
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS with all candidates in `details`
 */
export async function findRoot(place: RootPlace, options: RootOptions = {}): Promise<RootCandidate> {
  const base = options.base === undefined ? undefined : crateBase(parseBase(options.base).iri, 'given');
  return chooseRoot(await rootCandidates(place, options), base);
}

/** All candidates for the Root Data Entity, nested crates and look-alikes included. */
export async function rootCandidates(place: RootPlace, options: QueryOptions = {}): Promise<RootCandidate[]> {
  for (const name of ['root', 'root-by-version']) {
    const { text } = await savedQuery(name);
    const found = 'capabilities' in place ? await onStore(place, text, options) : await onSource(place, text);
    if (found.length > 0) return sorted(found);
  }
  return [];
}

function sorted(candidates: RootCandidate[]): RootCandidate[] {
  return candidates.sort((a, b) =>
    a.descriptor < b.descriptor ? -1 : a.descriptor > b.descriptor ? 1 : a.root < b.root ? -1 : 1,
  );
}

/** The same candidates of one graph of a store, found in its text: no engine is started. */
export async function rootsOfGraph(store: GraphStore, graph: string): Promise<RootCandidate[]> {
  const place = DataFactory.namedNode(graph);
  const quads = async (subject: Term | null, predicate: string, object: Term | null): Promise<Quad[]> => {
    const found: Quad[] = [];
    for await (const quad of match(store, subject, DataFactory.namedNode(predicate), object, place)) found.push(quad);
    return found;
  };
  const found: RootCandidate[] = [];
  for (const namespace of [SCHEMA, SCHEMA_HTTPS])
    for (const { subject, object } of await quads(null, `${namespace}about`, null)) {
      const types = object.termType === 'Literal' ? [] : await quads(object, `${RDF}type`, null);
      if (types.some((type) => [SCHEMA, SCHEMA_HTTPS].some((own) => type.object.value === `${own}Dataset`)))
        found.push(candidate(object, subject));
    }
  const named = found.filter(({ descriptor }) => descriptor.includes(METADATA_NAME_PART));
  if (named.length > 0) return sorted(named);
  const versions = await quads(null, `${DCTERMS}conformsTo`, null);
  const conforms = ({ descriptor }: RootCandidate) =>
    versions.some(
      ({ subject, object }) =>
        candidate(object, subject).descriptor === descriptor && object.value.startsWith(VERSIONS),
    );
  return sorted(found.filter(conforms));
}

/** How the IRIs of all versions of RO-Crate begin. */
const VERSIONS = 'https://w3id.org/ro/crate/';

async function onStore(store: GraphStore, text: string, options: QueryOptions): Promise<RootCandidate[]> {
  const result = await queryTerms(store, text, options);
  if (result.kind !== 'bindings') return [];
  const found: RootCandidate[] = [];
  for (const row of result.rows) found.push(candidate(row.get('root'), row.get('descriptor')));
  return found;
}

async function onSource(source: DatasetCore | Source, text: string): Promise<RootCandidate[]> {
  const { comunica } = await import('./store/comunica.js');
  const found: RootCandidate[] = [];
  for await (const row of await comunica([source], text)) found.push(candidate(row.get('root'), row.get('descriptor')));
  return found;
}

interface TermLike {
  readonly termType: string;
  readonly value: string;
}

function candidate(root: TermLike | undefined, descriptor: TermLike | undefined): RootCandidate {
  const id = (term: TermLike | undefined) => (term?.termType === 'BlankNode' ? `_:${term.value}` : (term?.value ?? ''));
  return { root: id(root), descriptor: id(descriptor) };
}
