import { connectedParts, type BoxArrow } from './connected-parts.js';

/** The size of a box to place. */
export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** A place in a picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where boxes and arrows of a picture are. */
export interface LayeredPicture extends BoxSize {
  /** The upper left corner of each box. */
  readonly corners: readonly Point[];
  /** The points that each arrow leads through, from its source to its target. */
  readonly routes: readonly (readonly Point[])[];
}

const COLUMN_GAP = 64;
const ROW_GAP = 18;
const PART_GAP = 32;
/** An arrow over many columns gets a free lane in each, as long as there are not more lanes than these. */
const LANES = 3000;

/** A box, or the lane of a long arrow through a column. */
interface Cell extends BoxSize {
  column: number;
  /** Middle of the cell. */
  middle: number;
  readonly before: Cell[];
  readonly after: Cell[];
}

/**
 * Places boxes in columns from left to right, so that arrows point to the right except where they close a circle. What
 * no arrow connects is one below the other: parts that share columns would drift apart.
 */
export function placeInLayers(sizes: readonly BoxSize[], arrows: readonly BoxArrow[]): LayeredPicture {
  const corners: Point[] = [];
  const routes: Point[][] = [];
  let width = 0;
  let height = 0;
  for (const part of connectedParts(sizes.length, arrows)) {
    const places = new Map(part.boxes.map((box, place) => [box, place]));
    const inside = part.arrows.map((number) => {
      const { source, target } = arrows[number]!;
      return { source: places.get(source)!, target: places.get(target)! };
    });
    const top = height === 0 ? 0 : height + PART_GAP;
    const lower = ({ x, y }: Point): Point => ({ x, y: y + top });
    const picture = placeConnected(
      part.boxes.map((box) => sizes[box]!),
      inside,
    );
    part.boxes.forEach((box, place) => (corners[box] = lower(picture.corners[place]!)));
    part.arrows.forEach((number, place) => (routes[number] = picture.routes[place]!.map(lower)));
    width = Math.max(width, picture.width);
    height = top + picture.height;
  }
  return { corners, routes, width, height };
}

/** Sugiyama's method: longest paths, lanes for long arrows, order by the mean of the neighbours. */
function placeConnected(sizes: readonly BoxSize[], arrows: readonly BoxArrow[]): LayeredPicture {
  const cells = sizes.map(({ width, height }): Cell => ({
    width,
    height,
    column: 0,
    middle: 0,
    before: [],
    after: [],
  }));
  setColumns(cells, forwardArrows(sizes.length, arrows));
  const lanes = arrows.map(() => [] as Cell[]);
  const columns: Cell[][] = [];
  for (const cell of cells) (columns[cell.column] ??= []).push(cell);
  let free = LANES;
  arrows.forEach(({ source, target }, number) => {
    const from = cells[source]!;
    const to = cells[target]!;
    const [left, right] = from.column <= to.column ? [from, to] : [to, from];
    const span = right.column - left.column - 1;
    if (span > free) return;
    let last = left;
    for (let column = left.column + 1; column < right.column; column += 1) {
      const lane: Cell = { width: 0, height: 4, column, middle: 0, before: [], after: [] };
      (columns[column] ??= []).push(lane);
      lanes[number]!.push(lane);
      join(last, lane);
      last = lane;
    }
    free -= Math.max(span, 0);
    if (left.column < right.column) join(last, right);
    if (left !== from) lanes[number]!.reverse();
  });
  const filled = columns.filter((column) => column !== undefined);
  order(filled);
  const height = setRows(filled);
  return { ...drawn(filled, { cells, lanes, arrows }), height };
}

function join(left: Cell, right: Cell): void {
  left.after.push(right);
  right.before.push(left);
}

/** The arrows without those that lead back to a box on the way to their source. */
function forwardArrows(boxes: number, arrows: readonly BoxArrow[]): BoxArrow[] {
  const leaving = Array.from({ length: boxes }, () => [] as BoxArrow[]);
  for (const arrow of arrows) leaving[arrow.source]!.push(arrow);
  const state = new Uint8Array(boxes);
  const forward: BoxArrow[] = [];
  for (let start = 0; start < boxes; start += 1) {
    if (state[start] !== 0) continue;
    state[start] = 1;
    const trail = [{ box: start, next: 0 }];
    for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
      const arrow = leaving[step.box]![step.next];
      step.next += 1;
      if (arrow === undefined) {
        state[step.box] = 2;
        trail.pop();
      } else if (state[arrow.target] !== 1) {
        forward.push(arrow);
        if (state[arrow.target] === 0) trail.push({ box: arrow.target, next: 0 });
        state[arrow.target] ||= 1;
      }
    }
  }
  return forward;
}

/** Each box is right of all that leads to it; what nothing leads to is directly left of its first use. */
function setColumns(cells: readonly Cell[], arrows: readonly BoxArrow[]): void {
  const leaving = cells.map(() => [] as number[]);
  const waiting = new Uint32Array(cells.length);
  for (const { source, target } of arrows) {
    leaving[source]!.push(target);
    waiting[target]! += 1;
  }
  const sources = [...waiting.keys()].filter((box) => waiting[box] === 0);
  const ready = [...sources];
  for (const box of ready) {
    for (const target of leaving[box]!) {
      cells[target]!.column = Math.max(cells[target]!.column, cells[box]!.column + 1);
      waiting[target]! -= 1;
      if (waiting[target] === 0) ready.push(target);
    }
  }
  for (const box of sources) {
    const first = leaving[box]!.reduce((least, target) => Math.min(least, cells[target]!.column), Infinity);
    if (first !== Infinity) cells[box]!.column = first - 1;
  }
}

/** Orders the cells of each column by the mean place of their neighbours, to and fro: few arrows cross. */
function order(columns: readonly Cell[][]): void {
  const number = (column: readonly Cell[]): void => column.forEach((cell, place) => (cell.middle = place));
  columns.forEach(number);
  for (let sweep = 0; sweep < 8; sweep += 1) {
    const isForward = sweep % 2 === 0;
    for (const column of isForward ? columns : columns.toReversed()) {
      const wish = new Map(column.map((cell) => [cell, mean(isForward ? cell.before : cell.after) ?? cell.middle]));
      column.sort((a, b) => wish.get(a)! - wish.get(b)!);
      number(column);
    }
  }
}

function mean(cells: readonly Cell[]): number | undefined {
  return cells.length === 0 ? undefined : cells.reduce((sum, { middle }) => sum + middle, 0) / cells.length;
}

/** Sets the middles: near the neighbours, in order, without overlap. Returns the height of the picture. */
function setRows(columns: readonly Cell[][]): number {
  for (const column of columns) stack(column, 0);
  for (let sweep = 0; sweep < 10; sweep += 1) {
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) {
      const wishes = column.map((cell) => mean([...cell.before, ...cell.after]) ?? cell.middle);
      column.forEach((cell, place) => (cell.middle = wishes[place]!));
      stack(column, -Infinity);
      // Pushing down alone would sink the column: the mean of the places stays the mean of the wishes.
      const shift = wishes.reduce((sum, wish, place) => sum + wish - column[place]!.middle, 0) / column.length;
      for (const cell of column) cell.middle += shift;
    }
  }
  const all = columns.flat();
  const top = all.reduce((least, { middle, height }) => Math.min(least, middle - height / 2), Infinity);
  for (const cell of all) cell.middle -= top;
  return all.reduce((most, { middle, height }) => Math.max(most, middle + height / 2), 0);
}

function stack(column: readonly Cell[], start: number): void {
  let bottom = start;
  for (const cell of column) {
    cell.middle = Math.max(cell.middle, bottom + cell.height / 2);
    bottom = cell.middle + cell.height / 2 + ROW_GAP;
  }
}

interface Placed {
  readonly cells: readonly Cell[];
  readonly lanes: readonly (readonly Cell[])[];
  readonly arrows: readonly BoxArrow[];
}

function drawn(columns: readonly Cell[][], { cells, lanes, arrows }: Placed): Omit<LayeredPicture, 'height'> {
  const widths = columns.map((column) => column.reduce((most, { width }) => Math.max(most, width), 0));
  const lefts: number[] = [];
  let width = 0;
  for (const one of widths) {
    lefts.push(width);
    width += one + COLUMN_GAP;
  }
  const corners = cells.map(({ column, middle, height }) => ({ x: lefts[column]!, y: middle - height / 2 }));
  const routes = arrows.map(({ source, target }, number) => [
    { x: corners[source]!.x + cells[source]!.width, y: cells[source]!.middle },
    ...lanes[number]!.flatMap(({ column, middle }) => [
      { x: lefts[column]!, y: middle },
      { x: lefts[column]! + widths[column]!, y: middle },
    ]),
    { x: corners[target]!.x, y: cells[target]!.middle },
  ]);
  return { corners, routes, width: Math.max(width - COLUMN_GAP, 0) };
}
