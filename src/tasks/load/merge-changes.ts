import { addToList } from '../../base/list-map.js';
import { eachLine, pieceOf } from '../../store/pieces.js';
import { wholeLines } from '../../store/nquads-lines.js';
import type { Piece } from '../../store/port.js';
import { BlankDescriptions } from './blank-descriptions.js';
import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { difference, isSame, Side, valueKey } from './merge-side.js';
import {
  eachStatement,
  isBlankTerm,
  keyOf,
  relabelled,
  statementOf,
  type ReadLines,
  type Statement,
} from './statements.js';
import type { StoreChanges } from './store-changes.js';

/** A graph in the store that was changed, and a document that was changed too. */
export interface ChangedSides {
  /** What the document stated when the graph was loaded. */
  readonly original: ReadLines;
  readonly stored: ReadLines;
  readonly changes: StoreChanges;
  /** What the document states now, in the same graph. */
  readonly document: ReadLines;
}

/** What the document states now, with the changes of the store. */
export interface MergedLines {
  readonly pieces: AsyncIterable<Piece>;
  /** The changes of the store that the document does not contain itself. */
  readonly kept: number;
}

/** A property of an entity that was changed on both sides. */
export type Conflict = Pick<Statement, 'subject' | 'property'>;

/**
 * Merges the changes of a store into a document that was changed too. Nothing is guessed: where both changed the values
 * of one property of one entity, one removed an entity that the other uses or changed, or it is not certain which
 * entity of the document a change is about, that is a conflict. Both may add values to a property that has some, and
 * both may make the same change.
 */
export async function mergeChanges(sides: ChangedSides): Promise<MergedLines | readonly Conflict[]> {
  const { changes, document } = sides;
  const facts = await Facts.of(sides);
  const conflicts = facts.conflicts();
  if (conflicts.length > 0) return conflicts;
  const { labels } = facts;
  const added = new Map<string, string>();
  for (const { line } of changes.added) {
    const own = relabelled(line, labels);
    added.set(keyOf(statementOf(own)), own);
  }
  const removed = new Set(changes.removed.map((statement) => keyOf(inDocument(statement, labels))));
  let kept = 0;
  await eachStatement(document, (statement) => {
    const key = keyOf(statement);
    added.delete(key); // the document states it too
    if (removed.has(key)) kept += 1;
  });
  return { pieces: mergedPieces(document, removed, added.values()), kept: kept + added.size };
}

async function* mergedPieces(
  document: ReadLines,
  removed: ReadonlySet<string>,
  added: Iterable<string>,
): AsyncGenerator<Piece> {
  for await (const text of wholeLines(document())) {
    let lines = '';
    eachLine(text, (line) => void (removed.has(keyOf(statementOf(line))) || (lines += `${line}\n`)));
    if (lines !== '') yield pieceOf(Buffer.from(lines));
  }
  let lines = '';
  for (const line of added) lines += `${line}\n`;
  if (lines !== '') yield pieceOf(Buffer.from(lines));
}

function inDocument({ subject, property, object }: Statement, labels: ReadonlyMap<string, string>): Statement {
  return { subject: labels.get(subject) ?? subject, property, object: labels.get(object) ?? object };
}

/** What both sides changed, as far as it concerns the other side. */
class Facts {
  private constructor(
    readonly changes: StoreChanges,
    readonly sides: Readonly<Record<'original' | 'stored' | 'document', Side>>,
    /** The label in the document of each blank node of the original that the changes are about, if it is certain. */
    readonly labels: ReadonlyMap<string, string>,
    readonly nodes: Readonly<Record<'original' | 'document', BlankDescriptions>> | undefined,
  ) {}

  static async of({ changes, original, stored, document }: ChangedSides): Promise<Facts> {
    const { added, removed } = changes;
    const ends = [...added.map(({ statement }) => statement), ...removed].flatMap((one) => [one.subject, one.object]);
    const entities = new Set(ends.filter((term) => !term.startsWith('"')));
    const reduced = new Set(removed.map(({ subject }) => subject));
    const concerned = { entities, reduced, lost: new Set(removed.map(valueKey)) };
    const before = await Side.of(original, concerned);
    const values = [...before.values.values()].flatMap((own) => [...own.values()]);
    const nodes =
      [...entities].some(isBlankTerm) || values.some((some) => some.some(isBlankTerm))
        ? { original: await BlankDescriptions.of(original), document: await BlankDescriptions.of(document) }
        : undefined;
    const labels = new Map<string, string>();
    for (const label of entities) {
      const found = isBlankTerm(label) ? nodes?.original.counterpart(label, nodes.document) : undefined;
      if (found !== undefined) labels.set(label, found);
    }
    const inDocument = (terms: ReadonlySet<string>) => new Set([...terms].map((term) => labels.get(term) ?? term));
    const there = await Side.of(document, {
      entities: inDocument(entities),
      reduced: inDocument(reduced),
      lost: new Set(
        removed.map(({ property, object }) => valueKey({ property, object: labels.get(object) ?? object })),
      ),
    });
    return new Facts(
      changes,
      { original: before, stored: await Side.of(stored, concerned), document: there },
      labels,
      nodes,
    );
  }

  /** The properties of entities that cannot be merged. */
  conflicts(): Conflict[] {
    const found = new Map<string, Conflict>();
    const add = ({ subject, property }: Conflict) => void found.set(`${subject} ${property}`, { subject, property });
    const { added, removed } = this.changes;
    for (const { statement } of added) {
      const { subject, object } = statement;
      if (!this.#isCertain(statement)) add(statement);
      else if ([subject, object].some((entity) => this.#isGone(entity, this.sides.document))) add(statement);
      else if (this.#isConflict(statement)) add(statement);
    }
    for (const statement of removed) {
      if (!this.#isCertain(statement) || this.#isConflict(statement)) add(statement);
      else if (this.#isReducedAndGone(statement.subject) || this.#isElsewhere(statement)) add(statement);
    }
    for (const statements of this.#removedByBoth()) if (this.#areElsewhere(statements)) statements.forEach(add);
    return [...found.values()];
  }

  /** Whether one side removed an entity, perhaps to give it another name, that the other changed or refers to anew. */
  #isReducedAndGone(entity: string): boolean {
    const ours = this.#isGone(entity, this.sides.stored);
    const theirs = this.#isGone(entity, this.sides.document);
    if (ours && this.#isMentionedAnew(entity)) return true;
    return ours ? !theirs && this.#isChanged(entity) : theirs;
  }

  /**
   * Whether a value that both removed from the only entity that had it came to another one:
   * that may be the same entity.
   */
  #isElsewhere(statement: Statement): boolean {
    if (statement.property === `<${RDF_TYPE}>` || this.sides.original.holders.get(valueKey(statement))?.size !== 1)
      return false;
    return this.#isRemovedByBoth(statement) && this.#hasNewHolder(statement);
  }

  #isRemovedByBoth(statement: Statement): boolean {
    const own = inDocument(statement, this.labels);
    return this.sides.document.holders.get(valueKey(own))?.has(own.subject) !== true;
  }

  /** Whether one side has a value at an entity where neither the original nor the other side has it. */
  #hasNewHolder(statement: Statement): boolean {
    const { original, stored, document } = this.sides;
    const value = valueKey(statement);
    const theirs = document.newHolders(valueKey(inDocument(statement, this.labels)), original, value);
    return !isSame(stored.newHolders(value, original), theirs);
  }

  /** What the original states of each entity that both sides removed. */
  #removedByBoth(): Iterable<readonly Statement[]> {
    const found = new Map<string, Statement[]>();
    for (const statement of this.changes.removed) {
      const { subject } = statement;
      if (!this.#isGone(subject, this.sides.stored) || !this.#isGone(subject, this.sides.document)) continue;
      addToList(found, subject, statement);
    }
    return found.values();
  }

  /** Whether both sides changed the values of a property, and not to the same. */
  #isConflict(place: Conflict): boolean {
    const before = this.#valuesBefore(place);
    const theirs = difference(before, this.#valuesNow(place));
    if (theirs.added.length + theirs.removed.length === 0) return false;
    const stored = this.sides.stored.valuesOf(place).map((value) => this.#form(value, 'original'));
    const ours = difference(before, stored);
    if (isSame(ours.added, theirs.added) && isSame(ours.removed, theirs.removed)) return false;
    return ours.removed.length + theirs.removed.length > 0 || before.length === 0;
  }

  #valuesBefore(place: Conflict): string[] {
    return this.sides.original.valuesOf(place).map((value) => this.#form(value, 'original'));
  }

  #valuesNow({ subject, property }: Conflict): string[] {
    const own = { subject: this.#inDocument(subject), property };
    return this.sides.document.valuesOf(own).map((value) => this.#form(value, 'document'));
  }

  /** Whether an entity that the original describes is not described any more on a side. */
  #isGone(entity: string, side: Side): boolean {
    if (!this.sides.original.values.has(entity)) return false;
    return !side.values.has(side === this.sides.document ? this.#inDocument(entity) : entity);
  }

  /** Whether all values of an entity that both removed came to others: they may be the same entity. */
  #areElsewhere(statements: readonly Statement[]): boolean {
    const { stored, document } = this.sides;
    const isNew = (one: Statement) => this.#hasNewHolder(one);
    /** Then it may have another name as a value too. */
    const isGone = ({ object }: Statement) => this.#isGone(object, stored) || this.#isGone(object, document);
    return statements.some(isNew) && statements.every((one) => isGone(one) || isNew(one));
  }

  /** Whether the document changed the values of an entity. */
  #isChanged(entity: string): boolean {
    const { original, document } = this.sides;
    const described = [original.values.get(entity), document.values.get(this.#inDocument(entity))];
    const properties = new Set(described.flatMap((one) => [...(one?.keys() ?? [])]));
    return [...properties].some((property) => {
      const place = { subject: entity, property };
      return !isSame(this.#valuesBefore(place), this.#valuesNow(place));
    });
  }

  /** Whether the document refers to an entity from other places than the original. */
  #isMentionedAnew(entity: string): boolean {
    const before = this.sides.original.mentions.get(entity) ?? new Set();
    return [...(this.sides.document.mentions.get(this.#inDocument(entity)) ?? [])].some((place) => !before.has(place));
  }

  /**
   * Whether it is certain which nodes of the document a statement is about. New nodes of the store stay what they are.
   */
  #isCertain({ subject, object }: Statement): boolean {
    return [subject, object].every((term) => {
      if (!isBlankTerm(term) || this.labels.has(term)) return true;
      return this.nodes?.original.has(term) === false && !this.nodes.document.has(term);
    });
  }

  #inDocument(entity: string): string {
    return this.labels.get(entity) ?? entity;
  }

  /** A value as both sides write it. A blank node is its description; one without is like no other. */
  #form(value: string, side: 'original' | 'document'): string {
    if (!isBlankTerm(value)) return value;
    const description = this.nodes?.[side].descriptionOf(value);
    return description === undefined ? `${side} ${value}` : `[${description}]`;
  }
}
