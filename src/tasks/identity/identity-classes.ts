import { addToList } from '../../base/list-map.js';
import type { KnownIdentifier } from './normal-forms.js';
import { isOfficeAddress } from './normal-forms.js';
import { mayBeOneName, mayBeOneTitle } from './same-name.js';

/** Where an entity says what it is: its own IRI, or a value of it. */
export type IdentityReason = 'iri' | 'identifier' | 'sameAs' | 'url' | 'checksum' | 'email';

/** What an entity says that it is. */
export interface IdentityClaim {
  readonly identifier: KnownIdentifier;
  readonly reason: IdentityReason;
  /** Numbers of the crates that say so. */
  readonly crates: ReadonlySet<number>;
}

/** An entity of crates with an IRI, and what it says that it is. */
export interface ClaimingEntity {
  readonly iri: string;
  readonly isPerson: boolean;
  readonly isOrganisation: boolean;
  readonly names: readonly string[];
  /** Of a file, in bytes. */
  readonly sizes: readonly number[];
  readonly claims: readonly IdentityClaim[];
}

/** What can be the same in several crates. */
export type IdentityKind = 'person' | 'organisation' | 'licence' | 'work' | 'file';

/** An IRI of a class, with what it says that it is. */
export interface IdentityMember {
  readonly iri: string;
  readonly claims: readonly Pick<IdentityClaim, 'identifier' | 'reason'>[];
}

/** IRIs that mean the same. */
export interface IdentityClass {
  readonly kind: IdentityKind;
  /** The best identifier in its one form; without one, the first IRI. */
  readonly canonical: string;
  readonly members: readonly IdentityMember[];
}

/** Something that crates say, and that cannot all be true. */
export interface IdentityConflict {
  readonly kind: 'names' | 'titles' | 'identifiers' | 'sizes' | 'entities';
  readonly identifier: string;
  /** The names, titles, identifiers or sizes that differ. */
  readonly values: readonly string[];
  /** IRIs of the entities that say so. */
  readonly entities: readonly string[];
  /** Whether the entities are one all the same. */
  readonly joined: boolean;
}

/** What is the same, and what does not fit. */
export interface JoinedIdentities {
  readonly classes: readonly IdentityClass[];
  readonly conflicts: readonly IdentityConflict[];
}

/** An entity with the claims that count. */
interface Candidate extends ClaimingEntity {
  readonly counted: readonly IdentityClaim[];
}

const ORDER = ['orcid', 'ror', 'doi', 'licence', 'checksum', 'email'] as const;

/**
 * Finds the entities that are the same: those with one identifier, never those with one name. A name only keeps apart:
 * what has another title than the work of a DOI, or another name than others with its e-mail, is not joined by that.
 * No class has two different identifiers of one kind. The result does not depend on the order of the entities.
 */
export function joinIdentities(entities: Iterable<ClaimingEntity>): JoinedIdentities {
  const conflicts: IdentityConflict[] = [];
  const candidates = [...entities]
    .sort((a, b) => byCodeUnits(a.iri, b.iri))
    .map((entity) => ({ ...entity, counted: countedClaims(entity, conflicts) }));
  const joins = new Joins(candidates, conflicts);
  for (const [key, at] of groupsOf(candidates)) joins.join(key, at);
  const classes = joins.classes();
  return {
    classes: classes.sort((a, b) => byCodeUnits(a.canonical, b.canonical)),
    conflicts: conflicts.sort((a, b) => byCodeUnits(conflictKey(a), conflictKey(b))),
  };
}

function conflictKey({ kind, identifier, entities }: IdentityConflict): string {
  return [kind, identifier, ...entities].join(' ');
}

/** The order of code units, which is the same everywhere. */
export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Identifiers of which a thing has one: two of the same key contradict each other. */
function exclusiveKey({ kind, iri }: KnownIdentifier): string | undefined {
  if (kind === 'email') return undefined;
  return kind === 'checksum' ? iri.slice(0, iri.indexOf(';')) : kind;
}

/**
 * The claims that count: of one kind, that of the IRI itself, or else the only one. A dataset may state the DOIs of all
 * of its versions, so several DOIs are no conflict, and say nothing.
 */
function countedClaims({ iri, claims }: ClaimingEntity, conflicts: IdentityConflict[]): IdentityClaim[] {
  const byKey = new Map<string, IdentityClaim[]>();
  for (const claim of claims) addToList(byKey, exclusiveKey(claim.identifier) ?? claim.identifier.iri, claim);
  const counted: IdentityClaim[] = [];
  for (const same of byKey.values()) {
    const different = distinct(same.map(({ identifier }) => identifier.iri));
    const own = same.find(({ reason }) => reason === 'iri');
    const [first] = same;
    if (different.length > 1 && first?.identifier.kind !== 'doi')
      conflicts.push({
        kind: 'identifiers',
        identifier: own?.identifier.iri ?? iri,
        values: different,
        entities: [iri],
        joined: false,
      });
    const known = own ?? (different.length === 1 ? first : undefined);
    if (known === undefined) continue;
    for (const claim of same) if (claim.identifier.iri === known.identifier.iri) counted.push(claim);
  }
  return counted;
}

function distinct(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort(byCodeUnits);
}

/** The entities with the same identifier, the best kind first. An e-mail is one thing for people, another for offices. */
function groupsOf(candidates: readonly Candidate[]): [key: KnownIdentifier, at: readonly number[]][] {
  const groups = new Map<string, { readonly identifier: KnownIdentifier; readonly at: Set<number> }>();
  for (const [at, entity] of candidates.entries())
    for (const { identifier } of entity.counted) {
      if (identifier.kind === 'email' && entity.isPerson === entity.isOrganisation) continue;
      if (identifier.kind === 'email' && entity.isPerson && isOfficeAddress(identifier)) continue;
      const key = `${ORDER.indexOf(identifier.kind)} ${identifier.iri} ${entity.isPerson && identifier.kind === 'email'}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { identifier, at: new Set([at]) });
      else group.at.add(at);
    }
  return [...groups]
    .filter(([, { at }]) => at.size > 1)
    .sort(([a], [b]) => byCodeUnits(a, b))
    .map(([, { identifier, at }]) => [identifier, [...at]]);
}

interface FoundConflict extends Pick<IdentityConflict, 'kind' | 'values'> {
  readonly identifier: KnownIdentifier;
  readonly group: readonly number[];
  readonly joined?: boolean;
}

/** Joins entities step by step (union-find). */
class Joins {
  readonly #candidates: readonly Candidate[];
  readonly #conflicts: IdentityConflict[];
  readonly #parents: Uint32Array;
  /** The exclusive identifiers of a class, by its first entity. */
  readonly #known = new Map<number, Map<string, string>>();
  /** The identifiers by which an entity was joined with others. */
  readonly #accepted = new Map<number, Set<string>>();

  constructor(candidates: readonly Candidate[], conflicts: IdentityConflict[]) {
    this.#candidates = candidates;
    this.#conflicts = conflicts;
    this.#parents = Uint32Array.from(candidates.keys());
  }

  join(identifier: KnownIdentifier, group: readonly number[]): void {
    const [first = 0, ...others] = this.#fitting(identifier, group);
    for (const at of others) {
      const both = [first, at];
      if (this.#unite(first, at)) for (const one of both) this.#accept(one, identifier);
      else this.#report({ kind: 'identifiers', identifier, group: both, values: this.#exclusive(both) });
    }
  }

  /** Those of a group that may be joined; reports the others. */
  #fitting(identifier: KnownIdentifier, group: readonly number[]): readonly number[] {
    switch (identifier.kind) {
      case 'orcid': {
        const names = differing(this.#names(group), mayBeOneName);
        if (names.length > 0) this.#report({ kind: 'names', identifier, group, values: names, joined: true });
        return group;
      }
      case 'doi':
        return this.#sameWork(identifier, group);
      case 'checksum': {
        const sizes = distinct(group.flatMap((at) => this.#at(at).sizes.map(String)));
        if (sizes.length < 2) return group;
        this.#report({ kind: 'sizes', identifier, group, values: sizes });
        return [];
      }
      case 'email':
        return this.#sameAddress(identifier, group);
      default:
        return group;
    }
  }

  /**
   * The IRIs of a DOI, and what has this DOI as a value and no other title. Several entities of one crate with such a
   * value may be parts of the work.
   */
  #sameWork(identifier: KnownIdentifier, group: readonly number[]): readonly number[] {
    const isItself = (at: number) => this.#claimed(at, identifier).some(({ reason }) => reason === 'iri');
    const itself = group.filter(isItself);
    const others = group.filter((at) => !isItself(at));
    const crates = others.map((at) => new Set(this.#claimed(at, identifier).flatMap((claim) => [...claim.crates])));
    const count = new Map<number, number>();
    for (const own of crates) for (const crate of own) count.set(crate, (count.get(crate) ?? 0) + 1);
    const isShared = (_: number, at: number) => [...(crates[at] ?? [])].some((crate) => (count.get(crate) ?? 0) > 1);
    const shared = others.filter(isShared);
    if (shared.length > 0) this.#report({ kind: 'entities', identifier, group: shared, values: [] });
    const alone = others.filter((one, at) => !isShared(one, at));
    const titles = this.#names(itself).slice(0, MOST_NAMES);
    if (titles.length === 0) {
      // Nobody says what the work is called: then all have to agree.
      const own = differing(this.#names(alone), mayBeOneTitle);
      if (own.length === 0) return [...itself, ...alone];
      this.#report({ kind: 'titles', identifier, group: alone, values: own });
      return itself;
    }
    const fit = [...itself];
    for (const at of alone) {
      const own = this.#names([at]);
      const isOne = own.length === 0 || own.some((name) => titles.some((title) => mayBeOneTitle(name, title)));
      if (isOne) fit.push(at);
      else this.#report({ kind: 'titles', identifier, group: [at], values: distinct([...own, ...titles]) });
    }
    return fit;
  }

  /** People with one e-mail, unless they have two ORCIDs, or two names. */
  #sameAddress(identifier: KnownIdentifier, group: readonly number[]): readonly number[] {
    const ids = this.#exclusive(group);
    if (ids.length > 1) {
      this.#report({ kind: 'identifiers', identifier, group, values: ids });
      return [];
    }
    const names = differing(this.#names(group), mayBeOneName);
    if (names.length === 0) return group;
    this.#report({ kind: 'names', identifier, group, values: names });
    return [];
  }

  /** The ORCIDs or RORs of the classes of some entities. */
  #exclusive(group: readonly number[]): string[] {
    return distinct(
      group.flatMap((at) =>
        [...this.#identifiers(this.#root(at))].flatMap(([key, iri]) => (key === 'doi' ? [] : [iri])),
      ),
    );
  }

  #claimed(at: number, { iri }: KnownIdentifier): IdentityClaim[] {
    return this.#at(at).counted.filter(({ identifier }) => identifier.iri === iri);
  }

  #names(group: readonly number[]): string[] {
    return distinct(group.flatMap((at) => this.#at(at).names));
  }

  #at(at: number): Candidate {
    return this.#candidates[at] as Candidate;
  }

  #report({ identifier, group, joined = false, ...conflict }: FoundConflict): void {
    const entities = group.map((at) => this.#at(at).iri);
    this.#conflicts.push({ ...conflict, identifier: identifier.iri, entities, joined });
  }

  #accept(at: number, { iri }: KnownIdentifier): void {
    const accepted = this.#accepted.get(at);
    if (accepted === undefined) this.#accepted.set(at, new Set([iri]));
    else accepted.add(iri);
  }

  /** The claims by which an entity was joined with others. */
  #joining(at: number): IdentityClaim[] {
    return this.#at(at).counted.filter(({ identifier }) => this.#accepted.get(at)?.has(identifier.iri) === true);
  }

  #root(at: number): number {
    let root = at;
    while (this.#parents[root] !== root) {
      const parent = this.#parents[root] as number;
      this.#parents[root] = this.#parents[parent] as number;
      root = parent;
    }
    return root;
  }

  #identifiers(root: number): Map<string, string> {
    let known = this.#known.get(root);
    if (known === undefined) {
      known = new Map();
      for (const { identifier } of this.#at(root).counted) {
        const key = exclusiveKey(identifier);
        if (key !== undefined) known.set(key, identifier.iri);
      }
      this.#known.set(root, known);
    }
    return known;
  }

  /** @returns false for two classes that have different identifiers of one kind, which stay as they are */
  #unite(one: number, other: number): boolean {
    const [a, b] = [this.#root(one), this.#root(other)];
    if (a === b) return true;
    const [first, second] = a < b ? [a, b] : [b, a];
    const known = this.#identifiers(first);
    const more = this.#identifiers(second);
    for (const [key, iri] of more) if ((known.get(key) ?? iri) !== iri) return false;
    for (const [key, iri] of more) known.set(key, iri);
    this.#known.delete(second);
    this.#parents[second] = first;
    return true;
  }

  classes(): IdentityClass[] {
    const byRoot = new Map<number, number[]>();
    for (const at of this.#candidates.keys()) addToList(byRoot, this.#root(at), at);
    return [...byRoot.values()].filter((same) => same.length > 1).map((same) => this.#classOf(same));
  }

  #classOf(group: readonly number[]): IdentityClass {
    const all = group.flatMap((at) => this.#joining(at).map(({ identifier }) => identifier));
    const best = ORDER.slice(0, -1).flatMap((kind) => all.find((one) => one.kind === kind) ?? [])[0];
    const checksum = distinct(all.filter(({ kind }) => kind === 'checksum').map(({ iri }) => iri))[0];
    const canonical =
      (best?.kind === 'checksum' ? checksum : best?.iri) ?? firstIri(group.map((at) => this.#at(at).iri));
    const isOrganisation = group.some((at) => this.#at(at).isOrganisation);
    return {
      kind: best === undefined ? (isOrganisation ? 'organisation' : 'person') : KINDS[best.kind as keyof typeof KINDS],
      canonical,
      members: group.map((at) => ({
        iri: this.#at(at).iri,
        claims: this.#joining(at).map(({ identifier, reason }) => ({ identifier, reason })),
      })),
    };
  }
}

const KINDS = { orcid: 'person', ror: 'organisation', doi: 'work', licence: 'licence', checksum: 'file' } as const;

/** Names of one thing that are compared. */
const MOST_NAMES = 20;

/** The first IRI, those of the web before all others. */
function firstIri(iris: readonly string[]): string {
  const web = iris.filter((iri) => /^https?:/i.test(iri));
  return distinct(web.length === 0 ? iris : web)[0] as string;
}

/** The names if two of them cannot be of one thing; else none. */
function differing(names: readonly string[], mayBeOne: (a: string, b: string) => boolean): string[] {
  const compared = names.slice(0, MOST_NAMES);
  const isOne = compared.every((name, at) => compared.slice(at + 1).every((other) => mayBeOne(name, other)));
  return isOne ? [] : compared;
}
