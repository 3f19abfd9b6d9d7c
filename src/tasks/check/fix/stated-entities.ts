import type { Node } from 'jsonc-parser';
import { keywordOf } from '../../../crate/follow/written-keys.js';
import { isObject, type JsonObject, type JsonValue } from '../../../crate/json/value.js';
import { propertyIris } from '../../../crate/edit/property-iris.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { documentNodes } from '../crate/nodes.js';
import { isPlainEntity } from './plain-entity.js';

/** What is to happen with an entity that is described inside of another one. */
export type Nesting = 'new' | 'said' | 'more' | 'unclear';

/** What a document says directly in `@graph` about entities that are also described inside of others. */
export class StatedEntities {
  readonly #document: CrateDocument;
  /** By IRI and property; undefined for an entity that may not be added to. */
  readonly #stated = new Map<string, Map<string, Set<string>> | undefined>();
  /** Properties to add to entities, as JSON text. */
  readonly additions = new Map<string, string[]>();
  /** Local identifiers and blank node labels. */
  #used: Set<string> | undefined;
  #labels = 0;
  #blanks = 0;

  constructor(document: CrateDocument) {
    this.#document = document;
    const nested = new Set<string>();
    for (const { json, nested: inside } of documentNodes(document))
      if (inside && typeof json['@id'] === 'string') nested.add(document.resolveId(json['@id']));
    if (nested.size === 0) return;
    for (const { json, nested: inside, pointer } of documentNodes(document)) {
      const iri = typeof json['@id'] === 'string' ? document.resolveId(json['@id']) : '';
      if (inside || !nested.has(iri)) continue;
      // A second description may be the first in another place.
      if (this.#stated.has(iri) || pointer === '' || !isPlainEntity(json, document)) this.#stated.set(iri, undefined);
      else this.#stated.set(iri, this.#propertiesOf(json));
    }
  }

  /**
   * What is to happen with an entity that is described inside of another one; it counts as stated afterwards.
   * @param properties their text by key
   */
  nest(iri: string, entity: JsonObject, properties: ReadonlyMap<string, string>): Nesting {
    const own = this.#propertiesOf(entity);
    if (!this.#stated.has(iri)) {
      this.#stated.set(iri, own);
      return 'new';
    }
    const stated = this.#stated.get(iri);
    if (stated === undefined) return 'unclear';
    const more = [...own].filter(([key, values]) => [...values].some((value) => stated.get(key)?.has(value) !== true));
    if (more.length === 0) return 'said';
    if (more.some(([key]) => stated.has(key))) return 'unclear';
    const texts = this.additions.get(iri) ?? [];
    for (const [key, values] of more) {
      stated.set(key, values);
      const text = properties.get(key);
      if (text !== undefined) texts.push(text);
    }
    this.additions.set(iri, texts);
    return 'more';
  }

  /** An identifier that the document does not contain: `#` with the name of the entity, or a blank node label. */
  freeId(entity: JsonObject): string {
    this.#used ??= this.#usedIds();
    const start = localId(this.#nameOf(entity));
    let count = start === undefined ? this.#labels : 1;
    const next = () => (start === undefined ? `_:b${count}` : count === 1 ? start : `${start}-${count}`);
    while (this.#used.has(next())) count += 1;
    const id = next();
    this.#used.add(id);
    return id;
  }

  #nameOf(entity: JsonObject): string | undefined {
    const { context } = this.#document;
    for (const [key, value] of Object.entries(entity)) {
      const meaning = context.expandVocab(key);
      if (meaning.kind !== 'absolute' || !propertyIris('name').includes(meaning.iri)) continue;
      for (const item of [value].flat()) {
        const text = isObject(item) ? item['@value'] : item;
        if (typeof text === 'string') return text;
      }
    }
    return undefined;
  }

  #usedIds(): Set<string> {
    const { windows, top } = this.#document.json;
    const ids = new Set<string>();
    const find = (value: JsonValue) => {
      if (typeof value === 'string') {
        const local = value.replace(/^(?:\.\/)?(?=#)/, '');
        if (/^_:b\d+$/.test(local) && !ids.has(local)) this.#labels += 1;
        if (/^(?:#|_:b\d+$)/.test(local)) ids.add(local);
      } else if (Array.isArray(value)) value.forEach(find);
      else if (isObject(value)) Object.values(value).forEach(find);
    };
    for (const window of windows) find(this.#document.json.entities(window));
    find(top);
    return ids;
  }

  #propertiesOf(entity: JsonObject): Map<string, Set<string>> {
    const properties = new Map<string, Set<string>>();
    for (const [key, value] of Object.entries(entity)) {
      const keyword = keywordOf(key, this.#document);
      if (keyword !== '@id') properties.set(keyword, new Set([value].flat().map((item) => this.#textOf(item))));
    }
    return properties;
  }

  /** The same text for the same value. Each object without `@id` is different. */
  #textOf(value: JsonValue): string {
    if (!isObject(value)) return JSON.stringify(value);
    const id = Object.entries(value).find(([key]) => keywordOf(key, this.#document) === '@id')?.[1];
    if (typeof id === 'string') return `@id ${this.#document.resolveId(id)}`;
    if ('@value' in value) return JSON.stringify(value);
    this.#blanks += 1;
    return `blank ${this.#blanks}`;
  }
}

/** The keys of an object, as keywords where they are aliases; undefined if one of them is there twice. */
export function keywordsOf({ children = [] }: Node, document: CrateDocument): string[] | undefined {
  const keys = children.map((property) => keywordOf(String(property.children?.[0]?.value), document));
  return new Set(keys).size === keys.length ? keys : undefined;
}

/** An identifier made of the letters and digits of a name; undefined if it has none. */
function localId(name: string | undefined): string | undefined {
  const words = name?.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu);
  return words === null || words === undefined ? undefined : `#${words.join('-')}`;
}
