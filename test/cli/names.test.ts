import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { sha256Of } from '../helpers/named-store.js';
import { serve } from '../package/helpers/server.js';
import { crate, writeCrate } from './helpers/crates.js';
import { runHere, type RanHere } from './helpers/run-here.js';

const GRAPH = 'http://example.org/mine/';
const OTHER = 'http://example.org/other/';
const RENAME = `DELETE { GRAPH <${GRAPH}> { ?s ?p "Mine" } } INSERT { GRAPH <${GRAPH}> { ?s ?p "Changed" } } WHERE { GRAPH <${GRAPH}> { ?s ?p "Mine" } }`;

let folder: string;
let text: string;
const at = (...path: string[]) => join(folder, ...path);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-names-'));
  const entities = [{ '@id': 'data.txt', '@type': 'File', contentSize: '4' }];
  await writeCrate(at('mine'), crate({ name: 'Mine', more: { hasPart: { '@id': 'data.txt' } }, entities }));
  text = await readFile(at('mine', 'ro-crate-metadata.json'), 'utf8');
  await writeFile(at('mine', 'data.txt'), 'data');
  await writeCrate(at('other'), crate({ name: 'Other' }));
  await writeFile(at('rows.rq'), 'SELECT ?name { ?s <http://schema.org/name> ?name }');
  await writeFile(at('add.ru'), 'INSERT DATA { <urn:a> <urn:b> "c" }');
  await runHere('load', at('mine'), '--base', GRAPH, '--store', at('all.db'));
  await runHere('load', at('other'), '--base', OTHER, '--store', at('all.db'));
  await rename(at('mine'), at('moved')); // so that a path is a name in the store, and not a path
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => cp(at('all.db'), at('store.db')));

const run = (...argv: string[]) => runHere(...argv, '--store', at('store.db'));

/** What each verb does with the crate that a name means. */
const VERBS: Readonly<Record<string, { argv: (name: string) => string[]; shows: (ran: RanHere) => void }>> = {
  export: { argv: (name) => ['export', name], shows: ({ stdout }) => expect(stdout).toBe(text) },
  remove: { argv: (name) => ['remove', name], shows: ({ stdout }) => expect(stdout).toMatch(`removed   ${GRAPH}  `) },
  dump: { argv: (name) => ['dump', name], shows: ({ stdout }) => expectGraph(stdout, ` <${GRAPH}> .`) },
  push: {
    argv: (name) => ['push', name, '--to', 'memory:'],
    shows: ({ stdout }) => expect(stdout).toMatch(`pushed    ${sha256Of(GRAPH).slice(0, 6)}  "Mine"  ${GRAPH}  `),
  },
  query: { argv: (name) => ['query', '-f', at('rows.rq'), '--crate', name, '--format', 'csv'], shows: ({ stdout }) => expect(stdout.trim().split(/\r?\n/)).toEqual(['name', 'Mine']) }, // prettier-ignore
  'query --align': { argv: (name) => ['query', '-f', at('rows.rq'), '--align', '--crate', name, '--format', 'csv'], shows: ({ stdout }) => expect(stdout.trim().split(/\r?\n/)).toEqual(['name', 'Mine']) }, // prettier-ignore
  update: { argv: (name) => ['update', '-f', at('add.ru'), '--crate', name], shows: ({ stdout }) => expect(stdout).toBe(`changed   ${GRAPH}  1 quad added, 0 removed\n`) }, // prettier-ignore
  convert: { argv: (name) => ['convert', name], shows: ({ stdout }) => expectGraph(stdout, ' .') },
  set: { argv: (name) => ['set', name, './', 'name=Other', '--dry-run', '--quiet'], shows: ({ stdout }) => expect(stdout).toContain('"name": "Other"') }, // prettier-ignore
  show: {
    argv: (name) => ['show', name],
    shows: ({ stdout }) =>
      expect(stdout).toMatch(new RegExp(`^Mine\\n[^]*\\n +iri +${GRAPH}\\n +source .*mine.*, loaded `)),
  },
  root: { argv: (name) => ['root', name], shows: ({ stdout }) => expect(stdout).toBe(`${GRAPH}\n`) },
  preview: {
    argv: (name) => ['preview', name, '-o', '-'],
    shows: ({ stdout }) => expect(stdout).toContain('<h1>Mine</h1>'),
  },
  flatten: { argv: (name) => ['flatten', name], shows: ({ stdout }) => expect(JSON.parse(stdout)).toEqual(JSON.parse(text)) }, // prettier-ignore
  diff: { argv: (name) => ['diff', name, at('other')], shows: ({ stdout }) => expect(stdout).toMatch(/- data\.txt \(File\)\n~ \.\/\n {4}- name: "Mine"\n/) }, // prettier-ignore
};

function expectGraph(nquads: string, end: string): void {
  const lines = nquads.trim().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !line.endsWith(end) || (end === ' .' && line.endsWith(`<${GRAPH}> .`) && !line.includes('about')))).toEqual([]); // prettier-ignore
  expect(nquads).toContain('"Mine"');
}

const FORMS: Readonly<Record<string, () => string>> = {
  'its IRI': () => GRAPH,
  'its IRI without the slash': () => GRAPH.slice(0, -1),
  'its IRI in brackets': () => `<${GRAPH}>`,
  'a handle': () => sha256Of(GRAPH).slice(0, 6),
  'the hash of its document': () => sha256Of(text),
  'its folder': () => at('mine'),
  'its folder, relative': () => relative('.', at('mine')),
  'its metadata file': () => at('mine', 'ro-crate-metadata.json'),
  'its name': () => 'Mine',
};
/** The verbs that start an engine take a while, and find their crates as the others do. */
const SLOW = ['query', 'query --align', 'update'];
const SOME_FORMS = ['its IRI', 'a handle', 'its name'];
const PAIRS = Object.keys(VERBS).flatMap((verb) =>
  (SLOW.includes(verb) ? SOME_FORMS : Object.keys(FORMS)).map((form) => [verb, form] as const),
);

describe('a crate of the store', () => {
  it.each(PAIRS)('is an argument of %s by %s', async (verb, form) => {
    const { argv, shows } = VERBS[verb] as (typeof VERBS)[string];
    const ran = await run(...argv((FORMS[form] as () => string)()));
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
    shows(ran);
  });

  it.each(Object.keys(VERBS))('that %s does not find, or finds twice, is an error with a hint', async (verb) => {
    const { argv } = VERBS[verb] as (typeof VERBS)[string];
    const isPath = ['convert', 'root', 'preview', 'flatten', 'diff', 'show', 'set'].includes(verb);
    const missing = await run(...argv('Mone'));
    const hint = `did you mean ${sha256Of(GRAPH).slice(0, 6)} <${GRAPH}> ("Mine")`;
    expect(missing).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(`hint: ${hint}`) });
    expect(missing.stderr).toMatch(isPath ? /^ERR_NOT_FOUND: Mone does not exist as a file or folder, nor / : /^ERR_GRAPH_NOT_FOUND: the store has no crate Mone\n/); // prettier-ignore
    await run('update', `INSERT DATA { GRAPH <${OTHER}> { <${OTHER}> <http://schema.org/name> "Mine" } }`);
    const twice = await run(...argv('Mine'));
    expect(twice).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^ERR_GRAPH_AMBIGUOUS: Mine fits 2 crates: /) }); // prettier-ignore
  });

  it('is listed with its handle, which --json has too', async () => {
    const handles = [GRAPH, OTHER].map((graph) => sha256Of(graph).slice(0, 6));
    const { stdout } = await run('list');
    expect(stdout.split('\n').slice(1, 3).map((line) => line.slice(0, 6))).toEqual(handles); // prettier-ignore
    const json = JSON.parse((await run('list', '--json')).stdout) as { handle: string }[];
    expect(json.map(({ handle }) => handle)).toEqual(handles);
    expect(Object.keys(json[0] ?? {})[0]).toBe('handle');
  });

  it('is read as its graph is now', async () => {
    await run('update', RENAME);
    expect((await run('convert', 'Changed')).stdout).toContain('"Changed"');
    expect((await run('convert', 'Changed', '--format', 'turtle')).stdout).toContain('schema:name "Changed"');
    expect((await run('convert', 'Changed', '--format', 'jsonld')).stdout).toContain(`"@id": "${GRAPH}data.txt"`);
    expect((await run('flatten', 'Changed')).stdout).toContain('"name": "Changed"');
    expect((await run('root', 'Changed', '--all')).stdout).toBe(`${GRAPH}\t${GRAPH}ro-crate-metadata.json\n`);
    expect((await run('root', 'Mine')).stderr).toMatch(/^ERR_NOT_FOUND: /);
  });

  it('is chosen by --crate among the crates of --in', async () => {
    const argv = ['query', '-f', at('rows.rq'), '--in', at('moved'), '--in', at('other'), '--format', 'csv'];
    expect((await runHere(...argv, '--crate', 'Other')).stdout.trim().split(/\r?\n/)).toEqual(['name', 'Other']);
    expect((await runHere(...argv, '--crate', at('moved'))).stdout.trim().split(/\r?\n/)).toEqual(['name', 'Mine']);
  });

  it('does not take options that only an unread crate obeys', async () => {
    for (const [verb, ...option] of [['convert', '--base', GRAPH], ['convert', '--strict'], ['root', '--arcp', 'uuid'], ['root', '--strict']]) // prettier-ignore
      expect((await run(verb as string, 'Mine', ...option)).stderr).toMatch(/^ERR_USAGE: --\w+ does not work with a crate of the store\n/); // prettier-ignore
    const toCrate = await run('convert', `${GRAPH}`, '--format', 'crate');
    expect(JSON.parse(toCrate.stdout)).toHaveProperty('@graph');
  });
});

describe('inventory of a crate of the store', () => {
  const inventory = async (...names: string[]) => run('inventory', ...names, '--all');

  it('compares its graph with the files where it was loaded from', async () => {
    await cp(at('moved'), at('mine'), { recursive: true });
    try {
      expect(await inventory('Mine')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok +data\.txt/m) });
      await run('update', `INSERT DATA { GRAPH <${GRAPH}> { <${GRAPH}new.txt> a <http://schema.org/MediaObject> } }`);
      expect(await inventory(sha256Of(GRAPH).slice(0, 6))).toMatchObject({ status: 1, stdout: expect.stringMatching(/^missing +new\.txt/m) }); // prettier-ignore
    } finally {
      await rm(at('mine'), { recursive: true });
    }
  });

  it('needs only one of the places of a merged crate', async () => {
    for (const name of ['left', 'right']) {
      const file = { '@id': `${name}.txt`, '@type': 'File' };
      await writeCrate(at(name), crate({ name, more: { hasPart: { '@id': `${name}.txt` } }, entities: [file] }));
      await writeFile(at(name, `${name}.txt`), name);
      await run('load', at(name), '--base', 'http://example.org/both/', '--mode', 'merge');
    }
    expect(await inventory('left')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok +left\.txt.*\nok +right\.txt/m) }); // prettier-ignore
  });

  it('says why it cannot', async () => {
    const gone = await inventory('Mine');
    expect(gone.stderr).toMatch(/^ERR_NOT_FOUND: <.*> was loaded from .*mine.ro-crate-metadata\.json does not exist\n {2}hint: give the folder/); // prettier-ignore
    await run('update', 'INSERT DATA { GRAPH <urn:made> { <urn:a> <urn:b> 1 } }');
    expect((await inventory('urn:made')).stderr).toMatch(/^ERR_UNSUPPORTED: <urn:made> was made by an update, /);
  });
});

describe('an argument', () => {
  it('that is a path is that path, whatever the store contains', async () => {
    await writeCrate(at('Other'), crate({ name: 'A folder' }));
    const here = process.cwd();
    process.chdir(folder);
    try {
      expect((await run('flatten', 'Other')).stdout).toContain('"A folder"');
      expect((await runHere('flatten', 'Other', '--store', at('mine', 'none'))).status).toBe(0);
      expect((await runHere('flatten', 'Other', '--store', folder)).status).toBe(0); // a folder is no store
    } finally {
      process.chdir(here);
      await rm(at('Other'), { recursive: true });
    }
  });

  it('that is neither a path nor in a store says where it was looked for', async () => {
    const none = await runHere('root', 'Nothing', '--store', at('none'));
    expect(none.stderr).toBe(`ERR_NOT_FOUND: Nothing does not exist as a file or folder, and there is no store at ${at('none')}\n  hint: check the path\n`); // prettier-ignore
    const unlike = await run('root', 'Nothing like it');
    expect(unlike.stderr).toBe('ERR_NOT_FOUND: "Nothing like it" does not exist as a file or folder, nor does the store have a crate of this name\n  hint: check the path; `crategraph list` shows the crates of the store\n'); // prettier-ignore
    expect((await run('root', 'urn:none')).stderr).toMatch(
      /^ERR_GRAPH_NOT_FOUND: the graph <urn:none> does not exist\n/,
    );
    expect((await runHere('root', 'urn:none', '--store', at('none'))).stderr).toMatch(/^ERR_STORE_NOT_FOUND: /);
  });

  it('that is an address is a graph of the store, or else on the web', async () => {
    let requests = 0;
    const { url } = await serve((request, response) => {
      requests += 1;
      if (request.url === '/c/ro-crate-metadata.json') return void response.end(text);
      return void response.writeHead(404).end();
    });
    expect((await run('root', `${url}/c/`)).stdout).toBe(`${url}/c/\n`);
    expect(requests).toBeGreaterThan(0);
    const unknown = await run('diff', `${url}/d/`, at('moved'));
    expect(unknown).toMatchObject({ status: 1, stderr: expect.stringMatching(/^ERR_GRAPH_NOT_FOUND: the store has no graph <.*\/d\/>, and .*404.*\n {2}hint: .*or check the address/) }); // prettier-ignore
    expect((await runHere('root', `${url}/d/`, '--store', at('none'))).stderr).toMatch(/^ERR_HTTP: /);
    await run('load', at('other'), '--base', `${url}/c/`, '--mode', 'replace');
    requests = 0;
    expect((await run('convert', `${url}/c`)).stdout).toContain('"Other"');
    expect(requests).toBe(0);
  });
});
