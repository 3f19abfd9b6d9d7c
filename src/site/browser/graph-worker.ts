/** The thread that places the nodes of a large picture. */
import { nodeSimulation } from '../pages/graph/place-nodes.js';
import type { CrateGraph } from '../view/crate-graph.js';

/** So many steps, and one picture in so many milliseconds. */
const STEPS = 150;
const PAUSE = 250;

// The types of this project are those of a page, where `postMessage` needs an origin.
const thread = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

thread.addEventListener('message', ({ data }: MessageEvent<Pick<CrateGraph, 'nodes' | 'edges'>>) => {
  const simulation = nodeSimulation(data.nodes, data.edges);
  simulation.alphaDecay(1 - 0.001 ** (1 / STEPS));
  let shown = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    simulation.tick();
    const isDone = step === STEPS;
    if (!isDone && performance.now() - shown < PAUSE) continue;
    shown = performance.now();
    const places = Float32Array.from(simulation.nodes().flatMap(({ x = 0, y = 0 }) => [x, y]));
    thread.postMessage({ places, isDone }, [places.buffer]);
  }
});
