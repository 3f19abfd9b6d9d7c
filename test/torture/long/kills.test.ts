import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dumpStore } from '../../../src/tasks/export/dump-store.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { openStore } from '../../../src/store/open-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { finished, freshFolder, spawnCli, startCli } from '../../cli/helpers/run.js';
import { gaugeCrate } from '../../helpers/gauge-crate.js';
import { textOf } from '../../package/helpers/crate-forms.js';
import { answerFile, serve } from '../../package/helpers/server.js';
import { Random } from '../random.js';

/** Kills of each command; `KILLS` asks for more. */
const KILLS = Number(process.env['KILLS'] ?? 2);
const SEED = Number(process.env['SEED'] ?? 20261123);
const BASE = 'https://example.org/a/';

/** A command that writes into the folder `$in`; what may be in `$in` before is a copy of what the test made. */
interface Case {
  readonly args: readonly string[];
  /** An unfinished run leaves some of the files, each of them whole, and the same command adds the others. */
  readonly inSteps?: boolean;
  /** A second run is refused, because the first one has done all. */
  readonly once?: boolean;
  /** The exit status of a whole run. Default: 0. */
  readonly status?: number;
}

const PROFILED = Array.from({ length: 12 }, (_, index) => `place${index}`);
const STORE = ['--store', '$in/store', '--quiet'];
const CASES: Readonly<Record<string, Case>> = {
  load: { args: ['load', '$in/b', '$in/c', ...STORE, '--offline'] },
  'load replace': { args: ['load', '$in/b', '--base', BASE, '--mode', 'replace', ...STORE, '--offline'] },
  'load merge': { args: ['load', '$in/b', '--base', BASE, '--mode', 'merge', ...STORE, '--offline'] },
  update: { args: ['update', `WITH <${BASE}> DELETE { ?s ?p ?o } INSERT { ?s ?p "new" } WHERE { ?s ?p ?o }`, ...STORE] }, // prettier-ignore
  push: { args: ['push', '--to', '$in/other', ...STORE] },
  'export file': { args: ['export', BASE, '-o', '$in/out-ro-crate-metadata.json', '--force', ...STORE] },
  'export folder': { args: ['export', BASE, '-o', '$in/out/', '--with-files', '--force', ...STORE], inSteps: true },
  'export zip': { args: ['export', BASE, '-o', '$in/out.zip', '--with-files', '--force', ...STORE] },
  convert: { args: ['convert', '$in/a', '--base', BASE, '-o', '$in/out.nq', '--force', '--offline', '--quiet'] },
  dump: { args: ['dump', '-o', '$in/out.nq', '--force', ...STORE] },
  'dump --shards': { args: ['dump', '--shards', '3', '-o', '$in/shards', '--force', ...STORE] },
  flatten: { args: ['flatten', '$in/a', '-o', '$in/out.json', '--force', '--offline', '--quiet'] },
  detach: { args: ['detach', '$in/a', '--published', BASE, '-o', '$in/out-ro-crate-metadata.json', '--force', '--offline', '--quiet'] }, // prettier-ignore
  fetch: { args: ['fetch', '$url/ro-crate-metadata.json', '-o', '$in/out/', '--allow-private-contexts', '--quiet'], inSteps: true }, // prettier-ignore
  init: { args: ['init', '$in/plain', '--force', '--quiet'] },
  remove: { args: ['remove', BASE, '--store', '$in/store'], once: true },
  backup: { args: ['backup', '$in/copy', '--store', '$in/store'], once: true },
  'attach --snapshot': {
    args: ['attach', '$in/detached.json', '--snapshot', '-o', '$in/out/', '--offline', '--quiet'],
  },
  'attach --download': {
    args: ['attach', '$in/detached.json', '--download', '-o', '$in/out/', '--quiet'],
    inSteps: true,
  },
  'attach --download zip': { args: ['attach', '$in/detached.json', '--download', '-o', '$in/out.zip', '--quiet'] },
  'profile extract': {
    args: ['profile', 'extract', ...PROFILED.map((name) => `$in/profiled/${name}`), '--permalink', 'https://w3id.org/coast/tides', '-o', '$in/profile', '--offline', '--quiet'], // prettier-ignore
    inSteps: true,
  },
  'profile extract --output-crates': {
    args: ['profile', 'extract', ...PROFILED.map((name) => `$in/profiled/${name}`), '--permalink', 'https://w3id.org/coast/tides', '--output-crates', '$in/changed', '-o', '$in/profile', '--offline', '--quiet'], // prettier-ignore
    inSteps: true,
  },
  'check --fix': { args: ['check', '$in/broken', '--fix', '--no-files', '--offline', '--quiet'], status: 1 },
  preview: { args: ['preview', '$in/a', '-o', '$in/out.html', '--force', '--offline', '--quiet'] },
};

const FILES = 40;
const contentOf = (index: number): string => `${index}\n`.repeat(5000);
const filesOf = (url = '') =>
  Array.from({ length: FILES }, (_, index) => ({
    '@id': `${url}f${index}.txt`,
    '@type': 'File',
    name: `File ${index}`,
  }));

let inputs: string;
beforeAll(async () => {
  inputs = await freshFolder('inputs');
  for (const name of ['a', 'b', 'c', 'broken']) {
    const more = { hasPart: filesOf().map((file) => ({ '@id': file['@id'] })), datePublished: '2026-11-23', description: name, license: { '@id': 'https://spdx.org/licenses/CC0-1.0' } }; // prettier-ignore
    const wrong = name === 'broken' ? { '@id': 'wrong name.txt', '@type': 'File', name: 'x' } : { '@id': '#x', '@type': 'Thing' }; // prettier-ignore
    const folder = await writeCrate(join(inputs, name), crate({ name, more, entities: [...filesOf(), wrong] }));
    if (name === 'a') for (let index = 0; index < FILES; index += 1) await writeFile(join(folder, `f${index}.txt`), contentOf(index)); // prettier-ignore
  }
  for (const name of PROFILED) await writeCrate(join(inputs, 'profiled', name), gaugeCrate(name));
  await mkdir(join(inputs, 'plain'));
  for (let index = 0; index < FILES; index += 1) await writeFile(join(inputs, 'plain', `${index}.txt`), contentOf(index)); // prettier-ignore
  const ran = await spawnCli(['load', join(inputs, 'a'), '--base', BASE, '--store', join(inputs, 'store'), '--offline']); // prettier-ignore
  expect(ran).toMatchObject({ status: 0 });
}, 120_000);

/** Files of SQLite beside a store, which the next reader of it may remove: a journal while a new one becomes WAL. */
const sidecars = /-(?:wal|shm|journal)$/;

async function stateOfStore(path: string): Promise<string> {
  const store = await openStore(path).catch((error: { code?: string }) => {
    if (error.code === 'ERR_STORE_NOT_FOUND' || error.code === 'ERR_STORE_INVALID') return undefined; // not yet made
    throw error;
  });
  if (store === undefined) return 'none';
  try {
    const lines: string[] = [];
    for await (const bytes of dumpStore(store)) lines.push(Buffer.from(bytes).toString());
    return lines.join('').split('\n').sort().join('\n');
  } finally {
    await store.close();
  }
}

/** The content of a file without the times of a run: a fork and a profile say when they were made. */
async function stateOfFile(path: string): Promise<string> {
  return withoutTime(await readFile(path, 'latin1'));
}

async function stateOfZip(path: string): Promise<string> {
  const texts: string[] = [];
  for await (const file of (await openPackage(path)).files()) texts.push(file.path, withoutTime(await textOf(file.content()))); // prettier-ignore
  return texts.join('\n');
}

function withoutTime(text: string): string {
  return text.replaceAll(/"20\d\d-\d\d-\d\d(?:T[\d:.]+Z)?"/g, '"TIME"');
}

/** The files below a folder with their content; a store counts by its quads. */
async function stateOf(folder: string): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || sidecars.test(entry.name)) continue;
    const isStore = ['store', 'other', 'copy'].includes(entry.name);
    const read = isStore ? stateOfStore : entry.name.endsWith('.zip') ? stateOfZip : stateOfFile;
    const content = await read(path);
    state.set(path.slice(folder.length + 1), createHash('sha256').update(content).digest('hex'));
  }
  return state;
}

/** Waits until there is a file, even a hidden one, that was not there, or until the command ends. */
async function newName(folder: string, child: ChildProcess): Promise<void> {
  const names = async () => (await readdir(folder, { recursive: true })).sort().join('\n');
  const before = await names();
  while (child.exitCode === null && (await names()) === before) await wait(1);
}

/** What the kills left: nothing new, all of it, or some whole files. */
const outcomes: Record<string, number> = { kills: 0, nothing: 0, some: 0, all: 0 };
afterAll(() => console.info(outcomes));

const isHidden = (path: string) => path.split('/').some((name) => name.startsWith('.crategraph-')) || /-writer$/.test(path); // prettier-ignore

test.each(Object.entries(CASES))(
  `a killed %s: whole or absent, and the same command goes on (seed ${SEED})`,
  async (name, given) => {
    // prettier-ignore
    const place = await freshFolder('killed');
    const folder = join(place, 'in');
    const { url } = await serve((request, response) => {
      void readFile(join(inputs, 'a', basename(request.url ?? ''))).then(
        (bytes) => answerFile(request, response, bytes, request.url?.endsWith('.json') === true ? { 'content-type': 'application/ld+json' } : {}), // prettier-ignore
        () => response.writeHead(404).end(),
      );
    });
    const args = given.args.map((word) => word.replace('$in', folder).replace('$url', `${url}/a`));
    const env = { TMPDIR: join(place, 'tmp') };
    const anew = async (): Promise<void> => {
      await rm(place, { recursive: true, force: true });
      await mkdir(env.TMPDIR, { recursive: true });
      await cp(inputs, folder, { recursive: true });
      const entities = filesOf(`${url}/a/`);
      const more = { hasPart: entities.map((file) => ({ '@id': file['@id'] })), datePublished: '2026-11-23' };
      await writeFile(join(folder, 'detached.json'), JSON.stringify(crate({ root: `${url}/a/`, more, entities })));
    };
    await anew();
    const first = await stateOf(folder);
    const begun = performance.now();
    const ran = await spawnCli(args, { env });
    expect({ name, ...ran }).toMatchObject({ status: given.status ?? 0 });
    const time = performance.now() - begun;
    const last = await stateOf(folder);
    expect(last).not.toEqual(first);

    const random = new Random(SEED, name);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await anew();
      const child = await startCli(args, { env });
      const ended = finished(child);
      // The first half of the time is the start of Node. Every other kill waits for the first new name.
      if (kill % 2 === 0) await wait(time * (0.4 + (0.6 * (kill + random.next())) / KILLS));
      else await newName(folder, child).then(() => wait(random.next() * random.next() * 0.2 * time));
      child.kill('SIGKILL');
      await ended;
      const left = await stateOf(folder);
      const visible = [...left].filter(([path]) => !isHidden(path));
      const isStep = (path: string) => name === 'push' && path === 'other';
      const none = createHash('sha256').update('none').digest('hex');
      const neither = visible.filter(([path, state]) => ![first.get(path), last.get(path), none].includes(state) && !isStep(path)); // prettier-ignore
      expect({ name, kill, neither }).toEqual({ name, kill, neither: [] });
      const kept = [...first.keys()].filter((path) => last.has(path) && !left.has(path));
      expect({ name, kill, kept }).toEqual({ name, kill, kept: [] });
      if (given.inSteps !== true) {
        const written = visible.filter(([path, state]) => first.get(path) !== state && !isStep(path) && state !== none).length; // prettier-ignore
        const all = [...last].filter(([path, state]) => first.get(path) !== state).length;
        expect({ name, kill, written: written === 0 || written === all || name === 'push' }).toEqual({ name, kill, written: true }); // prettier-ignore
      }
      expect((await verifyStore(join(folder, 'store'))).problems).toEqual([]);
      const isNew = visible.some(([path, state]) => first.get(path) !== state && state !== none);
      const isAll = [...last].every(([path, state]) => left.get(path) === state);
      for (const one of ['kills', isAll ? 'all' : isNew ? 'some' : 'nothing']) outcomes[one] = (outcomes[one] ?? 0) + 1;
      if (isAll && given.once === true) continue;
      const again = await spawnCli(args, { env });
      const status = given.status ?? 0;
      const said = again.status === status ? '' : again.stderr;
      expect({ name, kill, status: again.status, said }).toEqual({ name, kill, status, said: '' });
      expect({ name, kill, state: [...(await stateOf(folder))].sort() }).toEqual({
        name,
        kill,
        state: [...last].sort(),
      });
      expect({ name, kill, tmp: (await readdir(env.TMPDIR)).filter((left) => left.includes('crategraph')) }).toEqual({ name, kill, tmp: [] }); // prettier-ignore
    }
  },
  600_000,
);
