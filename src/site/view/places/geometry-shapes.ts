import { UnreadablePlace, type PlaceShape, type Position } from './place-shape.js';

/** A geometry as GeoJSON has it (RFC 7946, section 3.1), which somebody else has written. */
export interface GivenGeometry {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometries?: unknown;
}

/** Reads a position from its numbers, in their order. @throws UnreadablePlace */
export type PositionReader = (given: readonly [number, number]) => Position;

/** Collections within each other; nobody needs more than two. */
const DEEPEST = 8;

/** The shapes of a geometry; none of an empty one. @throws UnreadablePlace */
export function shapesOfGeometry(geometry: GivenGeometry, position: PositionReader, depth = 0): PlaceShape[] {
  if (geometry.type === 'GeometryCollection') {
    if (depth === DEEPEST) throw new UnreadablePlace('has collections within each other');
    return listOf(geometry.geometries).flatMap((one) => shapesOfGeometry(one as GivenGeometry, position, depth + 1));
  }
  const coordinates = listOf(geometry.coordinates);
  if (coordinates.length === 0) return [];
  const point = (given: unknown): PlaceShape => ({ type: 'point', at: pairOf(given, position) });
  const line = (given: unknown): PlaceShape => ({ type: 'line', positions: positionsOf(given, 2, position) });
  const polygon = (given: unknown): PlaceShape => ({
    type: 'polygon',
    rings: listOf(given).map((ring) => positionsOf(ring, 4, position)),
  });
  switch (geometry.type) {
    case 'Point':
      return [point(coordinates)];
    case 'MultiPoint':
      return coordinates.map(point);
    case 'LineString':
      return [line(coordinates)];
    case 'MultiLineString':
      return coordinates.map(line);
    case 'Polygon':
      return [polygon(coordinates)];
    case 'MultiPolygon':
      return coordinates.map(polygon);
    default:
      throw new UnreadablePlace(`is a ${String(geometry.type)}, which is not drawn here`);
  }
}

function positionsOf(given: unknown, least: number, position: PositionReader): Position[] {
  const list = listOf(given);
  if (list.length < least) throw new UnreadablePlace(`has a line of fewer than ${least} points`);
  return list.map((one) => pairOf(one, position));
}

function pairOf(given: unknown, position: PositionReader): Position {
  const [x, y] = listOf(given);
  if (typeof x !== 'number' || typeof y !== 'number')
    throw new UnreadablePlace('has coordinates that are not two numbers');
  return position([x, y]);
}

function listOf(given: unknown): readonly unknown[] {
  if (!Array.isArray(given)) throw new UnreadablePlace('has no list where coordinates are expected');
  return given as readonly unknown[];
}
