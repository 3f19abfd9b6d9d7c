import { decimalNumber, positionOf, UnreadablePlace, type PlaceShape, type Position } from './place-shape.js';

/**
 * Reads a value of a GeoShape of schema.org: numbers with spaces or commas between them, latitude before longitude.
 * @throws UnreadablePlace
 */
export function readGeoShape(key: 'box' | 'circle' | 'line' | 'polygon', text: string): PlaceShape {
  const numbers = text
    .trim()
    .split(/\s*,\s*|\s+/)
    .map(decimalNumber);
  switch (key) {
    case 'box':
      return box(numbers);
    case 'circle':
      return circle(numbers);
    case 'line':
      return { type: 'line', positions: positions(numbers, 2) };
    case 'polygon':
      return { type: 'polygon', rings: [closed(positions(numbers, 3))] };
  }
}

function box(numbers: readonly number[]): PlaceShape {
  if (numbers.length !== 4)
    throw new UnreadablePlace(`has ${numbers.length} numbers, and a box has 4: south, west, north, east`);
  const [southWest, northEast] = positions(numbers, 2) as [Position, Position];
  if (southWest[1] > northEast[1]) throw new UnreadablePlace('is a box whose first corner is north of the second');
  return { type: 'box', southWest, northEast };
}

function circle(numbers: readonly number[]): PlaceShape {
  if (numbers.length !== 3)
    throw new UnreadablePlace(
      `has ${numbers.length} numbers, and a circle has 3: latitude, longitude, radius in metres`,
    );
  const [latitude, longitude, metres] = numbers as [number, number, number];
  return circleAround(positionOf(latitude, longitude), metres);
}

/** Makes a circle. @throws UnreadablePlace if the radius is larger than the Earth allows */
export function circleAround(at: Position, metres: number): PlaceShape {
  if (!(metres > 0 && metres <= 20_000_000))
    throw new UnreadablePlace(`has the radius ${metres} m, which no circle on the Earth has`);
  return { type: 'circle', at, metres };
}

function positions(numbers: readonly number[], atLeast: number): Position[] {
  if (numbers.length % 2 !== 0)
    throw new UnreadablePlace(`has ${numbers.length} numbers, which are not pairs of latitude and longitude`);
  if (numbers.length < 2 * atLeast) throw new UnreadablePlace(`has fewer than ${atLeast} points`);
  return Array.from({ length: numbers.length / 2 }, (_, at) =>
    positionOf(numbers[2 * at] as number, numbers[2 * at + 1] as number),
  );
}

/** A ring ends where it begins; many documents leave the last point out. */
function closed(ring: readonly Position[]): Position[] {
  const first = ring[0] as Position;
  const last = ring.at(-1) as Position;
  return first[0] === last[0] && first[1] === last[1] ? [...ring] : [...ring, first];
}
