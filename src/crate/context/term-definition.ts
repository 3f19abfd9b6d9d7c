import { languageTag, type Iri, type LanguageTag } from '../../base/rdf/checked-text.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';

/** JSON-LD 1.1 keywords; anything else of the form `@letters` is reserved and ignored (section 4.1 of the syntax). */
export const KEYWORDS: ReadonlySet<string> = new Set([
  '@base',
  '@container',
  '@context',
  '@default',
  '@direction',
  '@embed',
  '@explicit',
  '@graph',
  '@id',
  '@import',
  '@included',
  '@index',
  '@json',
  '@language',
  '@list',
  '@nest',
  '@none',
  '@omitDefault',
  '@prefix',
  '@preserve',
  '@propagate',
  '@protected',
  '@requireAll',
  '@reverse',
  '@set',
  '@type',
  '@value',
  '@version',
  '@vocab',
]);

/** A keyword, or a token of the same form, which JSON-LD ignores. */
export const KEYWORD_FORM = /^@[A-Za-z]+$/;

/** The end of an IRI that makes its simple term a prefix (JSON-LD 1.1 API, section 4.2.2 step 14.2.5). */
export const PREFIX_END = /[:/?#[\]@]$/;

/** How plain values of a term are read: as identifiers, as JSON, or as literals of a datatype. */
export type Coercion = '@id' | '@vocab' | '@json' | Iri;

/** The datatype that a coercion names; undefined for keywords, and without a coercion. */
export function coercedDatatype(type: Coercion | undefined): Iri | undefined {
  return type === undefined || type === '@id' || type === '@vocab' || type === '@json' ? undefined : type;
}

/** The definition of one term (JSON-LD 1.1 API, section 4.2, reduced to what flat documents use). */
export interface TermDefinition {
  /** Absolute IRI or keyword; null when the context switches the term off. */
  readonly iri: string | null;
  readonly type: Coercion | undefined;
  /** Language of plain strings; null switches the default language off. */
  readonly language: LanguageTag | null | undefined;
  /** Whether the term may be the prefix of a compact IRI. */
  readonly prefix: boolean;
  /** The values of the term are the items of one list. */
  readonly list: boolean;
  /** `@container` as written. */
  readonly container: readonly JsonValue[];
  /** Needs the general lane: scoped contexts, other containers, reverse properties, nesting, JSON literals. */
  readonly complex: boolean;
}

/** A definition as written in a context, checked for form only. */
export interface RawDefinition {
  /** The IRI part as written; undefined when it follows from the term itself. */
  readonly id: string | null | undefined;
  readonly type: string | undefined;
  readonly language: LanguageTag | null | undefined;
  readonly prefix: boolean | undefined;
  readonly list: boolean;
  readonly container: readonly JsonValue[];
  readonly complex: boolean;
}

const COMPLEX_KEYS = ['@reverse', '@context', '@nest', '@index'];

const MAPS: ReadonlySet<JsonValue> = new Set(['@language', '@index', '@id', '@type']);

/** Whether an object as value is a map: its keys are languages, identifiers, types or indexes, not properties. */
export function isMap({ container }: TermDefinition): boolean {
  return container.some((kind) => MAPS.has(kind));
}

/** Reads a term definition; undefined when its form has no meaning in JSON-LD. */
export function parseDefinition(value: JsonValue | undefined): RawDefinition | undefined {
  if (typeof value === 'string' || value === null) {
    const plain = {
      type: undefined,
      language: undefined,
      prefix: undefined,
      list: false,
      container: [],
      complex: false,
    };
    return { id: value, ...plain };
  }
  if (!isObject(value)) return undefined;
  const { '@id': id, '@type': type, '@language': language } = value;
  if (id !== undefined && id !== null && typeof id !== 'string') return undefined;
  const container = containerOf(value);
  return {
    id,
    type: typeof type === 'string' && type !== '@none' ? type : undefined,
    language: typeof language === 'string' ? (languageTag(language) ?? null) : language === null ? null : undefined,
    prefix: value['@prefix'] === true,
    list: container === 'list',
    container: [value['@container'] ?? []].flat(),
    complex: COMPLEX_KEYS.some((key) => key in value) || type === '@json' || container === 'other',
  };
}

/** Every property in RDF has a set of values. Containers other than sets and lists change how values are read. */
function containerOf(definition: JsonObject): 'set' | 'list' | 'other' {
  const kinds = [definition['@container'] ?? []].flat();
  if (kinds.every((kind) => kind === '@set')) return 'set';
  return kinds.length === 1 && kinds[0] === '@list' ? 'list' : 'other';
}

/** An expanded name or identifier, before it is resolved against the base. */
export type Expanded =
  | { readonly kind: 'absolute'; readonly iri: string }
  | { readonly kind: 'blank'; readonly label: string }
  | { readonly kind: 'relative'; readonly reference: string }
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'none' };

/** The IRI, `_:label` or keyword; undefined for relative names. */
export function toIri(expanded: Expanded): string | undefined {
  if (expanded.kind === 'absolute') return expanded.iri;
  if (expanded.kind === 'blank') return `_:${expanded.label}`;
  return expanded.kind === 'keyword' ? expanded.keyword : undefined;
}

/** The expanded form of the IRI mapping of a term; null switches the term off. */
export function fromIri(iri: string | null): Expanded {
  if (iri === null) return { kind: 'none' };
  if (iri.startsWith('_:')) return { kind: 'blank', label: iri.slice(2) };
  return KEYWORDS.has(iri) ? { kind: 'keyword', keyword: iri } : { kind: 'absolute', iri };
}
