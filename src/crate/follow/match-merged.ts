import { entitiesAmong, topEntities } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import type { WalkedEntity } from '../read/lanes.js';
import type { GraphLines } from './graph-triples.js';
import { LineWriter, printsOf } from './triple-lines.js';
import type { Match, TouchedEntity } from './match-document.js';
import { newlyNamed, reopened } from './newly-named.js';
import type { OnLoss } from './translator.js';
import { KEPT, matchValues } from './match-values.js';

/** How a document that was merged in later and the graph of today agree. */
export interface LaterMatch extends Match {
  readonly document: CrateDocument;
  /** Lines of what is written anew, in the order of the document. */
  readonly order: readonly string[];
}

/**
 * Compares a document that was merged in later, said in the words of the first one, with a graph. Of entities that an
 * earlier document describes only what is not said there counts.
 * @param described subjects of the documents before
 * @param onLoss called with what is said there already and holds more than RDF does
 */
export async function matchLater(
  document: CrateDocument,
  lines: GraphLines,
  described: ReadonlySet<string>,
  onLoss: OnLoss,
): Promise<LaterMatch> {
  const writer = new LineWriter();
  const subjects: string[] = [];
  const order: string[] = [];
  const changed: { index: number; entity: WalkedEntity; gone: boolean }[] = [];
  const count = inGraph(document);
  const walk = document.walk(writer, (entity) => {
    const own = writer.take();
    const prints = printsOf(own);
    const index = subjects.push(entity.subject) - 1;
    if (own.every((line) => line.endsWith(KEPT))) lines.cover(printsOf([markOf(entity.subject)]));
    if (index < count && !described.has(entity.subject) && lines.every(prints)) return lines.cover(prints);
    changed.push({ index, entity, gone: own.length > 0 && !lines.some(prints) });
    for (const line of own) order.push(line);
  });
  for await (const _ of walk); // the work is done in the callback
  const touched = new Map<number, TouchedEntity>();
  const match = async (index: number, entity: WalkedEntity, gone: boolean, named: ReadonlySet<string>) => {
    if (index >= count) onLoss(entity.subject);
    const tell = (key: string) => onLoss(`${entity.subject} ${key}`);
    const later = { onLoss: described.has(entity.subject) ? tell : undefined };
    const values = gone || index >= count ? undefined : await matchValues(document, entity, lines, named, later);
    touched.set(index, { gone: values === undefined, values });
  };
  for (const { index, entity, gone } of changed) await match(index, entity, gone, new Set());
  const named = await newlyNamed(lines, writer.labels);
  for (const { index, entity } of named.size === 0 ? [] : await reopened(document, lines, named))
    await match(index, entity, touched.get(index)?.gone === true, named);
  return { document, touched, subjects, labels: writer.labels, lines, order };
}

/** How many entities stand in `@graph`; those beside it come after them, and have no place in another document. */
function inGraph({ json }: CrateDocument): number {
  if (topEntities(json).length === 0) return Infinity;
  return json.windows.reduce((sum, window) => sum + entitiesAmong(json.entities(window)).length, 0);
}

/** The line of an entity that says nothing: its text needs none. */
function markOf(subject: string): string {
  return `${subject.startsWith('_:') ? subject : `<${subject}>`} ${KEPT}`;
}
