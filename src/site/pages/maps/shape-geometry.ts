import { geoArea, geoCircle, type GeoPermissibleObjects, type GeoProjection } from 'd3-geo';
import type { PlaceShape, Position } from '../../view/places/place-shape.js';

/** How many positions a shape has. */
export function sizeOfShape(shape: PlaceShape): number {
  if (shape.type === 'line') return shape.positions.length;
  return shape.type === 'polygon' ? shape.rings.reduce((sum, { length }) => sum + length, 0) : 1;
}

/** A shape with each n-th of its positions: a picture cannot show more of a coast than its pixels. */
export function thinnedShape(shape: PlaceShape, n: number): PlaceShape {
  const thin = (line: readonly Position[]) => line.filter((_, at) => at % n === 0 || at === line.length - 1);
  if (n <= 1) return shape;
  if (shape.type === 'line') return { ...shape, positions: thin(shape.positions) };
  if (shape.type !== 'polygon') return shape;
  const rings = shape.rings.filter((ring, at) => at === 0 || ring.length > 4 * n);
  return { ...shape, rings: rings.map((ring) => (ring.length > 4 * n ? thin(ring) : ring)) };
}

/** Nearer to each other than that, in pixels, two positions of a line look like one. */
const SAME_PIXEL = 0.5;

/** A shape without the positions of its lines that fall on the one before; the last one stays. */
export function onePerPixel(shape: PlaceShape, projection: GeoProjection): PlaceShape {
  if (shape.type === 'line') return { ...shape, positions: apart(shape.positions, projection) };
  if (shape.type !== 'polygon') return shape;
  // A ring of one pixel stays one.
  const thinned = (ring: readonly Position[], few = apart(ring, projection)) => (few.length < 4 ? ring : few);
  return { ...shape, rings: shape.rings.map((ring) => thinned(ring)) };
}

function apart(line: readonly Position[], projection: GeoProjection): readonly Position[] {
  let drawn: readonly [number, number] | null = null;
  return line.filter((position, at) => {
    const place = projection(copy(position));
    const isSame = place && drawn && Math.hypot(place[0] - drawn[0], place[1] - drawn[1]) < SAME_PIXEL;
    if (isSame && at < line.length - 1) return false;
    drawn = place;
    return true;
  });
}

const METRES_OF_A_DEGREE = 111_195;
/** Sides of boxes are parallels, but the lines between positions are great circles: there must be many positions. */
const BOX_STEP = 2;

/** A shape as d3-geo draws it: the inside of a ring is to the right of its direction. */
export function shapeGeometry(shape: PlaceShape): GeoPermissibleObjects {
  switch (shape.type) {
    case 'point':
      return { type: 'Point', coordinates: [...shape.at] };
    case 'line':
      return { type: 'LineString', coordinates: shape.positions.map(copy) };
    case 'circle':
      return geoCircle()
        .center([...shape.at])
        .radius(shape.metres / METRES_OF_A_DEGREE)();
    case 'box':
      return box(shape.southWest, shape.northEast);
    case 'polygon':
      return {
        type: 'Polygon',
        coordinates: shape.rings.map((ring, at) => directed(ring.map(copy), at === 0)),
      };
  }
}

function box([west, south]: Position, [east, north]: Position): GeoPermissibleObjects {
  const width = east >= west ? east - west : east - west + 360;
  // No ring goes round the Earth, so a wide box consists of several.
  const slices = Math.max(1, Math.ceil(width / 90));
  return {
    type: 'MultiPolygon',
    coordinates: Array.from({ length: slices }, (_, at) => {
      const from = west + (width * at) / slices;
      const steps = Math.max(1, Math.ceil(width / slices / BOX_STEP));
      const along = Array.from({ length: steps + 1 }, (__, step) => from + (width / slices / steps) * step);
      const ring = [
        ...along.map((longitude): [number, number] => [longitude, north]),
        ...along.reverse().map((longitude): [number, number] => [longitude, south]),
      ];
      return [[...ring, ring[0] as [number, number]]];
    }),
  };
}

/** People describe areas smaller than half of the Earth, in either direction. */
function directed(ring: [number, number][], isOuter: boolean): [number, number][] {
  const isSmall = geoArea({ type: 'Polygon', coordinates: [ring] }) <= 2 * Math.PI;
  return isSmall === isOuter ? ring : ring.reverse();
}

function copy([longitude, latitude]: Position): [number, number] {
  return [longitude, latitude];
}
