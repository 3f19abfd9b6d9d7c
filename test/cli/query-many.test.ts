import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate } from './helpers/crates.js';
import { runHere, runWithInput, type RanHere } from './helpers/run-here.js';
import { freshFolder } from './helpers/run.js';

const ONE = 'https://example.org/one/';
const NAMES = 'SELECT ?n { GRAPH ?g { ?g schema:name ?n } } ORDER BY ?n';

let folder: string;
let store: string;
const at = (...names: string[]) => join(folder, ...names);
const query = (...argv: string[]): Promise<RanHere> => runHere('query', ...argv, '--store', store);
const ask = (stdin: string, ...argv: string[]): Promise<RanHere> => runWithInput(stdin, 'query', ...argv, '--store', store); // prettier-ignore

beforeAll(async () => {
  folder = await freshFolder('many');
  store = at('store.db');
  for (const name of ['one', 'two']) {
    await writeCrate(at(name), crate({ name }));
    await runHere('load', at(name), '--base', `https://example.org/${name}/`, '--offline', '--store', store);
  }
  await mkdir(at('q', 'folder.rq'), { recursive: true });
  const texts = {
    'names.rq': NAMES,
    'any.sparql': 'ASK { ?s ?p ?o }',
    'graph.RQ': 'CONSTRUCT { <urn:s> <urn:p> 1 } {}',
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(at('q', name), text);
  for (const name of ['.hidden.rq', 'notes.txt']) await writeFile(at('q', name), 'no query');
  await writeFile(at('bad.rq'), 'SELECT {');
});

describe('several queries', () => {
  it('come from files and folders, and their results have headings', async () => {
    const ran = await query('--file', at('q'));
    expect(ran).toEqual({
      status: 0,
      stdout: '# any\ntrue\n\n# graph\n<urn:s> <urn:p> 1 .\n\n# names\nn\none\ntwo\n',
      stderr: '',
    });
    const two = await query('-f', at('q', 'names.rq'), '-f', at('q', 'any.sparql'));
    expect(two.stdout).toBe('# names\nn\none\ntwo\n\n# any\ntrue\n');
    const counted = await query('-f', at('q', 'names.rq'), '-f', at('q', 'graph.RQ'), '--count');
    expect(counted.stdout).toBe('# names\n2\n\n# graph\n1\n');
  });

  it('are lines of standard input, or JSON with names; a text over several lines is one query', async () => {
    const lines = `\ufeffASK {}\r\n# a comment\n\n${NAMES}`;
    for (const place of [['-'], ['--file', '-']])
      expect((await ask(lines, ...place)).stdout).toBe('# 1\ntrue\n\n# 4\nn\none\ntwo\n');
    const json = `{"query": "ASK {}"}\n{"name": "all names", "query": ${JSON.stringify(NAMES)}}\n`;
    expect((await ask(json, '-')).stdout).toBe('# 1\ntrue\n\n# all names\nn\none\ntwo\n');
    expect((await ask('{"name": "one", "query": "ASK {}"}', '-')).stdout).toBe('# one\ntrue\n');
    expect((await ask(NAMES.replaceAll(' ', '\n'), '-')).stdout).toBe('n\none\ntwo\n');
    expect((await ask(lines, '-f', '-', '-f', at('q', 'any.sparql'), '--format', 'ndjson')).stdout).toBe(
      [
        '{"query":"1","result":{"head":{},"boolean":true}}',
        '{"query":"4","row":{"n":{"type":"literal","value":"one"}}}',
        '{"query":"4","row":{"n":{"type":"literal","value":"two"}}}',
        '{"query":"any","result":{"head":{},"boolean":true}}\n',
      ].join('\n'),
    );
  });

  it('write a file each into a folder, and replace none', async () => {
    const out = at('out', 'all/');
    expect(await query('-f', at('q'), '-o', out)).toEqual({
      status: 0,
      stdout: '',
      stderr: `wrote ${join(out, 'any.txt')}: table, 5 bytes\nwrote ${join(out, 'graph.ttl')}: Turtle, 20 bytes\nwrote ${join(out, 'names.txt')}: table, 10 bytes\n`, // prettier-ignore
    });
    expect(await readFile(join(out, 'names.txt'), 'utf8')).toBe('n\none\ntwo\n');
    await writeFile(join(out, 'names.csv'), 'mine');
    const refused = await query('-f', at('q', 'any.sparql'), '-f', at('q', 'names.rq'), '-o', out, '--format', 'csv');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(/^ERR_OUTPUT: .*names\.csv exists/) });
    expect(await readdir(out)).not.toContain('any.csv');
    const forced = await query('-f', at('q', 'names.rq'), '-o', out, '--format', 'csv', '--force');
    expect(forced.status).toBe(0);
    expect(await readFile(join(out, 'names.csv'), 'utf8')).toBe('n\r\none\r\ntwo\r\n');
    expect((await query('--name', 'crates', '-o', out, '--json', '--quiet')).stderr).toBe('');
    expect(JSON.parse(await readFile(join(out, 'crates.json'), 'utf8'))).toHaveProperty('results');
  });

  it.each<[string, () => string[], string]>([
    ['another file', () => ['-f', at('q'), '-o', at('x.csv')], 'several queries have several results, which need a folder'], // prettier-ignore
    ['CSV on stdout', () => ['-f', at('q'), '--format', 'csv'], 'results of several queries as csv need a folder'],
    ['a folder for a text', () => ['ASK {}', '-o', at('new/')], 'this query has no name, so its result has none in a folder'], // prettier-ignore
    ['a name twice', () => ['-f', at('q'), '-f', at('q', 'names.rq')], 'two queries are named names'],
    ['a folder without queries', () => ['-f', at('one')], 'FOLDER/one has no queries: no file whose name ends in .rq or .sparql'], // prettier-ignore
    ['no number of rows', () => ['-f', at('q'), '--rows', '0'], 'invalid --rows 0'],
    ['a file and a text', () => ['ASK {}', '-f', at('bad.rq')], 'give one query, as an argument or with --name, or files of queries with --file'], // prettier-ignore
    ['stdin twice', () => ['-f', '-', '-f', '-'], 'standard input is given twice: it can be read once'],
  ])('refuse %s before anything is asked', async (_, argv, message) => {
    const { status, stdout, stderr } = await query(...argv());
    expect([status, stdout, stderr.split('\n')[0]]).toEqual([2, '', `ERR_USAGE: ${message.replace('FOLDER', folder)}`]);
  });

  it.each(['{"query": 1}', '{"name": "../x", "query": "ASK {}"}', '{"name": ".x", "query": "ASK {}"}', '{ ASK'])(
    'refuse a line of JSON that is none: %s',
    async (line) => {
      const ran = await ask(`{"query": "ASK {}"}\n${line}\n`, '-');
      expect(ran).toMatchObject({ status: 2, stdout: '' });
      expect(ran.stderr).toContain(`ERR_USAGE: line 2 of standard input is no query: ${line}\n`);
    },
  );

  it('go on after one that fails, which is named', async () => {
    const files = ['-f', at('bad.rq'), '-f', at('q')];
    const ran = await query(...files);
    expect(ran).toMatchObject({ status: 1, stdout: expect.stringContaining('# names\nn\none\ntwo\n') });
    expect(ran.stdout).not.toContain('bad');
    expect(ran.stderr).toContain(`ERR_QUERY_SYNTAX: ${at('bad.rq')}: SPARQL, line 1`);
    expect(ran.stderr).toContain('queries that failed: 1 of 4\n');
    const values = (await query(...files, '--json')).stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line) as object); // prettier-ignore
    expect(values).toMatchObject([
      { query: 'bad', error: { code: 'ERR_QUERY_SYNTAX' } },
      { query: 'any', result: { boolean: true } },
      { query: 'graph', error: { code: 'ERR_QUERY_FORMAT' } },
      { query: 'names', result: { results: { bindings: [{ n: { value: 'one' } }, { n: { value: 'two' } }] } } },
    ]);
    const listed = await ask('ASK {}\nDROP ALL # ASK\nSELECT bad\nSELECT * { ?s ?p ?o } LIMIT 0', '-');
    expect(listed.status).toBe(1);
    expect(listed.stderr).toContain('ERR_USAGE: query 2: this is an update');
    expect(listed.stderr).toContain('ERR_QUERY_SYNTAX: query 3: ');
    expect(listed.stdout).toBe('# 1\ntrue\n\n# 4\ns  p  o\n');
  });

  it('have the time of --timeout each', async () => {
    const all = '?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?p ?q ?r';
    const slow = `SELECT (COUNT(*) AS ?x) { ${all} . ?s ?t ?u . ?v ?w ?y }`;
    const ran = await ask(`${slow}\n${NAMES}\n`, '-', '--timeout', '2');
    expect(ran).toMatchObject({ status: 1, stdout: '# 2\nn\none\ntwo\n' });
    expect(ran.stderr).toContain('ERR_TIMEOUT: query 1: stopped after 2 seconds\n');
  });

  it('ask crates without a store, which are read once', async () => {
    const ran = await runHere('query', '--in', at('one'), '--in', at('two'), '--offline', '-f', at('q'), '--json');
    expect(ran.stdout.split('\n')[2]).toContain('"one"');
    expect(ran).toMatchObject({ status: 1, stderr: expect.not.stringContaining('repaired') });
  });
});

describe('a list of crates', () => {
  const COUNT = ['SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?s ?p ?o } }', '--format', 'csv'];
  const counted = async (...argv: string[]) => (await query(...COUNT, ...argv)).stdout.split('\r\n')[1];

  it('is asked, with those of --crate; an empty one asks nothing', async () => {
    await writeFile(at('empty.txt'), '\n  \n');
    await writeFile(at('one.txt'), `\ufeff${ONE}\r\n\ntwo\n`);
    expect(await counted()).toBe('2');
    expect(await counted('--crates-from', at('empty.txt'))).toBe('0');
    expect(await counted('--crates-from', at('one.txt'))).toBe('2');
    expect(await counted('--crates-from', at('empty.txt'), '--crate', ONE)).toBe('1');
    expect((await ask('', ...COUNT, '--crates-from', '-')).stdout).toBe('n\r\n0\r\n');
    expect((await ask(`${ONE}\n`, ...COUNT, '--crates-from', '-')).stdout).toBe('n\r\n1\r\n');
    const all = ['query', 'SELECT * { ?s ?p ?o }', '--in', at('one'), '--offline', '--count'];
    expect((await runHere(...all, '--crates-from', at('empty.txt'))).stdout).toBe('0\n');
    expect((await runHere(...all)).stdout).not.toBe('0\n');
  });

  it('names crates that exist, in a file that does', async () => {
    await writeFile(at('none.txt'), 'no such crate\n');
    expect((await query(...COUNT, '--crates-from', at('none.txt'))).stderr).toMatch(/^ERR_GRAPH_NOT_FOUND: /);
    expect((await query(...COUNT, '--crates-from', at('missing.txt'))).stderr).toMatch(/^ERR_NOT_FOUND: /);
    const both = await ask('ASK {}', '-', '--crates-from', '-');
    expect(both).toMatchObject({ status: 2, stderr: expect.stringContaining('standard input can be read once') });
  });
});
