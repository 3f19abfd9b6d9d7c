import { isObject, type JsonObject, type JsonValue } from '../../crate/json/value.js';
import { keywordOf } from '../../crate/follow/written-keys.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { canonicalJson } from '../../crate/read/literals.js';
import type { CrateTerm, CrateTerms } from './crate-terms.js';

/** A term that a crate names in its own context and defines by an entity. */
export interface OwnTerm {
  readonly name: string;
  readonly iri: string;
  /** The entry of the context as written. */
  readonly entry: JsonValue;
  /** The entity that defines it. */
  readonly definition: JsonObject;
}

/** A term that a crate names in its own context; it may define it or not. */
export interface NamedTerm extends Omit<OwnTerm, 'definition'> {
  readonly definition: JsonObject | undefined;
  /** Whether the crate defines it in a way that only works there: nested, or with terms that other crates do not know. */
  readonly isForeign: boolean;
  readonly uses: CrateTerm['uses'];
}

/** The terms that a crate itself names, with the definitions that others can share: as {@link ownTerms}. */
export function namedTerms(document: CrateDocument, found: CrateTerms): NamedTerm[] {
  const own = ownTerms(document, found);
  const entries = ownEntries(document);
  const byIri = new Map(found.terms.map((term) => [term.iri, term]));
  const none = { property: 0, class: 0, term: 0 };
  const defined = own.map((term) => ({ ...term, isForeign: false, uses: byIri.get(term.iri)?.uses ?? none }));
  const iris = new Set(own.map(({ iri }) => iri));
  const others = found.terms.flatMap(({ name, iri, origin, uses, definition }): NamedTerm[] => {
    const entry = entries.get(name);
    const isNamed = iri !== undefined && origin === 'local' && entry !== undefined;
    if (!isNamed || iris.has(iri) || found.origins.shared.isKnown(iri)) return [];
    return [{ name, iri, entry, uses, definition: undefined, isForeign: definition !== undefined }];
  });
  return [...defined, ...others];
}

/** The terms that a crate itself names and defines, and that use nothing but RO-Crate and one another for that. */
export function ownTerms(document: CrateDocument, { definitions, origins }: CrateTerms): OwnTerm[] {
  const entries = ownEntries(document);
  const own = definitions.flatMap(({ iri, pointer, id }): OwnTerm[] => {
    const named = [...entries].find(([name]) => origins.of(name).iri === iri && !origins.shared.has(iri));
    const definition = entityAt(document, pointer);
    if (named === undefined || definition === undefined || id.startsWith('_:')) return [];
    const [name, entry] = named;
    return [{ name, iri, entry, definition }];
  });
  const names = new Set(own.map(({ name }) => name));
  const isKnown = (name: string) => {
    const { iri } = origins.of(name);
    return names.has(name) || (iri !== undefined && (origins.shared.irisOf(name).size > 0 || /^rdfs?:/.test(name)));
  };
  return own.filter(({ definition }) => wordsOf(definition, document).every(isKnown));
}

/** What makes two terms the same: name, entry and definition. */
export function ownTermKey({ name, entry, definition }: Pick<OwnTerm, 'name' | 'entry' | 'definition'>): string {
  return canonicalJson([name, entry, definition]);
}

/** The entries of the objects in the context of the document, without keywords. */
function ownEntries({ writtenContext = null }: CrateDocument): Map<string, JsonValue> {
  const entries = new Map<string, JsonValue>();
  for (const part of [writtenContext].flat())
    if (isObject(part))
      for (const [name, value] of Object.entries(part)) if (!name.startsWith('@')) entries.set(name, value);
  return entries;
}

/** The entity at a pointer into `@graph`; undefined for one that is nested. */
function entityAt({ json }: CrateDocument, pointer: string): JsonObject | undefined {
  const place = Number(/^\/@graph\/(\d+)$/.exec(pointer)?.[1] ?? NaN);
  const window = json.windows.findLast(({ first }) => first <= place);
  const item = window === undefined ? undefined : json.entities(window)[place - window.first];
  return isObject(item) ? item : undefined;
}

/** The keys and types of an entity. */
function wordsOf(entity: JsonObject, document: CrateDocument): string[] {
  return Object.entries(entity).flatMap(([key, value]) => {
    const keyword = keywordOf(key, document);
    if (keyword === '@type') return [value].flat().filter((one) => typeof one === 'string');
    return keyword.startsWith('@') ? [] : [key];
  });
}
