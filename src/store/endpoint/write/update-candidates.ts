import type { Pattern, Quads, Triple, UpdateOperation } from 'sparqljs';
import type { Term } from '@rdfjs/types';
import { termToNQuads } from '../../../base/rdf/nquads.js';
import { isFixedTerm } from '../../needed/fixed-term.js';
import { parsedSparql } from '../../engine/parse-sparql.js';
import { sparqlGraphs } from '../../engine/sparql-graphs.js';
import type { WorkOptions } from '../../port.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { cellIri } from '../protocol/endpoint-answer.js';
import { isPath } from '../../engine/path-alternatives.js';
import { visitSyntax } from '../query/query-syntax.js';

/** Triples that a graph must have before an operation can change it or read it, and the variable of that graph. */
interface Condition {
  readonly variable: string;
  readonly triples: readonly Triple[];
}

/**
 * Asks an endpoint which graphs an update may read or change, so that no others need to be read.
 *
 * Why that is right: each operation has one `GRAPH ?g` that may stand for any graph, and writes to that graph or to
 * named ones. So what it does with a graph depends on that graph and the named ones only, and it does nothing with one
 * in which the triples of `GRAPH ?g` have no solution. Triples outside of GRAPH match nothing: an update has no default
 * graph here. An earlier operation may give a graph such a solution; then that
 * one has been read for its own sake.
 * @returns the names; undefined if it may be any graph
 */
export async function updateCandidates(
  endpoint: Endpoint,
  sparql: string,
  options: WorkOptions = {},
): Promise<ReadonlySet<string> | undefined> {
  const { named, reachable, isParsed } = sparqlGraphs(sparql);
  if (reachable !== undefined) return reachable;
  const parsed = isParsed ? parsedSparql(sparql) : undefined;
  if (parsed?.type !== 'update') return undefined;
  const conditions = parsed.updates.map(conditionOf);
  const found = new Set(named);
  for (const condition of conditions) {
    if (condition === 'any graph') return undefined;
    if (condition === 'named graphs') continue;
    const { variable, triples } = condition;
    const where = `GRAPH ?${variable} { ${triples.map(patternText).join(' . ')} }`;
    const select = `SELECT DISTINCT ?${variable}`;
    for (const row of await endpoint.rows({ select, where, key: `STR(?${variable})` }, options))
      found.add(cellIri(row, variable));
  }
  return found;
}

function conditionOf(operation: UpdateOperation): Condition | 'named graphs' | 'any graph' {
  if (!('updateType' in operation)) return 'any graph';
  switch (operation.updateType) {
    case 'insert':
    case 'delete':
      return 'named graphs';
    case 'deletewhere':
      return conditionIn(operation.delete.map(graphPattern), operation.delete);
    default: {
      const { delete: deleted = [], insert: inserted = [], where = [], using } = operation;
      return using === undefined ? conditionIn(where, [...deleted, ...inserted]) : 'any graph';
    }
  }
}

function conditionIn(
  patterns: readonly Pattern[],
  written: readonly Quads[],
): Condition | 'named graphs' | 'any graph' {
  const variables = new Set<string>();
  const triples: Triple[] = [];
  for (const pattern of patterns) {
    if (pattern.type === 'graph') {
      if (pattern.patterns.some(asksOtherGraph)) return 'any graph';
      if (pattern.name.termType !== 'Variable') continue;
      variables.add(pattern.name.value);
      for (const one of pattern.patterns)
        if (one.type === 'bgp') for (const triple of one.triples.filter(isPlain)) triples.push(triple);
    } else if (!['bgp', 'filter', 'bind', 'values'].includes(pattern.type) || asksOtherGraph(pattern))
      return 'any graph';
  }
  const names = written.flatMap((block) => (block.type === 'graph' ? [block.name as Term] : []));
  for (const name of names) if (name.termType === 'Variable') variables.add(name.value);
  const [variable] = variables;
  if (variable === undefined) return 'named graphs';
  return variables.size > 1 || triples.length === 0 ? 'any graph' : { variable, triples };
}

/** A block of a template as the pattern that it is in DELETE WHERE. */
function graphPattern(block: Quads): Pattern {
  const inside: Pattern = { type: 'bgp', triples: block.triples };
  return block.type === 'graph' ? ({ type: 'graph', name: block.name, patterns: [inside] } as Pattern) : inside;
}

/** Whether a pattern inside of a graph, or beside it, asks for a graph of its own. */
function asksOtherGraph(pattern: Pattern): boolean {
  let found = false;
  visitSyntax(pattern, ({ type }) => !(found ||= type === 'graph' || type === 'service'));
  return found;
}

function isPlain({ predicate }: Triple): boolean {
  return !isPath(predicate);
}

function patternText({ subject, predicate, object }: Triple): string {
  return [subject, predicate as Term, object].map((term) => termText(term as Term)).join(' ');
}

/** A term that the endpoint cannot take for another one; a variable for any other. */
function termText(term: Term): string {
  if (term.termType === 'Variable') return `?${term.value}`;
  // A name of the text cannot end so.
  if (term.termType === 'BlankNode') return `?blank_${term.value.replace(/\W/g, '_')}`;
  return isFixedTerm(term) ? termToNQuads(term) : '[]';
}
