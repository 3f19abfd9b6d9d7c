import { wktToGeoJSON } from '@terraformer/wkt';
import { shapesOfGeometry, type GivenGeometry } from './geometry-shapes.js';
import { positionOf, UnreadablePlace, type PlaceShape } from './place-shape.js';

/** The systems of coordinates that a map can be drawn from, and whether latitude comes first in them. */
const SYSTEMS: readonly (readonly [RegExp, boolean])[] = [
  [/^https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[\d.]+\/CRS84h?$/, false],
  [/^https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\d.]+\/4326$/, true],
];

/**
 * Reads a `geo:wktLiteral` of GeoSPARQL: longitude before latitude, unless it begins with the IRI of a system of
 * coordinates that says otherwise.
 * @throws UnreadablePlace
 */
export function readWellKnownText(literal: string): PlaceShape[] {
  const [, system, text = ''] = /^\s*(?:<([^>]*)>)?\s*(.*)$/s.exec(literal) ?? [];
  const [, isLatitudeFirst] =
    system === undefined ? [undefined, false] : (SYSTEMS.find(([pattern]) => pattern.test(system)) ?? []);
  if (isLatitudeFirst === undefined)
    throw new UnreadablePlace(`uses coordinates of ${system}, which are not drawn here`);
  const shapes = shapesOfGeometry(parse(text), ([x, y]) => (isLatitudeFirst ? positionOf(x, y) : positionOf(y, x)));
  if (shapes.length === 0) throw new UnreadablePlace('is an empty geometry');
  return shapes;
}

function parse(text: string): GivenGeometry {
  try {
    return wktToGeoJSON(text.toUpperCase());
  } catch {
    throw new UnreadablePlace('is not well-known text');
  }
}
