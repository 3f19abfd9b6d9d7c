import { otherEnd, type ReferenceLink, type LinkedEntities } from './linked-entities.js';

/** Each entity hangs on one that is nearer to the start. */
export interface NearestTree {
  readonly start: number;
  /** Where else the tree begins: at entities without any way to the start, one for all that links connect. */
  readonly others: readonly number[];
  /** The link that an entity hangs on; undefined where the tree begins. */
  readonly hangsOn: readonly (ReferenceLink | undefined)[];
  /** What hangs on each entity. */
  readonly below: readonly (readonly number[])[];
  /** All entities, the nearest first. */
  readonly order: readonly number[];
}

/** Walks from a start along all links, in both directions; of two ways as long, that of the most linked counts. */
export function nearestTree({ entities, links }: LinkedEntities, start: number): NearestTree {
  const hangsOn = new Array<ReferenceLink | undefined>(entities.length).fill(undefined);
  const below = entities.map(() => [] as number[]);
  const isReached = new Uint8Array(entities.length);
  const order: number[] = [];
  const others: number[] = [];
  const mostLinked = (a: number, b: number): number => links[b]!.length - links[a]!.length || a - b;
  const reach = (first: number): void => {
    isReached[first] = 1;
    for (let ring = [first]; ring.length > 0;) {
      const next: number[] = [];
      for (const one of ring) {
        order.push(one);
        for (const link of links[one]!) {
          const other = otherEnd(link, one);
          if (isReached[other] === 1) continue;
          isReached[other] = 1;
          hangsOn[other] = link;
          below[one]!.push(other);
          next.push(other);
        }
      }
      ring = next.sort(mostLinked);
    }
  };
  reach(start);
  for (const one of [...entities.keys()].sort(mostLinked)) {
    if (isReached[one] === 1) continue;
    others.push(one);
    reach(one);
  }
  return { start, others, hangsOn, below, order };
}

/** The tree of one entity and what it is linked with. */
export function neighbourTree({ entities, links }: LinkedEntities, start: number): NearestTree {
  const hangsOn = new Array<ReferenceLink | undefined>(entities.length).fill(undefined);
  const near = new Set<number>();
  for (const link of links[start]!) {
    const other = otherEnd(link, start);
    if (!near.has(other)) hangsOn[other] = link;
    near.add(other);
  }
  const below = new Array<readonly number[]>(entities.length).fill([]);
  below[start] = [...near];
  return { start, others: [], hangsOn, below, order: [start, ...near] };
}
