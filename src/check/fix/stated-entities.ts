import type { Node } from 'jsonc-parser';
import { keywordOf } from '../../crate/follow/written-keys.js';
import { isObject, type JsonObject, type JsonValue } from '../../crate/json/value.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
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
  #labels: Set<string> | undefined;
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

  /** A blank node label that the document does not contain. */
  freeLabel(): string {
    this.#labels ??= this.#usedLabels();
    let count = this.#labels.size;
    while (this.#labels.has(`_:b${count}`)) count += 1;
    const label = `_:b${count}`;
    this.#labels.add(label);
    return label;
  }

  #usedLabels(): Set<string> {
    const { windows, top } = this.#document.json;
    const labels = new Set<string>();
    const find = (value: JsonValue[] | JsonObject) => {
      for (const [label] of JSON.stringify(value).matchAll(/_:b\d+/g)) labels.add(label);
    };
    for (const window of windows) find(this.#document.json.entities(window));
    find(top);
    return labels;
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
