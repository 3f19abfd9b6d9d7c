import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';

const SURVEY_BASE = 'https://example.org/rainfall-survey/';
const ATLAS = 'https://example.org/coastal-atlas/';

async function stored() {
  const cwd = await freshFolder('stored');
  const run = (...args: string[]) => runCli(args, { cwd });
  await run('load', '--offline', SURVEY, '--base', SURVEY_BASE);
  await run('load', '--offline', join(EXAMPLES, 'coastal-atlas'));
  return { cwd, run };
}

/** The files of a folder, without the -wal and -shm files that SQLite deletes some time after a store is closed. */
async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !/-(?:wal|shm)$/.test(name));
}

describe('list', () => {
  it('shows the crates as a table, and as JSON', async () => {
    const { run } = await stored();
    const [text, json] = [await run('list'), await run('list', '--json')];
    expect(text).toMatchObject({ status: 0, stderr: '' });
    const [head, ...rows] = text.stdout.trim().split('\n');
    expect(head?.split(/ {2,}/)).toEqual(['handle', 'name', 'loaded', 'entities', 'changed', 'place']);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
    expect(rows.map((row) => row.split(/ {2,}/).slice(1, 4))).toEqual([
      ['Coastal atlas of the Tarn estuary', day, '16'],
      ['Tarn Valley rainfall survey, winter 2023', day, '21'],
    ]);
    expect(rows[1]).toMatch(/rainfall-survey\/$/);
    const wide = (await run('list', '--wide')).stdout.split('\n')[0]?.split(/ {2,}/);
    expect(wide?.slice(6)).toEqual(['graph', 'version', 'quads', 'source']);
    const csv = (await run('list', '--format', 'csv', '--sort', 'entities')).stdout.split('\r\n');
    expect(csv[0]).toBe(wide?.join(','));
    expect(csv.slice(1).map((line) => line.split(',')[1])).toEqual(['"Tarn Valley rainfall survey', 'Coastal atlas of the Tarn estuary', undefined]); // prettier-ignore
    expect((await run('list', '--format', 'tsv', '--columns', 'graph,quads')).stdout).toBe(`graph\tquads\n${ATLAS}\t73\n${SURVEY_BASE}\t102\n`); // prettier-ignore
    const full = (await run('list', '--format', 'tsv', '--columns', 'loaded,place')).stdout.split('\n').slice(1, 3);
    for (const row of full) expect(row).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z\t\/.*\.json$/);
    expect(await run('list', '--format', 'json')).toEqual(json);
    const stats = (await run('stats', '--format', 'csv')).stdout.trim().split('\r\n');
    expect(new Set(stats.map((line) => line.replace(/"[^"]*"/g, '').split(',').length))).toEqual(new Set([7]));
    const none = await runCli(['list', '--format', 'json', '--store', 'none'], { cwd: '/' });
    expect(JSON.parse(none.stdout)).toMatchObject({ error: { code: 'ERR_STORE_NOT_FOUND' } });
    expect(await run('list', '--store', 'memory:')).toMatchObject({ status: 0, stderr: 'the store has no crates\n' });
    expect(JSON.parse(json.stdout)).toMatchObject([
      { graph: ATLAS, quads: 73, version: '1.3', loaded: expect.stringMatching(/^\d{4}-.*Z$/) },
      {
        graph: SURVEY_BASE,
        quads: 102,
        version: '1.1',
        base: SURVEY_BASE,
        source: join(SURVEY, 'ro-crate-metadata.json'),
      },
    ]);
  });
});

describe('remove', () => {
  it('removes crates with their records', async () => {
    const { run } = await stored();
    expect(await run('remove', ATLAS)).toMatchObject({
      status: 0,
      stdout: `removed   ${ATLAS}  73 quads\n`,
      stderr: '',
    });
    expect(JSON.parse((await run('remove', '--json', SURVEY_BASE)).stdout)).toEqual({
      graph: SURVEY_BASE,
      quads: 102,
      status: 'removed',
    });
    expect(JSON.parse((await run('list', '--json')).stdout)).toEqual([]);
    expect((await run('query', 'ASK { ?s ?p ?o }')).stdout).toBe('false\n');
  });

  it('removes all named crates, or none', async () => {
    const { run } = await stored();
    expectFailure(await run('remove', ATLAS, 'https://example.org/nowhere/'), 1, 'ERR_GRAPH_NOT_FOUND');
    expectFailure(await run('remove', 'urn:crategraph:catalogue'), 2, 'ERR_USAGE');
    expectFailure(await run('remove'), 2, 'ERR_USAGE');
    expect(JSON.parse((await run('list', '--json')).stdout)).toHaveLength(2);
  });
});

describe('export', () => {
  it('writes the crate to stdout, a file or a folder', async () => {
    const { cwd, run } = await stored();
    const original = JSON.parse(await readFile(join(SURVEY, 'ro-crate-metadata.json'), 'utf8')) as unknown;
    const { status, stdout, stderr } = await run('export', '--offline', SURVEY_BASE);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(original);
    expect((await run('export', '--offline', SURVEY_BASE, '-o', '-')).stdout).toBe(stdout);

    await mkdir(join(cwd, 'out'));
    for (const [place, file] of [
      ['copy.json', 'copy.json'],
      ['out', 'out/ro-crate-metadata.json'],
    ] as const) {
      expect(await run('export', '--offline', SURVEY_BASE, '-o', place)).toMatchObject({
        status: 0,
        stdout: '',
        stderr: expect.stringMatching(
          /^wrote (?:copy\.json: metadata document, [\d.]+ kB|out: folder, 4 files written)\n$/,
        ),
      });
      expect(await readFile(join(cwd, file), 'utf8')).toBe(stdout);
    }
  });

  it('embeds the context and keeps the base when asked', async () => {
    const { run } = await stored();
    const { stdout } = await run('export', '--offline', SURVEY_BASE, '--context', 'embed');
    expect((JSON.parse(stdout) as { '@context': object })['@context']).toMatchObject({
      hasPart: 'http://schema.org/hasPart',
    });
    const kept = await run('export', '--offline', SURVEY_BASE, '--keep-base');
    expect((JSON.parse(kept.stdout) as { '@context': object[] })['@context'][0]).toEqual({ '@base': SURVEY_BASE });
  });

  it('prints a note when an update has removed the descriptor', async () => {
    const { run } = await stored();
    await run('update', `DELETE WHERE { GRAPH <${SURVEY_BASE}> { <${SURVEY_BASE}ro-crate-metadata.json> ?p ?o } }`);
    const { status, stdout, stderr } = await run('export', '--offline', SURVEY_BASE);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('not a valid RO-Crate') as string,
    });
    expect(JSON.parse(stdout)).toHaveProperty('@graph');
    expect((await run('export', '--offline', '--quiet', SURVEY_BASE)).stderr).toBe('');
  });

  it('fails without leaving anything behind', async () => {
    const { cwd, run } = await stored();
    const before = await filesIn(cwd);
    expectFailure(await run('export', 'https://example.org/nowhere/', '-o', 'x.json'), 1, 'ERR_GRAPH_NOT_FOUND');
    expectFailure(await run('export', '--offline', ATLAS, '-o', 'no/such/place.json'), 1, 'ERR_OUTPUT');
    expectFailure(await run('export', ATLAS, '--context', 'inline'), 2, 'ERR_USAGE');
    expectFailure(await run('export'), 2, 'ERR_USAGE');
    expect(await filesIn(cwd)).toEqual(before);
  });
});

describe('an output', () => {
  it.each([
    ['dump', '-o', 's.gz'],
    ['dump', '-o', 's.gz-wal'],
    ['export', '--offline', ATLAS, '--format', 'turtle', '-o', 's.gz'],
    ['export', '--offline', ATLAS, '-o', 's.gz-writer'],
    ['query', 'ASK {}', '-o', 's.gz'],
    ['query', 'ASK {}', '--format', 'csv', '-o', 's.gz-writer'],
    ['convert', '--offline', SURVEY, '-o', 's.gz'],
  ])('of %s never replaces a store or its side files', async (...args) => {
    const cwd = await freshFolder('kept');
    const store = join(cwd, 's.gz');
    const env = { CRATEGRAPH_STORE: store };
    await runCli(['load', '--offline', join(EXAMPLES, 'coastal-atlas')], { env });
    const before = await readFile(store);
    const ran = await runCli(args, { cwd, env });
    expectFailure(ran, 1, 'ERR_OUTPUT');
    expect(ran.stderr).toMatch(/s\.gz.* store.*\n {2}hint: give the output another name\n$/);
    expect(await readFile(store)).toEqual(before);
    expect(await filesIn(cwd)).toEqual(['s.gz']);
  });
});

describe('verify and backup', () => {
  it.each([
    [
      'verify',
      'memory:',
      'ERR_UNSUPPORTED',
      /^ERR_UNSUPPORTED: memory: is not a file\n {2}hint: give the path of a store file/,
    ],
    [
      'backup',
      'memory:',
      'ERR_UNSUPPORTED',
      /^ERR_UNSUPPORTED: memory: is not a file\n {2}hint: give the path of a store file/,
    ],
    ['verify', 'http://127.0.0.1:1/ds', 'ERR_ENDPOINT', /nothing answers there/],
    ['backup', 'http://127.0.0.1:1/ds', 'ERR_UNSUPPORTED', /crategraph push|dump/],
  ])('refuse what they cannot read: %s of %s', async (verb, place, code, message) => {
    const cwd = await freshFolder('verify');
    const ran = await runCli([verb, ...(verb === 'backup' ? ['copy.db'] : []), '--store', place], { cwd });
    expectFailure(ran, 1, code);
    expect(ran.stderr).toMatch(message);
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('verify', () => {
  it('does not suggest itself for a file that is not a store', async () => {
    const cwd = await freshFolder('verify');
    await writeFile(join(cwd, 'thesis.txt'), 'no store');
    const ran = await runCli(['verify', '--store', 'thesis.txt'], { cwd });
    expectFailure(ran, 1, 'ERR_STORE_INVALID');
    expect(ran.stderr).toContain('hint: check the name in --store');
    expect(ran.stderr).not.toContain('crategraph verify');
  });
});

describe('queries', () => {
  it('lists the saved queries, and prints one', async () => {
    const [text, json, one] = await Promise.all([
      runCli(['queries']),
      runCli(['queries', '--json']),
      runCli(['queries', 'people']),
    ]);
    const saved = JSON.parse(json.stdout) as { name: string; summary: string; text: string }[];
    expect(saved.length).toBeGreaterThan(10);
    for (const { name, summary } of saved)
      expect(text.stdout).toMatch(new RegExp(`^${name} .* ${summary.slice(0, 12)}`, 'm'));
    expect(one.stdout).toBe(await readFile('queries/people.rq', 'utf8'));
    expect(JSON.parse((await runCli(['queries', 'people', '--json'])).stdout)).toEqual(
      saved.find(({ name }) => name === 'people'),
    );
  });

  it('saves one of your own, which all that take a name then know', async () => {
    const cwd = await freshFolder('own-queries');
    const env = { XDG_CONFIG_HOME: join(cwd, 'config') };
    const run = (...args: string[]) => runCli(args, { cwd, env });
    await writeFile(join(cwd, 'q.rq'), '#+ summary: Two\n#+ param: n literal "x"\nSELECT (STR(?n) AS ?m) {}');
    await writeFile(join(cwd, 'bad.rq'), 'SELECT {');
    const file = join(cwd, 'config', 'crategraph', 'queries', 'two.rq');
    expect(await run('queries', '--save', 'two', 'q.rq')).toMatchObject({
      status: 0,
      stdout: `saved     two  ${file}\n`,
    });
    expect((await run('queries')).stdout).toMatch(/^two +your own +n +Two$/m);
    expect((await run('queries')).stdout).toMatch(/^people +crategraph /m);
    const asked = await run('query', '--name', 'two', '--param', 'n=2', '--store', 'memory:', '--format', 'csv');
    expect(asked).toMatchObject({ status: 0, stdout: 'm\r\n2\r\n' });
    expect((await run('query', '--name', 'two', '--store', 'memory:')).stderr).toContain('needs the parameter n');
    expect((await run('__complete', 'fish', 'query', '--name', 'tw')).stdout).toBe('two\tTwo\n');
    expect((await run('__complete', 'fish', 'queries', '--remove', '')).stdout).toBe('two\tTwo\n');
    expect((await run('__complete', 'fish', 'queries', '--save', 'x', '')).stdout).toBe('');
    expectFailure(await run('queries', '--save', 'two', 'q.rq'), 1, 'ERR_OUTPUT');
    expectFailure(await run('queries', '--save', 'people', 'q.rq'), 2, 'ERR_USAGE');
    expectFailure(await run('queries', '--save', 'three'), 2, 'ERR_USAGE');
    expectFailure(await run('queries', '--save', 'three', 'none.rq'), 1, 'ERR_NOT_FOUND');
    const bad = await run('queries', '--save', 'three', 'bad.rq');
    expectFailure(bad, 1, 'ERR_QUERY_SYNTAX');
    expect(bad.stderr).toContain('bad.rq: SPARQL, line 1');
    expectFailure(await run('queries', '--remove', 'two', 'three'), 2, 'ERR_USAGE');
    const stdin = 'ASK { ?s ?p ?o }';
    expect(await runCli(['queries', '--save', 'two', '-', '--force'], { cwd, env, stdin })).toMatchObject({
      status: 0,
    });
    expect((await run('queries', 'two')).stdout).toBe(stdin);
    expect(await run('queries', '--remove', 'two')).toMatchObject({ status: 0, stdout: `removed   two  ${file}\n` });
    expectFailure(await run('query', '--name', 'two', '--store', 'memory:'), 1, 'ERR_QUERY_UNKNOWN');
  });

  it('refuses an unknown name', async () => {
    expectFailure(await runCli(['queries', 'no-such-query']), 1, 'ERR_QUERY_UNKNOWN');
    expectFailure(await runCli(['queries', '../package']), 1, 'ERR_QUERY_UNKNOWN');
    expectFailure(await runCli(['queries', 'people', 'files']), 2, 'ERR_USAGE');
  });
});

describe('a store that does not exist', () => {
  it.each([['list'], ['query', 'ASK {}'], ['export', ATLAS], ['remove', ATLAS]])(
    'is an error for %s, which does not create it',
    async (...args) => {
      const cwd = await freshFolder('none');
      expectFailure(await runCli(args, { cwd }), 1, 'ERR_STORE_NOT_FOUND');
      expectFailure(await runCli([...args, '--store', 'other'], { cwd }), 1, 'ERR_STORE_NOT_FOUND');
      expect(await readdir(cwd)).toEqual([]);
    },
  );

  it.each([['list'], ['load', SURVEY, '--offline']])('cannot be a folder, for %s', async (...args) => {
    const cwd = await freshFolder('other');
    await writeCrate(join(cwd, 'data'), crate());
    expectFailure(await runCli([...args, '--store', 'data'], { cwd }), 1, 'ERR_STORE_INVALID');
    expect(await readdir(join(cwd, 'data'))).toEqual(['ro-crate-metadata.json']);
  });
});

describe('the environment', () => {
  it('names the store with CRATEGRAPH_STORE; --store wins', async () => {
    const cwd = await freshFolder('env');
    const env = { CRATEGRAPH_STORE: join(cwd, 'here') };
    await runCli(['load', '--offline', SURVEY], { cwd, env });
    expect((await stat(join(cwd, 'here'))).isFile()).toBe(true);
    expect(JSON.parse((await runCli(['list', '--json'], { env })).stdout)).toHaveLength(1);
    expectFailure(await runCli(['list', '--store', 'there'], { cwd, env }), 1, 'ERR_STORE_NOT_FOUND');
  });

  it('names folders of contexts with CRATEGRAPH_CONTEXTS, in addition to --contexts', async () => {
    const cwd = await freshFolder('contexts');
    const url = 'https://contexts.example/own';
    const folder = await writeCrate(join(cwd, 'contexts'), [{ file: 'own.json', urls: [url] }], 'index.json');
    await writeCrate(folder, { '@context': { wetness: 'https://contexts.example/terms#wetness' } }, 'own.json');
    const context = ['https://w3id.org/ro/crate/1.1/context', url];
    const mine = await writeCrate(join(cwd, 'mine'), crate({ context, more: { wetness: 'very' } }));
    const convert = (args: string[], env = {}) => runCli(['convert', mine, '--offline', ...args], { cwd, env });

    expectFailure(await convert([]), 1, 'ERR_CONTEXT_UNAVAILABLE');
    const [option, variable] = [
      await convert(['--contexts', folder]),
      await convert([], { CRATEGRAPH_CONTEXTS: folder }),
    ];
    expect(option).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('<https://contexts.example/terms#wetness> "very"'),
    });
    expect(variable).toEqual(option);
    expectFailure(await convert(['--contexts', join(cwd, 'missing')]), 1, 'ERR_NOT_FOUND');
  });
});
