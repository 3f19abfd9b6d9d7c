import { openSegments, QuadIndex } from '../index/quad-index.js';
import { Turns } from '../../threads/turns.js';
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

/**
 * Puts the words of the terms that the index of a store has gained into its full text. Terms stay, whatever becomes of
 * their graphs: what the full text has of a term is never wrong.
 * @param connection with an open write transaction, and an index that is up to date
 * @throws CrateError ERR_STORE_INVALID; the reason of the signal
 */
export async function updateText(connection: Connection, { signal }: IndexWork = {}): Promise<void> {
  let header = indexHeader(connection);
  if (header === undefined) return;
  const index = indexOf(connection, header);
  let segments = textSegments(connection, header);
  if (segments.length !== header.texts.length) header = dropTexts(connection, header, 0);
  const turns = new Turns();
  let from = segments.at(-1)?.head.to ?? 1;
  let collector = new TextCollector();
  const finish = (to: number): void => {
    let merged = segments.length;
    let size = collector.size;
    for (; merged > 0; merged -= 1) {
      const { head } = segments[merged - 1] as TextSegment;
      if (head.size > 2 * size || head.size + size > 4 * SEGMENT_PAIRS) break;
      size += head.size;
    }
    const all = mergeTexts(segments.slice(merged), collector);
    const first = segments[merged]?.head.from ?? from;
    header = dropTexts(connection, header as IndexHeader, merged);
    const { nextSegment } = header;
    for (const block of writeTextSegment(nextSegment, { from: first, to }, all))
      writeBlock(connection, nextSegment, block);
    header = { ...header, texts: [...header.texts, nextSegment], nextSegment: nextSegment + 1 };
    segments = textSegments(connection, header);
    [collector, from] = [new TextCollector(), to];
  };
  for (let id = from; id < index.nextId; id += 1) {
    collector.add(id, searchableText(index.term(id)));
    if (collector.size >= SEGMENT_PAIRS) finish(id + 1);
    if (!turns.areDue) continue;
    await turns.give();
    signal?.throwIfAborted();
  }
  if (from < index.nextId) finish(index.nextId);
  writeHeader(connection, header);
}

/** Whether the full text of a store has all terms of its index. */
export function isTextIndexed(connection: Connection): boolean {
  const header = indexHeader(connection);
  return header !== undefined && (textSegments(connection, header).at(-1)?.head.to ?? 1) === indexOf(connection, header).nextId; // prettier-ignore
}

/** The full texts of indexes that somebody has searched: an index is of one content of the file. */
const TEXTS = new WeakMap<QuadIndex, TextIndex>();

/** The full text of an index that a connection has read; what the file lacks of it is made in memory. */
export function readText(connection: Connection, index: QuadIndex): TextIndex {
  let text = TEXTS.get(index);
  if (text === undefined) {
    const header = indexHeader(connection);
    TEXTS.set(index, (text = new TextIndex(header === undefined ? [] : textSegments(connection, header), index)));
  }
  return text;
}

/** Whether {@link readText} finds the full text without making it. */
export function hasText(connection: Connection, index: QuadIndex): boolean {
  return TEXTS.has(index) || isTextIndexed(connection);
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

function dropTexts(connection: Connection, header: IndexHeader, kept: number): IndexHeader {
  for (const segment of header.texts.slice(kept)) dropSegment(connection, segment);
  return { ...header, texts: header.texts.slice(0, kept) };
}

function indexOf(connection: Connection, { segments }: IndexHeader): QuadIndex {
  return new QuadIndex(openSegments(segments, storedBlocks(connection)), new Set());
}
