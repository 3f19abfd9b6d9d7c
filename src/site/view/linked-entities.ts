import type { CrateView, ViewEntity } from './crate-view.js';
import { entityKind, type KindOfEntity } from './entity-kind.js';
import { oncePer } from './once-per.js';

/** The entities of a crate by numbers, with what refers to what. */
export interface LinkedEntities {
  /** In the order of the document, without the Metadata Descriptor and what the crate only refers to. */
  readonly entities: readonly ViewEntity[];
  readonly kinds: readonly KindOfEntity[];
  /** The number of the Root Data Entity. */
  readonly root: number;
  /** The links of each entity, those that leave it and those that arrive. */
  readonly links: readonly (readonly ReferenceLink[])[];
}

/** References from one entity to another. */
export interface ReferenceLink {
  readonly source: number;
  readonly target: number;
  /** The properties that refer, as written. */
  readonly keys: string[];
}

/** Numbers the entities of a crate and finds their references. */
export const linkedEntities = oncePer((view: CrateView): LinkedEntities => {
  const numbers = new Map<string, number>();
  const entities: ViewEntity[] = [];
  for (const entity of view.entities) {
    if (entity === view.descriptor || numbers.has(entity.iri)) continue;
    numbers.set(entity.iri, entities.push(entity) - 1);
  }
  const links = entities.map(() => [] as ReferenceLink[]);
  entities.forEach(({ properties }, source) => {
    const outgoing = new Map<number, ReferenceLink>();
    for (const { key, values } of properties)
      for (const value of values) {
        const target = 'iri' in value ? numbers.get(value.iri) : undefined;
        if (target === undefined || target === source) continue;
        const link = outgoing.get(target);
        if (link === undefined) outgoing.set(target, { source, target, keys: [key] });
        else if (link.keys.at(-1) !== key) link.keys.push(key);
      }
    for (const link of outgoing.values()) {
      links[source]!.push(link);
      links[link.target]!.push(link);
    }
  });
  return { entities, kinds: entities.map(entityKind), root: numbers.get(view.root.iri) ?? 0, links };
});

/** The other end of a link. */
export function otherEnd({ source, target }: ReferenceLink, one: number): number {
  return source === one ? target : source;
}
