import { labelNodes } from '../../pages/graph/node-labels.js';
import { LABEL_SIZE, shortened } from '../../pages/graph/edge-ends.js';
import type { Picture } from './controls.js';
import { moveWithPointer } from './pointer.js';
import { svgImage } from './svg-image.js';
import { ViewBox } from './view-box.js';

interface SvgNode {
  readonly link: SVGAElement;
  readonly text: SVGTextElement;
  readonly label: string;
  readonly kind: string;
  readonly radius: number;
  readonly weight: number;
  x: number;
  y: number;
}

interface SvgEdge {
  readonly line: SVGLineElement;
  readonly source: SvgNode;
  readonly target: SvgNode;
  readonly keys: string;
}

/** So many references are named around a node. */
const NAMED = 14;

/** Brings the picture that the server drew to life: it zooms, moves, and shows what belongs together. */
export class SvgPicture implements Picture {
  readonly #svg: SVGSVGElement;
  readonly #nodes: readonly SvgNode[];
  readonly #edges: readonly SvgEdge[];
  readonly #view: ViewBox;
  readonly #keys: SVGGElement;
  #hidden: ReadonlySet<string> = new Set();

  constructor(svg: SVGSVGElement) {
    this.#svg = svg;
    this.#nodes = [...svg.querySelectorAll<SVGAElement>('.graph-node')].map(readNode);
    this.#edges = [...svg.querySelectorAll<SVGLineElement>('.graph-edge')].map((line) => readEdge(line, this.#nodes));
    this.#keys = document.createElementNS(svg.namespaceURI, 'g') as SVGGElement;
    svg.append(this.#keys);
    this.#view = new ViewBox(svg, () => this.#label());
    for (const node of this.#nodes) this.#listen(node);
    // It begins with a call: the labels get their size on this screen.
    new ResizeObserver(() => this.#label()).observe(svg);
    moveWithPointer(svg, {
      nodeAt: (element) => this.#nodes.find(({ link }) => link.contains(element)),
      moveNode: (node, x, y) => this.#move(node as SvgNode, x, y),
      view: this.#view,
    });
  }

  zoom(factor: number): void {
    this.#view.zoom(factor);
  }

  fit(): void {
    this.#view.fit();
  }

  showLabels(isOn: boolean): void {
    this.#svg.classList.toggle('show-labels', isOn);
  }

  hideKinds(kinds: ReadonlySet<string>): void {
    this.#hidden = kinds;
    for (const { link, kind } of this.#nodes) link.classList.toggle('is-off', kinds.has(kind));
    for (const { line, source, target } of this.#edges) {
      line.classList.toggle('is-off', kinds.has(source.kind) || kinds.has(target.kind));
    }
    this.#label();
  }

  image(format: 'svg' | 'png'): Promise<Blob> {
    return svgImage(this.#svg, format);
  }

  #listen(node: SvgNode): void {
    const { link } = node;
    const pick = (): void => this.#pick(node);
    const leave = (): void => this.#pick(undefined);
    link.addEventListener('pointerenter', pick);
    link.addEventListener('pointerleave', leave);
    link.addEventListener('blur', leave);
    link.addEventListener('focus', () => {
      this.#view.show(node);
      pick();
    });
  }

  /** Shows a node with its neighbours, and names the references between them. */
  #pick(node: SvgNode | undefined): void {
    this.#svg.classList.toggle('is-picked', node !== undefined);
    const near = this.#edges.filter(({ source, target }) => source === node || target === node);
    const nodes = new Set(near.flatMap(({ source, target }) => [source, target]));
    for (const { line, source, target } of this.#edges) {
      line.classList.toggle('is-near', source === node || target === node);
    }
    for (const one of this.#nodes) one.link.classList.toggle('is-near', nodes.has(one));
    this.#keys.replaceChildren(
      ...near
        .filter(({ line }) => !line.matches('.is-off'))
        .slice(0, NAMED)
        .map((edge) => this.#keyText(edge)),
    );
  }

  #keyText({ source, target, keys }: SvgEdge): SVGTextElement {
    const text = document.createElementNS(this.#svg.namespaceURI, 'text') as SVGTextElement;
    text.textContent = keys;
    const size = String(0.85 * LABEL_SIZE * this.#view.pixel);
    const at = {
      x: (source.x + target.x) / 2,
      y: (source.y + target.y) / 2,
      class: 'graph-key',
      'font-size': size,
      'text-anchor': 'middle',
    };
    for (const [name, value] of Object.entries(at)) text.setAttribute(name, String(value));
    return text;
  }

  #move(node: SvgNode, x: number, y: number): void {
    node.x = x;
    node.y = y;
    node.link.setAttribute('transform', `translate(${x},${y})`);
    for (const { line, source, target } of this.#edges) {
      if (source !== node && target !== node) continue;
      for (const [name, value] of Object.entries(shortened(source, target))) line.setAttribute(name, String(value));
    }
    this.#label();
  }

  /** Labels keep their size on the screen: the nearer, the more of them have room. Where all have room, they stay. */
  #label(): void {
    if (this.#svg.classList.contains('all-labelled')) return;
    const size = LABEL_SIZE * this.#view.pixel;
    const shown = this.#nodes.filter(({ kind }) => !this.#hidden.has(kind));
    const places = labelNodes(shown, size);
    shown.forEach(({ text, x, y, radius }, number) => {
      const place = places[number];
      const at = place ?? { x: x + radius + size / 3, y: y + size / 3, anchor: 'start' };
      text.classList.toggle('no-room', place === undefined);
      text.setAttribute('x', String(at.x - x));
      text.setAttribute('y', String(at.y - y));
      text.setAttribute('text-anchor', at.anchor);
      text.setAttribute('font-size', String(size));
    });
  }
}

function readNode(link: SVGAElement): SvgNode {
  const text = link.querySelector('text')!;
  const { e: x, f: y } = link.transform.baseVal.consolidate()!.matrix;
  const { kind = '', radius, links } = link.dataset;
  return {
    link,
    text,
    label: text.textContent ?? '',
    kind,
    radius: Number(radius),
    weight: Number(links),
    x,
    y,
  };
}

function readEdge(line: SVGLineElement, nodes: readonly SvgNode[]): SvgEdge {
  const { source, target, keys = '' } = line.dataset;
  return { line, source: nodes[Number(source)]!, target: nodes[Number(target)]!, keys };
}
