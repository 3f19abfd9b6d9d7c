import type { UpdateOperation } from 'sparqljs';
import { CrateError } from '../../base/errors.js';
import { parsedSparql } from '../engine/parse-sparql.js';
import { longPlainUpdate } from '../engine/sparql-graphs.js';
import { mentionsProperty } from './search-triples.js';

/**
 * Refuses an update whose WHERE searches the full text: it would find nothing there. What an update inserts or
 * deletes may have the property.
 * @throws CrateError ERR_UNSUPPORTED
 */
export function refuseSearch(sparql: string): void {
  if (longPlainUpdate(sparql) !== undefined) return; // it has no WHERE
  const parsed = parsedSparql(sparql);
  if (parsed?.type !== 'update' || !parsed.updates.some((one) => mentionsProperty(patternOf(one)))) return;
  throw new CrateError('ERR_UNSUPPORTED', 'an update cannot search with cg:search', {
    hint: 'search with a query, and name in the update what it finds, with VALUES',
  });
}

/** What an operation matches. */
function patternOf(operation: UpdateOperation): unknown {
  if (!('updateType' in operation)) return undefined;
  if (operation.updateType === 'insertdelete') return operation.where;
  return operation.updateType === 'deletewhere' ? operation.delete : undefined;
}
