import { randomUUID } from 'node:crypto';
import { CATALOGUE } from '../../stored/load-records.js';
import { refusal } from './refusal.js';
import { absoluteIri, onlyParameter, parametersIn } from './request-parameters.js';
import { RESERVED } from '../../store/graph-errors.js';

/** The graph that a request to `/graphs` is about (SPARQL 1.1 Graph Store HTTP Protocol, section 4). */
export type GraphName =
  | { readonly kind: 'named'; readonly graph: string }
  /** The union of all graphs. */
  | { readonly kind: 'default' }
  /** None; POST makes a new one. */
  | { readonly kind: 'none' };

/** @param address of the server: a path below `/graphs/` is the graph of that very IRI. @throws HTTPException 400 */
export function graphNameOf(request: Request, address: string): GraphName {
  const { pathname, search } = new URL(request.url);
  const parameters = parametersIn(search);
  const graph = onlyParameter(parameters, 'graph');
  const isDefault = parameters.has('default');
  const direct = /^\/graphs\/(?=.)/.test(pathname) ? new URL(pathname.slice(1), address).href : undefined;
  if ([graph !== undefined, isDefault, direct !== undefined].filter(Boolean).length > 1)
    throw refusal(400, 'The request names a graph in more than one way.');
  if (isDefault) return { kind: 'default' };
  if (graph !== undefined) return { kind: 'named', graph: absoluteIri(graph, 'graph') };
  return direct === undefined ? { kind: 'none' } : { kind: 'named', graph: absoluteIri(direct, 'graph') };
}

/** The graph that a request writes. @throws HTTPException 400, 403, 405 */
export function writtenGraph(name: GraphName, method: string, address: string): string {
  if (name.kind === 'default')
    throw refusal(
      405,
      'Every triple belongs to a crate: write to its graph, as in ?graph=IRI. ?default is the union of all graphs, to be read.',
      { allow: 'GET, HEAD, OPTIONS' },
    );
  if (name.kind === 'named') {
    if (name.graph.startsWith(RESERVED))
      throw refusal(403, `The graph <${name.graph}> cannot be written: ${CATALOGUE} and its like are not crates.`);
    return name.graph;
  }
  if (method === 'POST') return new URL(`graphs/${randomUUID()}/`, address).href;
  throw refusal(400, 'Name the graph, as in ?graph=IRI.');
}
