import { startHere } from '../../../src/store/engine/engine-here.js';
import { startThread, type EngineRunner } from '../../../src/store/engine/engine-runner.js';
import { SparqlEngine, type EngineSnapshot } from '../../../src/store/engine/engine.js';

const G = 'urn:g';
const COUNT = 4000;
const LONG = 'é'.repeat(1000);
let reads = 0;
const snapshot: EngineSnapshot = {
  graphs: async () => new Map([[G, '1']]),
  nquads: () => {
    reads += 1;
    return [Buffer.from(Array.from({ length: COUNT }, (_, n) => `<urn:s> <urn:p> "${n} ${LONG}" <${G}> .\n`).join(''))];
  },
};
/** About 8 MB. */
const ALL = 'SELECT ?o { ?s ?p ?o }';
const ASK = 'ASK { ?s ?p ?o }';

/** Counts the parts that leave an engine. */
function counting(start: () => EngineRunner): { start: () => EngineRunner; parts: () => number } {
  let parts = 0;
  return {
    parts: () => parts,
    start: () => {
      const runner = start();
      return {
        end: () => runner.end(),
        ask: async (request) => {
          const { result, ...reply } = await runner.ask(request);
          const reader = result?.getReader();
          const counted = new ReadableStream<Uint8Array>(
            {
              pull: async (controller) => {
                const { done, value } = (await reader?.read()) ?? { done: true };
                if (done) return controller.close();
                parts += 1;
                controller.enqueue(value);
              },
              cancel: () => reader?.cancel(),
            },
            { highWaterMark: 0 },
          );
          return { ...reply, result: result && counted };
        },
      };
    },
  };
}

describe.each([
  ['in a thread of its own', startThread],
  ['in the thread of its caller', startHere],
])('a long result of an engine %s', (_, start) => {
  let engine: SparqlEngine;
  let parts: () => number;
  beforeEach(() => {
    const counted = counting(start);
    engine = new SparqlEngine(counted.start);
    ({ parts } = counted);
    reads = 0;
  });
  afterEach(() => engine.end());

  const read = (sparql = ALL, options = {}) => engine.read(snapshot, sparql, 'text/csv', options);
  const is = async (sparql: string): Promise<string> => Buffer.from(await engine.query(snapshot, sparql, 'text/csv', {})).toString(); // prettier-ignore
  const rest = async (result: AsyncIterable<Uint8Array>, first?: Uint8Array): Promise<string[]> => {
    const all = first === undefined ? [] : [first];
    for await (const part of result) all.push(part);
    return Buffer.concat(all).toString().trim().split('\r\n');
  };

  it('leaves it as it is read', async () => {
    const result = read();
    const { value } = await result.next();
    expect(parts()).toBe(1);
    const lines = await rest(result, value as Uint8Array);
    expect(parts()).toBeGreaterThan(3);
    expect([lines.length, new Set(lines).size]).toEqual([COUNT + 1, COUNT + 1]);
    for (const line of lines.slice(1)) expect(line.endsWith(` ${LONG}`)).toBe(true);
  });

  it('stays whole when the engine answers something else, or ends, while it is read', async () => {
    const results = [read(), read()] as const;
    const first = await results[0].next();
    expect(await is(ASK)).toBe('true');
    const second = await results[1].next();
    expect(await rest(results[0], first.value as Uint8Array)).toHaveLength(COUNT + 1);
    await engine.end();
    expect(await rest(results[1], second.value as Uint8Array)).toHaveLength(COUNT + 1);
    expect(await is(ASK)).toBe('true');
  });

  it('leaves no more of it when nobody reads on, and the engine stays warm', async () => {
    for await (const _part of read()) break;
    expect(await is(ASK)).toBe('true');
    expect([parts(), reads]).toEqual([2, 1]);
  });

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const result = read(ALL, { signal: stop.signal });
    await result.next();
    stop.abort(new Error('enough'));
    await expect(rest(result)).rejects.toThrow('enough');
    expect(await is(ASK)).toBe('true');
  });

  it('is refused before its first part if it has too many rows, and the engine stays warm', async () => {
    const refused = read(ALL, { most: COUNT - 1 });
    await expect(refused.next()).rejects.toMatchObject({ code: 'ERR_LIMIT', details: { limit: COUNT - 1 } });
    expect(await rest(read(ALL, { most: COUNT }))).toHaveLength(COUNT + 1);
    expect(reads).toBe(1);
  });
});
