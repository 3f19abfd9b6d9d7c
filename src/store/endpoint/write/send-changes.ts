import { BOOKKEEPING, type TripleText } from '../bookkeeping/bookkeeping.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { lineGroups } from './send-graphs.js';
import { dataBlock, operations } from '../bookkeeping/update-text.js';

/** The N-Quads lines of one graph that a change adds and removes, with line ends. */
export interface LineChanges {
  readonly graph: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A line that is added or removed. */
interface LineChange {
  readonly graph: string;
  readonly line: string;
  readonly isAdded: boolean;
}

/** Changes of the bookkeeping. */
export function bookkeepingChanges(removed: readonly TripleText[], added: readonly TripleText[]): LineChanges {
  const quads = (triples: readonly TripleText[]) => triples.map((triple) => `${triple} <${BOOKKEEPING}> .\n`);
  return { graph: BOOKKEEPING, removed: quads(removed), added: quads(added) };
}

/**
 * Sends changes in as few updates as the engine takes, each of one operation: there are engines that carry out the
 * first operations of an update that is cut.
 * @param last operations that end the last update
 */
export async function sendChanges(
  endpoint: Endpoint,
  changes: readonly LineChanges[],
  last: readonly string[] = [],
): Promise<void> {
  let waiting: string | undefined;
  for (const some of lineGroups(eachChange(changes), ({ line }) => line, endpoint.facts)) {
    if (waiting !== undefined) await endpoint.update(waiting);
    const [added, removed] = [true, false].map((which) => blocks(some.filter(({ isAdded }) => isAdded === which)));
    waiting = `DELETE {\n${removed}\n}\nINSERT {\n${added}\n}\nWHERE {}`;
  }
  await endpoint.update(operations(waiting ?? '', ...last));
}

/** `GRAPH` blocks: the lines of a graph share one. */
function blocks(changes: readonly LineChange[]): string {
  const lines = new Map<string, string[]>();
  for (const { graph, line } of changes) {
    const own = lines.get(graph) ?? [];
    own.push(line);
    lines.set(graph, own);
  }
  return [...lines].map(([graph, some]) => dataBlock(graph, some)).join('\n');
}

function* eachChange(changes: readonly LineChanges[]): Generator<LineChange> {
  for (const { graph, removed, added } of changes) {
    for (const line of removed) yield { graph, line, isAdded: false };
    for (const line of added) yield { graph, line, isAdded: true };
  }
}
