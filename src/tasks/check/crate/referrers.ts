import { addToList } from '../../../base/list-map.js';
import { propertyIris } from '../../../crate/edit/property-iris.js';
import { WFRUN } from '../../../base/rdf/vocabulary.js';
import type { CheckedCrate } from './checked-crate.js';
import { isAmong, type TypeSet } from './type-sets.js';

/** The properties that rules follow backwards. */
const FOLLOWED = [
  ...['author', 'citation', 'hasPart', 'identifier', 'image', 'instrument', 'isBasedOn', 'isPartOf', 'license'],
  ...['mentions', 'object', 'programmingLanguage', 'result', 'step', 'subjectOf'],
  ...[`${WFRUN}connection`, `${WFRUN}resourceUsage`],
] as const;
/** A property that rules follow backwards. */
export type FollowedProperty = (typeof FOLLOWED)[number];

/** An entity that refers to another one. */
export interface Referrer {
  readonly iri: string;
  readonly types: readonly string[];
}

type ByTarget = Map<string, Referrer[]>;
const known = new WeakMap<CheckedCrate, ReadonlyMap<string, ByTarget>>();

/** The entities that refer to an entity by a property. The first call for a crate goes through all its entities. */
export function referrersOf(crate: CheckedCrate, iri: string, property: FollowedProperty): readonly Referrer[] {
  let found = known.get(crate);
  if (found === undefined) known.set(crate, (found = findReferrers(crate)));
  return found.get(property)?.get(iri) ?? [];
}

/** Whether an entity with one of some types refers to an entity by a property. */
export function isReferredToFrom(
  crate: CheckedCrate,
  iri: string,
  property: FollowedProperty,
  types: TypeSet,
): boolean {
  return referrersOf(crate, iri, property).some((referrer) => isAmong(referrer.types, types));
}

function findReferrers(crate: CheckedCrate): ReadonlyMap<string, ByTarget> {
  const found = new Map<string, ByTarget>(FOLLOWED.map((name) => [name, new Map()]));
  const byIri = new Map(
    FOLLOWED.flatMap((name) => {
      const iris = name.includes(':') ? [name] : propertyIris(name);
      return iris.map((iri): [string, ByTarget] => [iri, found.get(name) as ByTarget]);
    }),
  );
  for (const entity of crate.entities())
    for (const key in entity.json) {
      const targets = byIri.get(crate.names.property(key) ?? '');
      if (targets === undefined) continue;
      const referrer = { iri: entity.iri, types: entity.types };
      for (const { iri } of entity.referencesUnder(key)) {
        addToList(targets, iri, referrer);
      }
    }
  return found;
}
