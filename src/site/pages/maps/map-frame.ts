import {
  geoAzimuthalEqualArea,
  geoCentroid,
  geoDistance,
  geoEqualEarth,
  type GeoPermissibleObjects,
  type GeoProjection,
} from 'd3-geo';
import type { OutlinedLines } from './land.js';

/** Units of the picture, from left to right. */
export const MAP_WIDTH = 720;
/** Units of the picture, from top to bottom. */
export const MAP_HEIGHT = 400;

const DEGREE = Math.PI / 180;
/** Half the height of a map of one point, in degrees. */
const AROUND_POINT = 3.5;
/** The same of the closest map; closer in, the outline of the land shows its corners. */
const CLOSEST = 1;
/** From here on a map shows the whole Earth. */
const FARTHEST = 60;

/** Which part of the Earth a map shows, and how. */
export interface MapFrame {
  readonly projection: GeoProjection;
  readonly centre: [longitude: number, latitude: number];
  /** From the centre to the corners, in degrees; undefined for a map of the whole Earth. */
  readonly reach: number | undefined;
  /** Steps of the graticule in degrees. */
  readonly step: number;
}

/** Chooses the part of the Earth that shows the geometries with some context. */
export function frameAround(geometries: readonly GeoPermissibleObjects[]): MapFrame {
  const collection = { type: 'GeometryCollection', geometries } as unknown as GeoPermissibleObjects;
  const positions = positionsOf(geometries);
  const found = geoCentroid(collection);
  const centre = found.every(Number.isFinite) ? found : (positions[0] ?? [0, 0]);
  const radius = positions.reduce((most, position) => Math.max(most, geoDistance(centre, position) / DEGREE), 0);
  if (radius > FARTHEST) return { projection: wholeEarth(), centre, reach: undefined, step: 30 };
  const half = radius === 0 ? AROUND_POINT : Math.max(CLOSEST, radius * 1.6);
  const scale = MAP_HEIGHT / 2 / (2 * Math.sin((half * DEGREE) / 2));
  const corner = Math.hypot(MAP_WIDTH, MAP_HEIGHT) / 2 / scale / 2;
  const reach = Math.min(179, (2 * Math.asin(Math.min(1, corner))) / DEGREE);
  const projection = geoAzimuthalEqualArea()
    .rotate([-centre[0], -centre[1]])
    .translate([MAP_WIDTH / 2, MAP_HEIGHT / 2])
    .scale(scale)
    .clipAngle(reach)
    .clipExtent([
      [-2, -2],
      [MAP_WIDTH + 2, MAP_HEIGHT + 2],
    ])
    .precision(0.3);
  return { projection, centre, reach, step: [0.5, 1, 2, 5, 10, 20].find((step) => half / step <= 4) ?? 30 };
}

function wholeEarth(): GeoProjection {
  return geoEqualEarth()
    .fitExtent(
      [
        [8, 8],
        [MAP_WIDTH - 8, MAP_HEIGHT - 8],
      ],
      { type: 'Sphere' },
    )
    .precision(0.3);
}

/** Whether lines may be in the part of the Earth that a map shows; it may say yes for some that are not. */
export function mayShow({ west, south, east, north }: OutlinedLines, { centre, reach }: MapFrame): boolean {
  if (reach === undefined) return true;
  const [longitude, latitude] = centre;
  if (south > latitude + reach || north < latitude - reach) return false;
  if (Math.abs(latitude) + reach >= 90) return true;
  const aside = Math.asin(Math.sin(reach * DEGREE) / Math.cos(latitude * DEGREE)) / DEGREE;
  return [-360, 0, 360].some((turn) => east >= longitude + turn - aside && west <= longitude + turn + aside);
}

function positionsOf(geometries: readonly GeoPermissibleObjects[]): [number, number][] {
  return geometries.flatMap((geometry) => ('coordinates' in geometry ? positionsIn(geometry.coordinates) : []));
}

/** Positions are the innermost arrays, however deep a type of geometry has them. */
function positionsIn(coordinates: readonly unknown[]): [number, number][] {
  if (typeof coordinates[0] === 'number') return [coordinates as unknown as [number, number]];
  return coordinates.flatMap((inner) => positionsIn(inner as unknown[]));
}
