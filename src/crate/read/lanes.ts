import { hash53, HashSet } from '../../rdf/hashes.js';
import type { NodeId } from '../../rdf/checked-text.js';
import type { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue, type LazyDocument, topEntities } from '../json/lazy-document.js';
import type { GeneralLane } from './general-lane.js';
import type { Identifiers, OnNote } from './identifiers.js';
import { DeduplicatingWriter } from './duplicate-quads.js';
import { pointerTo, Report, type Note, type EntityPlace } from './report.js';
import type { TermWriter } from './quad-writers.js';
import { FlatLane } from './flat-lane.js';

/** What the walk over a document counted. */
export interface ReadCounts {
  /** Entities described in `@graph`, each counted once. */
  readonly entities: number;
  readonly quads: number;
  /** Entities that say something and of which nothing was written. */
  readonly dropped: number;
  /** Entities that took the general lane. */
  readonly general: number;
}

/** One entity as the walk met it. */
export interface ReadEntity {
  readonly value: JsonObject;
  /** IRI or `_:label`. */
  readonly subject: NodeId;
  readonly flat: boolean;
  /** Blank nodes made before it. */
  readonly minted: number;
}

/** What a walk works with. */
export interface ReaderTools {
  readonly context: ActiveContext;
  readonly ids: Identifiers;
  readonly lane: GeneralLane;
  readonly report: Report;
}

/** Thrown by a walk that comes to something that may have been said before; nothing of that entity is written. */
export const POSSIBLE_DUPLICATE = Symbol('repeats');

/** How a walk goes. */
export interface ReaderOptions<T> {
  /** Called after each entity, with what was found. */
  readonly onEntity?: ((entity: ReadEntity) => void) | undefined;
  /** Stop with {@link POSSIBLE_DUPLICATE} where a quad may come twice. Default false. */
  readonly stopAtDuplicates?: boolean | undefined;
  /** Writes each quad once, and nothing up to the place that an earlier walk came to. */
  readonly resume?: { readonly once: DeduplicatingWriter<T>; readonly position: ReadPosition } | undefined;
}

/** Where a walk is. */
export interface ReadPosition {
  /** How many entities came before. */
  readonly entity: number;
  /** How many parts of this one came before, if it is a very large one. */
  readonly part: number;
}

/** One walk over all entities of a document, each by the lane that fits. */
export class DocumentReader<T> {
  readonly #tools: ReaderTools;
  readonly #writer: TermWriter<T>;
  readonly #flatLane: FlatLane<T>;
  readonly #options: ReaderOptions<T>;
  #report: Report;
  /** How many parts of a very large entity came so far. */
  #part = 0;
  /** How many entities came so far. */
  #entityCount = 0;
  readonly #subjects = new HashSet();
  #general = 0;
  #dropped = 0;

  constructor(tools: ReaderTools, writer: TermWriter<T>, options: ReaderOptions<T> = {}) {
    this.#tools = tools;
    this.#writer = writer;
    this.#flatLane = new FlatLane(tools.context, tools.ids, writer, options.stopAtDuplicates);
    this.#options = options;
    this.#report = options.resume === undefined ? tools.report : new Report();
  }

  /** Where a walk was that threw {@link POSSIBLE_DUPLICATE}. */
  get position(): ReadPosition {
    return { entity: this.#entityCount, part: this.#part };
  }

  /** What was counted so far. */
  get counts(): ReadCounts {
    const { quads } = this.#writer;
    return { entities: this.#subjects.size, quads, dropped: this.#dropped, general: this.#general };
  }

  /** Stops after each window and each part of a very large entity, so that what was written can be taken. */
  async *read(document: LazyDocument): AsyncGenerator<void> {
    // Those who want to see entities want to see them whole.
    const mayReadInParts = this.#options.onEntity === undefined && this.#tools.context.aliases.size === 0;
    for (const window of document.windows) {
      const parts = mayReadInParts ? document.parts(window, (key) => this.#hasSeparateValues(key)) : undefined;
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

  /** Whether the values of a key stand each for itself. */
  #hasSeparateValues(key: string): boolean {
    const term = this.#tools.context.term(key);
    return !key.startsWith('@') && term?.complex !== true && term?.list !== true;
  }

  /** An item of `@graph`: JSON-LD opens arrays in it. */
  #item(value: JsonValue, place: EntityPlace): Promise<void> | undefined {
    return Array.isArray(value) ? this.#items(value, place) : this.#entity(value, place);
  }

  async #items(values: readonly JsonValue[], place: EntityPlace): Promise<void> {
    for (const [index, value] of values.entries()) {
      const pending = this.#item(value, `${pointerTo(place)}/${index}`);
      if (pending !== undefined) await pending;
    }
  }

  /** Only the general lane is worth a promise: a document has hundreds of thousands of entities. */
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
    if (this.#options.stopAtDuplicates === true && (mayDuplicate || this.#subjects.has(hash53(subject))))
      this.#stop(minted);
    for (const note of notes) report.add(note);
    if (flat) return void this.#count({ value, subject, flat, minted }, place, quads);
    return this.#throughGeneralLane(value, place).then((id) =>
      this.#count({ value, subject: id, flat, minted }, place, quads),
    );
  }

  /**
   * Writes a very large entity in parts, so that neither its values nor its quads are all in memory.
   * @returns false, with nothing written, when it has to be read whole
   */
  async *#large(parts: Iterable<JsonObject>, place: EntityPlace): AsyncGenerator<void, boolean> {
    const { context, ids } = this.#tools;
    const stopAtDuplicates = this.#options.stopAtDuplicates === true;
    // What its parts repeat of each other is no reason to compare all that the document says.
    const flatLane = stopAtDuplicates
      ? new FlatLane(context, ids, new DeduplicatingWriter(this.#writer, false))
      : this.#flatLane;
    const { quads } = this.#writer;
    const { minted } = ids;
    const waiting: Note[] = [];
    let first: { value: JsonObject; subject: NodeId } | undefined;
    this.#part = 0;
    for (const value of parts) {
      if (this.#part === 0) this.#beginEntity();
      else this.#unmute(this.#entityCount - 1);
      const before = ids.minted;
      const { subject, flat, mayDuplicate, notes } = flatLane.entity(value, place, true);
      if (!flat && first === undefined) return false;
      if (stopAtDuplicates && (mayDuplicate || (first === undefined && this.#subjects.has(hash53(subject)))))
        this.#stop(before);
      waiting.push(...(first === undefined ? notes : notesOfPart(notes, value, place)));
      first ??= { value, subject };
      // One that says nothing is read once more, whole.
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

  /** Where an earlier walk came to, the writing begins. */
  #unmute(entity: number): void {
    const { resume } = this.#options;
    if (resume?.position.entity !== entity || resume.position.part !== this.#part) return;
    resume.once.savepoint();
    resume.once.muted = false;
    this.#report = this.#tools.report;
  }

  /** Takes an entity back. @throws REPEATS */
  #stop(minted: number): never {
    this.#writer.rollback();
    this.#tools.ids.minted = minted;
    this.#entityCount -= 1;
    throw POSSIBLE_DUPLICATE;
  }

  /** Hands an entity on to the general lane. @returns its subject */
  #throughGeneralLane(value: JsonObject, place: EntityPlace): Promise<NodeId> {
    this.#general += 1;
    const pointer = pointerTo(place);
    const note: OnNote = (kind, detail) => this.#report.add({ kind, detail, pointer });
    return this.#tools.lane.entity({ entity: value, pointer: pointer }, this.#writer, note);
  }

  #count(walked: ReadEntity, place: EntityPlace, quads: number): void {
    this.#options.onEntity?.(walked);
    const { value, subject } = walked;
    if (this.#writer.quads === quads) {
      if (isNamed(value, this.#tools.context) && hasContent(value)) this.#dropped += 1;
    } else if (!this.#subjects.add(hash53(subject))) {
      this.#report.add({ kind: 'entity-merged', detail: subject, pointer: pointerTo(place) });
    }
  }
}

/** The notes of a later part: its identifier and the key that it goes on with were told of before. */
function notesOfPart(notes: readonly Note[], part: JsonObject, place: EntityPlace): readonly Note[] {
  const [, key] = Object.keys(part);
  const goesOn = notes.findIndex(({ kind, detail }) => detail === key && KEY_NOTES.has(kind));
  return notes.filter(({ pointer }, index) => index !== goesOn && pointer !== pointerTo(place));
}

/** What may be said of a key. */
const KEY_NOTES: ReadonlySet<string> = new Set(['undefined-property', 'iri-encoded']);

/** Whether it is an entity at all: what has no identifier and no statement is nothing that RDF could hold. */
function isNamed(value: JsonObject, { aliases }: ActiveContext): boolean {
  return Object.keys(value).some((key) => (aliases.get(key) ?? key) === '@id');
}

/** Whether an entity has more than its identifier. */
function hasContent(entity: JsonObject): boolean {
  return Object.entries(entity).some(
    ([key, value]) =>
      !['@id', '@context', '@index'].includes(key) && value !== null && !(Array.isArray(value) && value.length === 0),
  );
}
