import { DataFactory } from 'n3';
import type {
  BindPattern,
  Expression,
  InsertDeleteOperation,
  IriTerm,
  LiteralTerm,
  OperationExpression,
  Quads,
  Term,
  UpdateOperation,
  VariableTerm,
} from 'sparqljs';
import { deletesAndInserts } from '../sparql-tokens.js';
import { generateSparql, parseSparql } from './parse-sparql.js';

type DeleteInsert = Extract<InsertDeleteOperation, { updateType: 'insertdelete' }>;

/** Prefix of the graphs in which quads wait until all solutions are known; the name of their own graph follows. */
export const WAITING = 'urn:crategraph:waiting:';
const DELETED = `${WAITING}deleted:`;
const INSERTED = `${WAITING}inserted:`;

/**
 * Splits the operations of an update that may insert what they also delete. An engine must match the pattern once, then
 * delete everything, then insert everything (SPARQL 1.1 Update, section 3.1.3). Oxigraph (up to 0.5.11) works solution
 * by solution, so a later one deletes what an earlier one inserted. Remove this file once Oxigraph is fixed.
 * @param update SPARQL text; an invalid one is left to the engine, which reports the error
 * @returns the text to run instead, which leaves graphs that begin with `WAITING`; undefined if the update can stay
 */
export function deleteBeforeInsert(update: string): string | undefined {
  if (!deletesAndInserts(update)) return undefined;
  const parsed = parseSparql(update);
  const operations = parsed?.type === 'update' ? parsed.updates : [];
  if (!operations.some(mayInsertWhatItDeletes)) return undefined;
  return operations
    .flatMap((one) => (mayInsertWhatItDeletes(one) ? [text(toWaitingGraphs(one)), ...APPLY_WAITING] : [text(one)]))
    .join(';\n');
}

function text(operation: UpdateOperation): string {
  return generateSparql({ type: 'update', prefixes: {}, updates: [operation] });
}

/** Whether one solution may insert a quad that another one deletes. */
function mayInsertWhatItDeletes(operation: UpdateOperation): operation is DeleteInsert {
  if (!('updateType' in operation) || operation.updateType !== 'insertdelete') return false;
  const inserted = templates(operation.insert, operation.graph);
  return templates(operation.delete, operation.graph).some((one) =>
    inserted.some((other) => one.every((term, place) => mayEqual(term, other[place]))),
  );
}

function templates(blocks: readonly Quads[], graph: IriTerm | undefined): (Term | undefined)[][] {
  return blocks.flatMap((block) => {
    const name = block.type === 'graph' ? block.name : graph;
    return block.triples.map((triple) => [name, triple.subject, triple.predicate as Term, triple.object]);
  });
}

function mayEqual(one: Term | undefined, other: Term | undefined): boolean {
  if (one?.termType === 'Variable' || other?.termType === 'Variable') return true;
  return one === undefined || other === undefined ? one === other : one.equals(other);
}

/** Redirects all that an operation deletes and inserts into waiting graphs. */
function toWaitingGraphs(operation: DeleteInsert): DeleteInsert {
  const binds: BindPattern[] = [];
  const waitingFor = (graph: IriTerm | VariableTerm | undefined, prefix: string): IriTerm | VariableTerm => {
    if (graph?.termType !== 'Variable') return DataFactory.namedNode(prefix + (graph?.value ?? '')) as IriTerm;
    const variable = DataFactory.variable(`waiting_${binds.length}`) as VariableTerm;
    const name = call('concat', DataFactory.literal(prefix) as LiteralTerm, call('str', graph));
    binds.push({ type: 'bind', variable, expression: call('iri', name) });
    return variable;
  };
  const wait = (blocks: readonly Quads[], prefix: string): Quads[] =>
    blocks.map((block) => {
      const graph = block.type === 'graph' ? block.name : operation.graph;
      return { type: 'graph', name: waitingFor(graph, prefix), triples: block.triples };
    });
  const insert = [...wait(operation.delete, DELETED), ...wait(operation.insert, INSERTED)];
  return { ...operation, delete: [], insert, where: [{ type: 'group', patterns: operation.where }, ...binds] };
}

function call(operator: string, ...args: Expression[]): OperationExpression {
  return { type: 'operation', operator, args };
}

/** The pattern of the quads that wait under a prefix: `?s ?p ?o` in `?w`. */
const waitingQuads = (prefix: string): string =>
  `GRAPH ?w {} FILTER(STRSTARTS(STR(?w), "${prefix}")) GRAPH ?w { ?s ?p ?o } `;

/** The steps after `toWaitingGraphs`: delete and insert the waiting quads. The default graph has an empty name. */
const APPLY_WAITING = [
  ...[
    ['DELETE', DELETED],
    ['INSERT', INSERTED],
  ].flatMap(([verb, prefix = '']) => [
    `${verb} { ?s ?p ?o } WHERE { GRAPH <${prefix}> { ?s ?p ?o } }`,
    `${verb} { GRAPH ?g { ?s ?p ?o } } WHERE { ${waitingQuads(prefix)} BIND(IRI(STRAFTER(STR(?w), "${prefix}")) AS ?g) }`,
  ]),
  `DELETE { GRAPH ?w { ?s ?p ?o } } WHERE { ${waitingQuads(WAITING)} }`,
];
