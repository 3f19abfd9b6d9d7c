import { openSegments, QuadIndex } from '../index/quad-index.js';
import { Turns } from '../../base/threads/turns.js';
import type { IndexWork } from '../port.js';
import { TextCollector } from '../text/text-collector.js';
import { collectText, TextIndex } from '../text/text-index.js';
import { searchableText } from '../text/text-of-term.js';
import { TextSegment } from '../text/text-segment.js';
import { UNICODE, writeTextSegment } from '../text/write-text.js';
import type { Connection } from './connection.js';
import {
  dropSegment,
  hasBlocks,
  indexHeader,
  storedBlocks,
  writeBlock,
  writeHeader,
  type IndexHeader,
} from './index-table.js';

/** Pairs of words and terms that are held in memory for one segment. */
const SEGMENT_PAIRS = 2_000_000;

/** What is to be written to the full text. */
export interface TextChange {
  /** The index whose terms it has, and the segments of the full text of that moment. */
  readonly before: Pick<IndexHeader, 'made' | 'texts'>;
  /** How many of these segments stay. */
  readonly kept: number;
  /** Ids of the first term of the new segment, and of the one after its last. */
  readonly from: number;
  readonly to: number;
  readonly words: TextCollector;
}

/**
 * Collects the words of the terms that the index of a store has gained: of all, or of as many as one segment should
 * have. It writes nothing, so that no writer waits for it. Terms stay, whatever becomes of their graphs: what the full
 * text has of a term is never wrong.
 * @param connection with an open transaction that reads
 * @returns undefined if the full text has all terms of the index
 * @throws CrateError ERR_STORE_INVALID; the reason of the signal
 */
export async function textChange(connection: Connection, { signal }: IndexWork = {}): Promise<TextChange | undefined> {
  const header = indexHeader(connection);
  if (header === undefined) return undefined;
  const index = indexOf(connection, header);
  const segments = textSegments(connection, header);
  const first = segments.at(-1)?.head.to ?? 1;
  const turns = new Turns();
  const collector = new TextCollector();
  let to = first;
  for (; to < index.nextId && collector.size < SEGMENT_PAIRS; to += 1) {
    collector.add(to, searchableText(index.term(to)));
    if (!turns.areDue) continue;
    await turns.give();
    signal?.throwIfAborted();
  }
  if (to === first) return undefined;
  let kept = segments.length;
  let size = collector.size;
  for (; kept > 0; kept -= 1) {
    const { head } = segments[kept - 1] as TextSegment;
    if (head.size > 2 * size || head.size + size > 4 * SEGMENT_PAIRS) break;
    size += head.size;
  }
  const from = segments[kept]?.head.from ?? first;
  return { before: header, kept, from, to, words: mergeTexts(segments.slice(kept), collector) };
}

/**
 * Writes a change to the full text, unless another writer has changed the full text since.
 * @param connection with an open write transaction
 */
export function writeTextChange(connection: Connection, { before, kept, from, to, words }: TextChange): void {
  const now = indexHeader(connection);
  if (now?.made !== before.made || JSON.stringify(now.texts) !== JSON.stringify(before.texts)) return;
  for (const segment of now.texts.slice(kept)) dropSegment(connection, segment);
  const { nextSegment } = now;
  for (const block of writeTextSegment(nextSegment, { from, to }, words)) writeBlock(connection, nextSegment, block);
  const texts = [...now.texts.slice(0, kept), nextSegment];
  writeHeader(connection, { ...now, texts, nextSegment: nextSegment + 1 });
}

/** Of which content of the file a connection knows whether its full text has all terms. */
const lastChecked = new WeakMap<Connection, { readonly version: number; readonly isDone: boolean }>();

/** Whether the full text of a store has all terms of its index. */
export function isTextIndexed(connection: Connection): boolean {
  const version = connection.contentVersion;
  const last = lastChecked.get(connection);
  if (version !== undefined && last?.version === version) return last.isDone;
  const header = indexHeader(connection);
  const isDone =
    header !== undefined &&
    (textSegments(connection, header).at(-1)?.head.to ?? 1) === indexOf(connection, header).nextId;
  if (version !== undefined) lastChecked.set(connection, { version, isDone });
  return isDone;
}

/** The full text of each index that was searched, as long as the index is in use. */
const READ = new WeakMap<QuadIndex, TextIndex>();

/** The full text of an index that a connection has read; what the file lacks of it is made in memory, once. */
export function readText(connection: Connection, index: QuadIndex): TextIndex {
  let text = READ.get(index);
  if (text === undefined) {
    const header = indexHeader(connection);
    READ.set(index, (text = new TextIndex(header === undefined ? [] : textSegments(connection, header), index)));
  }
  return text;
}

/** Whether {@link readText} finds the full text without making it. */
export function hasText(connection: Connection, index: QuadIndex): boolean {
  return READ.has(index) || isTextIndexed(connection);
}

/**
 * Makes the full text again and compares.
 * @returns one sentence for each thing that is wrong
 * @throws CrateError ERR_STORE_INVALID for blocks that are damaged
 */
export function* textProblems(connection: Connection): Generator<string | undefined> {
  const header = indexHeader(connection);
  if (header === undefined) return;
  const index = indexOf(connection, header);
  let next = 1;
  for (const [at, { head }] of textSegments(connection, header).entries()) {
    if (head.from !== next || head.to <= head.from || head.to > index.nextId) {
      yield 'the full text has not each term of the index once';
      return;
    }
    next = head.to;
    const segment = header.texts[at] as number;
    if (!hasBlocks(connection, segment, writeTextSegment(segment, head, collectText(index, head.from, head.to))))
      yield 'the full text does not have the words of the index as they are';
    yield undefined; // a moment for others
  }
}

/** The segments of the full text; none if another edition of Unicode has made them. */
function textSegments(connection: Connection, { texts }: IndexHeader): TextSegment[] {
  const source = storedBlocks(connection);
  const segments = texts.map((segment) => new TextSegment(segment, source));
  return segments.every(({ head }) => head.unicode === UNICODE) ? segments : [];
}

/** One collector of what segments and another collector have. */
function mergeTexts(segments: readonly TextSegment[], last: TextCollector): TextCollector {
  if (segments.length === 0) return last;
  const all = new TextCollector();
  for (const segment of segments) {
    for (const { word, term, count, length } of segment.all()) all.addPosting(word, term, count, length);
    all.length += segment.head.length;
    all.terms += segment.head.terms;
  }
  for (const [word, [terms = [], counts = [], lengths = []]] of last.sorted())
    for (const [at, term] of terms.entries()) all.addPosting(word, term, counts[at] as number, lengths[at] as number);
  all.length += last.length;
  all.terms += last.terms;
  return all;
}

function indexOf(connection: Connection, { segments }: IndexHeader): QuadIndex {
  return new QuadIndex(openSegments(segments, storedBlocks(connection)), new Set());
}
