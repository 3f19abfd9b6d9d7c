/** The script of a picture of more entities than SVG can show: it loads the graph and draws it while it takes shape. */
import type { CrateGraph } from '../view/crate-graph.js';
import { connectControls, graphPage, type GraphPage } from './graph/controls.js';
import { markWhileTyping } from './graph/mark-nodes.js';
import { SigmaPicture } from './graph/sigma-picture.js';

const page = graphPage();
if (page) {
  draw(page).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const notice = Object.assign(document.createElement('p'), { className: 'graph-wait' });
    notice.textContent = `The picture cannot be drawn: ${reason}. The list below says the same in words.`;
    page.box.classList.remove('graph-live');
    page.box.replaceChildren(notice);
  });
}

async function draw({ section, box }: GraphPage): Promise<void> {
  const canDraw = ['webgl2', 'webgl'].some((kind) => document.createElement('canvas').getContext(kind) !== null);
  if (!canDraw) throw new Error('this browser has no WebGL');
  const search = new URLSearchParams(location.search);
  search.set('format', 'json');
  const response = await fetch(`?${search}`);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const graph = (await response.json()) as CrateGraph;
  const canvas = Object.assign(document.createElement('div'), { className: 'graph-canvas' });
  box.replaceChildren(canvas);
  box.classList.add('graph-live');
  const picture = new SigmaPicture(canvas, graph);
  connectControls({ section, box }, picture);
  markWhileTyping(section, picture);
  followLayout(graph, picture, box);
}

/** A thread of its own places the nodes, so that the page answers meanwhile. */
function followLayout({ nodes, edges }: CrateGraph, picture: SigmaPicture, box: HTMLElement): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const worker = new Worker(new URL('graph-worker.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<{ places: Float32Array; isDone: boolean }>) => {
    if (data.isDone || !isCalm) picture.place(data.places);
    if (!data.isDone) return;
    worker.terminate();
    box.dataset['state'] = 'placed';
  });
  worker.postMessage({ nodes: nodes.map(({ links, count }) => ({ links, count })), edges });
}
