import { pointerToken } from '../../../crate/json/top-items.js';
import { isObject, type JsonObject, type JsonValue } from '../../../crate/json/value.js';
import { unalias } from '../../../crate/read/property-keys.js';
import { SCHEMA } from '../../../base/rdf/vocabulary.js';
import { typeIris, type Names } from './meanings.js';
import type { Node } from './nodes.js';

/** A property value that refers to an entity. */
export interface Reference {
  /** As written. */
  readonly id: string;
  /** IRI or `_:label`. */
  readonly iri: string;
  /** JSON pointer of the value. */
  readonly pointer: string;
  /** Key of the property. */
  readonly key: string;
}

/** A fault that a rule has found. */
export interface Fault {
  /** What is wrong here, as the end of a sentence that begins with the entity: `has no name`. */
  readonly message: string;
  /** `@id` of the entity as written; undefined for a fault of the document. */
  readonly entity?: string | undefined;
  /** JSON pointer (RFC 6901) of the value, or of what should have it. */
  readonly pointer?: string | undefined;
}

/** An entity as rules see it: by the meaning of its keys, whatever the context calls them. */
export class CheckedEntity {
  readonly names: Names;
  readonly json: JsonObject;
  readonly pointer: string;
  /** Whether it is described inside of another entity. */
  readonly nested: boolean;
  /** `@id` as written; undefined if it has none that is a string. */
  readonly id: string | undefined;
  /** IRI or `_:label`; '' without an `@id`. */
  readonly iri: string;
  /** IRIs of its types, those of schema.org with http; as written where no context defines them. */
  readonly types: readonly string[];

  constructor(names: Names, { json, pointer, nested }: Node) {
    this.names = names;
    this.json = json;
    this.pointer = pointer;
    this.nested = nested;
    const id = json['@id'];
    this.id = typeof id === 'string' ? id : undefined;
    this.iri = this.id === undefined ? '' : names.resolveId(this.id);
    this.types = names.typesIn(json);
    for (const key in json) names.property(key);
  }

  /** Whether it has a type. @param type a name of RO-Crate (`File`, `Person`), `rdf:Property`, or an IRI */
  is(type: string): boolean {
    const iris = typeIris(type);
    return this.types.some((one) => iris.includes(one));
  }

  /** Whether it is identified on the web: by http, https or ftp. */
  get onWeb(): boolean {
    return /^(?:https?|ftp):/i.test(this.id ?? '');
  }

  /** The keys that mean a property. @param name a property of RO-Crate, `rdfs:label`, or an IRI */
  keys(name: string): string[] {
    return this.names.keysOf(name).filter((key) => key in this.json);
  }

  /** Whether the property is there with a value other than null and an empty array. */
  has(name: string): boolean {
    return this.values(name).length > 0;
  }

  /** The values of a property, as JSON, without null. */
  values(name: string): JsonValue[] {
    return this.keys(name).flatMap((key) => itemsOf(this.json[key]));
  }

  /** The values of a property that are text, also those with a language or type. */
  texts(name: string): string[] {
    return this.values(name).flatMap((value) => {
      const text = isObject(value) ? unalias(value, this.names.document.context)['@value'] : value;
      return typeof text === 'string' ? [text] : [];
    });
  }

  /** The values of a property that refer to entities, also those that nest one with an `@id`. */
  references(name: string): Reference[] {
    return this.keys(name).flatMap((key) => this.referencesUnder(key));
  }

  /**
   * All references of this entity, without those of entities nested in it.
   * @param through also those of nested objects without `@id`, which belong to no other entity
   */
  *allReferences(through = false): Generator<Reference> {
    for (const key in this.json) if (!key.startsWith('@')) yield* this.referencesUnder(key, through);
  }

  /** The references under a key. @param through as for {@link allReferences} */
  referencesUnder(key: string, through = false): Reference[] {
    const { document } = this.names;
    const coerced = document.context.term(key)?.type === '@id';
    const found: Reference[] = [];
    const visit = (value: JsonValue | undefined, pointer: string): void => {
      if (Array.isArray(value)) value.forEach((one, index) => visit(one, `${pointer}/${index}`));
      else if (isObject(value)) {
        const plain = unalias(value, document.context);
        if (typeof plain['@id'] === 'string') add(plain['@id'], pointer);
        else if (through) for (const inner in plain) visit(plain[inner], `${pointer}/${pointerToken(inner)}`);
        else for (const inner of ['@list', '@set']) visit(plain[inner], `${pointer}/${inner}`);
      } else if (coerced && typeof value === 'string') add(value, pointer);
    };
    const add = (id: string, pointer: string) => found.push({ id, iri: this.names.resolveId(id), pointer, key });
    visit(this.json[key], `${this.pointer}/${pointerToken(key)}`);
    return found;
  }

  /**
   * The JSON pointer of a property, or of the entity if it does not have it.
   * @param name as for {@link keys}, or a keyword
   */
  pointerTo(name: string): string {
    const key = name in this.json ? name : this.keys(name)[0];
    return key === undefined ? this.pointer : `${this.pointer}/${pointerToken(key)}`;
  }

  /** A fault of this entity. @param property where it is: as for {@link pointerTo} */
  fault(message: string, property?: string): Fault {
    return faultIn(this.id, message, property === undefined ? this.pointer : this.pointerTo(property));
  }

  /** A fault of one value. */
  faultAt(message: string, pointer: string): Fault {
    return faultIn(this.id, message, pointer);
  }
}

/** A fault of an entity by its `@id`; if it has none, or it is the document, the message begins with that. */
export function faultIn(entity: string | undefined, message: string, pointer: string | undefined): Fault {
  if (entity !== undefined) return { message, entity, pointer };
  return { message: `${pointer?.startsWith('/@graph/') ? 'an entity' : 'the document'} ${message}`, pointer };
}

/** The values of a key: arrays, `@list` and `@set` are opened, null is nothing. */
function itemsOf(value: JsonValue | undefined): JsonValue[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  if (isObject(value) && ('@list' in value || '@set' in value)) return itemsOf(value['@list'] ?? value['@set']);
  return [value];
}

/** The name of a type or property for messages: without the namespace of schema.org. */
export function termName(iri: string): string {
  return iri === `${SCHEMA}MediaObject` ? 'File' : iri.startsWith(SCHEMA) ? iri.slice(SCHEMA.length) : iri;
}
