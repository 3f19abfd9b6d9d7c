import type { KindOfEntity } from '../../view/entity-kind.js';

/** Corners of each shape on the unit circle: the first angle in degrees, and how many; none for a circle. */
const CORNERS: Readonly<Record<KindOfEntity, readonly [first: number, corners: number] | undefined>> = {
  dataset: [45, 4],
  file: undefined,
  software: [0, 6],
  action: [-90, 3],
  person: [-90, 5],
  place: [90, 3],
  document: [0, 4],
  term: [22.5, 8],
  other: undefined,
};

/** The path of the shape of a kind, around 0, 0: kinds differ for those who see no colours too. */
export function kindShape(kind: KindOfEntity, radius: number): string {
  const corners = CORNERS[kind];
  if (corners === undefined)
    return `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`;
  const [first, count] = corners;
  // Shapes with few corners are larger, for the same area.
  const size = radius * (count === 3 ? 1.3 : count === 4 ? 1.15 : 1.05);
  const points = Array.from({ length: count }, (_, number) => {
    const angle = ((first + (360 * number) / count) * Math.PI) / 180;
    return `${round(size * Math.cos(angle))} ${round(size * Math.sin(angle))}`;
  });
  return `M${points.join('L')}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
