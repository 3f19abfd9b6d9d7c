import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationNodeDatum,
} from 'd3-force';
import type { GraphEdge, GraphNode } from '../../view/crate-graph.js';

/** A node on its way to its place. */
export interface PlacedNode extends SimulationNodeDatum {
  readonly radius: number;
}

/** The forces between the nodes of a picture. */
export type NodeSimulation = Simulation<PlacedNode, undefined>;

/** The radius of a node: its area grows with its links. */
export function nodeRadius({ links, count }: Pick<GraphNode, 'links' | 'count'>): number {
  return Math.min(6 + 1.6 * Math.sqrt(links) + (count > 1 ? 3 : 0), 22);
}

/**
 * Sets up the forces that place the nodes of a picture, stopped: call `tick`. They are deterministic, so the same crate
 * gives the same picture everywhere.
 */
export function nodeSimulation(
  nodes: readonly Pick<GraphNode, 'links' | 'count'>[],
  edges: readonly Pick<GraphEdge, 'source' | 'target'>[],
): NodeSimulation {
  const isLarge = nodes.length > 1000;
  const placed = nodes.map((node): PlacedNode => ({ radius: nodeRadius(node) }));
  const links = edges.map(({ source, target }) => ({ source, target }));
  const simulation = forceSimulation(placed)
    .stop()
    .force('link', forceLink(links).distance(isLarge ? 40 : 75))
    .force(
      'charge',
      forceManyBody()
        .strength(isLarge ? -60 : -330)
        .distanceMax(isLarge ? 900 : 700),
    )
    // Wider than high, like a screen.
    .force('x', forceX(0).strength(0.045))
    .force('y', forceY(0).strength(0.085));
  if (!isLarge) simulation.force('collide', forceCollide<PlacedNode>(({ radius }) => radius + 9).iterations(2));
  return simulation;
}

/** So many steps bring a small picture to rest. */
export const FORCE_STEPS = 240;
