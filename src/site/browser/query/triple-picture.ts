import type { Quad } from '@rdfjs/types';
import { isWebIri } from '../../../base/rdf/iri.js';
import { LABEL_SIZE, shortened } from '../../pages/graph/edge-ends.js';
import { fitText, textWidth } from '../../pages/graph/fit-text.js';
import { kindShape } from '../../pages/graph/kind-shape.js';
import { labelNodes, type LabelledNode, type NodeLabel } from '../../pages/graph/node-labels.js';
import { FORCE_STEPS, nodeSimulation } from '../../pages/graph/place-nodes.js';
import { KIND_NAMES } from '../../view/entity-kind.js';
import { element, svgElement } from './element.js';
import { shownIri, type CellContext } from './term-cell.js';
import { tripleGraph, type DrawnEdge, type TripleGraph } from './triple-graph.js';

/** Width of a label, in units of its size. */
const LABEL_WIDTH = 16;
const MARGIN = 24;
/** The properties of so many edges are written beside them; of more, only where the pointer is. */
const MOST_NAMED = 24;

/** Draws triples as nodes and edges: each node with a page is a link to it. */
export function triplePicture(triples: readonly Quad[], context: CellContext): HTMLElement {
  const graph = tripleGraph(triples);
  const placed = placedNodes(graph, context);
  const labels = labelNodes(placed, LABEL_SIZE);
  const svg = svgElement(
    'svg',
    {
      class: 'crate-graph query-picture',
      viewBox: viewBox(placed, labels),
      role: 'group',
      'aria-label': 'Nodes and edges of the result; the table and the links say the same',
    },
    arrow(),
    ...graph.edges.flatMap((edge) => edgeParts(edge, placed, graph, context)),
    ...graph.nodes.map((_, at) => nodePart(at, { graph, placed, labels }, context)),
  );
  const said = [...graph.notes, ...edgeNote(graph, context)];
  const notes = said.length === 0 ? [] : [element('p', { class: 'graph-note' }, said.join(' '))];
  const box = { class: 'graph-box', role: 'region', 'aria-label': 'Picture of the result', tabindex: 0 };
  return element('div', {}, ...notes, element('div', box, svg));
}

function placedNodes({ nodes, edges }: TripleGraph, context: CellContext): LabelledNode[] {
  const simulation = nodeSimulation(
    nodes.map(({ links }) => ({ links, count: 1 })),
    edges,
  );
  simulation.tick(FORCE_STEPS);
  return simulation.nodes().map(({ x = 0, y = 0, radius }, at) => {
    const { id = '', name, links = 0 } = nodes[at] ?? {};
    const [label = ''] = fitText(name ?? context.links.get(id)?.name ?? shownIri(id, context), LABEL_WIDTH, 1);
    return { x: round(x), y: round(y), radius, label, weight: links };
  });
}

function arrow(): SVGElement {
  const box = { viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' };
  const head = svgElement('path', { class: 'graph-arrow-head', d: 'M0 1 8 4 0 7Z' });
  return svgElement('defs', {}, svgElement('marker', { id: 'query-arrow', ...box }, head));
}

function edgeParts(
  { source, target, properties }: DrawnEdge,
  placed: readonly LabelledNode[],
  { edges }: TripleGraph,
  context: CellContext,
): SVGElement[] {
  const [from, to] = [placed[source], placed[target]];
  if (from === undefined || to === undefined) return [];
  const words = properties.map((property) => shownIri(property, context)).join(', ');
  const title = svgElement('title', {}, `${from.label}: ${words}: ${to.label}`);
  const ends = { ...shortened(from, to), class: 'graph-edge', 'marker-end': 'url(#query-arrow)' };
  const line = svgElement('line', ends, title);
  if (edges.length > MOST_NAMED) return [line];
  const middle = { x: round((from.x + to.x) / 2), y: round((from.y + to.y) / 2) };
  const look = { class: 'graph-key', 'font-size': 0.8 * LABEL_SIZE, 'text-anchor': 'middle' };
  return [line, svgElement('text', { ...middle, ...look }, fitText(words, LABEL_WIDTH, 1)[0] ?? '')];
}

/** What edges say that have no room for it. */
function edgeNote({ edges }: TripleGraph, context: CellContext): string[] {
  if (edges.length <= MOST_NAMED) return [];
  const names = new Set(edges.flatMap(({ properties }) => properties).map((property) => shownIri(property, context)));
  const first = [...names].slice(0, 5).join(', ');
  return [`Edges: ${first}${names.size > 5 ? ' and others' : ''}.`];
}

interface PictureParts {
  readonly graph: TripleGraph;
  readonly placed: readonly LabelledNode[];
  readonly labels: readonly (NodeLabel | undefined)[];
}

function nodePart(at: number, { graph, placed, labels }: PictureParts, context: CellContext): SVGElement | string {
  const [node, place, label] = [graph.nodes[at], placed[at], labels[at]];
  if (node === undefined || place === undefined) return '';
  const { id, kind, name } = node;
  const words = [name, shownIri(id, context), KIND_NAMES[kind]].filter((word) => word !== undefined).join(', ');
  const link = context.links.get(id);
  const href = link === undefined ? (isWebIri(id) ? id : undefined) : context.home + link.path;
  const attributes = {
    class: `graph-node kind-${kind}`,
    href,
    rel: link === undefined && 'external noopener noreferrer',
  };
  return svgElement(
    href === undefined ? 'g' : 'a',
    href === undefined ? { class: attributes.class } : attributes,
    svgElement('title', {}, words),
    svgElement('path', { d: kindShape(kind, place.radius), transform: `translate(${place.x},${place.y})` }),
    svgElement(
      'text',
      {
        ...(label === undefined
          ? { x: place.x, y: place.y, class: 'no-room' }
          : { x: round(label.x), y: round(label.y) }),
        'text-anchor': label?.anchor ?? 'start',
        'font-size': LABEL_SIZE,
      },
      place.label,
    ),
  );
}

/** All nodes and labels with a margin; a small picture is not blown up. */
function viewBox(placed: readonly LabelledNode[], labels: readonly (NodeLabel | undefined)[]): string {
  const xs = placed.flatMap(({ x, radius, label }, at) => {
    const place = labels[at];
    const width = textWidth(label) * LABEL_SIZE;
    const start = place === undefined ? x : place.x - { start: 0, middle: width / 2, end: width }[place.anchor];
    return [x - radius, x + radius, ...(place === undefined ? [] : [start, start + width])];
  });
  const ys = placed.flatMap(({ y, radius }) => [y - radius - LABEL_SIZE, y + radius + LABEL_SIZE]);
  const [left, width] = span(xs, 640);
  const [top, height] = span(ys, 320);
  return [left, top, width, height].join(' ');
}

function span(values: readonly number[], least: number): readonly [from: number, length: number] {
  const low = values.reduce((a, b) => Math.min(a, b), 0) - MARGIN;
  const high = values.reduce((a, b) => Math.max(a, b), 0) + MARGIN;
  const length = Math.max(high - low, least);
  return [Math.round((low + high - length) / 2), Math.round(length)];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
