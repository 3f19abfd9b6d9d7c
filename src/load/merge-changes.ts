import { eachLine, pieceOf } from '../store/pieces.js';
import { wholeLines } from '../store/nquads-lines.js';
import type { Piece } from '../store/port.js';
import { BlankDescriptions } from './blank-descriptions.js';
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
 * of one property of one entity, or one removed an entity that the other uses, that is a conflict. Both may add values
 * to a property that has some, and both may make the same change.
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

/** The entities that changes are about, in the terms of one side. */
interface Concerned {
  readonly all: ReadonlySet<string>;
  /** Those that lost something. */
  readonly reduced: ReadonlySet<string>;
}

/** What one side says of the entities that the changes are about. */
class Side {
  /** Their values, by entity and property. */
  readonly values = new Map<string, Map<string, string[]>>();
  /** Where those that lost something are values. */
  readonly mentions = new Map<string, Set<string>>();

  static async of(lines: ReadLines, { all, reduced }: Concerned): Promise<Side> {
    const side = new Side();
    await eachStatement(lines, ({ subject, property, object }) => {
      if (all.has(subject)) {
        const own = side.values.get(subject) ?? new Map<string, string[]>();
        side.values.set(subject, own);
        const values = own.get(property);
        if (values === undefined) own.set(property, [object]);
        else values.push(object);
      }
      if (reduced.has(object)) {
        const places = side.mentions.get(object) ?? new Set();
        side.mentions.set(object, places.add(`${subject} ${property}`));
      }
    });
    return side;
  }

  valuesOf({ subject, property }: Conflict): readonly string[] {
    return this.values.get(subject)?.get(property) ?? [];
  }
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
    const all = new Set(ends.filter((term) => !term.startsWith('"')));
    const concerned = { all, reduced: new Set(removed.map(({ subject }) => subject)) };
    const before = await Side.of(original, concerned);
    const values = [...before.values.values()].flatMap((own) => [...own.values()]);
    const nodes =
      [...all].some(isBlankTerm) || values.some((some) => some.some(isBlankTerm))
        ? { original: await BlankDescriptions.of(original), document: await BlankDescriptions.of(document) }
        : undefined;
    const labels = new Map<string, string>();
    for (const label of all) {
      const found = isBlankTerm(label) ? nodes?.original.counterpart(label, nodes.document) : undefined;
      if (found !== undefined) labels.set(label, found);
    }
    const inDocument = (terms: ReadonlySet<string>) => new Set([...terms].map((term) => labels.get(term) ?? term));
    const there = await Side.of(document, { all: inDocument(all), reduced: inDocument(concerned.reduced) });
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
      else if (this.#isGone(statement.subject, this.sides.stored) && this.#isUsed(statement.subject)) add(statement);
    }
    return [...found.values()];
  }

  /** Whether both sides changed the values of a property, and not to the same. */
  #isConflict(place: Conflict): boolean {
    const own = { ...place, subject: this.#inDocument(place.subject) };
    const before = this.sides.original.valuesOf(place).map((value) => this.#form(value, 'original'));
    const now = this.sides.document.valuesOf(own).map((value) => this.#form(value, 'document'));
    const theirs = difference(before, now);
    if (theirs.added.length + theirs.removed.length === 0) return false;
    const stored = this.sides.stored.valuesOf(place).map((value) => this.#form(value, 'original'));
    const ours = difference(before, stored);
    if (isSame(ours.added, theirs.added) && isSame(ours.removed, theirs.removed)) return false;
    return ours.removed.length + theirs.removed.length > 0 || before.length === 0;
  }

  /** Whether an entity that the original describes is not described any more on a side. */
  #isGone(entity: string, side: Side): boolean {
    if (!this.sides.original.values.has(entity)) return false;
    return !side.values.has(side === this.sides.document ? this.#inDocument(entity) : entity);
  }

  /** Whether the document changed an entity, or refers to it from other places than the original. */
  #isUsed(entity: string): boolean {
    const own = this.#inDocument(entity);
    const properties = [this.sides.original.values.get(entity), this.sides.document.values.get(own)];
    const places = new Set(properties.flatMap((one) => [...(one?.keys() ?? [])]));
    if (
      this.sides.document.values.has(own) &&
      [...places].some((property) => this.#isConflict({ subject: entity, property }))
    )
      return true;
    const before = this.sides.original.mentions.get(entity) ?? new Set();
    return [...(this.sides.document.mentions.get(own) ?? [])].some((place) => !before.has(place));
  }

  /** Whether it is certain which nodes of the document a statement is about. New nodes of the store stay what they are. */
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

function difference(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  const missing = (values: readonly string[], others: readonly string[]) => {
    const left = new Map<string, number>();
    for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
    return values.filter((value) => {
      const count = left.get(value) ?? 0;
      left.set(value, count - 1);
      return count <= 0;
    });
  };
  return { added: missing(after, before), removed: missing(before, after) };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  const { added, removed } = difference(some, others);
  return added.length + removed.length === 0;
}
