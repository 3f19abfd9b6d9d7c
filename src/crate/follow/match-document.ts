import type { CrateDocument } from '../read/crate-document.js';
import type { ReadEntity } from '../read/lanes.js';
import type { GraphTriples } from './graph-triples.js';
import { NumberWriter } from './triple-lines.js';
import { findNewlyNamed, unmatchHolders } from './newly-named.js';
import { exceedsRdf, matchValues, type ValueMatches } from './match-values.js';
import type { OnLoss } from './translator.js';

/** An entity of the original that the graph no longer states as written. */
export interface ChangedEntity {
  /** The graph states nothing of it. */
  readonly removed: boolean;
  /** The match of each value by key; undefined for an entity that has to be rewritten as a whole. */
  readonly values: ValueMatches | undefined;
}

/** How a document and the present graph agree. Entities are identified by their position in the document. */
export interface Match {
  readonly changed: ReadonlyMap<number, ChangedEntity>;
  /** Subjects of all entities of the document, in order (IRI or `_:label`). */
  readonly subjects: readonly string[];
  /** Labels of all blank nodes of the document. */
  readonly labels: ReadonlySet<string>;
  /** The graph. Its unmatched triples are new. */
  readonly triples: GraphTriples;
}

/**
 * Compares the original with a graph, entity by entity, and changed entities value by value.
 * @param onLoss receives an entity that has to be rewritten as a whole, if it contains more than RDF can hold
 */
export async function matchDocument(
  document: CrateDocument,
  triples: GraphTriples,
  onLoss: OnLoss = () => undefined,
): Promise<Match> {
  const writer = new NumberWriter(triples);
  const subjects: string[] = [];
  const unmatched: { position: number; entity: ReadEntity; removed: boolean }[] = [];
  const reading = document.readEntities(writer, (entity) => {
    const own = writer.take();
    if (triples.hasAll(own)) triples.match(own);
    else unmatched.push({ position: subjects.length, entity, removed: !triples.hasAny(own) });
    subjects.push(entity.subject);
  });
  for await (const _ of reading); // the callback does the work
  const changed = new Map<number, ChangedEntity>();
  for (const { position, entity, removed } of unmatched) {
    const values = await matchValues(entity, { document, triples, named: new Set() });
    if (values === undefined && !removed && exceedsRdf(entity.value, document)) onLoss(entity.subject);
    changed.set(position, { removed, values });
  }
  const named = await findNewlyNamed(triples, writer.labels);
  for (const { position, entity } of named.size === 0 ? [] : await unmatchHolders(document, triples, named)) {
    const removed = changed.get(position)?.removed === true;
    changed.set(position, { removed, values: await matchValues(entity, { document, triples, named }) });
  }
  return { changed, subjects, labels: writer.labels, triples };
}
