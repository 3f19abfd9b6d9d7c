import type { CrateView, ViewEntity } from '../../view/crate-view.js';
import { placeOf } from '../../view/places/places.js';
import { PlaceMap } from '../maps/place-map.js';
import { entitiesAt, linkText } from './scene.js';

interface EntityMapProps {
  readonly entity: ViewEntity;
  readonly view: CrateView;
}

/** A map of where an entity is, and of the places that it is about; nothing if it says nothing about its location. */
export function EntityMap({ entity, view }: EntityMapProps) {
  const about = ['spatialCoverage', 'contentLocation'].flatMap((name) => entitiesAt(entity, name, view));
  const places = [...new Set([entity, ...about])].flatMap((one) => placeOf(one, view) ?? []);
  return places.length === 0 ? null : <PlaceMap places={places} label={`Map of ${linkText(entity)}`} />;
}
