import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { runInTerminal } from './helpers/run-here.js';
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

describe('nothing to show', () => {
  it('is said by a query without rows, and by the check of an empty store', async () => {
    const none = 'SELECT ?s { ?s a <urn:none> }';
    expect(await query(none)).toMatchObject({ status: 0, stdout: 's\n', stderr: 'no rows\n' });
    expect(await query(none, '--quiet')).toMatchObject({ status: 0, stdout: 's\n', stderr: '' });
    expect((await query(none, '--format', 'csv')).stderr).toBe('');
    const check = (...args: string[]) => runCli(['check', ...args, '--store', 'memory:'], { cwd });
    expect(await check()).toMatchObject({ status: 0, stdout: '', stderr: expect.stringMatching(/^nothing was checked: the store has no crates/) }); // prettier-ignore
    expect((await check('--quiet')).stderr).toBe('');
  });
});

describe('a dump with --skolem', () => {
  it('can be loaded again without adding anything, also as TriG', async () => {
    const folder = await freshFolder('skolem');
    await writeCrate(join(folder, 'blank'), crate({ entities: [{ '@type': 'Person', name: 'Nameless' }] }));
    const run = (...args: string[]) =>
      runCli(
        [...args, '--offline'].filter((one) => one !== '--offline' || args[0] === 'load'),
        { cwd: folder },
      );
    await run('load', 'blank', '--base', BASE);
    expect((await run('dump')).stdout).toContain('_:');
    for (const file of ['x.nq', 'x.trig']) {
      expect((await run('dump', '--skolem', '-o', file)).status).toBe(0);
      const text = await readFile(join(folder, file), 'utf8');
      expect(text).toContain('urn:crategraph:blank:');
      expect(text).not.toMatch(/_:/);
    }
    const counts: string[] = [];
    for (const file of ['x.nq', 'x.nq', 'x.trig']) {
      await run('load', file, '--mode', 'merge', '--store', 'other');
      counts.push((await run('query', 'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }', '--store', 'other')).stdout);
    }
    expect(new Set(counts).size).toBe(1);
  });
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

describe('words in the full text', () => {
  const names = 'SELECT DISTINCT ?e { ?e cg:search ?words } ORDER BY ?e';

  it('are a parameter, of all crates, of one, or of crates that are in no store', async () => {
    const ask = async (...args: string[]) =>
      (await query('--format', 'csv', '--param', 'words=rainfall -model*', ...args, names)).stdout
        .split('\r\n')
        .slice(1, -1);
    const found = await runCli(['search', '--json', 'rainfall -model*'], { cwd });
    const { entities } = JSON.parse(found.stdout) as { entities: { entity: string }[] };
    expect(entities.length).toBeGreaterThan(2);
    expect(await ask()).toEqual(entities.map(({ entity }) => entity).sort());
    const ofSurvey = await ask('--crate', BASE);
    expect(ofSurvey).toContain(BASE);
    expect(await ask('--in', SURVEY, '--offline')).toHaveLength(ofSurvey.length); // with another base
    expect(await ask('--in', '.crategraph', '--in', join(EXAMPLES, 'coastal-atlas'), '--offline')).toEqual(await ask());
  });

  it('are a step of the plan, and the engine may ask for them too', async () => {
    const explained = await query('--explain', '--name', 'search', '--param', 'words=rain*');
    expect(explained.stdout).toMatch(/\n\d+ +\d+ +search for "rain\*": \?entity in/);
    const engine = await query('--explain', 'SELECT ?e { ?e cg:search "rain*" FILTER(MD5("a") != "") }');
    expect(engine.stdout).toMatch(/by the engine over [1-9]\d* quads: the function md5/);
  });

  it('that nobody can look for are an error with a hint', async () => {
    expectFailure(await query(names), 2, 'ERR_USAGE');
    expectFailure(await query(names, '--param', 'words=-rain'), 2, 'ERR_USAGE');
    expectFailure(await query(names, '--param', 'words=<urn:rain>'), 2, 'ERR_USAGE');
    const update =
      'DELETE { GRAPH ?g { ?e schema:name ?n } } WHERE { GRAPH ?g { ?e cg:search "rain" ; schema:name ?n } }';
    expectFailure(await runCli(['update', update], { cwd }), 1, 'ERR_UNSUPPORTED');
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
    expect(both).toBe(102 + 73 - 15); // both state 15 triples
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
    ['ntriples', construct, (text) => expect(text).toBe(`<urn:s> <urn:p> "${name}" .\n`)],
    ['trig', construct, (text) => expect(text.replace(/\s+/g, ' ')).toContain(`<urn:s> <urn:p> "${name}"`)],
    [
      'jsonld',
      construct,
      (text) => expect(JSON.parse(text)).toEqual([{ '@id': 'urn:s', 'urn:p': [{ '@value': name }] }]),
    ],
    ['ndjson', select, (text) => expect(text).toBe(`{"name":{"type":"literal","value":"${name}"}}\n`)],
    ['ndjson', 'ASK {}', (text) => expect(text).toBe('{"head":{},"boolean":true}\n')],
    ['csv', 'ASK {}', (text) => expect(text).toBe('true\n')],
    ['tsv', 'ASK { <urn:none> ?p ?o }', (text) => expect(text).toBe('false\n')],
    ['xml', 'ASK {}', (text) => expect(text).toContain('<boolean>true</boolean>')],
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
      stderr: 'wrote out.csv: CSV, 56 bytes\n',
    });
    expect(await readFile(join(cwd, 'out.csv'), 'utf8')).toBe(`name,size\r\n"${name}",\r\n`);
    await mkdir(join(cwd, 'folder'), { recursive: true });
    expectFailure(await query('-o', 'folder', select), 2, 'ERR_USAGE'); // the text has no name for a file there
    expectFailure(await query('-o', 'no/such/folder.csv', select), 1, 'ERR_OUTPUT');
    expectFailure(await query('-o', 'broken.csv', 'SELECT'), 1, 'ERR_QUERY_SYNTAX');
    await expect(readFile(join(cwd, 'broken.csv'))).rejects.toThrow('ENOENT');
  });

  it('in the format that the name of the file asks for, or --format', async () => {
    const written = async (file: string, ...args: string[]) => {
      expect(await query('-o', file, '--force', '--quiet', ...args)).toMatchObject({
        status: 0,
        stdout: '',
        stderr: '',
      });
      return readFile(join(cwd, file), 'utf8');
    };
    expect(await written('out.csv', select)).toBe(`name,size\r\n"${name}",\r\n`);
    expect(await written('out.nt', construct)).toBe(`<urn:s> <urn:p> "${name}" .\n`);
    expect(await written('rows.txt', select)).toMatch(/^name +size\n/);
    expect(await written('rows', '--format', 'tsv', select)).toMatch(/^\?name\t/);
    expect(await written('rows.out', '--json', select)).toMatch(/^\{"head"/);
    for (const [file, sparql] of [
      ['rows.ttl', select],
      ['rows.jsonld', 'ASK {}'],
      ['graph.csv', construct],
      ['graph.json', construct],
    ] as const) {
      const ran = await query('-o', file, sparql);
      expectFailure(ran, 2, 'ERR_QUERY_FORMAT');
      expect(ran.stderr).toMatch(/hint: .* choose .* with --format or the ending of -o/);
      await expect(readFile(join(cwd, file))).rejects.toThrow('ENOENT');
    }
  });

  it('with some columns and rows only, in every format, and says on stderr that there are more', async () => {
    const sparql = 'SELECT ?s ?p { ?s ?p ?o } ORDER BY ?s ?p';
    const note = 'the first 2 rows; there are more\n';
    const whole = (await query('--format', 'csv', sparql)).stdout.split('\r\n').map((line) => line.split(','));
    const swapped = whole.slice(0, 3).map(([s, p]) => `${p},${s}\r\n`).join(''); // prettier-ignore
    const args = ['--columns', 'p,?s', '--rows', '2', sparql];
    expect(await query('--format', 'csv', ...args)).toMatchObject({ stdout: swapped, stderr: note });
    expect(await query('--format', 'csv', '--quiet', ...args)).toMatchObject({ stdout: swapped, stderr: '' });
    for (const [format, rows] of [
      ['table', /\n/g],
      ['tsv', /\n/g],
      ['ndjson', /\n|^/g],
      ['xml', /<result>|^/g],
      ['json', /"p":|^/g],
    ] as const) {
      const { stdout, stderr } = await query('--format', format, ...args);
      expect([format, stderr, stdout.match(rows)?.length]).toEqual([format, note, 3]);
      expect(stdout.indexOf('p')).toBeLessThan(stdout.lastIndexOf('s'));
    }
    expect((await query('--rows', 'all', sparql)).stderr).toBe('');
    expect((await query('--rows', String(whole.length - 2), sparql)).stderr).toBe(''); // as many as there are
    const unknown = await query('--columns', 'p,size', sparql);
    expectFailure(unknown, 2, 'ERR_USAGE');
    expect(unknown.stderr).toBe('ERR_USAGE: there is no column "size"\n  hint: the columns are s, p; separate them by commas\n'); // prettier-ignore
    for (const rows of ['0', '-1', '1.5', 'few', ''])
      expectFailure(await query(`--rows=${rows}`, sparql), 2, 'ERR_USAGE');
    for (const columns of ['', 's,', 's,s']) expectFailure(await query(`--columns=${columns}`, sparql), 2, 'ERR_USAGE');
  });

  it('as a number with --count', async () => {
    expect(await query('--count', 'SELECT * { ?s ?p ?o }')).toMatchObject({ stdout: '160\n', stderr: '' });
    expect((await query('--count', '--json', construct)).stdout).toBe('1\n');
    expect(await query('--count', '-o', 'count.csv', '--quiet', select)).toMatchObject({ stdout: '', stderr: '' });
    expect(await readFile(join(cwd, 'count.csv'), 'utf8')).toBe('1\n');
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

test('the table of other verbs has the same columns options', async () => {
  const named = await runCli(['list', '--columns', 'name,quads'], { cwd });
  expect(named).toMatchObject({ status: 0, stdout: expect.stringMatching(/^name +quads\n/), stderr: '' });
  for (const argv of [['list'], ['queries'], ['inventory', SURVEY, '--offline']]) {
    const ran = await runCli([...argv, '--columns', 'nothing'], { cwd });
    expectFailure(ran, 2, 'ERR_USAGE');
    expect(ran.stderr).toMatch(/there is no column "nothing"\n {2}hint: the columns are \w+, /);
  }
});

describe('a table in a terminal', () => {
  const HANDLE = createHash('sha256').update(BASE).digest('hex').slice(0, 6);

  const inTerminal = (columns: number, ...args: string[]) =>
    runInTerminal(columns, 'query', '--store', join(cwd, '.crategraph'), ...args);

  it('is as wide as the terminal; identifiers are relative to the crate of their row', async () => {
    const sparql = `SELECT ?graph ?file ?type { GRAPH ?graph { ?file a ?type ; <http://schema.org/encodingFormat> "text/plain" } }`;
    expect(await inTerminal(120, sparql)).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        'graph                                          file                     type',
        `${HANDLE} <${BASE}>  <notes/field-notes.txt>  schema:MediaObject`,
        '',
      ].join('\n'),
    });
    expect((await inTerminal(50, sparql)).stdout).toBe(
      ['graph             file             type', `${HANDLE} <…urvey/>  <notes/…es.txt>  schema:…aObject`, ''].join(
        '\n',
      ),
    );
    const full = (await query(sparql)).stdout;
    expect(full).toContain(`<${BASE}notes/field-notes.txt>`);
    expect((await inTerminal(50, '--wide', sparql)).stdout).toBe(full);
  });

  it('ends after 1000 rows, and says so', async () => {
    const many = 'SELECT ?n { ?a ?b ?c VALUES ?n { 0 1 2 3 4 5 6 7 8 9 } }';
    const shown = await inTerminal(80, many);
    expect(shown.stderr).toBe(
      'the first 1000 rows; there are more: --rows all shows them; a file (-o) and a pipe get them\n',
    );
    expect(shown.stdout.match(/\n/g)).toHaveLength(1001);
    const all = 160 * 10 + 1;
    for (const ran of [await inTerminal(80, '--rows', 'all', many), await query(many)]) {
      expect(ran.stderr).toBe('');
      expect(ran.stdout.match(/\n/g)).toHaveLength(all);
    }
    expect((await inTerminal(80, '--format', 'csv', many)).stdout.match(/\n/g)).toHaveLength(all);
    expect(await inTerminal(80, '-o', join(cwd, 'many.txt'), '--quiet', many)).toMatchObject({
      stdout: '',
      stderr: '',
    });
    expect((await readFile(join(cwd, 'many.txt'), 'utf8')).match(/\n/g)).toHaveLength(all);
  });

  it('names the columns for which there is no room', async () => {
    const variables = Array.from({ length: 9 }, (_, index) => `?variable${index}`).join(' ');
    const { stdout, stderr } = await inTerminal(40, `SELECT ${variables} {}`);
    expect(stdout).toBe('vari…le0  vari…le1  variable2  variable3\n\n');
    expect(stderr).toMatch(/^no room for variable4, .*, variable8: choose with --columns, or see all with --wide\n$/);
  });
});
