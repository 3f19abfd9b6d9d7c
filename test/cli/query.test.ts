import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';

const BASE = 'https://example.org/rainfall-survey/';
const NAMES = 'SELECT ?name { ?s a <http://schema.org/Person> ; <http://schema.org/name> ?name } ORDER BY ?name';

let cwd: string;
const query = (...args: string[]) => runCli(['query', ...args], { cwd });

beforeAll(async () => {
  cwd = await freshFolder('query');
  await runCli(['load', '--offline', SURVEY, '--base', BASE], { cwd });
  await runCli(['load', '--offline', join(EXAMPLES, 'coastal-atlas')], { cwd });
});

describe('where the query comes from', () => {
  it('can be the argument, a file, standard input or a saved query', async () => {
    await writeFile(join(cwd, 'q.rq'), NAMES);
    const [text, file, dash, fileDash, named] = await Promise.all([
      query(NAMES),
      query('--file', 'q.rq'),
      runCli(['query', '-'], { cwd, stdin: NAMES }),
      runCli(['query', '--file', '-'], { cwd, stdin: NAMES }),
      query('--name', 'crates', '--json'),
    ]);
    expect(text).toMatchObject({ status: 0, stdout: expect.stringMatching(/^name\n.+\n/), stderr: '' });
    for (const other of [file, dash, fileDash]) expect(other).toEqual(text);
    const { results } = JSON.parse(named.stdout) as { results: { bindings: { crate: { value: string } }[] } };
    expect(results.bindings.map((row) => row.crate.value)).toEqual(['https://example.org/coastal-atlas/', BASE]);
  });

  it('must be exactly one of them', async () => {
    expectFailure(await query(), 2, 'ERR_USAGE');
    expectFailure(await query(NAMES, '--name', 'crates'), 2, 'ERR_USAGE');
    expectFailure(await query('--name', 'no-such-query'), 1, 'ERR_QUERY_UNKNOWN');
    expectFailure(await query('--file', 'missing.rq'), 1, 'ERR_NOT_FOUND');
  });
});

describe('what is asked', () => {
  it('is the union of all crates, or the graphs of --crate', async () => {
    const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
    const counted = async (...args: string[]) =>
      Number((await query('--format', 'csv', ...args, count)).stdout.split('\r\n')[1]);
    const [survey, atlas, both] = [
      await counted('--crate', BASE),
      await counted('--crate', 'https://example.org/coastal-atlas/'),
      await counted('--crate', BASE, '--crate', 'https://example.org/coastal-atlas/'),
    ];
    expect([survey, atlas]).toEqual([102, 73]);
    expect(both).toBe(102 + 73);
    expect(await counted()).toBe(both);
    const catalogue = await query('SELECT ?graph { GRAPH <urn:crategraph:catalogue> { ?load <http://www.w3.org/ns/prov#generated> ?graph } } ORDER BY ?graph', '--format', 'csv'); // prettier-ignore
    expect(catalogue.stdout).toBe(`graph\r\nhttps://example.org/coastal-atlas/\r\n${BASE}\r\n`);
    expectFailure(await query('--crate', 'https://example.org/nowhere/', count), 1, 'ERR_GRAPH_NOT_FOUND');
  });

  it('is one or more crates without a store, as the help shows it', async () => {
    const asked = await freshFolder('in');
    const one = await writeCrate(join(asked, 'one'), crate({ name: 'One' }));
    const two = await writeCrate(join(asked, 'two'), crate({ name: 'Two' }));
    const sparql = 'SELECT ?n { GRAPH ?g { ?g <http://schema.org/name> ?n } } ORDER BY ?n';
    const ran = await runCli(['query', '--offline', '--in', one, '--in', two, sparql], { cwd: asked });
    expect(ran).toMatchObject({ status: 0, stdout: 'n\nOne\nTwo\n', stderr: '' });
    expect(await runCli(['query', '--offline', '--in', '.', sparql], { cwd: asked })).toEqual(ran);
    expectFailure(await runCli(['query', '--in', 'three', sparql], { cwd: asked }), 1, 'ERR_NOT_FOUND');
    // None of these commands made a store.
    expectFailure(await runCli(['list'], { cwd: asked }), 1, 'ERR_STORE_NOT_FOUND');
  });
});

describe('how it is answered', () => {
  const select = `SELECT ?name ?size { <${BASE}> <http://schema.org/name> ?name OPTIONAL { ?name <urn:none> ?size } }`;
  const construct = `CONSTRUCT { <urn:s> <urn:p> ?name } { <${BASE}> <http://schema.org/name> ?name }`;
  const name = 'Tarn Valley rainfall survey, winter 2023';

  it.each<[string, string, (text: string) => void]>([
    ['table', select, (text) => expect(text).toBe(`name                                      size\n${name}\n`)],
    ['csv', select, (text) => expect(text).toBe(`name,size\r\n"${name}",\r\n`)],
    ['tsv', select, (text) => expect(text).toBe(`?name\t?size\n"${name}"\t\n`)],
    [
      'json',
      select,
      (text) =>
        expect(JSON.parse(text)).toMatchObject({
          head: { vars: ['name', 'size'] },
          results: { bindings: [{ name: { type: 'literal', value: name } }] },
        }),
    ],
    ['xml', select, (text) => expect(text).toContain(`<binding name="name"><literal>${name}</literal></binding>`)],
    ['turtle', construct, (text) => expect(text.replace(/\s+/g, ' ')).toContain(`<urn:s> <urn:p> "${name}"`)],
    ['nquads', construct, (text) => expect(text).toBe(`<urn:s> <urn:p> "${name}" .\n`)],
  ])('as %s', async (format, sparql, check) => {
    const { status, stdout, stderr } = await query('--format', format, sparql);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    check(stdout);
  });

  it('by default as true or false for ASK, and as Turtle for CONSTRUCT', async () => {
    expect((await query('ASK { ?s ?p ?o }')).stdout).toBe('true\n');
    expect(JSON.parse((await query('--json', 'ASK { ?s <urn:none> ?o }')).stdout)).toMatchObject({ boolean: false });
    expect((await query(construct)).stdout.replace(/\s+/g, ' ')).toContain(`<urn:s> <urn:p> "${name}"`);
  });

  it('into a file with --output, complete or not at all', async () => {
    expect(await query('--format', 'csv', '-o', 'out.csv', select)).toMatchObject({
      status: 0,
      stdout: '',
      stderr: 'wrote out.csv: result as csv, 56 bytes\n',
    });
    expect(await readFile(join(cwd, 'out.csv'), 'utf8')).toBe(`name,size\r\n"${name}",\r\n`);
    await mkdir(join(cwd, 'folder'), { recursive: true });
    expectFailure(await query('-o', 'folder', select), 1, 'ERR_OUTPUT');
    expectFailure(await query('-o', 'no/such/folder.csv', select), 1, 'ERR_OUTPUT');
    expectFailure(await query('-o', 'broken.csv', 'SELECT'), 1, 'ERR_QUERY_SYNTAX');
    await expect(readFile(join(cwd, 'broken.csv'))).rejects.toThrow('ENOENT');
  });

  it.each<[string, string[], 1 | 2, string]>([
    ['a query with a syntax error', ['SELECT * {'], 1, 'ERR_QUERY_SYNTAX'],
    ['an update', ['DROP ALL'], 2, 'ERR_USAGE'],
    ['a graph as table', ['--format', 'table', construct], 2, 'ERR_QUERY_FORMAT'],
    ['a graph as CSV', ['--format', 'csv', construct], 2, 'ERR_QUERY_FORMAT'],
    ['rows as Turtle', ['--format', 'turtle', select], 2, 'ERR_QUERY_FORMAT'],
    ['an unknown format', ['--format', 'yaml', select], 2, 'ERR_USAGE'],
    ['a store that does not exist', ['--store', 'nowhere', select], 1, 'ERR_STORE_NOT_FOUND'],
  ])('with an error for %s', async (_name, args, status, code) => {
    expectFailure(await query(...args), status, code);
  });
});
