import type { CrateDocument } from '../read/document.js';
import type { WalkedEntity } from '../read/walk.js';
import type { GraphLines } from './graph-lines.js';
import { writtenId } from './keys.js';
import { LineWriter, printsOf } from './lines.js';
import type { Match, TouchedEntity } from './match.js';
import type { Alike } from './merged-context.js';
import { newlyNamed, reopened } from './newly-named.js';
import { matchValues } from './values.js';

/** How a document that was merged in later and the graph of today agree. */
export interface LaterMatch extends Match {
  readonly document: CrateDocument;
  /** Lines of what is written anew, in the order of the document. */
  readonly order: readonly string[];
}

/**
 * Compares a document that was merged in later with a graph. Of entities that an earlier document describes only what
 * is not said there counts; what would mean something else in the first document is left to be written anew.
 * @param described subjects of the documents before
 * @param alike tells what means the same in the first document
 */
export async function matchLater(
  document: CrateDocument,
  lines: GraphLines,
  described: ReadonlySet<string>,
  alike: Alike,
): Promise<LaterMatch> {
  const writer = new LineWriter();
  const subjects: string[] = [];
  const order: string[] = [];
  const changed: { index: number; entity: WalkedEntity; gone: boolean }[] = [];
  const walk = document.walk(writer, (entity) => {
    const own = writer.take();
    const prints = printsOf(own);
    const index = subjects.push(entity.subject) - 1;
    if (!described.has(entity.subject) && alike(entity.value) && lines.every(prints)) return lines.cover(prints);
    changed.push({ index, entity, gone: own.length > 0 && !lines.some(prints) });
    for (const line of own) order.push(line);
  });
  for await (const _ of walk); // the work is done in the callback
  const touched = new Map<number, TouchedEntity>();
  const match = async (index: number, entity: WalkedEntity, gone: boolean, named: ReadonlySet<string>) => {
    const beside = described.has(entity.subject);
    const isOut = gone || !alike({ '@id': writtenId(entity.value, document) ?? null });
    const values = isOut ? undefined : await matchValues(document, entity, lines, named, { beside, alike });
    touched.set(index, { gone: values === undefined, values });
  };
  for (const { index, entity, gone } of changed) await match(index, entity, gone, new Set());
  const named = await newlyNamed(lines, writer.labels);
  for (const { index, entity } of named.size === 0 ? [] : await reopened(document, lines, named))
    await match(index, entity, touched.get(index)?.gone === true, named);
  return { document, touched, subjects, labels: writer.labels, lines, order };
}
