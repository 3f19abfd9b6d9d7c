import { geoGraticule, geoOrthographic, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import type { CratePlace } from '../../view/places/places.js';
import { distance, shapeText } from './coordinate-text.js';
import { landOutline } from './land.js';
import { frameAround, MAP_HEIGHT, MAP_WIDTH, mayShow, type MapFrame } from './map-frame.js';
import { placeLabels } from './place-labels.js';
import { shapeGeometry } from './shape-geometry.js';

/** Shapes that one map shows; a crate may have many more. */
const MOST_SHAPES = 2000;
const LISTED_PLACES = 12;
/** Shapes of fewer pixels get a pin, or nobody would see them. */
const SMALLEST = 12;
const GLOBE = 46;

/** A picture of places on the Earth, with their coordinates as text. It needs nothing from other servers. */
export function PlaceMap({ places, label }: { readonly places: readonly CratePlace[]; readonly label: string }) {
  const drawn = places.filter(({ shapes }) => shapes.length > 0);
  return (
    <figure class="map">
      {drawn.length === 0 ? null : <MapPicture places={drawn} label={label} />}
      <figcaption>
        <MapLegend places={places} />
      </figcaption>
    </figure>
  );
}

function MapLegend({ places }: { readonly places: readonly CratePlace[] }) {
  const more = places.length - LISTED_PLACES;
  return (
    <ul>
      {places.slice(0, LISTED_PLACES).map(({ entity, shapes, unread }) => (
        <li>
          {entity.name === undefined ? null : <strong>{entity.name}: </strong>}
          {shapes.slice(0, 3).map(shapeText).join('; ')}
          {shapes.length > 3 ? `; ${shapes.length - 3} more` : ''}
          {unread.map(({ text, reason }) => (
            <span class="unread">
              {' '}
              Not on the map: <code>{text.length > 120 ? `${text.slice(0, 120)}…` : text}</code> {reason}.
            </span>
          ))}
        </li>
      ))}
      {more > 0 ? <li>and {more.toLocaleString('en')} more</li> : null}
    </ul>
  );
}

function MapPicture({ places, label }: { readonly places: readonly CratePlace[]; readonly label: string }) {
  const shapes = places.flatMap((place) => place.shapes.map((shape) => ({ place, geometry: shapeGeometry(shape) })));
  const shown = shapes.slice(0, MOST_SHAPES);
  const frame = frameAround(shown.map(({ geometry }) => geometry));
  const path = geoPath(frame.projection).digits(1);
  const pins = shown.flatMap(({ place, geometry }) => {
    const [[left, top], [right, bottom]] = path.bounds(geometry);
    const [x, y] = path.centroid(geometry);
    return right - left < SMALLEST && bottom - top < SMALLEST && Number.isFinite(x) ? [{ x, y, place }] : [];
  });
  const areas = shown.filter(({ geometry }) => geometry.type !== 'Point');
  const alternative = `${label}: ${places.slice(0, LISTED_PLACES).map(placeText).join('; ')}`;
  return (
    <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} role="img" aria-label={alternative}>
      <Ground frame={frame} />
      {areas.map(({ geometry }) => (
        <path class="area" d={path(geometry) ?? ''} />
      ))}
      {pins.map(({ x, y }) => (
        <circle class="pin" cx={x.toFixed(1)} cy={y.toFixed(1)} r={pins.length > 50 ? 3 : 6} />
      ))}
      {placeLabels(pins).map(({ text, x, y, anchor }) => (
        <text class="place-name" x={x.toFixed(1)} y={y.toFixed(1)} text-anchor={anchor}>
          {text}
        </text>
      ))}
      {frame.reach === undefined ? null : (
        <>
          <ScaleBar frame={frame} />
          <Globe centre={frame.centre} />
        </>
      )}
    </svg>
  );
}

function placeText({ entity, shapes }: CratePlace): string {
  const where = shapes.slice(0, 3).map(shapeText).join(', ');
  return entity.name === undefined ? where : `${entity.name}, ${where}`;
}

/** Water, land, borders and the graticule. */
function Ground({ frame }: { readonly frame: MapFrame }) {
  const path = geoPath(frame.projection).digits(1);
  const { land, borders } = landOutline(frame.reach === undefined || frame.reach > 40 ? 'coarse' : 'fine');
  const polygons = land.filter((one) => mayShow(one, frame)).map(({ lines }) => lines);
  const lines = borders.filter((one) => mayShow(one, frame)).flatMap(({ lines: [line] }) => (line ? [line] : []));
  const draw = (type: string, coordinates: unknown) => path({ type, coordinates } as GeoPermissibleObjects) ?? '';
  return (
    <>
      {frame.reach === undefined ? (
        <path class="water" d={path({ type: 'Sphere' }) ?? ''} />
      ) : (
        <rect class="water" width={MAP_WIDTH} height={MAP_HEIGHT} />
      )}
      <path class="graticule" d={path(graticule(frame)) ?? ''} />
      <path class="land" d={draw('MultiPolygon', polygons)} />
      <path class="border" d={draw('MultiLineString', lines)} />
    </>
  );
}

function graticule({ centre: [longitude, latitude], reach, step }: MapFrame): GeoPermissibleObjects {
  const lines = geoGraticule().step([step, step]);
  if (reach === undefined || Math.abs(latitude) + reach >= 80) return lines.stepMinor([30, step])();
  const aside = Math.min(179, reach / Math.cos(latitude * (Math.PI / 180)) + step);
  const near = (value: number) => Math.round(value / step) * step;
  const from: [number, number] = [near(longitude - aside), near(latitude - reach - step)];
  const to: [number, number] = [near(longitude + aside), near(latitude + reach + step)];
  return lines.extent([from, to]).precision(1)();
}

/** A length that is round in kilometres. */
function ScaleBar({ frame }: { readonly frame: MapFrame }) {
  const metresOfPixel = 6_371_000 / frame.projection.scale();
  const most = 140 * metresOfPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2].find((times) => times * power <= most) ?? 1) * power;
  const [width, y] = [metres / metresOfPixel, MAP_HEIGHT - 16];
  return (
    <g class="scale">
      <path d={`M16 ${y - 5}V${y}H${(16 + width).toFixed(1)}V${y - 5}`} />
      <text x={(16 + width / 2).toFixed(1)} y={y - 8} text-anchor="middle">
        {distance(metres)}
      </text>
    </g>
  );
}

/** Where on the Earth the map is. */
function Globe({ centre }: { readonly centre: readonly [longitude: number, latitude: number] }) {
  const [x, y] = [MAP_WIDTH - GLOBE - 12, MAP_HEIGHT - GLOBE - 12];
  const projection = geoOrthographic()
    .rotate([-centre[0], -centre[1] + (centre[1] > 0 ? 12 : -12)])
    .translate([x, y])
    .scale(GLOBE);
  const path = geoPath(projection).digits(1);
  const [pinX, pinY] = projection([...centre]) ?? [x, y];
  const coordinates = landOutline('coarse').land.map(({ lines }) => lines) as unknown as number[][][][];
  return (
    <g class="globe">
      <circle class="water" cx={x} cy={y} r={GLOBE} />
      <path class="land" d={path({ type: 'MultiPolygon', coordinates }) ?? ''} />
      <circle class="rim" cx={x} cy={y} r={GLOBE} />
      <circle class="pin" cx={pinX.toFixed(1)} cy={pinY.toFixed(1)} r="3.5" />
    </g>
  );
}
