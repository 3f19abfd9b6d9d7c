import { addToList } from '../../base/list-map.js';
import type { JsonObject } from '../../crate/json/value.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { canonicalJson } from '../../crate/read/literals.js';
import type { CrateTerms } from './crate-terms.js';
import { namedTerms, ownTermKey, type NamedTerm, type OwnTerm } from './shared-terms.js';
import { labelOfName } from './term-definition-entity.js';

/** Crates that name a term by an IRI that other crates use too, and for which it does not move to the profile. */
export interface NearMiss {
  readonly name: string;
  readonly iri: string;
  readonly crates: readonly string[];
  /**
   * `undefined`: no entity of these crates defines the term. `foreign`: its definition is nested, or uses terms that
   * other crates do not know. `differs`: it is not that of another crate.
   */
  readonly reason: 'undefined' | 'foreign' | 'differs';
  /** The crate that defines it otherwise. */
  readonly like?: string | undefined;
  /** What is different: `@context` (name or entry), or keys of the definition such as `@type` and `description`. */
  readonly differs: readonly string[];
}

/** A term that crates share. */
export interface SharedTerm {
  readonly term: OwnTerm;
  /** How many crates share it. */
  readonly crates: number;
  /** Whether no crate defines it: its definition is made from its name and its uses. */
  readonly isNew: boolean;
}

interface SeenTerm extends NamedTerm {
  readonly crate: string;
}

/** Collects the terms of several crates, and finds those that they share. */
export class TermSurvey {
  readonly #define: boolean;
  readonly #seen: SeenTerm[] = [];
  readonly #names = new Map<string, number>();
  #shared: readonly SharedTerm[] | undefined;

  /** @param define whether a crate that names a term without defining it shares it */
  constructor(define: boolean) {
    this.#define = define;
  }

  add(crate: string, document: CrateDocument, found: CrateTerms): void {
    for (const term of namedTerms(document, found)) this.#seen.push({ ...term, crate });
    for (const { name, origin, iri } of found.terms)
      if (origin === 'local' && iri !== undefined && !found.origins.shared.isKnown(iri))
        this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
  }

  /** The terms of at least two crates. A name or an IRI that they use in two ways is not shared. */
  shared(): readonly SharedTerm[] {
    if (this.#shared !== undefined) return this.#shared;
    const groups = [...grouped(this.#seen, entryKey).values()].flatMap((terms) => this.#sharedIn(terms));
    const names = grouped(groups, ({ term }) => term.name);
    const iris = grouped(groups, ({ term }) => term.iri);
    const isOnly = ({ term }: SharedTerm) => names.get(term.name)?.length === 1 && iris.get(term.iri)?.length === 1;
    return (this.#shared = groups.filter(isOnly));
  }

  /** The terms of a crate that it shares. */
  sharedOf(document: CrateDocument, found: CrateTerms): NamedTerm[] {
    const shared = new Map(this.shared().map(({ term }) => [term.iri, term]));
    return namedTerms(document, found).filter((term) => this.#takes(term, shared.get(term.iri)));
  }

  /** Names that several crates use for terms of their own that do not move. */
  different(): string[] {
    const moved = new Set(this.shared().map(({ term }) => term.name));
    return [...this.#names].flatMap(([name, crates]) => (crates > 1 && !moved.has(name) ? [name] : []));
  }

  /** Who else names an IRI that several crates use, and what is in the way. */
  nearMisses(): NearMiss[] {
    return [...grouped(this.#seen, ({ iri }) => iri).values()].flatMap((terms) => {
      if (new Set(terms.map(({ crate }) => crate)).size < 2) return [];
      const shared = this.shared().find(({ term }) => term.iri === terms[0]?.iri)?.term;
      const model =
        terms.find((term) => shared !== undefined && term.definition !== undefined && this.#takes(term, shared)) ??
        terms.find(({ definition }) => definition !== undefined);
      const missed = terms.filter((term) => term !== model && !this.#takes(term, shared));
      const misses = missed.map((term) => missOf(term, model)).filter((miss) => miss !== undefined);
      return [
        ...grouped(misses, ({ name, reason, like = '', differs }) =>
          canonicalJson([name, reason, like, ...differs]),
        ).values(),
      ].map((same) => {
        const { name, iri, reason, like, differs } = same[0] as (typeof misses)[number];
        return { name, iri, crates: same.map(({ crate }) => crate), reason, like, differs };
      });
    });
  }

  #takes(term: NamedTerm, shared: OwnTerm | undefined): boolean {
    if (shared === undefined || entryKey(term) !== entryKey(shared)) return false;
    if (term.definition !== undefined)
      return ownTermKey({ ...term, definition: term.definition }) === ownTermKey(shared);
    return this.#define && !term.isForeign;
  }

  /** What terms with the same name and entry share. */
  #sharedIn(terms: readonly SeenTerm[]): SharedTerm[] {
    const [first] = terms;
    const bare = this.#define ? terms.filter((term) => term.definition === undefined && !term.isForeign) : [];
    const defined = terms.flatMap((term) =>
      term.definition === undefined ? [] : [{ ...term, definition: term.definition }],
    );
    const kinds = [...grouped(defined, ownTermKey).values()];
    if (kinds.length === 0) {
      if (bare.length < 2 || first === undefined) return [];
      return [{ term: { ...first, definition: newDefinition(bare) }, crates: bare.length, isNew: true }];
    }
    const isClear = kinds.length === 1 || kinds.filter((kind) => kind.length > 1).length === 1;
    return kinds.flatMap((kind) => {
      const crates = kind.length + (isClear && (kind.length > 1 || kinds.length === 1) ? bare.length : 0);
      const [term] = kind;
      return term === undefined || crates < 2 ? [] : [{ term, crates, isNew: false }];
    });
  }
}

/** Why a term does not move; undefined if there is nothing to compare it with but itself. */
function missOf(
  { crate, name, iri, entry, definition, isForeign }: SeenTerm,
  model: SeenTerm | undefined,
): (Omit<NearMiss, 'crates'> & { readonly crate: string }) | undefined {
  const miss = { crate, name, iri };
  if (isForeign) return { ...miss, reason: 'foreign', differs: [] };
  const renamed = model !== undefined && entryKey(model) !== entryKey({ name, entry }) ? ['@context'] : [];
  if (definition === undefined) return { ...miss, reason: 'undefined', like: model?.crate, differs: renamed };
  if (model?.definition === undefined) return undefined;
  const { definition: other } = model;
  const keys = [...new Set([...Object.keys(other), ...Object.keys(definition)])];
  const changed = keys.filter((key) => canonicalJson(definition[key] ?? null) !== canonicalJson(other[key] ?? null));
  const differs = [...renamed, ...changed];
  return differs.length === 0 ? undefined : { ...miss, reason: 'differs', like: model.crate, differs };
}

/** The definition of a term that no crate defines. */
function newDefinition(terms: readonly NamedTerm[]): JsonObject {
  const [{ name, iri }] = terms as [NamedTerm];
  const isClass = terms.some(({ uses }) => uses.class > 0);
  const isProperty = !isClass || terms.some(({ uses }) => uses.property > 0);
  const types = [...(isProperty ? ['rdf:Property'] : []), ...(isClass ? ['rdfs:Class'] : [])];
  return { '@id': iri, '@type': types.length === 1 ? (types[0] as string) : types, name: labelOfName(name) };
}

function entryKey({ name, entry }: Pick<NamedTerm, 'name' | 'entry'>): string {
  return canonicalJson([name, entry]);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    addToList(groups, keyOf(item), item);
  }
  return groups;
}
