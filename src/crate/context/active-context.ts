import { CrateError } from '../../base/errors.js';
import { datatype, languageTag, type LanguageTag } from '../../base/rdf/checked-text.js';
import { isAbsoluteIri, resolveIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import {
  fromIri,
  toIri,
  type Expanded,
  KEYWORDS,
  KEYWORD_FORM,
  PREFIX_END,
  parseDefinition,
  type Coercion,
  type TermDefinition,
} from './term-definition.js';
import { aliasesAmong, problemsOf } from './context-problems.js';

const { hasOwn } = Object;

/** How long a chain of terms that are defined by one another may be. Real contexts need two or three. */
const MAX_CHAIN = 100;

/**
 * The active context of a document. Terms are looked up when they are used, so the thousands of terms that a crate does
 * not use cost nothing. Later contexts win (JSON-LD 1.1 API, section 4.1).
 */
export class ActiveContext {
  /** The context objects in force; remote contexts are replaced by their content. */
  readonly layers: readonly JsonObject[];
  /** `@base`; null for `{"@base": null}`, undefined if no context has one. */
  readonly documentBase: string | null | undefined;
  /** `@vocab` in force after each layer. */
  readonly vocabs: readonly (string | undefined)[];
  readonly language: LanguageTag | undefined;
  /** Whether the contexts use features that only the general lane supports. */
  readonly complex: boolean;
  readonly #cache = new Map<string, TermDefinition | undefined>();
  readonly #base: string;
  readonly #keywordProblems: readonly string[];
  #aliases: ReadonlyMap<string, string> | undefined;
  #problems: readonly string[] | undefined;
  #usesBase = false;

  /**
   * @param layers context objects in order
   * @param base resolves the relative IRIs of terms, which JSON-LD does not allow but real crates contain
   */
  constructor(layers: readonly JsonObject[], base: string) {
    this.layers = layers;
    this.#base = base;
    const problems: string[] = [];
    const vocabs: (string | undefined)[] = [];
    this.vocabs = vocabs;
    let documentBase: string | null | undefined;
    let language: LanguageTag | undefined;
    let complex = false;
    layers.forEach((layer, index) => {
      const own = layer['@base'];
      if (typeof own === 'string') documentBase = isAbsolute(documentBase) ? resolveIri(own, documentBase) : own;
      else if (own === null) documentBase = null;
      if ('@language' in layer) language = this.#languageOf(layer['@language'], problems);
      const earlier = vocabs.at(-1);
      vocabs.push(
        '@vocab' in layer
          ? this.#expandVocab(layer['@vocab'], { earlier, index, base: documentBase }, problems)
          : earlier,
      );
      if (layer['@propagate'] === false) complex = true;
    });
    this.documentBase = documentBase;
    this.language = language;
    this.complex = complex;
    this.#keywordProblems = problems;
  }

  /** `@vocab` in force after all layers. */
  get vocab(): string | undefined {
    return this.vocabs.at(-1);
  }

  /** Terms that stand for a keyword, such as `id` for `@id`. */
  get aliases(): ReadonlyMap<string, string> {
    return (this.#aliases ??= aliasesAmong(this.layers, this));
  }

  /** The parts of the contexts that have no meaning in JSON-LD, and are ignored. */
  get problems(): readonly string[] {
    return (this.#problems ??= [...this.#keywordProblems, ...problemsOf(this.layers, this)]);
  }

  /** Whether the context does not depend on the base; such contexts are cached for all crates. */
  get isShareable(): boolean {
    return this.problems.length === 0 && !this.#usesBase;
  }

  /** The definition of a term; undefined if no context defines it. */
  term(name: string): TermDefinition | undefined {
    if (this.#cache.has(name)) return this.#cache.get(name);
    const definition = this.#define(name, this.layers.length, new Set());
    this.#cache.set(name, definition);
    return definition;
  }

  /** The definition of a term as written in the last context that has one. */
  written(name: string): JsonValue | undefined {
    return this.layers.findLast((layer) => hasOwn(layer, name))?.[name];
  }

  /**
   * The absolute IRI, blank label or keyword of a property key or a type (JSON-LD 1.1 API, section 5.2, vocab true).
   */
  expandVocab(name: string): Expanded {
    return this.#expandName(name, this.layers.length, new Set());
  }

  /** Whether a value of `@type` names one of the types. @param types IRIs */
  hasType(value: JsonValue | undefined, types: ReadonlySet<string>): boolean {
    return [value].flat().some((name) => {
      const expanded = typeof name === 'string' ? this.expandVocab(name) : undefined;
      return expanded?.kind === 'absolute' && types.has(expanded.iri);
    });
  }

  /** Expands an `@id`, which may be a compact IRI but never a term (section 5.2, vocab false). */
  expandId(id: string): Expanded {
    if (KEYWORD_FORM.test(id)) return { kind: 'none' };
    return this.#expandColon(id, this.layers.length, new Set()) ?? { kind: 'relative', reference: id };
  }

  /** @param seen definitions in progress: a name that leads back to one of them is undefined */
  #lookUp(name: string, below: number, seen: Set<string>): TermDefinition | undefined {
    if (below === this.layers.length && (seen.size === 0 || this.#cache.has(name))) return this.term(name);
    return this.#define(name, below, seen);
  }

  #define(name: string, below: number, seen: Set<string>): TermDefinition | undefined {
    for (let index = below - 1; index >= 0; index -= 1) {
      const layer = this.layers[index] as JsonObject;
      if (!hasOwn(layer, name) || KEYWORD_FORM.test(name)) continue;
      const raw = parseDefinition(layer[name]);
      if (raw === undefined) continue;
      const mark = `${index} ${name}`;
      if (seen.has(mark)) continue; // a term defined by itself: the earlier contexts decide
      seen.add(mark);
      if (seen.size > MAX_CHAIN)
        throw new CrateError('ERR_CONTEXT_INVALID', `more than ${MAX_CHAIN} terms are defined by one another`);
      const trail = new Set(seen);
      if (raw.id === null) return { ...raw, iri: null, type: undefined, prefix: false };
      if (raw.id !== undefined && !KEYWORDS.has(raw.id) && KEYWORD_FORM.test(raw.id)) return undefined; // step 14.2.2
      const written = raw.id ?? name;
      const own = written === name;
      const expanded =
        (own && this.#ownCompactIri(name, index + 1, seen)) ||
        this.#expandName(written, index + 1, seen, own ? name : undefined);
      const iri = toIri(expanded) ?? (own && !raw.complex ? undefined : this.#relativeTerm(written));
      if (iri === undefined) continue;
      const type = this.#coercion(raw.type, index + 1, trail);
      return { ...raw, iri, type, prefix: !KEYWORDS.has(iri) && (raw.prefix ?? PREFIX_END.test(iri)) };
    }
    return undefined;
  }

  /** The one place where the `@type` of a term becomes a datatype; undefined if it cannot be one. */
  #coercion(type: string | undefined, below: number, seen: Set<string>): Coercion | undefined {
    if (type === undefined || type === '@id' || type === '@vocab' || type === '@json') return type;
    const expanded = this.#expandName(type, below, seen);
    return expanded.kind === 'absolute' ? datatype(repairIri(expanded.iri)) : undefined;
  }

  #languageOf(value: JsonValue | undefined, problems: string[]): LanguageTag | undefined {
    const tag = typeof value === 'string' ? languageTag(value) : undefined;
    if (tag === undefined && value !== null) problems.push(`${JSON.stringify(value)} is not a language tag`);
    return tag;
  }

  /** A term that is itself a compact IRI: any term can be its prefix (JSON-LD 1.1 API, section 4.2.2 step 15). */
  #ownCompactIri(name: string, below: number, seen: Set<string>): Expanded | undefined {
    const colon = name.indexOf(':', 1);
    const iri = colon < 0 ? undefined : this.#define(name.slice(0, colon), below, seen)?.iri;
    return iri === undefined || iri === null ? undefined : fromIri(iri + name.slice(colon + 1));
  }

  /** JSON-LD ignores a term with a relative IRI. Resolved against the base, it is kept. */
  #relativeTerm(written: string): string {
    return this.#base + written;
  }

  #expandName(name: string, below: number, seen: Set<string>, self?: string): Expanded {
    if (KEYWORDS.has(name)) return { kind: 'keyword', keyword: name };
    if (KEYWORD_FORM.test(name)) return { kind: 'none' };
    if (name !== self) {
      const definition = this.#lookUp(name, below, seen);
      if (definition !== undefined) return fromIri(definition.iri);
    }
    const expanded = this.#expandColon(name, below, seen);
    if (expanded !== undefined) return expanded;
    const vocab = this.vocabs[below - 1];
    return vocab === undefined ? { kind: 'relative', reference: name } : { kind: 'absolute', iri: vocab + name };
  }

  /** Names with a colon: compact IRIs, absolute IRIs and blank node labels. */
  #expandColon(name: string, below: number, seen: Set<string>): Expanded | undefined {
    const colon = name.indexOf(':', 1);
    if (colon < 0) return undefined;
    const prefix = name.slice(0, colon);
    const rest = name.slice(colon + 1);
    if (prefix === '_') return { kind: 'blank', label: rest };
    if (!rest.startsWith('//')) {
      const definition = this.#lookUp(prefix, below, seen);
      if (definition?.prefix === true && definition.iri !== null) return fromIri(definition.iri + rest);
    }
    return isAbsoluteIri(name) ? { kind: 'absolute', iri: name } : undefined;
  }

  /** JSON-LD 1.1 API, section 4.1.2 step 5.8: only earlier contexts define the terms in `@vocab`. */
  #expandVocab(
    value: JsonValue | undefined,
    { earlier, index, base }: VocabScope,
    problems: string[],
  ): string | undefined {
    if (value === null) return undefined;
    if (typeof value !== 'string') {
      problems.push('@vocab is neither a string nor null');
      return earlier;
    }
    const known = this.#define(value, index, new Set())?.iri ?? undefined;
    const expanded = known === undefined ? this.#expandColon(value, index, new Set()) : fromIri(known);
    if (expanded?.kind === 'absolute') return expanded.iri;
    if (expanded?.kind === 'blank') problems.push('@vocab is a blank node');
    if (earlier !== undefined) return earlier + value;
    if (isAbsolute(base)) return resolveIri(value, base);
    this.#usesBase = true;
    return resolveIri(value, this.#base);
  }
}

/** What a `@vocab` is expanded with. */
interface VocabScope {
  /** `@vocab` of the contexts before. */
  readonly earlier: string | undefined;
  /** Position of its context. */
  readonly index: number;
  readonly base: string | null | undefined;
}

function isAbsolute(base: string | null | undefined): base is string {
  return typeof base === 'string' && isAbsoluteIri(base);
}
