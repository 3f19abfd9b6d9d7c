import type { Point } from './layers.js';

/** Size of labels at the first zoom, in pixels. */
export const LABEL_SIZE = 13;

/** A node as far as an edge needs it. */
export interface EdgeEnd extends Point {
  readonly radius: number;
}

/** The ends of an edge: it stops at the border of its target, for the arrow. */
export function shortened(source: EdgeEnd, target: EdgeEnd): Record<'x1' | 'y1' | 'x2' | 'y2', number> {
  const dx = target.x - source.x;
  const dy = target.y - source.y;
  const part = Math.max(1 - (target.radius + 2) / (Math.hypot(dx, dy) || 1), 0);
  return { x1: source.x, y1: source.y, x2: round(source.x + dx * part), y2: round(source.y + dy * part) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
