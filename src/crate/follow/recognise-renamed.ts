import { TYPE } from './written-keys.js';

/** Something that is said of a node: the predicate, with `^` before it where the node is the object, and the other end. */
export type Fact = readonly [way: string, other: string];

/** Nodes by their terms, with all that is said of each. */
export type Nodes = ReadonlyMap<string, readonly Fact[]>;

/** Of how many nodes something may be said and still point one of them out. */
const FEW = 8;

/** How often a node is looked at again because the nodes around it are known now: work stays linear. */
const TRIES = 8;

/** How much of what was said of a node has to be said of it still. */
const LEFT = 0.5;

const TYPE_WAY = `<${TYPE}>`;

/**
 * Which old node is which new one, by what is still said of it and by how its identifier ends. What is said of few
 * nodes finds the first pairs; each pair leads on to the nodes around it. A node that could be either of two is neither.
 * @param common what is said of other nodes, too (see {@link keyOf})
 * @returns new terms by old ones
 */
export function recognise(olds: Nodes, news: Nodes, common: ReadonlySet<string>): Map<string, string> {
  const recognition = new Recognition(olds, news, common);
  recognition.begin();
  recognition.spread();
  return recognition.names;
}

/** A string that is equal for equal facts. */
export function keyOf([way, other]: Fact): string {
  return `${way} ${other}`;
}

class Recognition {
  readonly names = new Map<string, string>();
  readonly #olds: Nodes;
  readonly #news: Nodes;
  readonly #common: ReadonlySet<string>;
  readonly #taken = new Set<string>();
  readonly #settled: (readonly [old: string, name: string])[] = [];
  readonly #tries = new Map<string, number>();
  /** New nodes by what is said of them, and by how they end; some of them where there are many. */
  readonly #index = new Map<string, string[]>();
  readonly #said = new Map<string, ReadonlySet<string>>();
  /** How much is said of each new node with what is known. */
  readonly #sizes = new Map<string, number>();

  constructor(olds: Nodes, news: Nodes, common: ReadonlySet<string>) {
    this.#olds = olds;
    this.#news = news;
    this.#common = common;
    for (const [name, facts] of news) {
      const said = new Set(facts.map(keyOf));
      this.#said.set(name, said);
      this.#sizes.set(name, facts.filter(([, other]) => !news.has(other)).length);
      for (const key of [...said, ...endingsOf(name)]) {
        const known = this.#index.get(key);
        if (known === undefined) this.#index.set(key, [name]);
        else if (known.length <= FEW) known.push(name);
      }
    }
  }

  /** Pairs up what can be told from the rest of the graph. */
  begin(): void {
    this.#settle(this.#olds.keys(), (old) => this.#candidates(old));
  }

  /** Goes from each pair to the nodes that stand in the same relation to both. */
  spread(): void {
    for (let pair = this.#settled.pop(); pair !== undefined; pair = this.#settled.pop()) {
      const [old, name] = pair;
      const around = byWay(this.#factsOf(old), (one) => this.#olds.has(one) && !this.names.has(one));
      const others = byWay(this.#news.get(name) ?? [], (one) => this.#isOpen(one));
      for (const [way, nodes] of around) {
        const found = others.get(way) ?? [];
        if (nodes.length > FEW || found.length === 0 || found.length > FEW) continue;
        const open = nodes.filter((node) => !this.names.has(node) && this.#mayTry(node));
        this.#settle(open, () => found);
      }
    }
  }

  /** The new nodes that share the most with an old one of what is said of few. */
  #candidates(old: string): string[] {
    const votes = new Map<string, number>();
    for (const key of [...this.#factsOf(old).map(keyOf), ...endingsOf(old)]) {
      const found = this.#index.get(key) ?? [];
      if (found.length <= FEW) for (const name of found) votes.set(name, (votes.get(name) ?? 0) + 1);
    }
    const best = votes.size <= FEW ? [...votes] : [...votes].sort(([, a], [, b]) => b - a).slice(0, FEW);
    return best.map(([name]) => name);
  }

  /** Pairs up nodes that are each the best for the other one. */
  #settle(olds: Iterable<string>, candidates: (old: string) => readonly string[]): void {
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
      this.#settled.push([old, name]);
      for (const [, other] of this.#news.get(name) ?? [])
        if (this.#news.has(other)) this.#sizes.set(other, (this.#sizes.get(other) ?? 0) + 1);
    }
  }

  #factsOf(old: string): readonly Fact[] {
    return this.#olds.get(old) ?? [];
  }

  #isOpen(name: string): boolean {
    return this.#news.has(name) && !this.#taken.has(name);
  }

  #mayTry(old: string): boolean {
    const tries = (this.#tries.get(old) ?? 0) + 1;
    this.#tries.set(old, tries);
    return tries <= TRIES;
  }

  /** How alike two nodes are: what is said with nodes that are not known yet does not count. */
  #score(old: string, name: string): Score {
    const facts = this.#factsOf(old);
    const said = this.#said.get(name) as ReadonlySet<string>;
    if (!this.#isOpen(name) || isDescribed(facts) !== isDescribed(this.#news.get(name) ?? [])) return NONE;
    let [before, shared, telling, own] = [0, 0, false, false];
    for (const [way, other] of facts) {
      const now = this.names.get(other) ?? other;
      if (now === other && this.#olds.has(other)) continue;
      before += 1;
      const key = keyOf([way, now]);
      if (!said.has(key)) continue;
      shared += 1;
      telling ||= way !== TYPE_WAY;
      own ||= way !== TYPE_WAY && this.#index.get(key)?.length === 1 && !this.#common.has(key);
    }
    const ending = alikeEndings(old, name);
    const named = Math.min(ending, 1);
    const likeness = (2 * (shared + named)) / (before + (this.#sizes.get(name) as number) + 2 * named);
    // What changed as well has to have something of its own.
    const isSame = named > 0 || own || (telling && likeness === 1);
    return isSame && shared + named >= LEFT * (before + named) ? [likeness, ending] : NONE;
  }
}

/** How alike, and in how many parts the identifiers end the same way. */
type Score = readonly [likeness: number, ending: number];

/** The best node for another one; undefined where two are as good. */
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

/** What is only referred to is not what was described. */
function isDescribed(facts: readonly Fact[]): boolean {
  return facts.some(([way]) => !way.startsWith('^'));
}

function byWay(facts: readonly Fact[], wanted: (other: string) => boolean): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  for (const [way, other] of facts) {
    if (!wanted(other)) continue;
    const known = ways.get(way);
    if (known === undefined) ways.set(way, [other]);
    else known.push(other);
  }
  return ways;
}

/** The last parts of an identifier, one to three of them: they stay when files move, or all of a crate. */
function endingsOf(term: string): string[] {
  const parts = partsOf(term);
  return [1, 2, 3].filter((count) => count < parts.length).map((count) => `/${parts.slice(-count).join('/')}`);
}

/** In how many parts two identifiers end the same way. */
function alikeEndings(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  let count = 0;
  while (count < Math.min(a.length, b.length) - 1 && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}

/** The parts of an IRI; a blank node has none. */
function partsOf(term: string): string[] {
  return term.startsWith('<') ? term.slice(1, -1).replace(/\/$/, '').split(/[/#]/) : [];
}
