import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DataFactory } from 'n3';
import { openDirectoryStore } from '../../src/store/directory/open-directory-store.js';
import type { GraphStore } from '../../src/store/graph-store.js';
import { openStore } from '../../src/store/open.js';
import { contents, describeGraphStore, G1, G2, named, write } from '../contract/graph-store.contract.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  path = join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openToWrite = () => openStore(path, { mode: 'write', create: true });
const openToRead = () => openDirectoryStore(path, { mode: 'read' });

/** Opens, uses, closes. */
async function using<T>(opening: Promise<GraphStore>, use: (store: GraphStore) => Promise<T>): Promise<T> {
  const store = await opening;
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Every file of the store with its bytes. */
async function files(): Promise<Record<string, string>> {
  const names = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const all = names.map((entry) => join(entry.parentPath, entry.name)).filter((name) => !name.includes('writer.'));
  return Object.fromEntries(await Promise.all(all.sort().map(async (name) => [name, await readFile(name, 'utf8')])));
}

describeGraphStore('directory', openToWrite);

describe('what a directory store holds survives closing', () => {
  test('blank labels, replaced, merged, removed and deleted graphs, updates', async () => {
    const G3 = DataFactory.namedNode('http://example.org/crate/3/');
    const expected = await using(openToWrite(), async (store) => {
      await store.import([
        write(G1, 'create', named('a'), '_:b1 <http://schema.org/name> "b" @ .', named('é')),
        write(G2, 'create', named('x')),
        write(G3, 'create', named('gone')),
      ]);
      await store.import([write(G2, 'replace', named('y'), '_:b1 <http://schema.org/about> _:b2 @ .')]);
      const name = DataFactory.namedNode('http://schema.org/name');
      const remove = [
        DataFactory.quad(DataFactory.namedNode('http://example.org/s'), name, DataFactory.literal('é'), G1),
        DataFactory.quad(DataFactory.blankNode('b1'), name, DataFactory.literal('b'), G1),
      ];
      await store.import([{ ...write(G1, 'merge', named('c')), remove }]);
      await store.deleteGraphs([G3]);
      await store.update('INSERT DATA { <x:x> <x:y> "default" . GRAPH <x:g> { <x:x> <x:y> <x:z> } }');
      await store.update(
        `DELETE { GRAPH ?g { ?s ?p "y" } } INSERT { GRAPH ?g { ?s ?p "Y" } } WHERE { GRAPH ?g { ?s ?p "y" } }`,
      );
      await store.update('CREATE SILENT GRAPH <x:empty>');
      return contents(store);
    });
    expect(expected).toHaveLength(6);
    expect(await using(openToRead(), contents)).toEqual(expected);
    expect(await using(openToWrite(), contents)).toEqual(expected);
  });

  test('segments are N-Quads as they came', async () => {
    await using(openToWrite(), (store) =>
      store.import([write(G1, 'create', named('a')), write(G2, 'create', named('b'))]),
    );
    const text = await readFile(join(path, 'segments', '000001.nq'), 'utf8');
    expect(text.trim().split('\n')).toEqual([
      named('a').replace(' @ .', ` <${G1.value}> .`),
      named('b').replace(' @ .', ` <${G2.value}> .`),
    ]);
  });

  test('a failed import leaves the bytes on the disk as they were', async () => {
    await using(openToWrite(), async (store) => {
      await store.import([write(G1, 'create', named('a'))]);
      const before = await files();
      await expect(store.import([write(G2, 'create', named('b'), 'bad')])).rejects.toMatchObject({
        code: 'ERR_RDF_SYNTAX',
      });
      await expect(store.import([write(G1, 'create', named('b'))])).rejects.toMatchObject({ code: 'ERR_GRAPH_EXISTS' });
      await expect(store.update('INSERT DATA { <x:x> <x:x> <x:x> } ; DROP GRAPH <x:none>')).rejects.toThrow();
      expect(await files()).toEqual(before);
    });
  });

  test('a store that cannot show its last commit again is closed, and says why the import failed', async () => {
    await using(openToWrite(), async (store) => {
      await store.import([write(G1, 'create', named('a'))]);
      await rm(join(path, 'segments', '000001.nq'));
      await expect(store.import([write(G2, 'create', named('b'), 'no N-Quads @ .')])).rejects.toMatchObject({
        code: 'ERR_RDF_SYNTAX',
      });
      await expect(store.size(G1)).rejects.toMatchObject({ code: 'ERR_USAGE', message: 'the store is closed' });
    });
    await expect(openToWrite()).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
  });

  test('when the disk refuses, neither the disk nor the engine shows the change', async () => {
    await using(openToWrite(), async (store) => {
      await store.import([write(G1, 'create', named('a'))]);
      const before = await contents(store);
      await mkdir(join(path, 'manifest.json.tmp'));
      for (const change of [
        () => store.import([write(G2, 'create', named('b'))]),
        () => store.import([write(G1, 'replace', named('b'))]),
        () => store.deleteGraphs([G1]),
        () => store.update('INSERT DATA { <x:x> <x:x> <x:x> }'),
      ]) {
        await expect(change()).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
        expect(await contents(store)).toEqual(before);
      }
      await rm(join(path, 'manifest.json.tmp'), { recursive: true });
      await store.import([write(G2, 'create', named('b'))]);
    });
    expect(await using(openToRead(), contents)).toHaveLength(2);
  });

  test('many small commits and much garbage are compacted; a reader that is open keeps its commit', async () => {
    await using(openToWrite(), async (store) => {
      await store.import([write(G1, 'create', named('0'), '_:keep <http://schema.org/name> "k" @ .')]);
      const reader = await openToRead();
      for (let i = 1; i <= 80; i += 1) await store.import([write(G1, 'merge', named(`${i}`))]);
      expect((await readdir(join(path, 'segments'))).length).toBeLessThan(70);
      const large = Array.from({ length: 60_000 }, (_, i) => named(`large ${i}`));
      await store.import([write(G2, 'create', ...large)]);
      await store.import([write(G2, 'replace', named('small'))]);
      expect(await readdir(join(path, 'segments'))).toHaveLength(1);
      expect(await contents(reader)).toHaveLength(2);
      await reader.close();
      expect(await using(openToRead(), contents)).toEqual(await contents(store));
    });
    expect(await using(openToRead(), contents)).toHaveLength(83);
  });

  test('readers open while a writer compacts', async () => {
    await using(openToWrite(), async (store) => {
      let writing = true;
      const writes = (async () => {
        for (let i = 0; i < 150; i += 1) await store.import([write(G1, 'merge', named(`${i}`))]);
        writing = false;
      })();
      let last = 0;
      while (writing) {
        const size = await using(openToRead(), (reader) => reader.size(G1)).catch(
          (error: { code: string }) => error.code,
        );
        if (size === 'ERR_STORE_NOT_FOUND') continue;
        expect(typeof size).toBe('number');
        expect(size as number).toBeGreaterThanOrEqual(last);
        last = size as number;
      }
      await writes;
    });
  });
});

describe('one writer', () => {
  test('a second one gets ERR_STORE_LOCKED with the name of the store, readers do not', async () => {
    await using(openToWrite(), async () => {
      const error = (await openToWrite().catch((reason: unknown) => reason)) as Error;
      expect(error).toMatchObject({ code: 'ERR_STORE_LOCKED' });
      expect(error.message).toContain(path);
      await using(openToRead(), contents);
    });
    await using(openToWrite(), contents);
  });

  test('a store that is open for reading refuses to write', async () => {
    await using(openToWrite(), contents);
    await using(openToRead(), async (store) => {
      await expect(store.import([])).rejects.toMatchObject({ code: 'ERR_USAGE' });
      await expect(store.update('CLEAR ALL')).rejects.toMatchObject({ code: 'ERR_USAGE' });
    });
  });
});

describe('what is no store', () => {
  test('nothing there', async () => {
    await expect(openToRead()).rejects.toMatchObject({ code: 'ERR_STORE_NOT_FOUND' });
    await expect(openDirectoryStore(path, { mode: 'write' })).rejects.toMatchObject({ code: 'ERR_STORE_NOT_FOUND' });
    expect(await readdir(folder)).toEqual([]);
  });

  test('a folder with something else in it is left alone', async () => {
    await mkdir(path);
    await writeFile(join(path, 'thesis.txt'), 'do not touch');
    for (const mode of ['read', 'write'] as const) {
      const opening = openDirectoryStore(path, { mode, create: true });
      await expect(opening).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
    }
    expect(await readdir(path)).toEqual(['thesis.txt']);
    await expect(openDirectoryStore(join(path, 'thesis.txt'), { mode: 'write', create: true })).rejects.toMatchObject({
      code: 'ERR_STORE_INVALID',
    });
  });

  test.each([
    ['truncated', async (file: string) => truncate(file, (await stat(file)).size - 10)],
    ['gone', (file: string) => rm(file)],
    ['overwritten', async (file: string) => writeFile(file, 'x'.repeat((await stat(file)).size))],
  ])('a segment that is %s is named', async (_how, damage) => {
    await using(openToWrite(), (store) => store.import([write(G1, 'create', named('a'))]));
    await damage(join(path, 'segments', '000001.nq'));
    const error = (await openToRead().catch((reason: unknown) => reason)) as Error;
    expect(error).toMatchObject({ code: 'ERR_STORE_INVALID' });
    expect(error.message).toContain('000001.nq');
    await expect(openToWrite()).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
  });

  test.each([
    '',
    '{',
    '[]',
    '{"format":1}',
    '{"format":2,"generation":1,"next":1,"segments":[]}',
    '{"format":1,"generation":1,"next":2,"segments":[{"added":{"file":"../../x.nq","bytes":1,"quads":1}}]}',
  ])('a manifest %j', async (text) => {
    await using(openToWrite(), contents);
    await writeFile(join(path, 'manifest.json'), text);
    await expect(openToRead()).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
    await expect(openToWrite()).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
    expect(await readFile(join(path, 'manifest.json'), 'utf8')).toBe(text);
  });
});

describe('a process that is killed', () => {
  let program: string;
  beforeAll(async () => {
    // The writer runs as a program of its own, from the same sources.
    program = join(process.cwd(), 'node_modules', '.cache', `store-writer-${process.pid}.mjs`);
    const build = ['test/store/killed-writer.ts', '--bundle', '--platform=node', '--format=esm', '--packages=external'];
    execFileSync('node_modules/.bin/esbuild', [...build, `--outfile=${program}`, '--log-level=error']);
  });
  afterAll(() => rm(program, { force: true }));

  test('leaves the last commit, at whatever moment it dies; the next writer cleans up', async () => {
    let commits = 0;
    for (let round = 0; round < 12; round += 1) {
      const child = spawn(process.execPath, [program, path, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.setEncoding('utf8');
      // It prints a line when an import is durable. The first is killed as soon as the store is open, the others after
      // their first import, each a little further on in those that follow: the machine's own speed is the measure.
      let printed = '';
      child.stdout.on('data', (text: string) => (printed += text));
      while (!printed.includes('open')) await once(child.stdout, 'data');
      const open = performance.now();
      while (round > 0 && !printed.includes('done')) await once(child.stdout, 'data');
      await wait((performance.now() - open) * (round / 11));
      child.kill('SIGKILL');
      await once(child, 'close');
      const acknowledged = printed.split('\n').filter((line) => line.startsWith('done')).length;

      const state = await using(openToRead(), async (store) => ({
        first: await store.size(G1),
        second: await store.size(G2),
        lines: await contents(store),
      }));
      // Every import writes the same number of quads to both graphs: all or none, and never less than was acknowledged.
      expect(state.first).toBe(state.second);
      expect(state.first % 400).toBe(0);
      expect(state.first / 400).toBeGreaterThanOrEqual(commits + acknowledged);
      expect(state.first / 400).toBeLessThanOrEqual(commits + acknowledged + 1);
      commits = state.first / 400;

      await using(openToWrite(), async (store) => expect(await contents(store)).toEqual(state.lines));
      const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8'));
      const known = manifest.segments.map(({ added }: { added: { file: string } }) => join('segments', added.file));
      const there = await readdir(path, { recursive: true });
      expect(there.filter((name) => dirname(name) === 'segments').sort()).toEqual(known.sort());
      expect(there).not.toContain('manifest.json.tmp');
    }
    expect(commits).toBeGreaterThanOrEqual(11);
  }, 240_000);
});

test('lines longer than a piece, and pieces with and without blank nodes, are read back', async () => {
  const long = 'é'.repeat(700_000);
  const lines = [named(long), ...Array.from({ length: 9000 }, (_, i) => named(`${i}`)), named(`2 ${long}`)];
  const blank = Array.from({ length: 9000 }, (_, i) => `_:b${i} <http://schema.org/about> _:c${i} @ .`);
  const expected = await using(openToWrite(), async (store) => {
    await store.import([write(G1, 'create', ...lines, ...blank), write(G2, 'create', ...lines.slice(5))]);
    return contents(store);
  });
  expect(expected).toHaveLength(lines.length * 2 + blank.length - 5);
  expect((await using(openToRead(), contents)).join('\n') === expected.join('\n')).toBe(true);
});

test('the lock of a writer that died is taken over at once', async () => {
  await using(openToWrite(), contents);
  await mkdir(join(path, 'writer.lock'));
  const dead = { pid: process.pid, host: hostname(), started: 1 };
  await writeFile(join(path, 'writer.json'), JSON.stringify(dead));
  await using(openToWrite(), contents);
  await mkdir(join(path, 'writer.lock'));
  await writeFile(join(path, 'writer.json'), JSON.stringify({ ...dead, host: 'another.example' }));
  await expect(openToWrite()).rejects.toMatchObject({ code: 'ERR_STORE_LOCKED', details: { host: 'another.example' } });
});
