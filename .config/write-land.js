/**
 * Writes `dist/land.json`: the land and the borders of countries that maps are drawn with, from Natural Earth (public
 * domain), in two scales. A line is a list of whole numbers: its first position, then the steps to the next ones.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';

const require = createRequire(import.meta.url);

/** @param name the file of world-atlas @param unit parts of a degree that its scale is worth */
function scale(name, unit) {
  const world = JSON.parse(readFileSync(require.resolve(`world-atlas/${name}.json`), 'utf8'));
  const rounded = (line) =>
    line
      .map((position) => position.map((degrees) => Math.round(degrees * unit)))
      .filter(([x, y], at, all) => at === 0 || x !== all[at - 1][0] || y !== all[at - 1][1]);
  // The inside of a ring depends on its direction: one that rounding turns round would cover all of the Earth but itself.
  const rings = (polygon) => polygon.filter((ring) => area(ring) * area(rounded(ring)) > 0).map(rounded);
  const land = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  const borders = mesh(world, world.objects.countries, (a, b) => a !== b).coordinates;
  return {
    unit,
    land: land
      .filter((polygon) => area(polygon[0]) * area(rounded(polygon[0])) > 0)
      .map((one) => rings(one).map(steps)),
    borders: borders
      .map(rounded)
      .filter((line) => line.length >= 2)
      .map(steps),
  };
}

function steps(line) {
  return line.flatMap(([x, y], at) => (at === 0 ? [x, y] : [x - line[at - 1][0], y - line[at - 1][1]]));
}

/** Twice the signed area in the plane. */
function area(ring) {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0);
}

writeFileSync(
  'dist/land.json',
  JSON.stringify({ coarse: scale('countries-110m', 10), fine: scale('countries-50m', 100) }),
);
