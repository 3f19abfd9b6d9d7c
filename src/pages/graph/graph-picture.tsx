import type { CrateGraph } from '../../view/crate-graph.js';
import { LABEL_SIZE, shortened } from './edge-ends.js';
import { fitText } from './fit-text.js';
import { kindShape } from './kind-shape.js';
import { labelNodes, type LabelledNode, type NodeLabel } from './node-labels.js';
import { nodeRadius, nodeSimulation, STEPS } from './place-nodes.js';

/** Width of a label, in units of its size. */
const LABEL_WIDTH = 16;
const MARGIN = 24;

/** Draws the nodes and edges of a small graph as SVG, at rest: each node is a link to its entity. */
export function GraphPicture({ nodes, edges }: CrateGraph) {
  const simulation = nodeSimulation(nodes, edges);
  simulation.tick(STEPS);
  const placed = simulation.nodes().map(({ x = 0, y = 0 }, number): LabelledNode => {
    const node = nodes[number]!;
    const [label = ''] = fitText(node.label, LABEL_WIDTH, 1);
    return { x: round(x), y: round(y), radius: nodeRadius(node), label, weight: node.links };
  });
  const labels = labelNodes(placed, LABEL_SIZE);
  return (
    <svg
      class="crate-graph"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={viewBox(placed)}
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
        const { x, y, radius } = placed[number]!;
        const words = `${label}, ${types.join(', ')}, ${links === 1 ? '1 link' : `${links} links`}`;
        return (
          <a
            href={`?entity=${encodeURIComponent(id)}`}
            class={`graph-node kind-${kind}`}
            aria-label={words}
            data-kind={kind}
            data-links={links}
            data-radius={radius}
          >
            <title>{words}</title>
            <path d={kindShape(kind, radius)} transform={`translate(${x},${y})`} />
            <Label place={labels[number]} text={placed[number]!.label} />
          </a>
        );
      })}
    </svg>
  );
}

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

function viewBox(nodes: readonly LabelledNode[]): string {
  const end = (x: (node: LabelledNode) => number): number => nodes.reduce((most, node) => Math.max(most, x(node)), 0);
  // Labels reach over the sides.
  const [left, right] = [end(({ x }) => -x) + 5 * LABEL_SIZE, end(({ x }) => x) + 8 * LABEL_SIZE];
  const [top, bottom] = [end(({ y }) => -y) + MARGIN, end(({ y }) => y) + MARGIN];
  // A small picture is not blown up.
  const [width, height] = [Math.max(left + right, 1000), Math.max(top + bottom, 480)];
  const corner = [(right - left - width) / 2, (bottom - top - height) / 2];
  return [...corner, width, height].map(Math.round).join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
