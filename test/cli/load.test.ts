import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';
import { quadsOf } from '../helpers/stored.js';
import { loadRecords } from '../../src/tasks/stored/load-records.js';
import { quadToNQuads } from '../../src/base/rdf/nquads.js';
import { openStore } from '../../src/store/open-store.js';

const BASE = 'https://example.org/one/';

/** A folder for a store, with functions for the verbs of these tests. */
async function place() {
  const cwd = await freshFolder('load');
  const run = (...args: string[]) => runCli(args, { cwd });
  const load = (...args: string[]) => run('load', '--offline', ...args);
  const list = async () =>
    JSON.parse((await run('list', '--json')).stdout) as {
      graph: string;
      quads: number;
      source: string;
      base: string;
    }[];
  const ask = async (query: string) =>
    (await run('query', '--format', 'csv', query)).stdout.trim().split('\r\n').slice(1);
  return { cwd, run, load, list, ask };
}

const results = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('what is loaded', () => {
  it('loads a crate folder into the default store and prints one line', async () => {
    const { load, list } = await place();
    const ran = await load(SURVEY, '--base', BASE);
    expect(ran).toMatchObject({
      status: 0,
      stdout:
        'loaded    feafc6  "Tarn Valley rainfall survey, winter 2023"  https://example.org/one/  102 quads, 21 entities\n',
      stderr: '',
    });
    expect(await list()).toMatchObject([{ graph: BASE, quads: 102, base: BASE }]);
  });

  it('loads a folder tree full of crates, with a summary on stderr', async () => {
    const { load, list } = await place();
    const { status, stdout, stderr } = await load(EXAMPLES);
    const places = stdout.trim().split('\n').map((line) => line.split('  ').at(-1) ?? ''); // prettier-ignore
    expect({ status, places: places.length }).toEqual({ status: 0, places: 5 });
    expect(places[0]).toMatch(/\/coastal-atlas\/coastal-atlas-ro-crate-metadata\.json$/);
    expect(stderr).toMatch(/^5 crates: 5 loaded; 94 entities, 0 repairs, 0 dropped; [\d.]+ s, \d+ crates\/s\n$/);
    expect(await list()).toHaveLength(5);
  });

  it('prints one JSON object per line with --json', async () => {
    const { load } = await place();
    const { stdout } = await load('--json', SURVEY, join(EXAMPLES, 'coastal-atlas'));
    expect(results(stdout)).toMatchObject([
      {
        status: 'loaded',
        handle: expect.stringMatching(/^[0-9a-f]{6}$/),
        name: 'Tarn Valley rainfall survey, winter 2023',
        graph: expect.stringMatching(/^arcp:\/\/ni,sha-256;/),
        quads: 102,
        entities: 21,
        dropped: 0,
        repairs: 0,
      },
      { status: 'loaded', graph: 'https://example.org/coastal-atlas/', quads: 73 },
    ]);
  });

  it('reads a metadata document from standard input', async () => {
    const { cwd, list } = await place();
    const ran = await runCli(['load', '-', '--base', BASE, '--offline'], { cwd, stdin: JSON.stringify(crate()) });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(await list()).toMatchObject([{ graph: BASE, source: '-' }]);
  });

  it('gives the same bytes the same name on every machine, and a UUID with --arcp', async () => {
    const [one, two] = [await place(), await place()];
    const [first, second] = [await one.load(SURVEY), await two.load(SURVEY)];
    expect(first.stdout).toBe(second.stdout);
    const uuid = '6B2D9E4A-0000-4000-8000-123456789ABC';
    expect((await one.load(SURVEY, '--arcp', uuid, '--json')).stdout).toContain(`arcp://uuid,${uuid.toLowerCase()}/`);
    expect((await two.load(SURVEY, '--arcp', 'uuid', '--json')).stdout).toMatch(/arcp:\/\/uuid,[0-9a-f-]{36}\//);
  });

  it('prints what it repaired, and nothing with --quiet', async () => {
    const { cwd, load } = await place();
    const odd = await writeCrate(
      join(cwd, 'odd'),
      crate({ entities: [{ '@id': 'my file.txt', '@type': 'File', unheard: 1 }] }),
    );
    const { stdout, stderr } = await load(odd);
    expect(stdout).toMatch(/^loaded {4}[0-9a-f]{6} {2}"A crate" {2}6 quads, 3 entities, 1 repair\n$/);
    expect(stderr).toMatch(/repaired: .*percent-encoded \(1x: "my file\.txt"\)\n/);
    expect(stderr).toMatch(
      /note: 1 value cannot be queried, because no context defines its property; the document keeps it \(unheard\)\n {2}hint: `crategraph terms \S+` lists these terms, and with --add or --define it defines them\n/,
    );
    expect((await load(odd, '--quiet', '--base', BASE)).stderr).toBe('');
  });

  it('refuses a crate that needs a repair with --strict, and names the place', async () => {
    const { cwd, load } = await place();
    const odd = await writeCrate(join(cwd, 'odd'), crate({ entities: [{ '@id': 'my file.txt', '@type': 'File' }] }));
    await load(SURVEY);
    const before = await readFile(join(cwd, '.crategraph'));
    const ran = await load(odd, '--strict');
    expectFailure(ran, 1, 'ERR_STRICT');
    expect(ran.stderr).toContain('/@graph/2');
    expect(await readFile(join(cwd, '.crategraph'))).toEqual(before);
  });
});

describe('a second load', () => {
  it('leaves an unchanged crate alone, and replaces the graph of an edited one', async () => {
    const { cwd, load, list, ask } = await place();
    const folder = await writeCrate(join(cwd, 'mine'), crate({ name: 'First' }));
    const [first] = results((await load('--json', folder)).stdout);
    expect(results((await load('--json', folder)).stdout)).toMatchObject([
      { status: 'unchanged', graph: first?.['graph'], quads: first?.['quads'] },
    ]);

    await writeCrate(folder, crate({ name: 'Second', entities: [{ '@id': '#p', '@type': 'Person', name: 'P' }] }));
    const [edited] = results((await load('--json', folder)).stdout);
    // The bytes differ, but the store remembers the base of this source.
    expect(edited).toMatchObject({ status: 'replaced', graph: first?.['graph'] });
    expect(await list()).toHaveLength(1);
    expect(await ask(`SELECT ?n { <${String(first?.['graph'])}> <http://schema.org/name> ?n }`)).toEqual(['Second']);
    expect((await load(folder)).stdout).toMatch(/^unchanged /);
  });

  it('reports the same content from another folder as unchanged', async () => {
    const { cwd, load, list } = await place();
    const copy = join(cwd, 'copy');
    await cp(SURVEY, copy, { recursive: true });
    await load(SURVEY);
    expect((await load(copy)).stdout).toMatch(/^unchanged /);
    expect(await list()).toMatchObject([{ source: join(SURVEY, 'ro-crate-metadata.json') }]);
  });

  it('protects a graph that came from somewhere else, until --mode replace', async () => {
    const { cwd, load, ask } = await place();
    const one = await writeCrate(join(cwd, 'one'), crate({ name: 'One' }));
    const two = await writeCrate(join(cwd, 'two'), crate({ name: 'Two' }));
    await load(one, '--base', BASE);
    const names = () => ask(`SELECT ?n { <${BASE}> <http://schema.org/name> ?n } ORDER BY ?n`);

    const refused = await load(two, '--base', BASE);
    expectFailure(refused, 1, 'ERR_GRAPH_EXISTS');
    expect(refused.stderr).toContain(join(one, 'ro-crate-metadata.json'));
    expect(await names()).toEqual(['One']);

    expect((await load(two, '--base', BASE, '--mode', 'replace')).stdout).toMatch(/^replaced /);
    expect(await names()).toEqual(['Two']);
  });

  it('merges two crates on one base with --mode merge, and keeps blank nodes apart', async () => {
    const { cwd, load, list, ask } = await place();
    const place1 = { '@id': '_:b0', '@type': 'GeoCoordinates', latitude: '1' };
    const place2 = { '@id': '_:b0', '@type': 'GeoCoordinates', latitude: '2' };
    const one = await writeCrate(
      join(cwd, 'one'),
      crate({ name: 'One', entities: [{ '@id': 'a.txt', '@type': 'File' }, place1] }),
    );
    const two = await writeCrate(
      join(cwd, 'two'),
      crate({ name: 'Two', entities: [{ '@id': 'b.txt', '@type': 'File' }, place2] }),
    );
    const { status, stdout } = await load(one, two, '--base', BASE, '--mode', 'merge');
    expect({ status, states: stdout.split('\n').map((line) => line.split(' ')[0]) }).toEqual({
      status: 0,
      states: ['loaded', 'merged', ''],
    });
    expect(await list()).toHaveLength(1);
    expect(await ask(`SELECT ?f { GRAPH <${BASE}> { ?f a <http://schema.org/MediaObject> } } ORDER BY ?f`)).toEqual([
      `${BASE}a.txt`,
      `${BASE}b.txt`,
    ]);
    expect(await ask('SELECT ?l { ?b <http://schema.org/latitude> ?l } ORDER BY ?l')).toEqual(['1', '2']);
    expect(await ask('SELECT (COUNT(DISTINCT ?b) AS ?n) { ?b a <http://schema.org/GeoCoordinates> }')).toEqual(['2']);
    expect((await load(two, '--base', BASE, '--mode', 'merge')).stdout).toMatch(/^unchanged /);
  });
});

describe('errors', () => {
  it('loads the valid crates, reports the invalid one, and fails', async () => {
    const { cwd, load, list } = await place();
    const good = await writeCrate(join(cwd, 'good'), crate());
    const bad = await writeCrate(join(cwd, 'bad'), '{"@context": "x", "@graph": [ }');
    const ran = await load('--json', bad, good, join(cwd, 'missing'));
    expect(ran.status).toBe(1);
    expect(results(ran.stdout)).toMatchObject([
      { status: 'failed', error: { code: 'ERR_JSON_SYNTAX', line: 1 } },
      { status: 'loaded' },
      { status: 'failed', error: { code: 'ERR_NOT_FOUND' } },
    ]);
    expect(ran.stderr).toContain(join(bad, 'ro-crate-metadata.json'));
    expect(ran.stderr).toContain('3 crates: 1 loaded, 2 failed');
    expect(await list()).toHaveLength(1);
  });

  it.each<
    [
      string,
      string | undefined,
      'ERR_NOT_A_CRATE' | 'ERR_GRAPH_MISSING' | 'ERR_ROOT_NOT_FOUND' | 'ERR_JSON_SYNTAX' | 'ERR_CONTEXT_UNAVAILABLE',
    ]
  >([
    ['a folder without crate', undefined, 'ERR_NOT_A_CRATE'],
    ['text that is not JSON', 'not JSON', 'ERR_JSON_SYNTAX'],
    ['no graph', '{"@context": "https://w3id.org/ro/crate/1.1/context"}', 'ERR_GRAPH_MISSING'],
    [
      'no descriptor',
      JSON.stringify({ ...crate(), '@graph': [{ '@id': './', '@type': 'Dataset' }] }),
      'ERR_ROOT_NOT_FOUND',
    ],
    [
      'a context that is not available',
      JSON.stringify(crate({ context: 'https://unknown.invalid/context' })),
      'ERR_CONTEXT_UNAVAILABLE',
    ],
  ])('refuses %s and leaves the store unchanged', async (name, text, code) => {
    const { cwd, load } = await place();
    await load(SURVEY);
    const before = await readFile(join(cwd, '.crategraph'));
    const folder = await freshFolder('bad');
    await (text === undefined ? writeFile(join(folder, 'readme.txt'), name) : writeCrate(folder, text));
    expectFailure(await load(folder), 1, code);
    expect(await readFile(join(cwd, '.crategraph'))).toEqual(before);
  });

  it.each<[string, string[], string]>([
    ['a base that is not absolute', ['--base', 'my/crate'], 'ERR_BASE_IRI_INVALID'],
    ['a base of this machine only', ['--base', 'file:///tmp/x/'], 'ERR_BASE_IRI_INVALID'],
    ['an unknown arcp choice', ['--arcp', 'sha256'], 'ERR_ARCP_INVALID'],
    ['an unknown mode', ['--mode', 'overwrite'], 'ERR_USAGE'],
    ['an unknown option', ['--bass', 'x'], 'ERR_USAGE'],
  ])('calls %s wrong usage', async (_name, options, code) => {
    const { load } = await place();
    expectFailure(await load(SURVEY, ...options), 2, code);
  });

  it('needs a crate', async () => {
    expectFailure(await (await place()).load(), 2, 'ERR_USAGE');
  });
});

describe('a new store', () => {
  it('is not made for crates that do not exist', async () => {
    const { cwd, load } = await place();
    const ran = await load('missing', 'nowhere/ro-crate-metadata.json', '--store', 'new/store');
    expectFailure(ran, 1, 'ERR_NOT_FOUND');
    expect(ran.stderr).toContain('2 crates: 2 failed');
    expect(await readdir(cwd)).toEqual([]);
    expect(await load('missing', SURVEY, '--store', 'new/store')).toMatchObject({ status: 1 });
    expect((await readdir(join(cwd, 'new'))).includes('store')).toBe(true);
  });
});

describe('many crates', () => {
  /** A tree of small crates, one that is not JSON, one that is large, and one with an unavailable context. */
  async function tree(cwd: string): Promise<string> {
    const folder = join(cwd, 'tree');
    for (let index = 0; index < 90; index += 1) {
      const name = `c${String(index).padStart(2, '0')}`;
      await writeCrate(
        join(folder, name),
        crate({ name, more: { description: index === 40 ? 'x'.repeat(2_000_000) : name } }),
      );
    }
    await writeFile(join(folder, 'c10', 'ro-crate-metadata.json'), '{"@graph": [');
    await writeCrate(join(folder, 'c20'), crate({ context: 'https://example.org/no-such-context' }));
    return folder;
  }
  const stored = async (path: string) => {
    const store = await openStore(path, { mode: 'read' });
    const records = (await loadRecords(store)).map((record) => ({ ...record, loaded: '' }));
    const lines = (await quadsOf(store)).map(quadToNQuads).sort();
    await store.close();
    return { records, lines };
  };

  it('give the same store, results and errors in threads as in one', async () => {
    const { cwd, load } = await place();
    const folder = await tree(cwd);
    const one = await load(folder, '--json', '--jobs', '1', '--store', join(cwd, 'one'));
    const many = await load(folder, '--json', '--jobs', '3', '--store', join(cwd, 'many'));
    expect(many.status).toBe(1);
    const withoutTime = ({ stdout, stderr }: { stdout: string; stderr: string }) => [
      stdout,
      stderr.replace(/;[^;]* s, .*/, ''),
    ];
    expect(withoutTime(many)).toEqual(withoutTime(one));
    expect(results(many.stdout)).toHaveLength(90);
    expect(results(many.stdout)[10]).toMatchObject({ status: 'failed', error: { code: 'ERR_JSON_SYNTAX', line: 1 } });
    expect(results(many.stdout)[20]).toMatchObject({ status: 'failed', error: { code: 'ERR_CONTEXT_UNAVAILABLE' } });
    expect(await stored(join(cwd, 'many'))).toEqual(await stored(join(cwd, 'one')));

    const again = results((await load(folder, '--json', '--jobs', '3', '--store', join(cwd, 'many'))).stdout);
    expect(again.filter(({ status }) => status === 'unchanged')).toHaveLength(88);
    const replaced = await load(folder, '--json', '--jobs', '3', '--mode', 'replace', '--store', join(cwd, 'many'));
    expect(results(replaced.stdout).filter(({ status }) => status === 'replaced')).toHaveLength(88);
  });

  it.each(['0', '1.5', 'all'])('--jobs %s is refused', async (jobs) => {
    const { load } = await place();
    const { status, stderr } = await load(SURVEY, '--jobs', jobs);
    expect({ status, named: stderr.includes('--jobs') }).toEqual({ status: 2, named: true });
  });
});
