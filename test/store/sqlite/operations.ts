import { createHash } from 'node:crypto';
import type { GraphStore, GraphWrite } from '../../../src/store/port.js';
import { fileOf, inPieces, partsOf } from '../../helpers/stored.js';

const GRAPHS = Array.from({ length: 5 }, (_, index) => `http://example.org/crate/${index}/`);

/** A number that looks random and is the same for the same seed and step. */
function roll(seed: number, step: number, sides: number): number {
  return createHash('sha256').update(`${seed} ${step}`).digest().readUInt32BE() % sides;
}

function write(seed: number, step: number, mode: GraphWrite['mode']): GraphWrite {
  const graph = GRAPHS[roll(seed, step, GRAPHS.length)] as string;
  const lines = Array.from(
    { length: 1 + roll(seed, step + 1000, 3000) },
    (_, line) => `<${graph}#${line}> <http://schema.org/name> "step ${step} of ${seed}" <${graph}> .\n`,
  );
  const file = Buffer.from(`${seed} ${step} `.repeat(roll(seed, step, 10_000)));
  const sha256 = createHash('sha256').update(file).digest('hex');
  return {
    graph,
    mode,
    pieces: inPieces(lines),
    record: { source: `/${step % 3}`, sha256, file: partsOf(file), data: { step } },
  };
}

/** One commit of many kinds: each step of a seed is always the same one. */
export async function operate(store: GraphStore, seed: number, step: number): Promise<void> {
  const graph = GRAPHS[roll(seed, step, GRAPHS.length)] as string;
  switch (roll(seed, step + 5000, 6)) {
    case 0:
    case 1:
      await store.put([write(seed, step, 'replace')]);
      break;
    case 2:
      await store.put([write(seed, step, 'merge'), write(seed, step + 100, 'merge')]);
      break;
    case 3:
      await store.put(
        GRAPHS.map((name) => ({ ...write(seed, step, 'replace'), graph: name, pieces: inPieces([line(name, step)]) })),
      );
      break;
    case 4:
      await store.update(
        `DELETE { GRAPH <${graph}> { ?s ?p ?o } } INSERT { GRAPH <${graph}> { ?s ?p "updated ${step}" . <${graph}> ?p "${step}" } } WHERE { GRAPH <${graph}> { ?s ?p ?o } }`,
      );
      break;
    default:
      if ((await store.graphs([graph])).size > 0) await store.drop([graph]);
  }
}

function line(graph: string, step: number): string {
  return `<${graph}> <http://schema.org/name> "all ${step}" <${graph}> .\n`;
}

/** The whole content of a store as one hash. */
export async function stateOf(store: GraphStore): Promise<string> {
  const lines: string[] = [];
  for await (const bytes of store.nquads()) lines.push(...Buffer.from(bytes).toString().split('\n'));
  const records = (await store.records()).map(({ graph, source, sha256, kept, data }) => [
    graph,
    source,
    sha256,
    kept,
    data,
  ]);
  const files = await Promise.all(records.map(async ([, , sha256]) => (await fileOf(store, sha256 as string))?.length));
  const hash = createHash('sha256').update(lines.sort().join('\n'));
  return hash.update(JSON.stringify(records.sort())).update(JSON.stringify(files.sort())).digest('hex');
}
