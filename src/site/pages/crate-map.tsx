import { crateHref } from './crate/site-links.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';
import { PlaceMap } from './maps/place-map.js';
import { EmptyState } from './parts.js';

/** Crates whose places one map shows. */
const MOST_CRATES = 1000;

interface CrateMapProps {
  readonly crates: readonly CrateSummary[];
  readonly index: StoreIndex;
  readonly home: string;
}

/** A map of the places that crates are about, as far as these have coordinates. */
export function CrateMap({ crates, index, home }: CrateMapProps) {
  const withPlaces = crates.filter(({ facets }) => facets.place.length > 0);
  const places = withPlaces.slice(0, MOST_CRATES).flatMap((crate) => {
    const shapes = index.places(crate).flatMap((place) => place.shapes);
    return shapes.length === 0
      ? []
      : [{ name: crate.title, href: crateHref(crate.key, `${home}crates/`), shapes, unread: [] }];
  });
  if (places.length === 0)
    return <EmptyState title="No place to draw">None of these crates says where on the Earth it is about.</EmptyState>;
  const left = withPlaces.length - MOST_CRATES;
  return (
    <>
      <PlaceMap places={places} label="Map of these crates" />
      <p class="quiet small">
        {places.length.toLocaleString('en')} of {crates.length.toLocaleString('en')} crates have coordinates.
        {left > 0 ? ` ${left.toLocaleString('en')} more were not looked at: narrow the list.` : ''}
      </p>
    </>
  );
}
