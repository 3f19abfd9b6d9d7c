import { keywordOf } from '../../crate/follow/written-keys.js';
import { pointerToken, topItems } from '../../crate/json/top-items.js';
import { isObject, type JsonObject, type JsonValue } from '../../crate/json/value.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { nextTurn } from '../../crate/read/stop-signal.js';
import { plainSchema } from '../../base/rdf/vocabulary.js';
import { rolesOf, definingTexts, type TermDefinitionEntity, type TermRole } from './term-definition-entity.js';
import { TermOrigins, type NameMeaning } from './term-origins.js';

/** A place in a document. */
export interface TermPlace {
  /** `@id` of the entity as written. */
  readonly entity: string | undefined;
  /** JSON pointer. */
  readonly pointer: string;
}

/** A term that a crate uses. */
export interface CrateTerm extends NameMeaning {
  /** As the crate writes it: a key, a type, or the `@id` of a defined term. */
  readonly name: string;
  /** How often it is used in each role. */
  readonly uses: Readonly<Record<TermRole, number>>;
  /** Where it is used first in each role. */
  readonly places: Readonly<Partial<Record<TermRole, TermPlace>>>;
  readonly definition: TermDefinitionEntity | undefined;
}

/** The terms that a crate uses and defines. */
export interface CrateTerms {
  readonly terms: readonly CrateTerm[];
  readonly definitions: readonly TermDefinitionEntity[];
  readonly origins: TermOrigins;
}

/** Reads the terms of a document, in one pass over its entities. @throws CrateError ERR_JSON_SYNTAX */
export async function readTerms(document: CrateDocument): Promise<CrateTerms> {
  const reader = new TermReader(document, await TermOrigins.open(document));
  let count = 0;
  for (const { value, pointer } of topItems(document.json)) {
    reader.read(value, pointer);
    count += 1;
    if (count % 1000 === 0) await nextTurn();
  }
  return reader.result();
}

/** Whether a term is one of a project: neither shared by all crates nor of a context that others publish. */
export function isAdHoc({ iri, origin }: NameMeaning, { shared }: TermOrigins): boolean {
  return iri !== undefined && (origin === 'local' || origin === 'iri') && !shared.isKnown(iri);
}

interface Counted {
  readonly name: string;
  readonly meaning: NameMeaning;
  readonly uses: Record<TermRole, number>;
  readonly places: Partial<Record<TermRole, TermPlace>>;
}

/** What a key is for. */
interface KeyFacts {
  readonly keyword: string;
  readonly term: Counted | undefined;
  readonly isJson: boolean;
  readonly refers: boolean;
}

class TermReader {
  readonly #document: CrateDocument;
  readonly #origins: TermOrigins;
  readonly #counted = new Map<string, Counted>();
  readonly #keys = new Map<string, KeyFacts>();
  readonly #definitions = new Map<string, TermDefinitionEntity>();
  /** How often each identifier is referred to, as written, and where first. */
  readonly #references = new Map<string, { count: number; readonly place: TermPlace }>();

  constructor(document: CrateDocument, origins: TermOrigins) {
    this.#document = document;
    this.#origins = origins;
  }

  /** Reads an entity with all that is nested in it. */
  read(value: JsonValue, pointer: string, inEntity?: string): void {
    if (Array.isArray(value)) value.forEach((item, index) => this.read(item, `${pointer}/${index}`, inEntity));
    else if (isObject(value)) this.#node(value, pointer, inEntity);
  }

  result(): CrateTerms {
    const byIri = new Map<string, TermDefinitionEntity>();
    const definitions = [...this.#definitions.values()];
    for (const definition of definitions) {
      const iri = plainSchema(definition.iri);
      if (!byIri.has(iri)) byIri.set(iri, definition);
    }
    const referred = this.#referredTerms(byIri);
    const terms = [...this.#counted.values(), ...referred].map(({ name, meaning, uses, places }): CrateTerm => {
      const definition = meaning.iri === undefined ? undefined : byIri.get(plainSchema(meaning.iri));
      return { name, ...meaning, uses, places, definition };
    });
    return { terms, definitions, origins: this.#origins };
  }

  /** The defined terms that others refer to. */
  #referredTerms(byIri: ReadonlyMap<string, TermDefinitionEntity>): Counted[] {
    const referred = new Map<string, Counted>();
    for (const [id, { count, place }] of this.#references) {
      const iri = this.#document.resolveId(id);
      const definition = byIri.get(plainSchema(iri));
      if (definition?.roles.includes('term') !== true) continue;
      const meaning: NameMeaning = { iri, origin: 'iri' };
      const term = referred.get(iri) ?? newCount(definition.id, meaning);
      referred.set(iri, term);
      term.uses.term += count;
      term.places.term ??= place;
    }
    return [...referred.values()];
  }

  #node(json: JsonObject, pointer: string, outer: string | undefined): void {
    const id = this.#idOf(json);
    const entity = id ?? outer;
    let types: readonly string[] = [];
    for (const key in json) {
      const { keyword, term, isJson, refers } = this.#facts(key);
      const at = `${pointer}/${pointerToken(key)}`;
      const value = json[key] as JsonValue;
      if (keyword === '@type') types = this.#types(value, { entity, pointer: at });
      else if (keyword.startsWith('@')) {
        if (NESTING.has(keyword)) this.read(value, at, entity);
      } else {
        if (term !== undefined) count(term, 'property', { entity, pointer: at });
        if (!isJson) this.#value(value, refers, { entity, pointer: at });
      }
    }
    if (id === undefined) return;
    const roles = rolesOf(types);
    if (roles.length === 0) return;
    const texts = definingTexts(json, (key) => plainSchema(this.#facts(key).term?.meaning.iri ?? ''));
    this.#define({ id, iri: this.#document.resolveId(id), roles, pointer, ...texts });
  }

  /** Adds a definition. What several descriptions say of one entity is one definition, at the place of the first. */
  #define(definition: TermDefinitionEntity): void {
    const earlier = this.#definitions.get(definition.iri);
    const roles = [...new Set([...(earlier?.roles ?? []), ...definition.roles])];
    this.#definitions.set(definition.iri, { ...definition, ...earlier, roles });
  }

  #value(value: JsonValue, refers: boolean, place: TermPlace): void {
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const item = value[index] as JsonValue;
        if (refers || typeof item === 'object')
          this.#value(item, refers, { ...place, pointer: `${place.pointer}/${index}` });
      }
    } else if (isObject(value)) {
      const id = this.#idOf(value);
      if (id !== undefined) this.#reference(id, place);
      if (id === undefined || Object.keys(value).length > 1) this.#node(value, place.pointer, place.entity);
    } else if (refers && typeof value === 'string') this.#reference(value, place);
  }

  #reference(id: string, place: TermPlace): void {
    const known = this.#references.get(id);
    if (known === undefined) this.#references.set(id, { count: 1, place });
    else known.count += 1;
  }

  /** The IRIs of the types, counted. */
  #types(value: JsonValue, place: TermPlace): string[] {
    return [value].flat().flatMap((name, index) => {
      if (typeof name !== 'string') return [];
      const pointer = Array.isArray(value) ? `${place.pointer}/${index}` : place.pointer;
      const term = this.#term(name);
      count(term, 'class', { ...place, pointer });
      return term.meaning.iri ?? [];
    });
  }

  #idOf(json: JsonObject): string | undefined {
    for (const key in json) if (this.#facts(key).keyword === '@id') return statedText(json[key]);
    return undefined;
  }

  #facts(key: string): KeyFacts {
    let facts = this.#keys.get(key);
    if (facts === undefined) {
      const keyword = keywordOf(key, this.#document);
      const type = this.#document.context.term(key)?.type;
      const term = keyword.startsWith('@') ? undefined : this.#term(key);
      this.#keys.set(key, (facts = { keyword, term, isJson: type === '@json', refers: type === '@id' }));
    }
    return facts;
  }

  #term(name: string): Counted {
    let term = this.#counted.get(name);
    if (term === undefined) this.#counted.set(name, (term = newCount(name, this.#origins.of(name))));
    return term;
  }
}

/** Keywords whose values are entities. */
const NESTING: ReadonlySet<string> = new Set(['@graph', '@included', '@reverse', '@list', '@set', '@nest']);

function newCount(name: string, meaning: NameMeaning): Counted {
  return { name, meaning, uses: { property: 0, class: 0, term: 0 }, places: {} };
}

function count({ uses, places }: Counted, role: TermRole, place: TermPlace): void {
  uses[role] += 1;
  places[role] ??= place;
}

function statedText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
