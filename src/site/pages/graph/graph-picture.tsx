import type { CrateGraph } from '../../view/crate-graph.js';
import { oncePer } from '../../view/once-per.js';
import { LABEL_SIZE, shortened } from './edge-ends.js';
import { fitText, nameOfSeen, textWidth } from './fit-text.js';
import { kindShape } from './kind-shape.js';
import { labelNodes, type LabelledNode, type NodeLabel } from './node-labels.js';
import { nodeRadius, nodeSimulation, FORCE_STEPS } from './place-nodes.js';

/** Width of a label, in units of its size. */
const LABEL_WIDTH = 16;
const MARGIN = 24;

/** Draws the nodes and edges of a small graph as SVG, at rest: each node is a link to its entity. */
export function GraphPicture({ graph }: { readonly graph: CrateGraph }) {
  const { nodes, edges } = graph;
  const { placed, labels } = places(graph);
  return (
    <svg
      class="crate-graph"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={viewBox(placed, labels)}
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
          const ends = shortened(placed[source]!, placed[target]!);
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
      {nodes.map(({ id, label, types, kind, links }, number) => {
        const { x, y, radius, label: seen } = placed[number]!;
        const words = `${label}, ${types.join(', ')}, ${links === 1 ? '1 link' : `${links} links`}`;
        return (
          <a
            href={`?entity=${encodeURIComponent(id)}`}
            class={`graph-node kind-${kind}`}
            aria-label={nameOfSeen(seen, words)}
            data-kind={kind}
            data-links={links}
            data-radius={radius}
          >
            <title>{words}</title>
            <path d={kindShape(kind, radius)} transform={`translate(${x},${y})`} />
            <Label place={labels[number]} text={seen} />
          </a>
        );
      })}
    </svg>
  );
}

/** Where the nodes come to rest, and their labels. */
const places = oncePer(({ nodes, edges }: CrateGraph) => {
  const simulation = nodeSimulation(nodes, edges);
  simulation.tick(FORCE_STEPS);
  const placed = simulation.nodes().map(({ x = 0, y = 0 }, number): LabelledNode => {
    const node = nodes[number]!;
    const [label = ''] = fitText(node.label, LABEL_WIDTH, 1);
    return { x: round(x), y: round(y), radius: nodeRadius(node), label, weight: node.links };
  });
  return { placed, labels: labelNodes(placed, LABEL_SIZE) };
});

/** A label without place is in the document all the same: a script shows it when there is room. */
function Label({ place, text }: { readonly place: NodeLabel | undefined; readonly text: string }) {
  const { x, y, anchor } = place ?? { x: 0, y: 0, anchor: 'start' };
  return (
    <text
      x={round(x)}
      y={round(y)}
      text-anchor={anchor}
      font-size={LABEL_SIZE}
      class={place === undefined ? 'no-room' : undefined}
    >
      {text}
    </text>
  );
}

function viewBox(nodes: readonly LabelledNode[], labels: readonly (NodeLabel | undefined)[]): string {
  let left = 0;
  let right = 0;
  let top = 0;
  let bottom = 0;
  const reach = (from: number, to: number, y: number): void => {
    left = Math.max(left, MARGIN - from);
    right = Math.max(right, to + MARGIN);
    top = Math.max(top, MARGIN - y);
    bottom = Math.max(bottom, y + MARGIN);
  };
  for (const [number, { x, y, label }] of nodes.entries()) {
    reach(x, x, y);
    const place = labels[number];
    if (place === undefined) continue;
    const width = textWidth(label) * LABEL_SIZE;
    const start = place.x - { start: 0, middle: width / 2, end: width }[place.anchor];
    reach(start, start + width, place.y);
  }
  // A small picture is not blown up.
  const width = Math.max(left + right, 1000);
  const height = Math.max(top + bottom, 480);
  const corner = [(right - left - width) / 2, (bottom - top - height) / 2];
  return [...corner, width, height].map(Math.round).join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
