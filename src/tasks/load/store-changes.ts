import { eachStatement, isBlankTerm, keyOf, type ReadLines, type Statement } from './statements.js';

/** A line that was added to a graph. */
export interface AddedLine {
  readonly line: string;
  readonly statement: Statement;
}

/** What an update changed in a graph since it was loaded. */
export interface StoreChanges {
  readonly added: readonly AddedLine[];
  readonly removed: readonly Statement[];
}

/** Compares a graph of a store with what its originals state, by value. Holds the lines of the originals in memory. */
export async function storeChanges(originals: readonly ReadLines[], stored: ReadLines): Promise<StoreChanges> {
  /** The statements of the originals; undefined for those that the graph still has. */
  const stated = new Map<string, Statement | undefined>();
  for (const original of originals)
    await eachStatement(original, (statement) => void stated.set(keyOf(statement), statement));
  const added: AddedLine[] = [];
  await eachStatement(stored, (statement, line) => {
    const key = keyOf(statement);
    if (stated.has(key)) stated.set(key, undefined);
    else added.push({ line, statement });
  });
  const removed: Statement[] = [];
  for (const statement of stated.values()) if (statement !== undefined) removed.push(statement);
  return { added, removed };
}

/**
 * The number of statements of a graph that a document lacks. Labels of blank nodes count without the part that differs.
 */
export async function countMissing(stored: ReadLines, document: ReadLines): Promise<number> {
  const plain = ({ subject, property, object }: Statement) =>
    keyOf({ subject: plainLabel(subject), property, object: plainLabel(object) });
  const stated = new Set<string>();
  await eachStatement(document, (statement) => void stated.add(plain(statement)));
  let missing = 0;
  await eachStatement(stored, (statement) => {
    if (!stated.has(plain(statement))) missing += 1;
  });
  return missing;
}

/** A label without its scope, which belongs to one state of one document. */
function plainLabel(term: string): string {
  return isBlankTerm(term) ? term.replace(/^_:c[0-9a-f]{14}/, '_:') : term;
}
