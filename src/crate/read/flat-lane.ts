import { ownIri, type NodeId } from '../../rdf/checked-text.js';
import { RDFS, XSD } from '../../rdf/vocabulary.js';
import type { ActiveContext } from '../context/active-context.js';
import { coercedDatatype } from '../context/term-definition.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import { isList, itemsOf, membersOf, typeNames } from './json-collections.js';
import { COMPLEX, NodeTerms } from './node-terms.js';
import type { Identifiers, OnNote } from './identifiers.js';
import { Keys, plainValue, unalias, type Property } from './property-keys.js';
import { numberLiteral, valueObjectLiteral, wellFormed } from './literals.js';
import { pointerTo, type Note, type Place } from './report.js';
import { Row } from './repeated-quads.js';
import type { TermWriter } from './quad-writers.js';

const silent: OnNote = () => undefined;

/** What the walk found in one entity. */
export interface Walked {
  /** IRI or `_:label` of the entity. */
  readonly subject: NodeId;
  /** Whether it was written. False: it needs the general lane, and nothing of it was written. */
  readonly flat: boolean;
  /** Whether it may have said something twice. */
  readonly repeats: boolean;
  readonly notes: readonly Note[];
}

/** The flat lane: writes the quads of one entity at a time, straight from its JSON object. */
export class Walker<T> {
  readonly #context: ActiveContext;
  readonly #ids: Identifiers;
  readonly #writer: TermWriter<T>;
  readonly #keys: Keys<T>;
  readonly #nodes: NodeTerms<T>;
  #notes: Note[] = [];
  #place: Place = '';
  /** The node behind the term that {@link #object} gave last, if it has to be gone into. */
  #nested: JsonObject | undefined;
  #key = '';
  #repeats = false;
  readonly #watch: boolean;
  /** Objects of the values that are being written, if there are several and it is watched. */
  #row: Row | undefined;

  /** @param watch tell of entities that may say something twice. Default false */
  constructor(context: ActiveContext, ids: Identifiers, writer: TermWriter<T>, watch = false) {
    this.#context = context;
    this.#watch = watch;
    this.#ids = ids;
    this.#writer = writer;
    this.#keys = new Keys(context, writer);
    this.#nodes = new NodeTerms(context, ids, writer, this.#onNote);
  }

  /**
   * Writes the quads of one entity, or nothing when it needs the general lane.
   * @param isPart the entity has more values than these, so it does not vanish when these say nothing
   */
  entity(value: JsonObject, place: Place, isPart = false): Walked {
    this.#notes = [];
    this.#place = place;
    this.#key = '';
    this.#repeats = false;
    const { quads } = this.#writer;
    const { minted } = this.#ids;
    this.#writer.mark();
    let subject = '' as NodeId;
    try {
      if (this.#context.complex) throw COMPLEX;
      const node = unalias(value, this.#context);
      subject = this.#nodes.subject(node);
      const term = this.#nodes.of(subject);
      this.#node(node, term);
      if (!isPart && this.#writer.quads === quads && '@id' in node && Object.keys(node).length > 1)
        this.#keep(term, subject);
    } catch (thrown) {
      if (thrown !== COMPLEX) throw thrown;
      this.#writer.rollback();
      this.#ids.minted = minted;
      return { subject, flat: false, repeats: true, notes: [] };
    }
    return { subject, flat: true, repeats: this.#repeats || this.#keys.repeats, notes: this.#notes };
  }

  /** An entity without type and defined property would vanish from the graph. */
  #keep(term: T, subject: string): void {
    this.#notes.push({ kind: 'kept-as-resource', detail: subject, pointer: pointerTo(this.#place) });
    this.#writer.quad(term, this.#nodes.rdf.type, this.#writer.iri(ownIri(`${RDFS}Resource`)));
  }

  #node(node: JsonObject, subject: T): void {
    for (const name in node) {
      const value = node[name] as JsonValue;
      this.#key = name;
      if (name === '@id') continue;
      if (name === '@type') this.#typesOf(value, subject);
      else if (name === '@reverse') this.#reverse(value, subject);
      else {
        const key = this.#keys.of(name, value === null ? silent : this.#onNote);
        if (key.kind === 'complex') throw COMPLEX;
        if (key.kind !== 'property') continue;
        if (key.list) this.#asList(value, subject, key);
        else this.#values(value, subject, key);
      }
    }
  }

  #values(written: JsonValue, subject: T, property: Property<T>): void {
    if (Array.isArray(written)) return this.#all(written, subject, property);
    const value = plainValue(written, this.#context);
    if (isObject(value) && typeof value['@id'] !== 'string') {
      const members = membersOf(value, this.#onNote);
      if (members !== undefined) return this.#values(members, subject, property);
      if (isList(value)) return this.#list(value['@list'], subject, property);
    }
    this.#nested = undefined;
    const object = this.#object(value, property);
    if (object === undefined) return;
    const nested = this.#nested as JsonObject | undefined;
    if (this.#row?.has(this.#writer.key(object)) === true) this.#repeats = true;
    this.#writer.quad(subject, property.predicate, object);
    if (nested !== undefined) this.#inside(nested, object);
  }

  /** What is nested in a value; a node with a name may be described elsewhere too. */
  #inside(node: JsonObject, term: T): void {
    if (typeof node['@id'] === 'string') this.#repeats = true;
    const row = this.#row;
    this.#row = undefined;
    this.#node(node, term);
    this.#row = row;
  }

  /** Several values, with a look whether one is another of them again. */
  #all(written: readonly JsonValue[], subject: T, property: Property<T>): void {
    const outer = this.#row;
    // Arrays in arrays are one row.
    this.#row ??= this.#watch && written.length > 1 ? new Row() : undefined;
    for (const item of written) this.#values(item, subject, property);
    this.#row = outer;
  }

  /** The values of a term whose container is a list: one list, unless they are written as one already. */
  #asList(written: JsonValue, subject: T, property: Property<T>): void {
    const value = plainValue(written, this.#context);
    this.#list(isList(value) ? value['@list'] : value, subject, property);
  }

  /** JSON-LD 1.1 API, section 8.2.3: each item has a cell, whose blank node comes before those inside of the item. */
  #list(value: JsonValue, subject: T, property: Property<T>): void {
    const members = membersOf(plainValue(value, this.#context), this.#onNote);
    const first = { ...property, predicate: this.#nodes.rdf.first };
    let [from, by] = [subject, property.predicate];
    let cell: T | undefined;
    for (const item of itemsOf(members ?? [value], property.list, this.#context, this.#onNote)) {
      cell ??= this.#nodes.fresh();
      const { quads } = this.#writer;
      this.#values(item, cell, first);
      if (this.#writer.quads === quads) continue; // an item that says nothing has no cell
      this.#writer.quad(from, by, cell);
      [from, by, cell] = [cell, this.#nodes.rdf.rest, undefined];
    }
    // Nor does a single value that says nothing make a list.
    if (members !== undefined || from !== subject) this.#writer.quad(from, by, this.#nodes.rdf.nil);
  }

  /** JSON-LD 1.1 API, section 7.2 step 12.3: the values are the subjects, this node is their object. */
  #reverse(map: JsonValue, object: T): void {
    if (!isObject(map)) throw COMPLEX;
    this.#repeats = true; // from the other side it may be said too
    for (const name in map) {
      const key = this.#keys.of(name, this.#onNote);
      if (key.kind === 'complex' || (key.kind === 'property' && key.list)) throw COMPLEX;
      if (key.kind !== 'property') continue;
      for (const written of [map[name] as JsonValue].flat()) {
        if (!isObject(written)) throw COMPLEX;
        const value = unalias(written, this.#context);
        this.#nested = undefined;
        const subject = this.#objectValue(value);
        if (subject === undefined || '@value' in value) throw COMPLEX;
        const nested = this.#nested as JsonObject | undefined;
        if (this.#writer.reversed === undefined) this.#writer.quad(subject, key.predicate, object);
        else this.#writer.reversed(subject, key.predicate, object);
        if (nested !== undefined) this.#inside(nested, subject);
      }
    }
  }

  /** The term of one value; the node to go into, when it has one, is left in `#nested`. */
  #object(value: JsonValue, property: Property<T>): T | undefined {
    const { type } = property;
    const datatype = coercedDatatype(type);
    switch (typeof value) {
      case 'string':
        return this.#string(value, property);
      case 'number': {
        const number = numberLiteral(value, datatype, this.#onNote);
        return this.#writer.literal(number.lexical, number.datatype, undefined);
      }
      case 'boolean':
        return this.#writer.literal(String(value), datatype ?? ownIri(`${XSD}boolean`), undefined);
      default:
        return isObject(value) ? this.#objectValue(value) : undefined;
    }
  }

  #string(value: string, { type, language }: Property<T>): T | undefined {
    if (type === '@id' || type === '@vocab') {
      if (type === '@id') return this.#nodes.reference(value);
      const id = this.#ids.resolveVocab(value, this.#onNote);
      return id === undefined ? undefined : this.#nodes.of(id);
    }
    const datatype = coercedDatatype(type);
    return this.#writer.literal(
      wellFormed(value, this.#onNote),
      datatype,
      datatype === undefined ? language : undefined,
    );
  }

  #objectValue(value: JsonObject): T | undefined {
    if ('@value' in value && !('@id' in value)) return this.#valueObject(value);
    if ('@language' in value && Object.keys(value).length === 1) {
      this.#note('value-form', '@language without @value');
      return undefined;
    }
    const id = value['@id'];
    if (typeof id === 'string') {
      for (const key in value) if (key !== '@id') this.#nested = value;
      return this.#nodes.reference(id);
    }
    if ('@list' in value || '@set' in value) throw COMPLEX;
    this.#nested = value;
    return this.#nodes.of(this.#nodes.subject(value));
  }

  #valueObject(object: JsonObject): T | undefined {
    if (typeof object['@type'] === 'string' && this.#context.aliases.has(object['@type'])) throw COMPLEX;
    const literal = valueObjectLiteral(object, (type) => this.#ids.resolveVocab(type, this.#onNote), this.#onNote);
    if (literal === 'complex') throw COMPLEX;
    return literal && this.#writer.literal(literal.value, literal.datatype, literal.language);
  }

  #typesOf(value: JsonValue, subject: T): void {
    const row = Array.isArray(value) ? new Row() : undefined; // two names may stand for one type
    for (const type of typeNames(value, this.#onNote).map((name) => this.#nodes.type(name))) {
      if (type === undefined) continue;
      this.#repeats ||= row?.has(this.#writer.key(type)) === true;
      this.#writer.quad(subject, this.#nodes.rdf.type, type);
    }
  }

  readonly #onNote: OnNote = (kind, detail) => this.#note(kind, detail);

  #note(kind: Note['kind'], detail: string): void {
    const key = this.#key === '' ? '' : `/${this.#key.replace(/~/g, '~0').replace(/\//g, '~1')}`;
    this.#notes.push({ kind, detail, pointer: pointerTo(this.#place) + key });
  }
}
