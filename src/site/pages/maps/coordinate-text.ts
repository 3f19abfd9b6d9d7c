import type { PlaceShape, Position } from '../../view/places/place-shape.js';

/** A position as people write it: `54.42° N, 3.12° W`. */
function positionText([longitude, latitude]: Position): string {
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
}

/** The coordinates of a shape as people write them; of long lines, how many points they have and where they begin. */
export function shapeText(shape: PlaceShape): string {
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
export function distance(metres: number): string {
  return metres < 1000 ? `${Number(metres.toPrecision(3))} m` : `${Number((metres / 1000).toPrecision(3))} km`;
}

function degrees(value: number, positive: string, negative: string): string {
  const rounded = Number(Math.abs(value).toFixed(5));
  return `${rounded}°${rounded === 0 ? '' : ` ${value > 0 ? positive : negative}`}`;
}
