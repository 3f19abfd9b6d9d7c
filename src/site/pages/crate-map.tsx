import { crateHref } from './crate/site-links.js';
import type { CrateSearch, ToSearch } from '../view/crate-search.js';
import type { PlaceShape } from '../view/places/place-shape.js';
import type { CratePlace } from '../view/places/places.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';
import { PlaceMap } from './maps/place-map.js';
import { EmptyState } from './parts.js';

/** Crates whose places one map shows. */
const MOST_CRATES = 1000;
/** Crates of one place that its name names. */
const NAMED = 3;

interface CrateMapProps {
  readonly crates: readonly CrateSummary[];
  readonly index: StoreIndex;
  readonly search: CrateSearch;
  readonly home: string;
  readonly to: ToSearch;
}

/** A map of the places that crates are about, as far as these have coordinates: each leads to its crate, or crates. */
export function CrateMap({ crates, index, search, home, to }: CrateMapProps) {
  const withPlaces = crates.filter(({ facets }) => facets.place.length > 0);
  const drawn = withPlaces.slice(0, MOST_CRATES).flatMap((crate) => {
    const shapes = index.places(crate).flatMap((place) => place.shapes);
    return shapes.length === 0 ? [] : [{ crate, shapes }];
  });
  if (drawn.length === 0)
    return <EmptyState title="No place to draw">None of these crates says where on the Earth it is about.</EmptyState>;
  const places = inOnePlace(drawn).flatMap((same): CratePlace[] => {
    const [{ crate, shapes }] = same;
    const others = same.map((one) => one.crate);
    const place = crate.facets.place.find((value) => others.every(({ facets }) => facets.place.includes(value)));
    if (same.length === 1 || place === undefined)
      return others.map(({ key, title }) => ({
        name: title,
        href: crateHref(key, `${home}crates/`),
        shapes,
        unread: [],
      }));
    const href = to({ chosen: { ...search.chosen, place: [place] }, show: 'crates' });
    return [{ name: nameOf(others), href, shapes, unread: [] }];
  });
  const left = withPlaces.length - MOST_CRATES;
  return (
    <>
      <PlaceMap places={places} label="Map of these crates" />
      <p class="quiet small">
        {drawn.length.toLocaleString('en')} of {crates.length.toLocaleString('en')} crates have coordinates.
        {left > 0 ? ` ${left.toLocaleString('en')} more were not looked at: narrow the list.` : ''}
      </p>
    </>
  );
}

interface DrawnCrate {
  readonly crate: CrateSummary;
  readonly shapes: readonly PlaceShape[];
}

/** Crates that are about the same place, together. */
function inOnePlace(drawn: readonly DrawnCrate[]): readonly [DrawnCrate, ...DrawnCrate[]][] {
  const found = new Map<string, [DrawnCrate, ...DrawnCrate[]]>();
  for (const one of drawn) {
    const key = JSON.stringify(one.shapes);
    const known = found.get(key);
    if (known === undefined) found.set(key, [one]);
    else known.push(one);
  }
  return [...found.values()];
}

function nameOf(crates: readonly CrateSummary[]): string {
  const titles = crates.slice(0, NAMED).map(({ title }) => title);
  return `${titles.join(', ')}${crates.length > NAMED ? ' and others' : ''}`;
}
