import { DataFactory } from 'n3';
import type { InsertDeleteOperation, IriTerm, Pattern, Quads, UpdateOperation } from 'sparqljs';
import { CrateError } from '../../base/errors.js';
import { generateSparql, parseSparql } from './parse-sparql.js';
import { longPlainUpdate } from './sparql-graphs.js';

/** The graphs that the WHERE clauses of an update match. */
export interface UpdateDataset {
  readonly unnamed: readonly string[];
  readonly named: readonly string[];
}

/**
 * Sets the dataset of all operations of an update, like USING and USING NAMED (SPARQL 1.1 Protocol, section 2.2.3).
 * @param update SPARQL text; an invalid one is left to the engine, which reports the error
 * @throws CrateError ERR_USAGE if the text has USING or WITH itself
 */
export function withUsing(update: string, { unnamed, named }: UpdateDataset): string {
  if (longPlainUpdate(update) !== undefined) return update; // it has no pattern
  const parsed = parseSparql(update);
  if (parsed?.type !== 'update') return update;
  const iris = (graphs: readonly string[]) => graphs.map((graph) => DataFactory.namedNode(graph) as IriTerm);
  const using = { default: iris(unnamed), named: iris(named) };
  const updates = parsed.updates.map((operation): UpdateOperation => {
    if (!('updateType' in operation)) return operation;
    if (operation.updateType === 'deletewhere')
      return { ...matching(operation.delete), using } as InsertDeleteOperation;
    if (operation.updateType !== 'insertdelete') return operation;
    if (operation.using !== undefined || operation.graph !== undefined)
      throw new CrateError('ERR_USAGE', 'the update names its graphs twice: in the request, and with USING or WITH', {
        hint: 'leave one of the two out',
      });
    return { ...operation, using };
  });
  return generateSparql({ ...parsed, updates });
}

/** `DELETE WHERE {...}` in full: its pattern is also what it deletes. */
function matching(quads: readonly Quads[]): InsertDeleteOperation {
  const where = quads.map((block): Pattern => {
    const triples: Pattern = { type: 'bgp', triples: block.triples };
    return block.type === 'graph' ? { type: 'graph', name: block.name, patterns: [triples] } : triples;
  });
  return { updateType: 'insertdelete', delete: [...quads], insert: [], where };
}
