import { SPARQL_JSON } from '../../../base/rdf/row-formats.js';
import { CrateError } from '../../../base/errors.js';
import { quotedName } from '../../../base/quoted-name.js';
import { endpointAddress } from './endpoint-address.js';
import { endpointError } from './endpoint-error.js';
import type { EndpointAddresses, Engine, EngineFacts, EngineProof, KnownEngine } from './engine-facts.js';
import { ENGINE_NAMES, ENGINES, UNKNOWN_ENGINE } from './engines.js';
import type { EndpointRequest, SparqlClient, WholeAnswer } from './sparql-client.js';

/** What a user may say about an endpoint: addresses, each instead of the one that is found, and the engine. */
export interface GivenAddresses {
  /** Which engine it is, where that cannot be found out: `fuseki`, `oxigraph`, `virtuoso` or `rdf4j`. */
  readonly engine?: string | undefined;
  /** SPARQL 1.1 Query. */
  readonly query?: string | undefined;
  /** SPARQL 1.1 Update. */
  readonly update?: string | undefined;
  /** SPARQL 1.1 Graph Store Protocol, used with `?graph=`. */
  readonly graph?: string | undefined;
}

/** An endpoint: its addresses, and what is known about its engine. */
export interface FoundEndpoint extends EndpointAddresses {
  readonly facts: EngineFacts;
}

/** A number that no page has by chance. An ASK would do, if every engine answered it with a boolean. */
export const PROBE = 'SELECT (7919 AS ?probe) {}';
const PROBED = '7919';
/** Bytes of an answer to the probe. */
const PROBE_BYTES = 1 << 20;
/** Milliseconds in which an engine must have shown what it is. */
const PROOF_MS = 5_000;

/**
 * Finds the addresses and the engine of an endpoint, by its location or by the addresses that are given. It only reads.
 * @throws CrateError ERR_ENDPOINT if there is no answer, or no SPARQL endpoint; ERR_USAGE for an invalid address, or an
 * engine that nobody knows
 */
export async function findEndpoint(
  client: SparqlClient,
  location: string,
  given: GivenAddresses = {},
): Promise<FoundEndpoint> {
  const named = given.engine === undefined ? undefined : engineNamed(given.engine);
  const place = endpointAddress(given.query ?? location);
  const [update, graph] = [given.update, given.graph].map((one) =>
    one === undefined ? undefined : endpointAddress(one),
  );
  const search = given.query === undefined ? (answer: WholeAnswer) => named ?? engineByHeader(answer) : undefined;
  const { answer, query } = await findQueryAddress(client, place, search);
  const { facts, addresses } = named ?? (await engineOf(client, answer, query));
  const found = addresses(query);
  // Where an engine takes all data at the address of its graphs, it does so at the one that is given.
  const data = graph !== undefined && found.data?.href === found.graphStore?.href ? graph : found.data;
  return {
    facts,
    query,
    update: update ?? found.update,
    graphStore: graph ?? found.graphStore,
    data: facts.takesQuads ? data : undefined,
  };
}

/** The address of one graph in a graph store (SPARQL 1.1 Graph Store Protocol, section 4.2). */
export function graphUrl(graphStore: URL, graph: string): URL {
  const url = new URL(graphStore);
  url.searchParams.set('graph', graph);
  return url;
}

/** An address that answers queries, with its answer. */
interface Answering {
  readonly query: URL;
  readonly answer: WholeAnswer;
}

/**
 * Asks the address itself; then, unless it must be that one, where its engine has its queries, or any other if it is
 * not known.
 * @param engineFor undefined if it must be that address
 */
async function findQueryAddress(
  client: SparqlClient,
  place: URL,
  engineFor?: (answer: WholeAnswer) => Engine | undefined,
): Promise<Answering> {
  const answer = await probe(client, place);
  if (isRight(answer)) return { query: place, answer };
  const engine = engineFor?.(answer);
  const others = engine === undefined ? guesses(place) : [engine.addresses(place).query];
  // 401 is an answer of the right address, which must not be asked elsewhere without credentials.
  if (engineFor !== undefined && answer.status !== 401)
    for (const query of others.filter(({ href }) => href !== place.href)) {
      const other = await probe(client, query);
      if (isRight(other)) return { query, answer: other };
      if (other.status === 401) throw await refusal(client, query, other);
    }
  throw await refusal(client, place, answer);
}

/** Where other engines have their queries. */
function guesses(place: URL): URL[] {
  return ['sparql', 'query'].map(
    (name) => new URL(`${place.pathname.replace(/\/$/, '')}/${name}${place.search}`, place),
  );
}

function probe(client: SparqlClient, url: URL): Promise<WholeAnswer> {
  return request(client, url, [['query', PROBE]]);
}

function request(
  client: SparqlClient,
  url: URL,
  parameters: EngineProof['parameters'],
  how: Pick<EndpointRequest, 'once' | 'signal'> = {},
): Promise<WholeAnswer> {
  const headers = { accept: SPARQL_JSON, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(parameters as [string, string][]).toString();
  return client.whole({ kind: 'read', method: 'POST', url, headers, body, expected: 'any', ...how }, PROBE_BYTES);
}

function isRight(answer: WholeAnswer): boolean {
  return answer.status === 200 && answersProbe(answer.text());
}

/** Whether a text is the right answer to {@link PROBE}, in SPARQL JSON. */
export function answersProbe(text: string): boolean {
  try {
    const { results } = JSON.parse(text) as {
      results?: { bindings?: readonly { probe?: { value?: unknown } }[] };
    };
    return results?.bindings?.length === 1 && results.bindings[0]?.probe?.value === PROBED;
  } catch {
    return false;
  }
}

/** The engine that the headers of an answer name. */
export function engineByHeader({ headers }: Pick<WholeAnswer, 'headers'>): Engine | undefined {
  return ENGINES.find(({ header }) => {
    const value = header === undefined ? null : headers.get(header.name);
    return value !== null && header?.value.test(value) === true;
  });
}

/** The engine that people call by this name. @throws CrateError ERR_USAGE */
function engineNamed(name: string): Engine {
  const engine = ENGINES.find(({ id }) => id === name.toLowerCase());
  if (engine !== undefined) return engine;
  throw new CrateError('ERR_USAGE', `there is no engine ${quotedName(name)}`, {
    hint: `the engines are ${ENGINE_NAMES}; leave the name out for any other`,
  });
}

/** The engine of an endpoint, by a header of its answer, or else by one more request for each engine that is known, at once. */
async function engineOf(client: SparqlClient, answer: WholeAnswer, query: URL): Promise<Engine> {
  const named = engineByHeader(answer);
  if (named !== undefined) return named;
  const signal = AbortSignal.timeout(PROOF_MS);
  const proven = await Promise.all(ENGINES.map((engine) => isProven(client, query, engine, signal)));
  return ENGINES.find((_, at) => proven[at]) ?? UNKNOWN_ENGINE;
}

async function isProven(
  client: SparqlClient,
  query: URL,
  { proof }: KnownEngine,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const answer = await request(client, query, proof.parameters, { once: true, signal });
    return answer.status === proof.status && proof.answer.test(answer.text());
  } catch (error) {
    // An endpoint that answers queries may refuse anything else, cut the connection, or keep silent.
    if (error instanceof CrateError || signal.aborted) return false;
    throw error;
  }
}

/** The error for an address that does not answer queries. */
async function refusal(client: SparqlClient, url: URL, answer: WholeAnswer): Promise<CrateError> {
  if (answer.status !== 200) return client.refusal(url, answer);
  const type = answer.headers.get('content-type')?.replace(/;.*$/s, '').trim() ?? '';
  const what = /^[\w.+/-]{1,80}$/.test(type) ? type : 'a text of no known type';
  return endpointError(url, {
    code: 'ERR_ENDPOINT',
    reason: `it is not a SPARQL endpoint: it answers a query with ${what}`,
    hint: 'give the address that answers queries, as in http://localhost:3030/ds or http://localhost:8890/sparql',
  });
}
