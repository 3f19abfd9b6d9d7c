import { geoGraticule, geoOrthographic, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import { oncePer } from '../../view/once-per.js';
import type { PlaceShape } from '../../view/places/place-shape.js';
import type { CratePlace } from '../../view/places/places.js';
import { landOutline } from './land.js';
import { frameAround, MAP_HEIGHT, MAP_WIDTH, mayShow, type MapFrame } from './map-frame.js';
import { onePerPixel, shapeGeometry, sizeOfShape, thinnedShape } from './shape-geometry.js';
import { shortName } from '../../view/entity-label.js';

/** Shapes that one map shows; a crate may have many more. */
const MOST_SHAPES = 2000;
/** Positions that one map shows: it is a part of the page. */
const MOST_POSITIONS = 10_000;
/** With more positions than that, straight lines connect them: a curve needs many more. */
const MOST_CURVED = 1000;
/** Shapes of fewer pixels get a pin, or they would not be seen. */
const SMALLEST = 12;
/** The radius of the globe in the corner of a map. */
export const GLOBE = 46;

/** The numbers and paths of a map; it takes longer to find them than to render the rest of a page. */
export interface MapDrawing {
  readonly frame: MapFrame;
  /** Paths of SVG. `water` is only in a map of the whole Earth. */
  readonly ground: {
    readonly water: string | undefined;
    readonly land: string;
    readonly border: string;
    readonly graticule: string;
  };
  readonly areas: readonly { readonly path: string; readonly isSliced: boolean; readonly place: CratePlace }[];
  readonly pins: readonly Pin[];
  readonly labels: readonly PlaceLabel[];
  /** Shapes that are too many for it. */
  readonly left: number;
  /** Where on the Earth the map is; not in a map of the whole Earth. */
  readonly globe:
    | { readonly x: number; readonly y: number; readonly land: string; readonly pin: readonly [number, number] }
    | undefined;
}

/** Draws the map of some places, at least one of which has a shape; once for each list of places. */
export const drawMap = oncePer((places: readonly CratePlace[]): MapDrawing => {
  const shapes = places.flatMap((place) => place.shapes.map((shape) => ({ place, shape })));
  const drawn = shapes.slice(0, MOST_SHAPES);
  const positions = drawn.reduce((sum, { shape }) => sum + sizeOfShape(shape), 0);
  const thinning = Math.ceil(positions / MOST_POSITIONS);
  const thinned = drawn.map(({ shape }) => thinnedShape(shape, thinning));
  const frame = frameAround(thinned.map(shapeGeometry));
  const shown = drawn.map(({ place }, at) => ({
    place,
    geometry: shapeGeometry(onePerPixel(thinned[at] as PlaceShape, frame.projection)),
  }));
  const ground = drawGround(frame);
  if (positions > MOST_CURVED) frame.projection.precision(0);
  const path = geoPath(frame.projection).digits(1);
  const pins = shown.flatMap(({ place, geometry }) => {
    const [[left, top], [right, bottom]] = path.bounds(geometry);
    const [x, y] = path.centroid(geometry);
    return right - left < SMALLEST && bottom - top < SMALLEST && Number.isFinite(x) ? [{ x, y, place }] : [];
  });
  const areas = shown.filter(({ geometry }) => geometry.type !== 'Point');
  return {
    frame,
    ground,
    areas: areas.map(({ place, geometry }) => ({ path: path(geometry) ?? '', isSliced: isSliced(geometry), place })),
    pins,
    labels: placeLabels(pins),
    left: shapes.length - drawn.length,
    globe: frame.reach === undefined ? undefined : drawGlobe(frame.centre),
  };
});

/** Whether a wide box was drawn in slices, whose sides must not be seen. */
function isSliced(geometry: GeoPermissibleObjects): boolean {
  return 'coordinates' in geometry && geometry.type === 'MultiPolygon' && geometry.coordinates.length > 1;
}

/** Water, land, borders and the graticule. */
function drawGround(frame: MapFrame): MapDrawing['ground'] {
  const path = geoPath(frame.projection).digits(1);
  const { land, borders } = landOutline(frame.reach === undefined || frame.reach > 40 ? 'coarse' : 'fine');
  const polygons = land.filter((one) => mayShow(one, frame)).map(({ lines }) => lines);
  const lines = borders.filter((one) => mayShow(one, frame)).flatMap(({ lines: [line] }) => (line ? [line] : []));
  const draw = (type: string, coordinates: unknown) => path({ type, coordinates } as GeoPermissibleObjects) ?? '';
  return {
    water: frame.reach === undefined ? (path({ type: 'Sphere' }) ?? '') : undefined,
    land: draw('MultiPolygon', polygons),
    border: draw('MultiLineString', lines),
    graticule: path(graticule(frame)) ?? '',
  };
}

function graticule({ centre: [longitude, latitude], reach, step }: MapFrame): GeoPermissibleObjects {
  // Near a pole the meridians meet, so there are fewer of them.
  if (reach === undefined || Math.abs(latitude) + reach >= 80) return geoGraticule().step([30, step])();
  const aside = Math.min(179, reach / Math.cos(latitude * (Math.PI / 180)) + step);
  const near = (value: number) => Math.round(value / step) * step;
  const from: [number, number] = [near(longitude - aside), near(latitude - reach - step)];
  const to: [number, number] = [near(longitude + aside), near(latitude + reach + step)];
  return geoGraticule().step([step, step]).extent([from, to]).precision(1)();
}

function drawGlobe(centre: readonly [longitude: number, latitude: number]): NonNullable<MapDrawing['globe']> {
  const x = MAP_WIDTH - GLOBE - 12;
  const y = MAP_HEIGHT - GLOBE - 12;
  const projection = geoOrthographic()
    .rotate([-centre[0], -centre[1] + (centre[1] > 0 ? 12 : -12)])
    .translate([x, y])
    .scale(GLOBE);
  const coordinates = landOutline('globe').land.map(({ lines }) => lines) as unknown as number[][][][];
  const land = geoPath(projection).digits(1)({ type: 'MultiPolygon', coordinates }) ?? '';
  return { x, y, land, pin: projection([...centre]) ?? [x, y] };
}

/** A name beside its pin. */
interface PlaceLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

interface Pin {
  readonly x: number;
  readonly y: number;
  readonly place: CratePlace;
}

const LONGEST = 40;
const CHARACTER_WIDTH = 8;
const LINE_HEIGHT = 18;
const MOST_LABELS = 25;

/** Places names beside pins, first come, first served: a name that would cover another one is left to the legend. */
function placeLabels(pins: readonly Pin[]): PlaceLabel[] {
  const placed: (PlaceLabel & { readonly left: number; readonly right: number })[] = [];
  for (const { x, y, place } of pins) {
    const name = place.name === undefined ? undefined : shortName(place.name);
    if (name === undefined || placed.length === MOST_LABELS) continue;
    const text = name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
    const width = text.length * CHARACTER_WIDTH;
    const isRight = x + 12 + width < MAP_WIDTH;
    const [left, right] = isRight ? [x + 12, x + 12 + width] : [x - 12 - width, x - 12];
    const isFree = placed.every(
      (other) => Math.abs(other.y - y - 5) >= LINE_HEIGHT || other.right < left || other.left > right,
    );
    if (isFree)
      placed.push({ text, x: isRight ? left : right, y: y + 5, anchor: isRight ? 'start' : 'end', left, right });
  }
  return placed;
}
