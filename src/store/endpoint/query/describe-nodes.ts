import type { DescribeQuery, IriTerm, Pattern, SelectQuery, Triple, VariableTerm } from 'sparqljs';
import { DataFactory } from 'n3';
import { quadToNQuads } from '../../../base/rdf/nquads.js';
import { blankLabel } from '../../../base/rdf/skolem.js';
import { withBlankNodes, type AnswerRow } from '../protocol/endpoint-answer.js';
import type { EndpointAsker } from './endpoint-asker.js';
import { valuesPattern } from './query-syntax.js';
import { rowVariables, templateQuads } from './template-quads.js';

/** Nodes in one request. */
const AT_ONCE = 500;

const [SUBJECT, PREDICATE, OBJECT] = ['s', 'p', 'o'].map((name) => DataFactory.variable(name) as VariableTerm) as [
  VariableTerm,
  VariableTerm,
  VariableTerm,
];
const TRIPLE: Triple = { subject: SUBJECT, predicate: PREDICATE, object: OBJECT };

/**
 * Describes nodes as our own engine does: their triples, and those of the blank nodes that these lead to, step by step.
 * Engines differ in what they describe, and do not know which IRIs are blank nodes.
 * @returns lines of N-Triples
 */
export async function describedTriples(asker: EndpointAsker, query: DescribeQuery): Promise<Set<string>> {
  const rows: AnswerRow[] = [];
  const seen = new Set<string>();
  let nodes = await describedNodes(asker, query);
  while (nodes.length > 0) {
    for (const node of nodes) seen.add(node);
    const found = (await Promise.all(batches(nodes).map((batch) => triplesOf(asker, query, batch)))).flat();
    for (const row of found) rows.push(row);
    const blanks = found.flatMap(({ o }) => (o?.type === 'uri' ? [o.value as string] : []));
    nodes = [...new Set(blanks)].filter((iri) => !seen.has(iri) && blankLabel(iri) !== undefined);
  }
  const quads = templateQuads([{ type: 'bgp', triples: [TRIPLE] }], withBlankNodes(rows), String);
  return new Set(Array.from(quads, quadToNQuads));
}

/** The IRIs that a query describes; where its pattern has no solution, also those that it names are not described. */
async function describedNodes(asker: EndpointAsker, query: DescribeQuery): Promise<string[]> {
  const asked = query.variables as readonly (VariableTerm | IriTerm)[];
  const named = asked.filter((one) => one.termType === 'NamedNode').map(({ value }) => value);
  if (query.where === undefined) return [...new Set(named)];
  const others = asked.filter((one) => one.termType !== 'NamedNode');
  const isNamed = others.length === 0;
  const select = { ...query, queryType: 'SELECT', variables: isNamed ? rowVariables([]) : others };
  const { bindings } = await asker.ask((isNamed ? { limit: 1, ...select } : select) as unknown as SelectQuery);
  if (bindings.length === 0) return [];
  const found = isNamed ? [] : bindings.flatMap((row) => Object.values(row)).filter(({ type }) => type === 'uri');
  return [...new Set([...named, ...found.map(({ value }) => value as string)])];
}

async function triplesOf(
  asker: EndpointAsker,
  { from }: DescribeQuery,
  nodes: readonly string[],
): Promise<AnswerRow[]> {
  const where: Pattern[] = [valuesPattern(SUBJECT, nodes), { type: 'bgp', triples: [TRIPLE] }];
  const query = { type: 'query', queryType: 'SELECT', prefixes: {}, variables: [SUBJECT, PREDICATE, OBJECT], where };
  return [...(await asker.ask({ ...query, ...(from && { from }) } as SelectQuery)).bindings];
}

function batches(nodes: readonly string[]): string[][] {
  const count = Math.ceil(nodes.length / AT_ONCE);
  return Array.from({ length: count }, (_, at) => nodes.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
}
