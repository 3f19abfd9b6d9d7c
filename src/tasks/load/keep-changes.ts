import { CrateError } from '../../base/errors.js';
import { shellWord } from '../../base/shell-word.js';
import type { ImportMode, Piece, ReplaceableGraphs } from '../../store/port.js';
import type { LoadRecord } from '../stored/load-records.js';
import { openOriginals, type OriginalOptions } from '../stored/originals.js';
import { bufferPieces } from './buffer-pieces.js';
import { mergeChanges, type Conflict } from './merge-changes.js';
import type { ReadLines, Statement } from './statements.js';
import { countMissing, storeChanges, type StoreChanges } from './store-changes.js';
import { pieceBytes, pieceOf } from '../../store/pieces.js';

/** A graph of the store that a load is about to replace. */
export interface ReplacedGraph {
  readonly graph: string;
  readonly records: readonly LoadRecord[];
  /** The crate that replaces it, for messages. */
  readonly crate: string;
}

/** Where the graph is, and how the load reads. */
export interface ReplacingLoad extends OriginalOptions {
  readonly store: ReplaceableGraphs;
  readonly mode: ImportMode;
}

/** What to write in place of a graph. */
export interface Replacement {
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  /** Statements that an update added or removed, and that stay so. */
  readonly kept: number;
  /** Statements that an update added or removed, and that are undone. */
  readonly discarded: number;
}

/**
 * Plans what replaces a graph: the new lines of its document, with what was changed in the store since its load. Mode
 * `replace` discards these changes and counts them. A store that may not have noticed a change is compared with the
 * original, where it keeps one.
 * @param pieces the lines of the document; none if the graph is emptied
 * @throws CrateError ERR_GRAPH_CHANGED if the changes cannot be kept for certain
 */
export async function keepChanges(
  replaced: ReplacedGraph,
  pieces: Iterable<Piece>,
  load: ReplacingLoad,
): Promise<Replacement> {
  const { graph, records } = replaced;
  const plain = { pieces, kept: 0, discarded: 0 };
  const { store, mode } = load;
  const { noticesChanges, keepsValues } = store.capabilities;
  const isNoticed = records.some(({ changed }) => changed);
  if (!isNoticed && (noticesChanges || records.length === 0)) return plain;
  const stored = () => store.nquads(graph);
  const document = () => pieceBytes(pieces);
  const documents = await openOriginals(store, records, load).catch((error: unknown) => {
    load.signal?.throwIfAborted();
    if (mode !== 'replace') throw error;
    return []; // it goes with the graph, whatever is wrong with it
  });
  if (documents.length < records.length) {
    if (!isNoticed) return plain;
    const discarded = await countMissing(stored, document);
    if (mode === 'replace') return { ...plain, discarded };
    throw graphChanged(replaced, discarded, 'the store keeps no original to tell these changes from those of');
  }
  const originals: ReadLines[] = [];
  for (const original of documents) {
    const lines = await bufferPieces(piecesOf(original.nquadsChunks(graph)));
    originals.push(() => pieceBytes(lines));
  }
  const changes = await storeChanges(originals, stored);
  if (!isNoticed && !keepsValues && areOfEngine(changes)) return plain;
  const count = countOf(changes);
  if (mode === 'replace' || count === 0) return { ...plain, discarded: count };
  const [original, ...others] = originals as [ReadLines, ...ReadLines[]];
  if (others.length > 0 || isEmpty(pieces)) throw graphChanged(replaced, count, 'they would disappear with a load of');
  const merged = await mergeChanges({ original, stored, changes, document });
  if (!('pieces' in merged)) throw graphChanged(replaced, count, 'these cannot be kept for certain with', merged);
  return { ...merged, discarded: 0 };
}

function countOf({ added, removed }: StoreChanges): number {
  return added.length + removed.length;
}

/** Whether all changes may be those of an engine that has stored other values than it was given. */
function areOfEngine({ added, removed }: StoreChanges): boolean {
  const isTyped = ({ object }: Statement) => /"\^\^<[^>]*>$/.test(object);
  return added.every(({ statement }) => isTyped(statement)) && removed.every(isTyped);
}

function isEmpty(pieces: Iterable<Piece>): boolean {
  for (const _ of pieces) return false;
  return true;
}

async function* piecesOf(chunks: AsyncIterable<{ readonly bytes: Uint8Array; readonly quads: number }>) {
  for await (const { bytes, quads } of chunks) yield pieceOf(bytes, quads);
}

/** How many places of a conflict the message names. */
const FEW = 3;

function graphChanged(
  { graph, crate }: ReplacedGraph,
  changes: number,
  reason: string,
  conflicts: readonly Conflict[] = [],
): CrateError {
  const places = conflicts.map(({ subject, property }) => `${subject} ${property}`);
  const shown = places.slice(0, FEW).join(', ');
  const more = places.length > FEW ? ` and ${places.length - FEW} more` : '';
  const named = crate === '-' ? 'FILE' : shellWord(crate);
  const stored = shellWord(graph);
  return new CrateError(
    'ERR_GRAPH_CHANGED',
    `<${graph}> has ${changes} ${changes === 1 ? 'change' : 'changes'} made in the store since its load, and ${reason} ${crate}${shown && `: ${shown}${more}`}`,
    {
      hint: `compare them with \`crategraph diff ${stored} ${named}\`, write the graph to a file with \`crategraph export ${stored} -o FILE\`, or discard its changes with \`crategraph load ${named} --mode replace\``,
      details: { graph, changes, conflicts: places },
    },
  );
}
