import type { CrateGraph, GraphNode } from '../../view/crate-graph.js';
import { MOST_FOLDS } from '../../view/fold-entities.js';
import { oncePer } from '../../view/once-per.js';
import { LABEL_SIZE, shortened } from './edge-ends.js';
import { fitText, nameOfSeen, textWidth } from './fit-text.js';
import { kindShape } from './kind-shape.js';
import { labelNodes, type NodeLabel } from './node-labels.js';
import { nodeHref } from './node-href.js';
import { LINE_STEP, placeLabelled } from './place-labelled.js';
import { nodeRadius, nodeSimulation, FORCE_STEPS } from './place-nodes.js';

/** Width of a label of one line, in units of its size. */
const LABEL_WIDTH = 16;
const MARGIN = 24;

interface DrawnNode {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly lines: readonly string[];
  /** Where the first line is, from the middle of the node; undefined where it has no room. */
  readonly label: NodeLabel | undefined;
}

/** Draws the nodes and edges of a small graph as SVG, at rest: each node is a link to its entity, or to a list. */
export function GraphPicture({ graph }: { readonly graph: CrateGraph }) {
  const { nodes, edges } = graph;
  const drawn = drawnNodes(graph);
  const { corner, width, height } = frameOf(drawn);
  return (
    <svg
      class={isAllLabelled(graph) ? 'crate-graph all-labelled' : 'crate-graph'}
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={[...corner, width, height].join(' ')}
      role="group"
      aria-label="Entities and their references; the same is below as a list"
    >
      <defs>
        <marker id="graph-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path class="graph-arrow-head" d="M0 1 8 4 0 7Z" />
        </marker>
      </defs>
      <g class="graph-edges">
        {edges.map(({ source, target, keys }) => {
          const ends = shortened(drawn[source]!, drawn[target]!);
          return (
            <line
              {...ends}
              class="graph-edge"
              data-source={source}
              data-target={target}
              data-keys={keys.join(', ')}
              marker-end="url(#graph-arrow)"
            >
              <title>{`${nodes[source]!.label}: ${keys.join(', ')}: ${nodes[target]!.label}`}</title>
            </line>
          );
        })}
      </g>
      {nodes.map((node, number) => (
        <Node node={node} at={drawn[number]!} />
      ))}
    </svg>
  );
}

function Node({ node, at: { x, y, radius, lines, label } }: { readonly node: GraphNode; readonly at: DrawnNode }) {
  const { types, kind, links, count, isMatch } = node;
  const words = `${node.label}, ${types.join(', ')}, ${links === 1 ? '1 link' : `${links} links`}`;
  const shape = kindShape(kind, radius);
  return (
    <a
      href={nodeHref(node)}
      class={`graph-node kind-${kind}${isMatch === true ? ' is-match' : ''}`}
      transform={`translate(${x},${y})`}
      aria-label={nameOfSeen(lines.join(' '), isMatch === true ? `${words}, marked` : words)}
      data-kind={kind}
      data-links={links}
      data-radius={radius}
    >
      <title>{words}</title>
      {count > 1 && <path class="graph-behind" d={shape} transform="translate(5,4)" />}
      <path d={shape} />
      <Label place={label} lines={lines} />
    </a>
  );
}

const drawnNodes = oncePer((graph: CrateGraph): readonly DrawnNode[] =>
  isAllLabelled(graph) ? labelledNodes(graph) : crowdedNodes(graph),
);

function isAllLabelled({ nodes }: CrateGraph): boolean {
  return nodes.length <= MOST_FOLDS;
}

function labelledNodes({ nodes, edges }: CrateGraph): DrawnNode[] {
  return placeLabelled(nodes, edges).map((box) => ({
    ...box,
    label: { x: 0, y: box.radius + LABEL_SIZE, anchor: 'middle' },
  }));
}

/** Where many nodes come to rest; labels are where they have room. */
function crowdedNodes({ nodes, edges }: CrateGraph): DrawnNode[] {
  const simulation = nodeSimulation(nodes, edges);
  simulation.tick(FORCE_STEPS);
  const placed = simulation.nodes().map(({ x = 0, y = 0 }, number) => {
    const node = nodes[number]!;
    const [label = ''] = fitText(node.label, LABEL_WIDTH, 1);
    return { x: round(x), y: round(y), radius: nodeRadius(node), label, weight: node.links };
  });
  const labels = labelNodes(placed, LABEL_SIZE);
  return placed.map(({ x, y, radius, label: line }, number) => {
    const label = labels[number];
    return { x, y, radius, lines: [line], label: label && { ...label, x: label.x - x, y: label.y - y } };
  });
}

/** A label without place is in the document all the same: a script shows it when there is room. */
function Label({ place, lines }: { readonly place: NodeLabel | undefined; readonly lines: readonly string[] }) {
  const { x, y, anchor } = place ?? { x: 0, y: 0, anchor: 'start' };
  return (
    <text
      x={round(x)}
      y={round(y)}
      text-anchor={anchor}
      font-size={LABEL_SIZE}
      class={place === undefined ? 'no-room' : undefined}
    >
      {lines.length === 1
        ? lines[0]
        : lines.map((line, number) => (
            <>
              <tspan x={round(x)} dy={number === 0 ? undefined : LINE_STEP}>
                {line}
              </tspan>{' '}
            </>
          ))}
    </text>
  );
}

interface Frame {
  readonly corner: readonly [x: number, y: number];
  readonly width: number;
  readonly height: number;
}

/** What has to be seen: all nodes and labels. */
function frameOf(nodes: readonly DrawnNode[]): Frame {
  let [left, right, top, bottom] = [0, 0, 0, 0];
  const reach = (from: number, to: number, y: number): void => {
    left = Math.max(left, MARGIN - from);
    right = Math.max(right, to + MARGIN);
    top = Math.max(top, MARGIN - y);
    bottom = Math.max(bottom, y + MARGIN);
  };
  for (const { x, y, radius, lines, label } of nodes) {
    reach(x - radius, x + radius, y - radius);
    reach(x, x, y + radius);
    if (label === undefined) continue;
    const width = lines.reduce((most, line) => Math.max(most, textWidth(line)), 0) * LABEL_SIZE;
    const start = x + label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
    reach(start, start + width, y + label.y + LINE_STEP * (lines.length - 1));
  }
  // A small picture is not blown up.
  const width = Math.round(Math.max(left + right, 1000));
  const height = Math.round(Math.max(top + bottom, 320));
  return { corner: [Math.round((right - left - width) / 2), Math.round((bottom - top - height) / 2)], width, height };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
