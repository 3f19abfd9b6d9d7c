import { MultiDirectedGraph } from 'graphology';
import Sigma from 'sigma';
import type { CrateGraph, GraphNode } from '../../view/crate-graph.js';
import type { Picture } from './controls.js';

/** A node that contains a text. */
interface MarkedNode {
  readonly label: string;
  readonly href: string;
}

interface Look {
  readonly kinds: ReadonlyMap<string, string>;
  readonly ink: string;
  readonly faint: string;
  readonly ground: string;
}

/** A picture of thousands of nodes, drawn by the graphics card. */
export class SigmaPicture implements Picture {
  readonly #graph = new MultiDirectedGraph();
  readonly #nodes: readonly GraphNode[];
  readonly #box: HTMLElement;
  readonly #sigma: Sigma;
  #look: Look;
  #hidden: ReadonlySet<string> = new Set();
  #found: ReadonlySet<string> | undefined;
  #near: ReadonlySet<string> | undefined;

  /** @param box the element to draw in; it has a size */
  constructor(box: HTMLElement, { nodes, edges }: CrateGraph) {
    this.#nodes = nodes;
    this.#box = box;
    this.#look = currentLook(box);
    nodes.forEach(({ label, links }, number) => {
      const angle = number * 2.4;
      const far = 10 * Math.sqrt(number);
      const at = { x: far * Math.cos(angle), y: far * Math.sin(angle) };
      this.#graph.addNode(String(number), { ...at, label, size: Math.min(2 + Math.sqrt(links) / 1.5, 14) });
    });
    for (const { source, target } of edges) this.#graph.addEdge(String(source), String(target), { size: 0.6 });
    this.#sigma = new Sigma(this.#graph, box, {
      labelFont: getComputedStyle(box).fontFamily,
      labelSize: 12,
      // A window may have no size for a moment.
      allowInvalidContainer: true,
      labelRenderedSizeThreshold: 5,
      hideEdgesOnMove: edges.length > 5000,
      zIndex: true,
      nodeReducer: (node, data) => this.#drawnNode(Number(node), data),
      edgeReducer: (edge, data) => this.#drawnEdge(edge, data),
    });
    this.#follow();
  }

  /** Moves all nodes: x and y of the first, of the second... */
  place(places: Float32Array): void {
    this.#graph.updateEachNodeAttributes((node, attributes) => {
      const at = 2 * Number(node);
      // The picture of the graphics card has y upwards.
      return Object.assign(attributes, { x: places[at], y: -places[at + 1]! });
    });
  }

  zoom(factor: number): void {
    const camera = this.#sigma.getCamera();
    camera.setState({ ratio: camera.ratio / factor });
  }

  fit(): void {
    this.#sigma.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
  }

  showLabels(isOn: boolean): void {
    this.#sigma.setSetting('labelRenderedSizeThreshold', isOn ? 0 : 5);
    this.#sigma.setSetting('labelDensity', isOn ? 4 : 1);
  }

  hideKinds(kinds: ReadonlySet<string>): void {
    this.#hidden = kinds;
    this.#redraw();
  }

  /** Marks the nodes whose label or identifier contains a text, and returns them; an empty text marks none. */
  find(text: string): readonly MarkedNode[] {
    const wanted = text.toLowerCase();
    const found = [...this.#nodes.keys()].filter((number) => {
      const { label, id, kind } = this.#nodes[number]!;
      return wanted !== '' && !this.#hidden.has(kind) && `${label}\n${id}`.toLowerCase().includes(wanted);
    });
    this.#found = text === '' ? undefined : new Set(found.map(String));
    this.#redraw();
    return found.map((number) => ({ label: this.#nodes[number]!.label, href: this.#href(number) }));
  }

  async image(): Promise<Blob> {
    const canvases = this.#sigma.getCanvases();
    this.#sigma.refresh();
    const layers = ['edges', 'nodes', 'labels'].flatMap((name) => canvases[name] ?? []);
    const { width = 0, height = 0 } = layers[0] ?? {};
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    context.fillStyle = this.#look.ground;
    context.fillRect(0, 0, width, height);
    for (const layer of layers) context.drawImage(layer, 0, 0);
    return new Promise((resolve, reject) =>
      canvas.toBlob((png) => (png === null ? reject(new Error('The picture is too large for a PNG.')) : resolve(png))),
    );
  }

  #follow(): void {
    const near = (node: string | undefined): void => {
      this.#near = node === undefined ? undefined : new Set([node, ...this.#graph.neighbors(node)]);
      this.#box.classList.toggle('is-over-node', node !== undefined);
      this.#redraw();
    };
    this.#sigma.on('enterNode', ({ node }) => near(node));
    this.#sigma.on('leaveNode', () => near(undefined));
    this.#sigma.on('clickNode', ({ node }) => location.assign(this.#href(Number(node))));
    // The page scrolls over the picture: it zooms with Ctrl, in full screen, and by its buttons.
    this.#sigma.getMouseCaptor().on('wheel', (event) => {
      const { ctrlKey, metaKey } = event.original as WheelEvent;
      if (!ctrlKey && !metaKey && document.fullscreenElement === null) event.preventSigmaDefault();
    });
    const look = (): void => {
      this.#look = currentLook(this.#box);
      this.#redraw();
    };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look);
    new MutationObserver(look).observe(document.documentElement, { attributeFilter: ['data-scheme'] });
  }

  #drawnNode(number: number, data: Record<string, unknown>): Record<string, unknown> {
    const { kind } = this.#nodes[number]!;
    const marked = this.#near ?? this.#found;
    const isMarked = marked?.has(String(number));
    const color = marked !== undefined && !isMarked ? this.#look.faint : this.#look.kinds.get(kind);
    const label = marked !== undefined && !isMarked ? null : data['label'];
    return {
      ...data,
      color,
      label,
      hidden: this.#hidden.has(kind),
      zIndex: isMarked ? 1 : 0,
      forceLabel: this.#near !== undefined && isMarked && this.#near.size < 40,
    };
  }

  #drawnEdge(edge: string, data: Record<string, unknown>): Record<string, unknown> {
    const isNear = this.#near !== undefined && this.#graph.extremities(edge).every((end) => this.#near!.has(end));
    return { ...data, color: isNear ? this.#look.ink : this.#look.faint, zIndex: isNear ? 1 : 0 };
  }

  #href(number: number): string {
    return `?entity=${encodeURIComponent(this.#nodes[number]!.id)}`;
  }

  #redraw(): void {
    this.#sigma.setSetting('labelColor', { color: this.#look.ink });
    this.#sigma.refresh({ skipIndexation: true });
  }
}

/** The colours of the page; the legend has those of the kinds. */
function currentLook(box: HTMLElement): Look {
  const kinds = [...document.querySelectorAll<HTMLInputElement>('.graph-kind')].map(
    (input) => [input.value, getComputedStyle(input.parentElement!.querySelector('path')!).fill] as const,
  );
  const { color, borderTopColor } = getComputedStyle(box.parentElement!);
  return {
    kinds: new Map(kinds),
    ink: color,
    faint: borderTopColor,
    ground: getComputedStyle(box.parentElement!).backgroundColor,
  };
}
