import { spawn } from 'node:child_process';
import { lstat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { writeAttached } from '../../../src/tasks/convert/retrieve/attached-package.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { downloadPlan, retrieval, sha256Of, standIn, treeOf } from '../../tasks/convert/helpers/download-plan.js';
import { runs } from '../../helpers/seed.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { answerFile, serve } from '../../package/helpers/server.js';
import { Random } from '../random.js';

const NAME = 'ro-crate-metadata.json';
const FILES = 500;
const packages = { http: { env: {}, allowPrivate: true, limits: { idleMs: 1500 } } };

/** The content of a file: mostly small, every 50th large. */
function contentOf(index: number): Buffer {
  return Buffer.alloc(index % 50 === 7 ? 2_500_000 : 100 + index, `file ${index} `);
}

/** What is wrong with a file for good. */
function faultOf(index: number): 'stalls' | 'wrong size' | '401' | 'loop' | undefined {
  if (index % 100 === 3) return 'stalls';
  if (index % 50 === 11) return 'wrong size';
  if (index % 50 === 23) return '401';
  return index % 50 === 31 ? 'loop' : undefined;
}

/** Answers a request; 5 % of the connections are cut, and 2 % of the answers are 503. */
function flaky(random: Random) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const index = Number(/\d+/.exec(request.url ?? '')?.[0]);
    const bytes = contentOf(index);
    const chance = random.next();
    if (chance < 0.02) return void response.writeHead(503, { 'retry-after': '0' }).end();
    if (chance < 0.07) {
      response.writeHead(200, { 'content-length': bytes.length, etag: `"${index}"` });
      return void response.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => response.destroy(), 5));
    }
    const fault = faultOf(index);
    if (fault === '401') return void response.writeHead(401).end();
    if (fault === 'loop') return void response.writeHead(302, { location: request.url }).end();
    if (fault === 'stalls') {
      response.writeHead(200, { 'content-length': bytes.length });
      return void response.write(bytes.subarray(0, 10));
    }
    answerFile(request, response, bytes, { etag: `"${index}"` });
  };
}

const changesFor = (url: string) =>
  Array.from({ length: FILES }, (_, index) => {
    const size = contentOf(index).length + (faultOf(index) === 'wrong size' ? 1 : 0);
    return retrieval(`${url}/${index}`, `data/${index % 10}/${index}.txt`, { size });
  });

test('a flaky server with 500 files: a valid crate, and a second run retrieves only what is missing', async () => {
  const { url, requests } = await serve(flaky(new Random(1)));
  const output = join(await scratch(), 'out');
  const changes = changesFor(url);
  const run = () => writeAttached(output, downloadPlan(changes), standIn, { packages, perHost: 8 });
  const { files, failed } = await run();
  const names = failed.map(({ change }) => change.newId);
  expect(new Set(names).size).toBe(names.length);
  const wrong = changes.filter((_, index) => faultOf(index) !== undefined).map(({ newId }) => newId);
  expect(wrong.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.length - wrong.length).toBeLessThan(10); // cut three times
  expect(files.length + failed.length).toBe(FILES + 1);
  const tree = await treeOf(output);
  for (const [index, { newId = '' }] of changes.entries())
    if (!names.includes(newId)) expect(sha256Of(tree[newId] as string)).toBe(sha256Of(contentOf(index)));
  const crate = await openCrateDocument(output, { contexts: openContexts({ offline: true }) });
  await crate.check();
  expect(tree[NAME]).not.toContain(names[0]);
  const before = requests.length;
  const second = await run();
  const again = new Set(requests.slice(before).map((request) => Number(/\d+/.exec(request.url ?? '')?.[0])));
  expect([...again].sort((a, b) => a - b)).toEqual(failed.map(({ change }) => Number(/(\d+)$/.exec(change.url ?? '')?.[1])).sort((a, b) => a - b)); // prettier-ignore
  expect(second.kept.filter((path) => path !== NAME)).toHaveLength(files.length - 1);
});

test('kill -9 at any moment: the same command completes, and no name ever has a half-written file', async () => {
  const { url } = await serve((request, response) => {
    const bytes = contentOf(Number(/\d+/.exec(request.url ?? '')?.[0]));
    setTimeout(() => answerFile(request, response, bytes), 3);
  });
  const random = new Random(2);
  const changes = changesFor(url).map((change, index) => ({ ...change, size: contentOf(index).length }));
  for (let round = 0; round < runs(10); round += 1) {
    const folder = await scratch();
    const output = join(folder, 'out');
    const script = join(folder, 'run.mjs');
    const plan = downloadPlan(changes);
    await writeFile(join(folder, 'plan.json'), JSON.stringify(plan));
    const from = (path: string) => JSON.stringify(`file://${resolve('dist', path)}`);
    await writeFile(
      script,
      `import { readFileSync } from 'node:fs';
       import { writeAttached } from ${from('tasks/convert/retrieve/attached-package.js')};
       const plan = JSON.parse(readFileSync(${JSON.stringify(join(folder, 'plan.json'))}, 'utf8'));
       const write = async ({ changes }) => [Buffer.from(JSON.stringify({ '@graph': changes }))];
       const packages = { http: { env: {}, allowPrivate: true } };
       const { failed } = await writeAttached(${JSON.stringify(output)}, plan, write, { packages });
       process.exit(failed.length);`,
    );
    const odd = watchFiles(output, changes);
    for (let kills = 0; ; kills += 1) {
      const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
      const timer = kills < 5 ? setTimeout(() => child.kill('SIGKILL'), 150 + random.next() * 900) : undefined;
      const code = await new Promise<number | null>((done) => child.on('exit', done));
      clearTimeout(timer);
      if (code === null) continue;
      expect(code).toBe(0);
      break;
    }
    expect(await odd()).toEqual([]);
    const tree = await treeOf(output);
    for (const [index, { newId = '' }] of changes.entries())
      expect(sha256Of(tree[newId] ?? '')).toBe(sha256Of(contentOf(index)));
    expect(Object.keys(tree)).toHaveLength(FILES + 1);
  }
});

/** Looks at the final names until it is called; returns the files that had another size than they should. */
function watchFiles(output: string, changes: ReturnType<typeof changesFor>): () => Promise<string[]> {
  const odd: string[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver)
      for (const { newId = '', size } of changes) {
        const found = await lstat(join(output, newId)).catch(() => undefined);
        if (found !== undefined && found.size !== size) odd.push(newId);
      }
  })();
  return async () => {
    isOver = true;
    await looking;
    return odd;
  };
}
