import type { CrateDocument } from '../read/crate-document.js';
import type { WalkedEntity } from '../read/lanes.js';
import type { GraphLines } from './graph-triples.js';
import { PrintWriter } from './triple-lines.js';
import { newlyNamed, reopened } from './newly-named.js';
import { matchValues, type MatchedValues } from './match-values.js';

/** An entity of the original document that the graph no longer says as it stands there. */
export interface TouchedEntity {
  /** Nothing of what it said is left. */
  readonly gone: boolean;
  /** By key, the fate of each value; undefined for entities that have to be written anew. */
  readonly values: MatchedValues | undefined;
}

/** How the original document and the graph of today agree. */
export interface Match {
  /** By position among the entities. */
  readonly touched: ReadonlyMap<number, TouchedEntity>;
  /** Subjects of the entities of the document, in order (IRI or `_:label`). */
  readonly subjects: readonly string[];
  /** Labels of all blank nodes that the document makes. */
  readonly labels: ReadonlySet<string>;
  /** Triples that the document does not account for are left in here. */
  readonly lines: GraphLines;
}

/** Compares the original document with a graph, entity by entity and value by value. */
export async function matchLayout(document: CrateDocument, lines: GraphLines): Promise<Match> {
  const writer = new PrintWriter();
  const subjects: string[] = [];
  const changed: { index: number; entity: WalkedEntity; gone: boolean }[] = [];
  const walk = document.walk(writer, (entity) => {
    const own = writer.take();
    if (lines.every(own)) lines.cover(own);
    else changed.push({ index: subjects.length, entity, gone: !lines.some(own) });
    subjects.push(entity.subject);
  });
  for await (const _ of walk); // the work is done in the callback
  const touched = new Map<number, TouchedEntity>();
  for (const { index, entity, gone } of changed)
    touched.set(index, { gone, values: await matchValues(document, entity, lines, new Set()) });
  const named = await newlyNamed(lines, writer.labels);
  for (const { index, entity } of named.size === 0 ? [] : await reopened(document, lines, named)) {
    const gone = touched.get(index)?.gone === true;
    touched.set(index, { gone, values: await matchValues(document, entity, lines, named) });
  }
  return { touched, subjects, labels: writer.labels, lines };
}
