import { hash53, HashSet } from '../../rdf/hashes.js';
import type { NodeId } from '../../rdf/checked-text.js';
import type { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue, type LazyDocument, topEntities } from '../json/lazy-document.js';
import type { GeneralLane } from './general-lane.js';
import type { Identifiers, OnNote } from './identifiers.js';
import { OnceWriter } from './repeated-quads.js';
import { pointerTo, Report, type Note, type Place } from './report.js';
import type { TermWriter } from './quad-writers.js';
import { Walker } from './flat-lane.js';

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
export interface WalkedEntity {
  readonly value: JsonObject;
  /** IRI or `_:label`. */
  readonly subject: NodeId;
  readonly flat: boolean;
  /** Blank nodes made before it. */
  readonly minted: number;
}

/** What a walk works with. */
export interface WalkParts {
  readonly context: ActiveContext;
  readonly ids: Identifiers;
  readonly lane: GeneralLane;
  readonly report: Report;
}

/** Thrown by a walk that comes to something that may have been said before; nothing of that entity is written. */
export const REPEATS = Symbol('repeats');

/** How a walk goes. */
export interface WalkOptions<T> {
  /** Called after each entity, with what was found. */
  readonly onEntity?: ((entity: WalkedEntity) => void) | undefined;
  /** Stop with {@link REPEATS} where a quad may come twice. Default false. */
  readonly watch?: boolean | undefined;
  /** Writes each quad once, and nothing up to the place that an earlier walk came to. */
  readonly resume?: { readonly once: OnceWriter<T>; readonly at: WalkPlace } | undefined;
}

/** Where a walk is. */
export interface WalkPlace {
  /** How many entities came before. */
  readonly entity: number;
  /** How many parts of this one came before, if it is a very large one. */
  readonly part: number;
}

/** One walk over all entities of a document, each by the lane that fits. */
export class Walk<T> {
  readonly #parts: WalkParts;
  readonly #writer: TermWriter<T>;
  readonly #walker: Walker<T>;
  readonly #options: WalkOptions<T>;
  #report: Report;
  /** How many parts of a very large entity came so far. */
  #part = 0;
  /** How many entities came so far. */
  #count = 0;
  readonly #described = new HashSet();
  #general = 0;
  #dropped = 0;

  constructor(parts: WalkParts, writer: TermWriter<T>, options: WalkOptions<T> = {}) {
    this.#parts = parts;
    this.#writer = writer;
    this.#walker = new Walker(parts.context, parts.ids, writer, options.watch);
    this.#options = options;
    this.#report = options.resume === undefined ? parts.report : new Report();
  }

  /** Where a walk was that threw {@link REPEATS}. */
  get place(): WalkPlace {
    return { entity: this.#count, part: this.#part };
  }

  /** What was counted so far. */
  get counts(): ReadCounts {
    const { quads } = this.#writer;
    return { entities: this.#described.size, quads, dropped: this.#dropped, general: this.#general };
  }

  /** Stops after each window and each part of a very large entity, so that what was written can be taken. */
  async *over(document: LazyDocument): AsyncGenerator<void> {
    // Those who want to see entities want to see them whole.
    const inParts = this.#options.onEntity === undefined && this.#parts.context.aliases.size === 0;
    for (const window of document.windows) {
      const parts = inParts ? document.parts(window, (key) => this.#splits(key)) : undefined;
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
  #splits(key: string): boolean {
    const term = this.#parts.context.term(key);
    return !key.startsWith('@') && term?.complex !== true && term?.list !== true;
  }

  /** An item of `@graph`: JSON-LD opens arrays in it. */
  #item(value: JsonValue, place: Place): Promise<void> | undefined {
    return Array.isArray(value) ? this.#items(value, place) : this.#entity(value, place);
  }

  async #items(values: readonly JsonValue[], place: Place): Promise<void> {
    for (const [index, value] of values.entries()) {
      const pending = this.#item(value, `${pointerTo(place)}/${index}`);
      if (pending !== undefined) await pending;
    }
  }

  /** Only the general lane is worth a promise: a document has hundreds of thousands of entities. */
  #entity(value: JsonValue, place: Place): Promise<void> | undefined {
    this.#begin();
    const { ids } = this.#parts;
    const report = this.#report;
    if (!isObject(value)) {
      const pointer = pointerTo(place);
      report.add({ kind: 'not-an-entity', detail: JSON.stringify(value).slice(0, 80), pointer });
      return undefined;
    }
    const { quads } = this.#writer;
    const { minted } = ids;
    const { subject, flat, repeats, notes } = this.#walker.entity(value, place);
    if (this.#options.watch === true && (repeats || this.#described.has(hash53(subject)))) this.#stop(minted);
    for (const note of notes) report.add(note);
    if (flat) return void this.#finish({ value, subject, flat, minted }, place, quads);
    return this.#pass(value, place).then((id) => this.#finish({ value, subject: id, flat, minted }, place, quads));
  }

  /**
   * Writes a very large entity in parts, so that neither its values nor its quads are all in memory.
   * @returns false, with nothing written, when it has to be read whole
   */
  async *#large(parts: Iterable<JsonObject>, place: Place): AsyncGenerator<void, boolean> {
    const { context, ids } = this.#parts;
    const watch = this.#options.watch === true;
    // What its parts repeat of each other is no reason to compare all that the document says.
    const walker = watch ? new Walker(context, ids, new OnceWriter(this.#writer, false)) : this.#walker;
    const { quads } = this.#writer;
    const { minted } = ids;
    const waiting: Note[] = [];
    let first: { value: JsonObject; subject: NodeId } | undefined;
    this.#part = 0;
    for (const value of parts) {
      if (this.#part === 0) this.#begin();
      else this.#resume(this.#count - 1);
      const before = ids.minted;
      const { subject, flat, repeats, notes } = walker.entity(value, place, true);
      if (!flat && first === undefined) return false;
      if (watch && (repeats || (first === undefined && this.#described.has(hash53(subject))))) this.#stop(before);
      waiting.push(...(first === undefined ? notes : ownNotes(notes, value, place)));
      first ??= { value, subject };
      // One that says nothing is read once more, whole.
      if (this.#writer.quads > quads) for (const note of waiting.splice(0)) this.#report.add(note);
      if (!flat) await this.#pass(value, place);
      this.#part += 1;
      yield;
    }
    this.#part = 0;
    if (first === undefined || this.#writer.quads === quads) return false;
    this.#finish({ ...first, flat: true, minted }, place, quads);
    return true;
  }

  #begin(): void {
    this.#resume(this.#count);
    this.#count += 1;
  }

  /** Where an earlier walk came to, the writing begins. */
  #resume(entity: number): void {
    const { resume } = this.#options;
    if (resume?.at.entity !== entity || resume.at.part !== this.#part) return;
    resume.once.mark();
    resume.once.muted = false;
    this.#report = this.#parts.report;
  }

  /** Takes an entity back. @throws REPEATS */
  #stop(minted: number): never {
    this.#writer.rollback();
    this.#parts.ids.minted = minted;
    this.#count -= 1;
    throw REPEATS;
  }

  /** Hands an entity on to the general lane. @returns its subject */
  #pass(value: JsonObject, place: Place): Promise<NodeId> {
    this.#general += 1;
    const pointer = pointerTo(place);
    const note: OnNote = (kind, detail) => this.#report.add({ kind, detail, pointer });
    return this.#parts.lane.entity({ entity: value, place: pointer }, this.#writer, note);
  }

  #finish(walked: WalkedEntity, place: Place, quads: number): void {
    this.#options.onEntity?.(walked);
    const { value, subject } = walked;
    if (this.#writer.quads === quads) {
      if (isNamed(value, this.#parts.context) && saysSomething(value)) this.#dropped += 1;
    } else if (!this.#described.add(hash53(subject))) {
      this.#report.add({ kind: 'entity-merged', detail: subject, pointer: pointerTo(place) });
    }
  }
}

/** The notes of a later part: its identifier and the key that it goes on with were told of before. */
function ownNotes(notes: readonly Note[], part: JsonObject, place: Place): readonly Note[] {
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
function saysSomething(entity: JsonObject): boolean {
  return Object.entries(entity).some(
    ([key, value]) =>
      !['@id', '@context', '@index'].includes(key) && value !== null && !(Array.isArray(value) && value.length === 0),
  );
}
