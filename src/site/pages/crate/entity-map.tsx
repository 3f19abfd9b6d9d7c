import type { CrateView, ViewEntity } from '../../view/crate-view.js';
import { oncePer } from '../../view/once-per.js';
import { placeOf, type CratePlace } from '../../view/places/places.js';
import { PlaceMap } from '../maps/place-map.js';
import { entitiesAt, linkText } from './scene.js';

interface EntityMapProps {
  readonly entity: ViewEntity;
  readonly view: CrateView;
}

/** Entities of one crate whose places are kept, and with them their maps. */
const MOST = 20;

/** A map of where an entity is, and of the places that it is about; nothing if it says nothing about its location. */
export function EntityMap({ entity, view }: EntityMapProps) {
  const kept = placesIn(view);
  const places = kept.get(entity) ?? placesAround(entity, view);
  kept.delete(entity);
  kept.set(entity, places); // the last one shown is at the end
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
  return places.length === 0 ? null : <PlaceMap places={places} label={`Map of ${linkText(entity)}`} />;
}

const placesIn = oncePer((_: CrateView) => new Map<ViewEntity, readonly CratePlace[]>());

function placesAround(entity: ViewEntity, view: CrateView): readonly CratePlace[] {
  const about = ['spatialCoverage', 'contentLocation'].flatMap((name) => entitiesAt(entity, name, view));
  return [...new Set([entity, ...about])].flatMap((one) => placeOf(one, view) ?? []);
}
