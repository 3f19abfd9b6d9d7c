import { forceLink, forceManyBody, forceSimulation, forceX, forceY, type SimulationNodeDatum } from 'd3-force';
import type { GraphEdge, GraphNode } from '../../view/crate-graph.js';
import { LABEL_SIZE } from './edge-ends.js';
import { fitText, textWidth } from './fit-text.js';
import type { Point } from './layers.js';
import { FORCE_STEPS, nodeRadius } from './place-nodes.js';

/** A node with its label below it. */
export interface BoxedNode extends Point {
  readonly radius: number;
  readonly lines: readonly string[];
  /** Half of the width that node and label need. */
  readonly reach: number;
  /** The lower end of the label, from the middle of the node. */
  readonly bottom: number;
}

interface Box extends BoxedNode, SimulationNodeDatum {
  x: number;
  y: number;
}

/** Width of a line of a label, in units of its size. */
const LINE = 11;
/** From line to line, in pixels. */
export const LINE_STEP = 15;
/** The picture grows downwards, not beyond a screen. */
const HALF_WIDTH = 545;
const GAP = 8;

/**
 * Places few nodes so that each has its whole label, and nothing is on top of another: the first in the middle, what is
 * linked close together. The same nodes are always at the same places.
 */
export function placeLabelled(
  nodes: readonly Pick<GraphNode, 'label' | 'links' | 'count'>[],
  edges: readonly Pick<GraphEdge, 'source' | 'target'>[],
): BoxedNode[] {
  const boxes = nodes.map((node, number) => boxOf(node, number));
  const [first] = boxes;
  if (first === undefined) return [];
  Object.assign(first, { fx: 0, fy: 0 });
  forceSimulation(boxes)
    .stop()
    .force('link', forceLink(edges.map(({ source, target }) => ({ source, target }))).distance(95)) // prettier-ignore
    .force('charge', forceManyBody().strength(-520).distanceMax(600))
    // Wider than high, like a screen.
    .force('x', forceX(0).strength(0.04))
    .force('y', forceY(0).strength(0.11))
    .force('apart', () => void moveApart(boxes, 0.5))
    .tick(FORCE_STEPS);
  for (let turn = 0; turn < 2000 && moveApart(boxes, 1); turn += 1);
  return boxes.map(({ x, y, radius, lines, reach, bottom }) => ({ x: round(x), y: round(y), radius, lines, reach, bottom })); // prettier-ignore
}

function boxOf(node: Pick<GraphNode, 'label' | 'links' | 'count'>, number: number): Box {
  const radius = nodeRadius(node);
  const lines = fitText(node.label, LINE, 2);
  const width = lines.reduce((most, line) => Math.max(most, textWidth(line)), 0) * LABEL_SIZE;
  // Around the first, as the grains of a sunflower.
  const [angle, far] = [number * 2.4, 60 * Math.sqrt(number)];
  return {
    x: far * 1.4 * Math.cos(angle),
    y: far * Math.sin(angle),
    radius,
    lines,
    reach: Math.max(width / 2, radius),
    bottom: radius + 3 + LINE_STEP * lines.length,
  };
}

/** Moves boxes that overlap away from each other, the shortest way; returns whether there were any. */
function moveApart(boxes: readonly Box[], part: number): boolean {
  let hasMoved = false;
  for (const [number, a] of boxes.entries()) {
    for (const b of boxes.slice(number + 1)) {
      const dx = b.x - a.x;
      const dy = b.y + (b.bottom - b.radius) / 2 - a.y - (a.bottom - a.radius) / 2;
      const overX = a.reach + b.reach + GAP - Math.abs(dx);
      const overY = (a.radius + a.bottom + b.radius + b.bottom) / 2 + GAP - Math.abs(dy);
      if (overX <= 0.1 || overY <= 0.1) continue;
      hasMoved = true;
      // What holds still leaves the whole way to the other.
      const [ofA, ofB] = 'fx' in a ? [0, part] : [part / 2, part / 2];
      if (overX < overY) {
        const way = dx < 0 ? -overX : overX;
        a.x -= way * ofA;
        b.x += way * ofB;
      } else {
        const way = dy < 0 ? -overY : overY;
        a.y -= way * ofA;
        b.y += way * ofB;
      }
    }
    a.x = Math.min(Math.max(a.x, a.reach - HALF_WIDTH), HALF_WIDTH - a.reach);
  }
  return hasMoved;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
