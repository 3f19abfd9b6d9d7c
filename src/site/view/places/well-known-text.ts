import { wktToGeoJSON } from '@terraformer/wkt';
import { positionOf, UnreadablePlace, type PlaceShape, type Position } from './place-shape.js';

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
  const shapes = shapesOf(parse(text), (given) => {
    const [x, y] = given as [number, number];
    return isLatitudeFirst ? positionOf(x, y) : positionOf(y, x);
  });
  if (shapes.length === 0) throw new UnreadablePlace('is an empty geometry');
  return shapes;
}

type Geometry = ReturnType<typeof wktToGeoJSON>;
type ReadPosition = (given: readonly number[]) => Position;

function parse(text: string): Geometry {
  try {
    return wktToGeoJSON(text.toUpperCase());
  } catch {
    throw new UnreadablePlace('is not well-known text');
  }
}

function shapesOf(geometry: Geometry, position: ReadPosition): PlaceShape[] {
  const line = (given: readonly number[][]): PlaceShape => ({
    type: 'line',
    positions: enough(given, 2).map(position),
  });
  const polygon = (rings: readonly number[][][]): PlaceShape => ({
    type: 'polygon',
    rings: rings.map((ring) => enough(ring, 4).map(position)),
  });
  const isEmpty = 'coordinates' in geometry && geometry.coordinates.length === 0;
  if (isEmpty) return [];
  switch (geometry.type) {
    case 'Point':
      return [{ type: 'point', at: position(geometry.coordinates) }];
    case 'MultiPoint':
      return geometry.coordinates.map((one) => ({ type: 'point', at: position(one) }));
    case 'LineString':
      return [line(geometry.coordinates)];
    case 'MultiLineString':
      return geometry.coordinates.map(line);
    case 'Polygon':
      return [polygon(geometry.coordinates)];
    case 'MultiPolygon':
      return geometry.coordinates.map(polygon);
    case 'GeometryCollection':
      return geometry.geometries.flatMap((one) => shapesOf(one, position));
    default:
      throw new UnreadablePlace(`is a ${geometry.type}, which is not drawn here`);
  }
}

function enough(given: readonly number[][], least: number): readonly number[][] {
  if (given.length < least) throw new UnreadablePlace(`has a line of fewer than ${least} points`);
  return given;
}
