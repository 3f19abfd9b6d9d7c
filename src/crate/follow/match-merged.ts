import { entitiesAmong, topEntities } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import type { ReadEntity } from '../read/lanes.js';
import type { GraphTriples } from './graph-triples.js';
import { LineWriter } from './triple-lines.js';
import type { Match, ChangedEntity } from './match-document.js';
import { findNewlyNamed, unmatchHolders } from './newly-named.js';
import type { OnLoss } from './translator.js';
import { KEPT_AS_RESOURCE, matchValues } from './match-values.js';

/** How a merged document and the present graph agree. */
export interface MergedMatch extends Match {
  readonly document: CrateDocument;
  /** The lines of its unmatched entities, in document order. */
  readonly order: readonly string[];
}

/**
 * Compares a merged document, translated into the context and base of the original, with a graph. An entity that an
 * earlier document describes contributes only what that one does not state.
 * @param described subjects of the earlier documents
 * @param onLoss receives entities and keys that duplicate earlier statements but contain more than RDF can hold
 */
export async function matchMerged(
  document: CrateDocument,
  triples: GraphTriples,
  described: ReadonlySet<string>,
  onLoss: OnLoss,
): Promise<MergedMatch> {
  const writer = new LineWriter();
  const subjects: string[] = [];
  const order: string[] = [];
  const unmatched: { position: number; entity: ReadEntity; removed: boolean }[] = [];
  const count = countInGraph(document);
  const reading = document.readEntities(writer, (entity) => {
    const lines = writer.take();
    const own = triples.numbersOf(lines);
    const position = subjects.push(entity.subject) - 1;
    if (lines.every((line) => line.endsWith(KEPT_AS_RESOURCE)))
      triples.match(triples.numbersOf([resourceLine(entity.subject)]));
    if (position < count && !described.has(entity.subject) && triples.hasAll(own)) return triples.match(own);
    unmatched.push({ position, entity, removed: lines.length > 0 && !triples.hasAny(own) });
    for (const line of lines) order.push(line);
  });
  for await (const _ of reading); // the callback does the work
  const changed = new Map<number, ChangedEntity>();
  const matchEntity = async (position: number, entity: ReadEntity, removed: boolean, named: ReadonlySet<string>) => {
    if (position >= count) onLoss(entity.subject);
    const onKeyLoss = (key: string) => onLoss(`${entity.subject} ${key}`);
    const merged = { onLoss: described.has(entity.subject) ? onKeyLoss : undefined };
    const isMatchable = !removed && position < count;
    const values = isMatchable ? await matchValues(entity, { document, triples, named, merged }) : undefined;
    changed.set(position, { removed: values === undefined, values });
  };
  for (const { position, entity, removed } of unmatched) await matchEntity(position, entity, removed, new Set());
  const named = await findNewlyNamed(triples, writer.labels);
  for (const { position, entity } of named.size === 0 ? [] : await unmatchHolders(document, triples, named))
    await matchEntity(position, entity, changed.get(position)?.removed === true, named);
  return { document, changed, subjects, labels: writer.labels, triples, order };
}

/** Counts the entities in `@graph`. Entities next to it come last and cannot be merged into another document. */
function countInGraph({ json }: CrateDocument): number {
  if (topEntities(json).length === 0) return Infinity;
  return json.windows.reduce((sum, window) => sum + entitiesAmong(json.entities(window)).length, 0);
}

/** The line that the graph states of an entity without statements. The text of such an entity does not state it. */
function resourceLine(subject: string): string {
  return `${subject.startsWith('_:') ? subject : `<${subject}>`} ${KEPT_AS_RESOURCE}`;
}
