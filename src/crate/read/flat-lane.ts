import { ownIri, type NodeId } from '../../base/rdf/checked-text.js';
import { RDFS, XSD } from '../../base/rdf/vocabulary.js';
import type { ActiveContext } from '../context/active-context.js';
import { coercedDatatype } from '../context/term-definition.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import { pointerToken } from '../json/top-items.js';
import { isList, itemsOf, membersOf, typeNames } from './json-collections.js';
import { COMPLEX, NodeTerms } from './node-terms.js';
import type { Identifiers, OnNote } from './identifiers.js';
import { PropertyKeys, plainValue, unalias, type Property } from './property-keys.js';
import { numberLiteral, valueObjectLiteral, wellFormed } from './literals.js';
import { pointerTo, type Remark, type EntityPlace } from './report.js';
import { SeenValues } from './duplicate-quads.js';
import type { TermWriter } from './quad-writers.js';

const silent: OnNote = () => undefined;

/** The result of reading one entity in the flat lane. */
export interface FlatResult {
  /** IRI or `_:label` of the entity. */
  readonly subject: NodeId;
  /** Whether the quads were written. If false, the entity needs the general lane, and nothing was written. */
  readonly flat: boolean;
  /** Whether it may contain a duplicate quad. */
  readonly mayDuplicate: boolean;
  readonly notes: readonly Remark[];
}

/** The flat lane: writes the quads of one entity at a time, directly from its JSON object. */
export class FlatLane<T> {
  readonly #context: ActiveContext;
  readonly #ids: Identifiers;
  readonly #writer: TermWriter<T>;
  readonly #keys: PropertyKeys<T>;
  readonly #nodes: NodeTerms<T>;
  #notes: Remark[] = [];
  #place: EntityPlace = '';
  /** The node of the last term from {@link #object}, if it has properties to write. */
  #nested: JsonObject | undefined;
  #key = '';
  #mayDuplicate = false;
  readonly #findDuplicates: boolean;
  /** The objects of the current array of values, if we look for duplicates. */
  #seen: SeenValues | undefined;

  /** @param findDuplicates find entities that may contain duplicate quads. Default false */
  constructor(context: ActiveContext, ids: Identifiers, writer: TermWriter<T>, findDuplicates = false) {
    this.#context = context;
    this.#findDuplicates = findDuplicates;
    this.#ids = ids;
    this.#writer = writer;
    this.#keys = new PropertyKeys(context, writer);
    this.#nodes = new NodeTerms(context, ids, writer, this.#onNote);
  }

  /**
   * Writes the quads of one entity, or nothing if it needs the general lane.
   * @param isPart the entity has more values, so it does not vanish even if these give no quads
   */
  entity(value: JsonObject, place: EntityPlace, isPart = false): FlatResult {
    this.#notes = [];
    this.#place = place;
    this.#key = '';
    this.#mayDuplicate = false;
    const { quads } = this.#writer;
    const { minted } = this.#ids;
    this.#writer.savepoint();
    let subject = '' as NodeId;
    try {
      if (this.#context.complex) throw COMPLEX;
      const node = unalias(value, this.#context);
      subject = this.#nodes.subject(node);
      const term = this.#nodes.of(subject);
      this.#node(node, term);
      if (!isPart && this.#writer.quads === quads && '@id' in node && Object.keys(node).length > 1)
        this.#keepAsResource(term, subject);
    } catch (thrown) {
      if (thrown !== COMPLEX) throw thrown;
      this.#writer.rollback();
      this.#ids.minted = minted;
      return { subject, flat: false, mayDuplicate: true, notes: [] };
    }
    return { subject, flat: true, mayDuplicate: this.#mayDuplicate || this.#keys.mayDuplicate, notes: this.#notes };
  }

  /** Keeps an entity that would vanish from the graph, because it has neither type nor defined property. */
  #keepAsResource(term: T, subject: string): void {
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
    if (Array.isArray(written)) return this.#severalValues(written, subject, property);
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
    if (this.#seen?.add(this.#writer.key(object)) === false) this.#mayDuplicate = true;
    this.#writer.quad(subject, property.predicate, object);
    if (nested !== undefined) this.#nodeInside(nested, object);
  }

  /** Writes a nested node. Another entity may also describe it if it has an identifier. */
  #nodeInside(node: JsonObject, term: T): void {
    if (typeof node['@id'] === 'string') this.#mayDuplicate = true;
    const outer = this.#seen;
    this.#seen = undefined;
    this.#node(node, term);
    this.#seen = outer;
  }

  /** Writes several values and finds duplicates among them. */
  #severalValues(written: readonly JsonValue[], subject: T, property: Property<T>): void {
    const outer = this.#seen;
    // Nested arrays count as one array.
    this.#seen ??= this.#findDuplicates && written.length > 1 ? new SeenValues() : undefined;
    for (const item of written) this.#values(item, subject, property);
    this.#seen = outer;
  }

  /** Writes the values of a term whose container is a list. They may already be a list object. */
  #asList(written: JsonValue, subject: T, property: Property<T>): void {
    const value = plainValue(written, this.#context);
    this.#list(isList(value) ? value['@list'] : value, subject, property);
  }

  /** JSON-LD 1.1 API, section 8.2.3: each item has a cell. Its blank node is minted before those inside the item. */
  #list(value: JsonValue, subject: T, property: Property<T>): void {
    const members = membersOf(plainValue(value, this.#context), this.#onNote);
    const first = { ...property, predicate: this.#nodes.rdf.first };
    let from = subject;
    let by = property.predicate;
    let cell: T | undefined;
    for (const item of itemsOf(members ?? [value], property.list, this.#context, this.#onNote)) {
      cell ??= this.#nodes.mint();
      const { quads } = this.#writer;
      this.#values(item, cell, first);
      if (this.#writer.quads === quads) continue; // an item without quads gets no cell
      this.#writer.quad(from, by, cell);
      from = cell;
      by = this.#nodes.rdf.rest;
      cell = undefined;
    }
    // A single value without quads is not a list either.
    if (members !== undefined || from !== subject) this.#writer.quad(from, by, this.#nodes.rdf.nil);
  }

  /** JSON-LD 1.1 API, section 7.2 step 12.3: the values are the subjects, this node is their object. */
  #reverse(map: JsonValue, object: T): void {
    if (!isObject(map)) throw COMPLEX;
    this.#mayDuplicate = true; // the subject may state the same triple
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
        if (nested !== undefined) this.#nodeInside(nested, subject);
      }
    }
  }

  /** The term of one value. Stores a nested node that has properties in `#nested`. */
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
    const seen = Array.isArray(value) ? new SeenValues() : undefined; // two names may mean one type
    for (const type of typeNames(value, this.#onNote).map((name) => this.#nodes.type(name))) {
      if (type === undefined) continue;
      this.#mayDuplicate ||= seen?.add(this.#writer.key(type)) === false;
      this.#writer.quad(subject, this.#nodes.rdf.type, type);
    }
  }

  readonly #onNote: OnNote = (kind, detail) => this.#note(kind, detail);

  #note(kind: Remark['kind'], detail: string): void {
    const key = this.#key === '' ? '' : `/${pointerToken(this.#key)}`;
    this.#notes.push({ kind, detail, pointer: pointerTo(this.#place) + key });
  }
}
