import { RDF_TYPE } from '../../base/rdf/vocabulary.js';

/** A fact about a node: a predicate, after `^` if the node is the object, and the node or value at the other end. */
export type Fact = readonly [way: string, other: string];

/** The facts of each node, by its N-Triples term. */
export type NodeFacts = ReadonlyMap<string, readonly Fact[]>;

/** A fact identifies a node if at most this many nodes share it. */
const FEW = 8;

/** How often pairing a node is tried after one of its neighbours was paired. Keeps the work linear. */
const MAX_TRIES = 8;

/** The share of its facts that a renamed node must keep. */
const MIN_SHARED = 0.5;

const TYPE_WAY = `<${RDF_TYPE}>`;

/**
 * Pairs removed nodes with added nodes by their shared facts and by the ends of their identifiers. Facts that few nodes
 * share give the first pairs; each pair leads to pairs among its neighbours. Ambiguous nodes stay unpaired.
 * @param common keys of facts that unchanged nodes share (see {@link factKey})
 * @returns new terms by old terms
 */
export function recogniseRenamed(
  removed: NodeFacts,
  added: NodeFacts,
  common: ReadonlySet<string>,
): Map<string, string> {
  const recognition = new Recognition(removed, added, common);
  recognition.pairByFacts();
  recognition.pairNeighbours();
  return recognition.names;
}

/** A string that is equal for equal facts. */
export function factKey([way, other]: Fact): string {
  return `${way} ${other}`;
}

class Recognition {
  /** The pairs: new terms by old terms. */
  readonly names = new Map<string, string>();
  readonly #removed: NodeFacts;
  readonly #added: NodeFacts;
  readonly #common: ReadonlySet<string>;
  /** Added nodes that are paired. */
  readonly #taken = new Set<string>();
  /** Pairs whose neighbours have not been tried yet. */
  readonly #unvisited: (readonly [old: string, name: string])[] = [];
  readonly #tries = new Map<string, number>();
  /** Added nodes by the keys of their facts and by the ends of their IRIs; at most `FEW` + 1 for each. */
  readonly #index = new Map<string, string[]>();
  readonly #factKeys = new Map<string, ReadonlySet<string>>();
  /** For each added node, the number of facts whose other end is known. */
  readonly #factCounts = new Map<string, number>();

  constructor(removed: NodeFacts, added: NodeFacts, common: ReadonlySet<string>) {
    this.#removed = removed;
    this.#added = added;
    this.#common = common;
    for (const [name, facts] of added) {
      const keys = new Set(facts.map(factKey));
      this.#factKeys.set(name, keys);
      this.#factCounts.set(name, facts.filter(([, other]) => !added.has(other)).length);
      for (const key of [...keys, ...endingsOf(name)]) {
        const names = this.#index.get(key);
        if (names === undefined) this.#index.set(key, [name]);
        else if (names.length <= FEW) names.push(name);
      }
    }
  }

  /** Pairs nodes by the facts that connect them to the rest of the graph. */
  pairByFacts(): void {
    this.#pairUp(this.#removed.keys(), (old) => this.#candidates(old));
  }

  /** Goes from each pair to nodes that have the same relation to both, and pairs these. */
  pairNeighbours(): void {
    for (let pair = this.#unvisited.pop(); pair !== undefined; pair = this.#unvisited.pop()) {
      const [old, name] = pair;
      const removed = byWay(this.#factsOf(old), (node) => this.#removed.has(node) && !this.names.has(node));
      const added = byWay(this.#added.get(name) ?? [], (node) => this.#isUnpaired(node));
      for (const [way, nodes] of removed) {
        const candidates = added.get(way) ?? [];
        if (nodes.length > FEW || candidates.length === 0 || candidates.length > FEW) continue;
        const unpaired = nodes.filter((node) => !this.names.has(node) && this.#mayTry(node));
        this.#pairUp(unpaired, () => candidates);
      }
    }
  }

  /** The added nodes that share the most identifying facts with a removed one. */
  #candidates(old: string): string[] {
    const votes = new Map<string, number>();
    for (const key of [...this.#factsOf(old).map(factKey), ...endingsOf(old)]) {
      const names = this.#index.get(key) ?? [];
      if (names.length <= FEW) for (const name of names) votes.set(name, (votes.get(name) ?? 0) + 1);
    }
    const best = votes.size <= FEW ? [...votes] : [...votes].sort(([, a], [, b]) => b - a).slice(0, FEW);
    return best.map(([name]) => name);
  }

  /** Pairs nodes that are each other's best match. */
  #pairUp(olds: Iterable<string>, candidates: (old: string) => readonly string[]): void {
    const claims = new Map<string, Claim>();
    for (const old of olds) {
      let best = NOBODY;
      for (const node of candidates(old)) best = better(best, { node, score: this.#score(old, node) });
      const { node: name, score } = best;
      if (name !== undefined) claims.set(name, better(claims.get(name) ?? NOBODY, { node: old, score }));
    }
    for (const [name, { node: old }] of claims) {
      if (old === undefined) continue;
      this.names.set(old, name);
      this.#taken.add(name);
      this.#unvisited.push([old, name]);
      for (const [, other] of this.#added.get(name) ?? [])
        if (this.#added.has(other)) this.#factCounts.set(other, (this.#factCounts.get(other) ?? 0) + 1);
    }
  }

  #factsOf(old: string): readonly Fact[] {
    return this.#removed.get(old) ?? [];
  }

  #isUnpaired(name: string): boolean {
    return this.#added.has(name) && !this.#taken.has(name);
  }

  #mayTry(old: string): boolean {
    const tries = (this.#tries.get(old) ?? 0) + 1;
    this.#tries.set(old, tries);
    return tries <= MAX_TRIES;
  }

  /** How similar two nodes are. Facts whose other end is not paired yet do not count. */
  #score(old: string, name: string): Score {
    const facts = this.#factsOf(old);
    const keys = this.#factKeys.get(name) as ReadonlySet<string>;
    if (!this.#isUnpaired(name) || isDescribed(facts) !== isDescribed(this.#added.get(name) ?? [])) return NONE;
    let known = 0;
    let shared = 0;
    let sharesMoreThanType = false;
    let sharesUnique = false;
    for (const [way, other] of facts) {
      const now = this.names.get(other) ?? other;
      if (now === other && this.#removed.has(other)) continue;
      known += 1;
      const key = factKey([way, now]);
      if (!keys.has(key)) continue;
      shared += 1;
      sharesMoreThanType ||= way !== TYPE_WAY;
      sharesUnique ||= way !== TYPE_WAY && this.#index.get(key)?.length === 1 && !this.#common.has(key);
    }
    const ending = commonEnding(old, name);
    const named = Math.min(ending, 1);
    const similarity = (2 * (shared + named)) / (known + (this.#factCounts.get(name) as number) + 2 * named);
    // A node that has changed as well needs the end of its name or a fact that no other node has.
    const isSame = named > 0 || sharesUnique || (sharesMoreThanType && similarity === 1);
    return isSame && shared + named >= MIN_SHARED * (known + named) ? [similarity, ending] : NONE;
  }
}

/** Similarity, and the number of equal segments at the ends of the identifiers. */
type Score = readonly [similarity: number, ending: number];

/** The best partner of a node, undefined if two are equally good. */
interface Claim {
  readonly node: string | undefined;
  readonly score: Score;
}

const NONE: Score = [0, 0];
const NOBODY: Claim = { node: undefined, score: NONE };

function better(one: Claim, other: Claim): Claim {
  if (other.score === NONE) return one;
  const by = one.score[0] - other.score[0] || one.score[1] - other.score[1];
  return by > 0 ? one : by < 0 ? other : { node: undefined, score: one.score };
}

/** Whether a node is the subject of a triple. Described nodes pair only with described nodes. */
function isDescribed(facts: readonly Fact[]): boolean {
  return facts.some(([way]) => !way.startsWith('^'));
}

function byWay(facts: readonly Fact[], isWanted: (other: string) => boolean): Map<string, string[]> {
  const nodes = new Map<string, string[]>();
  for (const [way, other] of facts) {
    if (!isWanted(other)) continue;
    const others = nodes.get(way);
    if (others === undefined) nodes.set(way, [other]);
    else others.push(other);
  }
  return nodes;
}

/** The last one, two and three segments of an IRI: they stay when a file or a whole crate moves. */
function endingsOf(term: string): string[] {
  const segments = iriSegments(term);
  return [1, 2, 3].filter((count) => count < segments.length).map((count) => `/${segments.slice(-count).join('/')}`);
}

/** The number of equal segments at the ends of two IRIs. */
function commonEnding(one: string, other: string): number {
  const a = iriSegments(one);
  const b = iriSegments(other);
  let count = 0;
  while (count < Math.min(a.length, b.length) - 1 && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}

/** The segments of an IRI. A blank node has none. */
function iriSegments(term: string): string[] {
  return term.startsWith('<') ? term.slice(1, -1).replace(/\/$/, '').split(/[/#]/) : [];
}
