import type { Child } from 'hono/jsx';
import { shortName } from '../../view/entity-label.js';
import type { CratePlace } from '../../view/places/places.js';
import { drawMap, GLOBE, type MapDrawing } from './draw-map.js';
import { MAP_HEIGHT, MAP_WIDTH, type MapFrame } from './map-frame.js';
import type { PlaceShape, Position } from '../../view/places/place-shape.js';

const LISTED_PLACES = 12;

/** A picture of places on the Earth, with their coordinates as text. It needs nothing from other servers. */
export function PlaceMap({ places, label }: { readonly places: readonly CratePlace[]; readonly label: string }) {
  return (
    <figure class="map">
      {places.some(({ shapes }) => shapes.length > 0) ? <MapPicture places={places} label={label} /> : null}
      <figcaption>
        <MapLegend places={places} />
      </figcaption>
    </figure>
  );
}

function MapLegend({ places }: { readonly places: readonly CratePlace[] }) {
  const more = places.length - LISTED_PLACES;
  const left = places.some(({ shapes }) => shapes.length > 0) ? drawMap(places).left : 0;
  return (
    <ul>
      {places.slice(0, LISTED_PLACES).map(({ name, href, shapes, unread }) => (
        <li>
          {name === undefined ? null : (
            <strong>{href === undefined ? shortName(name) : <a href={href}>{shortName(name)}</a>}: </strong>
          )}
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
      {more > 0 ? <li>and {more.toLocaleString('en')} more, which only the map shows</li> : null}
      {left > 0 ? <li>The map leaves out {left.toLocaleString('en')} shapes: it has no room for them.</li> : null}
    </ul>
  );
}

function MapPicture({ places, label }: { readonly places: readonly CratePlace[]; readonly label: string }) {
  const { frame, ground, areas, pins, labels, globe } = drawMap(places);
  const drawn = places.filter(({ shapes }) => shapes.length > 0);
  const isLinked = drawn.some(({ href }) => href !== undefined);
  const linked = new Set<CratePlace>();
  const isFirst = (place: CratePlace) => !linked.has(place) && linked.add(place) !== undefined;
  const alternative = `${label}: ${drawn.slice(0, LISTED_PLACES).map(placeText).join('; ')}`;
  return (
    <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} role={isLinked ? 'group' : 'img'} aria-label={alternative}>
      {ground.water === undefined ? (
        <rect class="water" width={MAP_WIDTH} height={MAP_HEIGHT} />
      ) : (
        <path class="water" d={ground.water} />
      )}
      <path class="land" d={ground.land} />
      <path class="border" d={ground.border} />
      <path class="graticule" d={ground.graticule} />
      {areas.map(({ path, isSliced, place }) => (
        <PlaceLink place={place} isFirst={isFirst(place)}>
          <path class={isSliced ? 'area sliced' : 'area'} d={path} />
        </PlaceLink>
      ))}
      {pins.map(({ x, y, place }) => (
        <PlaceLink place={place} isFirst={isFirst(place)}>
          <circle class="pin" cx={x.toFixed(1)} cy={y.toFixed(1)} r={pins.length > 50 ? 3 : 6} />
        </PlaceLink>
      ))}
      {labels.map(({ text, x, y, anchor }) => (
        <text class="place-name" x={x.toFixed(1)} y={y.toFixed(1)} text-anchor={anchor}>
          {text}
        </text>
      ))}
      {globe === undefined ? null : (
        <>
          <ScaleBar frame={frame} />
          <Globe {...globe} />
        </>
      )}
    </svg>
  );
}

interface PlaceLinkProps {
  readonly place: CratePlace;
  readonly isFirst: boolean;
  readonly children?: Child;
}

/** What the map shows of a place, as a link to where its name leads; the keyboard stops once at each place. */
function PlaceLink({ place: { name, href }, isFirst, children }: PlaceLinkProps) {
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} tabindex={isFirst ? undefined : -1}>
      <title>{shortName(name ?? href)}</title>
      {children}
    </a>
  );
}

function placeText({ name, shapes }: CratePlace): string {
  const where = shapes.slice(0, 3).map(shapeText).join(', ');
  return name === undefined ? where : `${shortName(name)}, ${where}`;
}

/** A length that is round in kilometres. */
function ScaleBar({ frame }: { readonly frame: MapFrame }) {
  const metresOfPixel = 6_371_000 / frame.projection.scale();
  const most = 140 * metresOfPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2].find((times) => times * power <= most) ?? 1) * power;
  const width = metres / metresOfPixel;
  const y = MAP_HEIGHT - 16;
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
function Globe({ x, y, land, pin }: NonNullable<MapDrawing['globe']>) {
  return (
    <g class="globe">
      <circle class="water" cx={x} cy={y} r={GLOBE} />
      <path class="land" d={land} />
      <circle class="rim" cx={x} cy={y} r={GLOBE} />
      <circle class="pin" cx={pin[0].toFixed(1)} cy={pin[1].toFixed(1)} r="3.5" />
    </g>
  );
}

/** A position as people write it: `54.42° N, 3.12° W`. */
function positionText([longitude, latitude]: Position): string {
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
}

/** The coordinates of a shape as people write them; of long lines, how many points they have and where they begin. */
function shapeText(shape: PlaceShape): string {
  switch (shape.type) {
    case 'point':
      return positionText(shape.at);
    case 'circle':
      return `circle of ${distance(shape.metres)} around ${positionText(shape.at)}`;
    case 'box':
      return `box from ${positionText(shape.southWest)} to ${positionText(shape.northEast)}`;
    case 'line':
      return `line of ${shape.positions.length} points from ${positionText(shape.positions[0] as Position)}`;
    case 'polygon':
      return `area of ${(shape.rings[0]?.length ?? 1) - 1} corners, first ${positionText(shape.rings[0]?.[0] as Position)}`;
  }
}

/** `850 m` or `12.5 km`. */
function distance(metres: number): string {
  return metres < 1000 ? `${Number(metres.toPrecision(3))} m` : `${Number((metres / 1000).toPrecision(3))} km`;
}

function degrees(value: number, positive: string, negative: string): string {
  const rounded = Number(Math.abs(value).toFixed(5));
  return `${rounded}°${rounded === 0 ? '' : ` ${value > 0 ? positive : negative}`}`;
}
