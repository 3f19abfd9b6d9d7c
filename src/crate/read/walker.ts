import { RDF, RDFS, XSD } from '../../rdf/vocabulary.js';
import type { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import { firstId, type Identifiers, type OnNote } from './identifiers.js';
import { Keys, unalias, type Property } from './keys.js';
import { numberLiteral, valueObjectLiteral, wellFormed } from './literals.js';
import { pointerTo, type Note, type Place } from './report.js';
import type { TermWriter } from './terms.js';

/** Thrown inside the walk when an entity uses what the flat lane does not cover with certainty. */
const COMPLEX = Symbol('complex');

const silent: OnNote = () => undefined;

/** What the walk found in one entity. */
export interface Walked {
  /** IRI or `_:label` of the entity. */
  readonly subject: string;
  /** Whether it was written. False: it needs the general lane, and nothing of it was written. */
  readonly flat: boolean;
  readonly notes: readonly Note[];
}

/** The flat lane: writes the quads of one entity at a time, straight from its JSON object. */
export class Walker<T> {
  readonly #context: ActiveContext;
  readonly #ids: Identifiers;
  readonly #writer: TermWriter<T>;
  readonly #keys: Keys<T>;
  readonly #terms = new Map<string, T>();
  readonly #types = new Map<string, T>();
  readonly #rdfType: T;
  #notes: Note[] = [];
  #place: Place = '';
  /** The node behind the term that {@link #object} gave last, if it has to be gone into. */
  #nested: JsonObject | undefined;
  #key = '';

  constructor(context: ActiveContext, ids: Identifiers, writer: TermWriter<T>) {
    this.#context = context;
    this.#ids = ids;
    this.#writer = writer;
    this.#keys = new Keys(context, writer);
    this.#rdfType = writer.iri(`${RDF}type`);
  }

  /**
   * Writes the quads of one entity, or nothing when it needs the general lane.
   * @param isPart the entity has more values than these, so it does not vanish when these say nothing
   */
  entity(value: JsonObject, place: Place, isPart = false): Walked {
    this.#notes = [];
    this.#place = place;
    this.#key = '';
    const { quads } = this.#writer;
    const { minted } = this.#ids;
    this.#writer.mark();
    let subject = '';
    try {
      if (this.#context.complex) throw COMPLEX;
      const node = unalias(value, this.#context);
      subject = this.#subject(node);
      const term = this.#term(subject);
      this.#node(node, term);
      if (!isPart && this.#writer.quads === quads && '@id' in node && Object.keys(node).length > 1)
        this.#keep(term, subject);
    } catch (thrown) {
      if (thrown !== COMPLEX) throw thrown;
      this.#writer.rollback();
      this.#ids.minted = minted;
      return { subject, flat: false, notes: [] };
    }
    return { subject, flat: true, notes: this.#notes };
  }

  /** An entity without type and defined property would vanish from the graph. */
  #keep(term: T, subject: string): void {
    this.#note('kept-as-resource', subject);
    this.#writer.quad(term, this.#rdfType, this.#writer.iri(`${RDFS}Resource`));
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
        if (key.kind === 'property') this.#values(value, subject, key);
        else if (key.kind === 'complex') throw COMPLEX;
      }
    }
  }

  #values(value: JsonValue, subject: T, property: Property<T>): void {
    if (Array.isArray(value)) {
      for (const item of value) this.#values(item, subject, property);
      return;
    }
    if (typeof value === 'object' && value !== null && Array.isArray(value['@id'])) {
      this.#note('id-form', JSON.stringify(value['@id']));
      for (const id of value['@id']) this.#values({ ...value, '@id': id }, subject, property);
      return;
    }
    this.#nested = undefined;
    const object = this.#object(value, property);
    if (object === undefined) return;
    const nested = this.#nested as JsonObject | undefined;
    this.#writer.quad(subject, property.predicate, object);
    if (nested !== undefined) this.#node(nested, object);
  }

  /** JSON-LD 1.1 API, section 7.2 step 12.3: the values are the subjects, this node is their object. */
  #reverse(map: JsonValue, object: T): void {
    if (!isObject(map)) throw COMPLEX;
    for (const name in map) {
      const key = this.#keys.of(name, this.#onNote);
      if (key.kind === 'complex') throw COMPLEX;
      if (key.kind !== 'property') continue;
      for (const value of [map[name] as JsonValue].flat()) {
        if (!isObject(value)) throw COMPLEX;
        this.#nested = undefined;
        const subject = this.#objectValue(value);
        if (subject === undefined || '@value' in value) throw COMPLEX;
        const nested = this.#nested as JsonObject | undefined;
        this.#writer.quad(subject, key.predicate, object);
        if (nested !== undefined) this.#node(nested, subject);
      }
    }
  }

  /** The term of one value; the node to go into, when it has one, is left in `#nested`. */
  #object(value: JsonValue, property: Property<T>): T | undefined {
    const { type } = property;
    const datatype = type === '@id' || type === '@vocab' ? undefined : type;
    switch (typeof value) {
      case 'string':
        return this.#string(value, property);
      case 'number': {
        const number = numberLiteral(value, datatype);
        return this.#writer.literal(number.lexical, number.datatype, undefined);
      }
      case 'boolean':
        return this.#writer.literal(String(value), datatype ?? `${XSD}boolean`, undefined);
      default:
        return isObject(value) ? this.#objectValue(value) : undefined;
    }
  }

  #string(value: string, { type, language }: Property<T>): T | undefined {
    if (type === '@id' || type === '@vocab') {
      if (type === '@id') return this.#reference(value);
      const id = this.#ids.resolveVocab(value, this.#onNote);
      return id === undefined ? undefined : this.#term(id);
    }
    return this.#writer.literal(wellFormed(value, this.#onNote), type, type === undefined ? language : undefined);
  }

  #objectValue(written: JsonObject): T | undefined {
    const value = unalias(written, this.#context);
    if ('@value' in value && !('@id' in value)) return this.#valueObject(value);
    if ('@language' in value && Object.keys(value).length === 1) {
      this.#note('value-form', '@language without @value');
      return undefined;
    }
    const id = value['@id'];
    if (typeof id === 'string') {
      for (const key in value) if (key !== '@id') this.#nested = value;
      return this.#reference(id);
    }
    if ('@list' in value || '@set' in value) throw COMPLEX;
    this.#nested = value;
    return this.#term(this.#subject(value));
  }

  #valueObject(object: JsonObject): T | undefined {
    const literal = valueObjectLiteral(object, this.#ids, this.#onNote);
    if (literal === 'complex') throw COMPLEX;
    return literal && this.#writer.literal(literal.value, literal.datatype, literal.language);
  }

  #typesOf(value: JsonValue, subject: T): void {
    if (typeof value === 'string') {
      const type = this.#type(value);
      if (type !== undefined) this.#writer.quad(subject, this.#rdfType, type);
    } else if (Array.isArray(value)) {
      for (const item of value) this.#typesOf(item, subject);
    } else if (isObject(value) && typeof value['@id'] === 'string') {
      this.#note('type-form', JSON.stringify(value));
      this.#typesOf(value['@id'], subject);
    } else if (value !== null) {
      this.#note('type-form', JSON.stringify(value));
    }
  }

  #type(name: string): T | undefined {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    if (this.#context.term(name)?.complex === true) throw COMPLEX;
    const before = this.#notes.length;
    const iri = this.#ids.resolveVocab(name, this.#onNote);
    if (iri === undefined) {
      this.#note('unknown-keyword', `@type ${name}`);
      return undefined;
    }
    const defined = this.#context.expandVocab(name).kind !== 'relative';
    if (!defined) this.#note('undefined-type', name);
    const term = this.#term(iri);
    if (defined && this.#notes.length === before) this.#types.set(name, term);
    return term;
  }

  /** The identifier of a node: its `@id`, or a new blank node. */
  #subject(node: JsonObject): string {
    const id = node['@id'];
    if (typeof id === 'string') return this.#ids.resolveId(id, this.#onNote);
    if (id === undefined || id === null) return this.#ids.mint();
    this.#note('id-form', JSON.stringify(id));
    const first = firstId(id);
    return first !== undefined ? this.#ids.resolveId(first, this.#onNote) : this.#ids.mint();
  }

  /** The term of an `@id` string; remembered only when there was nothing to report. */
  #reference(id: string): T {
    const plain = this.#ids.plain(id);
    if (plain !== undefined) return this.#writer.iri(plain);
    const known = this.#terms.get(id);
    if (known !== undefined) return known;
    const before = this.#notes.length;
    const term = this.#term(this.#ids.resolveId(id, this.#onNote));
    if (this.#notes.length === before) {
      if (this.#terms.size > 1 << 16) this.#terms.clear();
      this.#terms.set(id, term);
    }
    return term;
  }

  #term(id: string): T {
    return id.startsWith('_:') ? this.#writer.blank(id.slice(2)) : this.#writer.iri(id);
  }

  readonly #onNote: OnNote = (kind, detail) => this.#note(kind, detail);

  #note(kind: Note['kind'], detail: string): void {
    const key = this.#key === '' ? '' : `/${this.#key.replace(/~/g, '~0').replace(/\//g, '~1')}`;
    this.#notes.push({ kind, detail, pointer: pointerTo(this.#place) + key });
  }
}
