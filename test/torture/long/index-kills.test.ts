import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore, GraphWrite } from '../../../src/store/port.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { choicesOf, CRATE_KEYS } from '../../../src/tasks/stored/graph-names.js';
import { recordData, sha256Of } from '../../helpers/named-store.js';

/** Kills of each case, spread over its run. */
const KILLS = Number(process.env['KILLS'] ?? 10);
const CRATES = 240;

const graphAt = (at: number) => `https://example.org/${at}/`;

/** A crate of some files, whose texts have words of their own. */
function crateAt(at: number, edition: number): GraphWrite {
  const graph = graphAt(at);
  const names = [`Crate ${at} of edition ${edition}`];
  const lines = Array.from({ length: 20 }, (_, file) => `<${graph}f${file}> <http://schema.org/name> "file ${file} w${at * 7 + file} ${edition}" <${graph}> .\n`); // prettier-ignore
  lines.push(`<${graph}> <http://schema.org/name> "${names[0]}" <${graph}> .\n`);
  const record = { source: `/${at}.zip`, sha256: sha256Of(`${at} ${edition}`), data: recordData({ base: graph, names }) }; // prettier-ignore
  return { graph, mode: 'replace', nquads: lines, record };
}

/** Makes all that is derived, and says when it begins. */
const PROGRAM = `
const { openStore } = await import(${JSON.stringify(resolve('dist/store/open-store.js'))});
const { CRATE_KEYS } = await import(${JSON.stringify(resolve('dist/tasks/stored/graph-names.js'))});
const store = await openStore(process.argv[2], { mode: 'write' });
process.send('begins');
await store.index();
await store.index({ text: true });
await store.indexKeys(CRATE_KEYS);
process.send('done');
await store.close();
process.disconnect();
`;

let folder: string;
let program: string;
const before = { made: '', changed: '' };
const right = { made: '', changed: '' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-index-kills-'));
  program = join(folder, 'index.mjs');
  await writeFile(program, PROGRAM);
  for (const name of ['made', 'changed'] as const) {
    before[name] = join(folder, `before-${name}`);
    const store = await openStore(before[name], { mode: 'write', create: true });
    await store.put(Array.from({ length: CRATES }, (_, at) => crateAt(at, 1)));
    if (name === 'changed') {
      await store.index({ text: true });
      await store.indexKeys(CRATE_KEYS);
      await store.drop([graphAt(3), graphAt(5)]);
      await store.put(Array.from({ length: 140 }, (_, at) => crateAt(CRATES - 70 + at, 2)));
    }
    right[name] = await answersOf(store);
    await store.close();
  }
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a store answers from all that it derives. */
async function answersOf(store: GraphStore): Promise<string> {
  const answers: unknown[] = [];
  for (const sparql of [
    'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }',
    'SELECT ?s ?o { ?s <http://schema.org/name> ?o FILTER(STRSTARTS(?o, "Crate ")) } ORDER BY ?s',
    `SELECT ?p { GRAPH <${graphAt(230)}> { ?s ?p "Crate 230 of edition 2" } }`,
  ]) {
    let text = '';
    for await (const chunk of store.query(sparql, 'text/csv')) text += Buffer.from(chunk).toString();
    answers.push(text);
  }
  const { total, entities } = await store.search('w1617', { rows: 200 });
  answers.push(total, entities.map(({ entity }) => entity).sort());
  for (const name of ['Crate 230 of edition 2', '/7.zip', graphAt(3)])
    answers.push([...(await store.find(CRATE_KEYS, choicesOf(name))).keys()]);
  return JSON.stringify(answers);
}

/** Runs the program, and kills it so many milliseconds after it began. @returns how long it took, if it came to its end */
async function run(path: string, killAfter?: number): Promise<number | undefined> {
  const child = fork(program, [path], { execArgv: ['--no-warnings'] });
  const closed = once(child, 'close');
  let done: number | undefined;
  let begun = 0;
  await new Promise<void>((begins, fails) => {
    child.on('message', (message) => {
      if (message === 'done') done = performance.now() - begun;
      else {
        begun = performance.now();
        begins();
      }
    });
    child.on('close', (status) => fails(new Error(`the program ended with ${status}`)));
  });
  if (killAfter !== undefined) {
    await Promise.race([wait(killAfter), closed]);
    child.kill('SIGKILL');
  }
  await closed;
  return done;
}

test.each(['made', 'changed'] as const)(
  'whoever is killed while the index is %s leaves a store that is right, and the next one finishes it',
  async (name) => {
    const place = join(folder, name);
    const path = join(place, 'store');
    const anew = async (): Promise<void> => {
      await rm(place, { recursive: true, force: true });
      await mkdir(place);
      await cp(before[name], path);
    };
    await anew();
    const time = (await run(path)) ?? NaN;
    expect(time).toBeGreaterThan(0);
    const left = { indexed: 0, not: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await anew();
      await run(path, (time * (kill + 0.5)) / KILLS);
      const store = await openStore(path);
      const isIndexed = await store.isIndexed();
      expect({ kill, answers: await answersOf(store) }).toEqual({ kill, answers: right[name] });
      await store.close();
      expect({ kill, problems: (await verifyStore(path)).problems }).toEqual({ kill, problems: [] });
      expect(await run(path)).toBeGreaterThan(0);
      expect({ kill, problems: (await verifyStore(path)).problems }).toEqual({ kill, problems: [] });
      const finished = await openStore(path);
      expect(await finished.isIndexed()).toBe(true);
      expect({ kill, answers: await answersOf(finished) }).toEqual({ kill, answers: right[name] });
      await finished.close();
      const names = (await readdir(place)).filter((file) => !/^store(?:-wal|-shm)?$/.test(file));
      expect({ kill, names }).toEqual({ kill, names: [] });
      left[isIndexed ? 'indexed' : 'not'] += 1;
    }
    console.info(`${KILLS} kills over ${Math.round(time)} ms while the index is ${name}: ${JSON.stringify(left)}`);
  },
  3_600_000,
);
