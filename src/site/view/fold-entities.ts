import type { LinkedEntities } from './linked-entities.js';
import type { NearestTree } from './nearest-tree.js';

/** Entities that a picture draws as one node: of one kind, and hanging on the same node by the same property. */
export interface Fold {
  /** Their numbers. */
  readonly members: readonly number[];
  /** What they hang on; undefined for the start, for what nothing connects with it, and for what is left over. */
  readonly parent: Fold | undefined;
  /** How far it is from the start. */
  readonly depth: number;
  readonly below: Fold[];
  /** Whether these are the entities of a kind that no other node has. */
  readonly isRest: boolean;
}

/** What to fold. */
export interface FoldOptions {
  readonly linked: LinkedEntities;
  readonly tree: NearestTree;
  /** The entities that count, with all that lies on the way to them; undefined: all. */
  readonly scope?: ReadonlySet<number> | undefined;
  /** These are in no fold with others. */
  readonly marked?: ReadonlySet<number> | undefined;
}

/** A picture with more nodes cannot be read. */
export const MOST_FOLDS = 40;
/** What is near has so many nodes before it is unfolded; what is far is seen only if there is room left. */
const COARSE = 22;
/** More entities that are linked with just the same ones stay together: their names say little. */
const ALIKE = 8;

/**
 * Divides the entities of a picture into at most {@link MOST_FOLDS} folds, the start first, then what is near: each
 * entity is in one of them. As far as there is room, folds are unfolded, the near and small ones first; what finds no
 * place is a fold for each kind.
 */
export function foldEntities(options: FoldOptions): Fold[] {
  return new Folding(options).folds();
}

class Folding {
  readonly #linked: LinkedEntities;
  readonly #tree: NearestTree;
  readonly #scope: ReadonlySet<number> | undefined;
  readonly #marked: ReadonlySet<number> | undefined;
  /** The folds that hang on nothing. */
  #tops: Fold[];
  /** How far from the start folds are made. */
  #reach = 0;
  #left: Fold[] = [];

  constructor({ linked, tree, scope, marked }: FoldOptions) {
    this.#linked = linked;
    this.#tree = tree;
    this.#scope = scope;
    this.#marked = marked;
    this.#tops = [{ members: [tree.start], parent: undefined, depth: 0, below: [], isRest: false }];
  }

  folds(): Fold[] {
    this.#spread();
    this.#left = this.#rest();
    this.#unfold();
    if (this.#left.length > 0) this.#fill();
    return [...this.#all(), ...this.#left];
  }

  /** Makes folds ring by ring, as far as all of a ring can be seen. */
  #spread(): void {
    const rings: Fold[][] = [this.#tops];
    let count = 1;
    let hasOthers = false;
    while (count <= MOST_FOLDS) {
      let ring = rings.at(-1)!.flatMap((fold) => this.#foldsBelow(fold));
      if (ring.length === 0 && !hasOthers) {
        hasOthers = true;
        ring = this.#others(rings.length);
      }
      if (ring.length === 0) break;
      rings.push(ring);
      count += ring.length;
    }
    let shown = 1;
    const most = count <= MOST_FOLDS ? MOST_FOLDS : COARSE;
    for (const ring of rings.slice(1)) {
      shown += ring.length;
      if (shown > most) break;
      for (const fold of ring) this.#hang(fold);
      this.#reach += 1;
    }
  }

  #hang(fold: Fold): void {
    if (fold.parent === undefined) this.#tops.push(fold);
    else fold.parent.below.push(fold);
  }

  #others(depth: number): Fold[] {
    return this.#grouped(this.#tree.others, undefined, depth);
  }

  #foldsBelow(fold: Fold): Fold[] {
    const below = fold.members.flatMap((member) => this.#tree.below[member]!);
    return this.#grouped(below, fold, fold.depth + 1);
  }

  /** The folds of entities that hang on the same fold, the most linked first. */
  #grouped(members: readonly number[], parent: Fold | undefined, depth: number): Fold[] {
    const groups = new Map<string, number[]>();
    for (const one of members) {
      if (this.#scope !== undefined && !this.#scope.has(one)) continue;
      const sameness = this.#sameness(one);
      const group = groups.get(sameness);
      if (group === undefined) groups.set(sameness, [one]);
      else group.push(one);
    }
    const weight = (group: readonly number[]): number =>
      group.reduce((sum, one) => sum + this.#linked.links[one]!.length, 0);
    const weights = new Map([...groups.values()].map((group) => [group, weight(group)]));
    return [...weights.keys()]
      .sort((a, b) => weights.get(b)! - weights.get(a)!)
      .map((group) => ({ members: group.sort((a, b) => a - b), parent, depth, below: [], isRest: false }));
  }

  #sameness(one: number): string {
    const kind = this.#linked.kinds[one]!;
    const types = kind === 'other' ? this.#linked.entities[one]!.types.join(' ') : '';
    const link = this.#tree.hangsOn[one];
    const way = link === undefined ? '' : `${link.source === one ? '<' : '>'}${link.keys[0]!}`;
    return `${kind}\n${types}\n${way}\n${this.#marked?.has(one) === true ? 'marked' : ''}`;
  }

  /** All folds, the near ones first. */
  #all(): Fold[] {
    return spreadOf(this.#tops);
  }

  #rest(): Fold[] {
    const isShown = new Uint8Array(this.#linked.entities.length);
    for (const { members } of this.#all()) for (const one of members) isShown[one] = 1;
    const kinds = new Map<string, number[]>();
    for (const one of this.#scope ?? this.#tree.order) {
      if (isShown[one] === 1) continue;
      const kind = `${this.#linked.kinds[one]!} ${String(this.#marked?.has(one) === true)}`;
      const members = kinds.get(kind);
      if (members === undefined) kinds.set(kind, [one]);
      else members.push(one);
    }
    return [...kinds.values()].map((members) => ({ members, parent: undefined, depth: Infinity, below: [], isRest: true })); // prettier-ignore
  }

  /** Divides folds for as long as there is room: first what is linked with others, then what is alike and few. */
  #unfold(): void {
    const tried = new Set<Fold>();
    let count = this.#all().length + this.#left.length;
    for (;;) {
      const next = this.#all()
        .filter((fold) => fold.members.length > 1 && !tried.has(fold))
        .sort((a, b) => a.depth - b.depth || a.members.length - b.members.length)[0];
      if (next === undefined) return;
      tried.add(next);
      const parts = this.#parts(next, MOST_FOLDS - count);
      if (parts === undefined) continue;
      const more = spreadOf(parts).length - spreadOf([next]).length;
      if (count + more > MOST_FOLDS) continue;
      count += more;
      const beside = next.parent?.below ?? this.#tops;
      const place = beside.indexOf(next);
      const replaced = [...beside.slice(0, place), ...parts, ...beside.slice(place + 1)];
      if (next.parent === undefined) this.#tops = replaced;
      else {
        beside.length = 0;
        for (const fold of replaced) beside.push(fold);
      }
    }
  }

  /** The folds that one falls into, with all below them; undefined if these are more than the room has. */
  #parts({ members, parent, depth }: Fold, room: number): Fold[] | undefined {
    const groups = new Map<string, number[]>();
    for (const one of members) {
      const sameness = this.#linkage(one);
      const group = groups.get(sameness);
      if (group !== undefined) group.push(one);
      else if (groups.size > room) return undefined;
      else groups.set(sameness, [one]);
    }
    const isAlike = groups.size === 1;
    if (isAlike && members.length > ALIKE) return undefined;
    const divided = isAlike ? members.map((one) => [one]) : [...groups.values()];
    const parts = divided.map((part): Fold => ({ members: part, parent, depth, below: [], isRest: false }));
    const made = [...parts];
    for (const fold of made) {
      if (fold.depth >= this.#reach) continue;
      for (const below of this.#foldsBelow(fold)) {
        fold.below.push(below);
        made.push(below);
      }
      if (made.length > MOST_FOLDS) return undefined;
    }
    return parts;
  }

  /** What an entity is linked with, and how. */
  #linkage(one: number): string {
    const ends = this.#linked.links[one]!.flatMap(({ source, target, keys }) => {
      const other = source === one ? target : source;
      if (this.#scope !== undefined && !this.#scope.has(other)) return [];
      return [`${source === one ? '>' : '<'}${other} ${keys.join(' ')}`];
    });
    return ends.sort().join('\n');
  }

  /** What is farther away gets the places that are left. */
  #fill(): void {
    let room = MOST_FOLDS - this.#all().length - this.#left.length;
    const ready = this.#all();
    const take = (folds: readonly Fold[]): void => {
      for (const fold of folds.slice(0, room)) {
        this.#hang(fold);
        ready.push(fold);
        room -= 1;
      }
    };
    for (const fold of ready) if (room > 0 && fold.below.length === 0) take(this.#foldsBelow(fold));
    if (room > 0 && this.#tops.length === 1) take(this.#others(this.#reach + 1));
    this.#left = this.#rest();
  }
}

/** Folds with all that hangs on them, the near ones first. */
function spreadOf(folds: readonly Fold[]): Fold[] {
  const all = [...folds];
  for (const fold of all) for (const below of fold.below) all.push(below);
  return all;
}
