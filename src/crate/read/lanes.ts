import type { NodeId } from '../../base/rdf/checked-text.js';
import { TextSet } from '../../base/rdf/text-set.js';
import type { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue, type LazyDocument, topEntities } from '../json/lazy-document.js';
import type { GeneralLane } from './general-lane.js';
import type { Identifiers, OnNote } from './identifiers.js';
import { LargeEntityWriter, type DeduplicatingWriter } from './duplicate-quads.js';
import { pointerTo, Report, type Remark, type EntityPlace } from './report.js';
import type { TermWriter } from './quad-writers.js';
import { entityParts } from './entity-parts.js';
import { FlatLane } from './flat-lane.js';

/** Counts of one reading of a document. */
export interface ReadCounts {
  /** Distinct entities with at least one quad. */
  readonly entities: number;
  readonly quads: number;
  /** Entities with content that got no quads. */
  readonly dropped: number;
  /** Entities that took the general lane. */
  readonly general: number;
}

/** One entity, as it was read. */
export interface ReadEntity {
  readonly value: JsonObject;
  /** IRI or `_:label`. */
  readonly subject: NodeId;
  /** Whether it took the flat lane. */
  readonly flat: boolean;
  /** Number of blank nodes minted before it. */
  readonly minted: number;
}

/** What a {@link DocumentReader} works with. */
export interface ReaderTools {
  readonly context: ActiveContext;
  readonly ids: Identifiers;
  readonly lane: GeneralLane;
  readonly report: Report;
}

/** Thrown before an entity that may write a duplicate quad. The reader writes nothing of that entity. */
export const POSSIBLE_DUPLICATE = Symbol('possible duplicate');

/** How to read a document. */
export interface ReadingOptions<T> {
  /** Called after each entity. */
  readonly onEntity?: ((entity: ReadEntity) => void) | undefined;
  /** Throw {@link POSSIBLE_DUPLICATE} before the first possible duplicate. Default false. */
  readonly stopAtDuplicates?: boolean | undefined;
  /** Continue where an earlier reader stopped: `once` is muted up to that position. */
  readonly resume?: { readonly once: DeduplicatingWriter<T>; readonly position: ReadPosition } | undefined;
}

/** A position in a document. */
export interface ReadPosition {
  /** Number of entities before it. */
  readonly entity: number;
  /** Number of parts before it, in a very large entity. */
  readonly part: number;
}

/** Reads all entities of a document once and chooses the lane for each. */
export class DocumentReader<T> {
  readonly #tools: ReaderTools;
  readonly #writer: TermWriter<T>;
  readonly #flatLane: FlatLane<T>;
  readonly #options: ReadingOptions<T>;
  #report: Report;
  /** Number of parts read of a very large entity. */
  #part = 0;
  /** Number of entities read. */
  #entityCount = 0;
  readonly #subjects = new TextSet();
  #general = 0;
  #dropped = 0;

  constructor(tools: ReaderTools, writer: TermWriter<T>, options: ReadingOptions<T> = {}) {
    this.#tools = tools;
    this.#writer = writer;
    this.#flatLane = new FlatLane(tools.context, tools.ids, writer, options.stopAtDuplicates);
    this.#options = options;
    this.#report = options.resume === undefined ? tools.report : new Report();
  }

  /** Where the reader threw {@link POSSIBLE_DUPLICATE}. */
  get position(): ReadPosition {
    return { entity: this.#entityCount, part: this.#part };
  }

  /** The counts so far. */
  get counts(): ReadCounts {
    const { quads } = this.#writer;
    return { entities: this.#subjects.size, quads, dropped: this.#dropped, general: this.#general };
  }

  /**
   * Reads a document. Yields after each window and each part of a very large entity, so that callers can take quads.
   */
  async *read(document: LazyDocument): AsyncGenerator<void> {
    // A caller with `onEntity` needs whole entities.
    const mayReadInParts = this.#options.onEntity === undefined;
    for (const window of document.windows) {
      const parts = mayReadInParts ? entityParts(document, window, this.#tools.context) : undefined;
      if (parts !== undefined && (yield* this.#large(parts, window.first))) continue;
      const entities = document.entities(window);
      for (let index = 0; index < entities.length; index += 1) {
        const pending = this.#item(entities[index] as JsonValue, window.first + index);
        if (pending !== undefined) await pending;
      }
      yield;
    }
    const place = '@graph' in document.top ? '/@graph' : '';
    for (const node of topEntities(document)) await this.#entity(node, place);
  }

  /** Reads an item of `@graph`. JSON-LD flattens nested arrays. */
  #item(value: JsonValue, place: EntityPlace): Promise<void> | undefined {
    return Array.isArray(value) ? this.#items(value, place) : this.#entity(value, place);
  }

  async #items(values: readonly JsonValue[], place: EntityPlace): Promise<void> {
    for (const [index, value] of values.entries()) {
      const pending = this.#item(value, `${pointerTo(place)}/${index}`);
      if (pending !== undefined) await pending;
    }
  }

  /** Reads an entity. Returns a promise only for the general lane: one for each flat entity costs too much. */
  #entity(value: JsonValue, place: EntityPlace): Promise<void> | undefined {
    this.#beginEntity();
    const { ids } = this.#tools;
    const report = this.#report;
    if (!isObject(value)) {
      const pointer = pointerTo(place);
      report.add({ kind: 'not-an-entity', detail: JSON.stringify(value).slice(0, 80), pointer });
      return undefined;
    }
    const { quads } = this.#writer;
    const { minted } = ids;
    const { subject, flat, mayDuplicate, notes } = this.#flatLane.entity(value, place);
    if (this.#options.stopAtDuplicates === true && (mayDuplicate || this.#subjects.has(subject))) this.#stop(minted);
    for (const note of notes) report.add(note);
    if (flat) return void this.#count({ value, subject, flat, minted }, place, quads);
    return this.#throughGeneralLane(value, place).then((id) =>
      this.#count({ value, subject: id, flat, minted }, place, quads),
    );
  }

  /**
   * Reads a very large entity in parts, so that memory never holds all of its values or quads.
   * @returns false, with nothing written, if it has to be read as a whole
   */
  async *#large(parts: Iterable<JsonObject>, place: EntityPlace): AsyncGenerator<void, boolean> {
    const { context, ids } = this.#tools;
    const stopAtDuplicates = this.#options.stopAtDuplicates === true;
    // A writer of its own removes duplicates within the entity; only others require comparing all quads.
    const flatLane = stopAtDuplicates
      ? new FlatLane(context, ids, new LargeEntityWriter(this.#writer))
      : this.#flatLane;
    const { quads } = this.#writer;
    const { minted } = ids;
    const waiting: Remark[] = [];
    let first: { value: JsonObject; subject: NodeId } | undefined;
    this.#part = 0;
    for (const value of parts) {
      if (this.#part === 0) this.#beginEntity();
      else this.#unmute(this.#entityCount - 1);
      const before = ids.minted;
      const { subject, flat, mayDuplicate, notes } = flatLane.entity(value, place, true);
      if (!flat && first === undefined) return false;
      if (stopAtDuplicates && (mayDuplicate || (first === undefined && this.#subjects.has(subject))))
        this.#stop(before);
      waiting.push(...(first === undefined ? notes : notesOfPart(notes, value, place)));
      first ??= { value, subject };
      // An entity without quads is read a second time, as a whole, which reports its notes.
      if (this.#writer.quads > quads) for (const note of waiting.splice(0)) this.#report.add(note);
      if (!flat) await this.#throughGeneralLane(value, place);
      this.#part += 1;
      yield;
    }
    this.#part = 0;
    if (first === undefined || this.#writer.quads === quads) return false;
    this.#count({ ...first, flat: true, minted }, place, quads);
    return true;
  }

  #beginEntity(): void {
    this.#unmute(this.#entityCount);
    this.#entityCount += 1;
  }

  /** Starts writing at the position where an earlier reader stopped. */
  #unmute(entity: number): void {
    const { resume } = this.#options;
    if (resume?.position.entity !== entity || resume.position.part !== this.#part) return;
    resume.once.savepoint();
    resume.once.muted = false;
    this.#report = this.#tools.report;
  }

  /** Undoes the current entity. @throws POSSIBLE_DUPLICATE */
  #stop(minted: number): never {
    this.#writer.rollback();
    this.#tools.ids.minted = minted;
    this.#entityCount -= 1;
    throw POSSIBLE_DUPLICATE;
  }

  /** Reads an entity in the general lane. @returns its subject */
  #throughGeneralLane(value: JsonObject, place: EntityPlace): Promise<NodeId> {
    this.#general += 1;
    const pointer = pointerTo(place);
    const note: OnNote = (kind, detail) => this.#report.add({ kind, detail, pointer });
    return this.#tools.lane.entity({ entity: value, pointer }, this.#writer, note);
  }

  #count(entity: ReadEntity, place: EntityPlace, quads: number): void {
    this.#options.onEntity?.(entity);
    const { value, subject } = entity;
    if (this.#writer.quads === quads) {
      if (isNamed(value, this.#tools.context) && hasContent(value)) this.#dropped += 1;
    } else if (!this.#subjects.add(subject)) {
      this.#report.add({ kind: 'entity-merged', detail: subject, pointer: pointerTo(place) });
    }
  }
}

/** The new notes of a later part. Earlier parts reported the identifier and the key that this part continues. */
function notesOfPart(notes: readonly Remark[], part: JsonObject, place: EntityPlace): readonly Remark[] {
  const [, key] = Object.keys(part);
  const continued = notes.findIndex(({ kind, detail }) => detail === key && KEY_NOTES.has(kind));
  return notes.filter(({ pointer }, index) => index !== continued && pointer !== pointerTo(place));
}

/** Kinds of notes about a key. */
const KEY_NOTES: ReadonlySet<string> = new Set(['undefined-property', 'key-encoded']);

/** Whether an entity has an identifier. RDF cannot represent a node without identifier and statements. */
function isNamed(value: JsonObject, { aliases }: ActiveContext): boolean {
  return Object.keys(value).some((key) => (aliases.get(key) ?? key) === '@id');
}

/** Whether an entity has more content than its identifier. */
function hasContent(entity: JsonObject): boolean {
  return Object.entries(entity).some(
    ([key, value]) =>
      !['@id', '@context', '@index'].includes(key) && value !== null && !(Array.isArray(value) && value.length === 0),
  );
}
