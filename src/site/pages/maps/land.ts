import { readFileSync } from 'node:fs';
import type { Position } from '../../view/places/place-shape.js';
import { ownFile } from '../../../base/own-files.js';

/** The build writes it: `.config/write-land.js`. */
const FILE = ownFile('dist/land.json');

/** Lines of a map: the rings of land, or borders of countries. */
export interface OutlinedLines {
  readonly lines: readonly (readonly Position[])[];
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The land of the Earth and its borders in one scale. */
export interface LandOutline {
  readonly land: readonly OutlinedLines[];
  readonly borders: readonly OutlinedLines[];
}

interface PackedOutline {
  readonly unit: number;
  readonly land: readonly (readonly (readonly number[])[])[];
  readonly borders: readonly (readonly number[])[];
}

type Scale = 'globe' | 'coarse' | 'fine';

let outlines: Readonly<Record<Scale, LandOutline>> | undefined;

/**
 * Returns the outline of the land: `globe` for a picture of an inch, `coarse` for maps of the world (1:110 million),
 * `fine` for others (1:50 million).
 */
export function landOutline(scale: Scale): LandOutline {
  if (outlines === undefined) {
    const packed = JSON.parse(readFileSync(FILE, 'utf8')) as Record<Scale, PackedOutline>;
    outlines = { globe: unpack(packed.globe), coarse: unpack(packed.coarse), fine: unpack(packed.fine) };
  }
  return outlines[scale];
}

function unpack({ unit, land, borders }: PackedOutline): LandOutline {
  const outline = (lines: readonly (readonly number[])[]) => outlined(lines.map((steps) => positions(steps, unit)));
  return { land: land.map(outline), borders: borders.map((line) => outline([line])) };
}

function positions(steps: readonly number[], unit: number): Position[] {
  const line: Position[] = [];
  for (let [x, y, at] = [0, 0, 0]; at < steps.length; at += 2) {
    x = x + (steps[at] as number);
    y = y + (steps[at + 1] as number);
    line.push([x / unit, y / unit]);
  }
  return line;
}

function outlined(lines: readonly (readonly Position[])[]): OutlinedLines {
  let west = 180;
  let south = 90;
  let east = -180;
  let north = -90;
  for (const [longitude, latitude] of lines.flat()) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { lines, west, south, east, north };
}
