import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkPlaceName, compressible, METADATA_DOCUMENT, outputFormat } from '../../src/cli/output-format.js';
import { readRdf } from '../../src/package/open/read-rdf.js';
import { RDF_NAMES, RDF_SYNTAXES } from '../../src/base/rdf/syntaxes.js';
import { crate, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';

const GRAPH = 'https://example.org/one/';

/** A crate without errors, with an identifier that `check --fix` repairs. */
const GOOD = crate({
  name: 'One',
  more: {
    ...{ description: 'One', datePublished: '2026-01-01', license: { '@id': 'https://e.org/l' } },
    hasPart: [{ '@id': 'my file.txt' }],
  },
  entities: [
    { '@id': 'https://e.org/l', '@type': 'CreativeWork', name: 'l', description: 'l' },
    { '@id': 'my file.txt', '@type': 'File', name: 'f' },
  ],
});

/** The verbs that write to `-o`, and the endings that they can write. */
const WRITES: readonly (readonly [args: readonly string[], endings: string])[] = [
  [['dump'], '.nq .nquads .trig .nq.gz .trig.gz .gz .NQ .TRIG.GZ'],
  [['convert', 'one'], '.nq .nt .ttl .n3 .trig .jsonld .nt.gz .gz'],
  [['convert', 'one.nq'], '.nq .nt .ttl .trig .jsonld .json .ttl.gz'],
  [['convert', '--each'], '.nq .nq.gz .gz'],
  [['export', GRAPH], '.json .jsonld .nq .nt .ttl .trig .ttl.gz .zip .eln'],
  [['flatten', 'one'], '.json .jsonld'],
  [['expand', 'one'], '.json .jsonld'],
  [['relativize', 'one', '--base', GRAPH], '.json .jsonld'],
  [['detach', 'one', '--published', GRAPH], '.json .jsonld'],
  [['check', 'one', '--fix', '--no-files'], '.json .jsonld'],
  [['terms', 'one', '--add', 'x=https://example.org/x', '--type', 'property'], '.json .jsonld'],
  [['preview', 'one'], '.html .htm'],
  [['query', 'SELECT ?s { ?s a ?t }'], '.txt .json .srj .ndjson .jsonl .csv .tsv .xml .srx .csv.gz'],
  [['query', 'ASK {}'], '.txt .json .csv .tsv .xml'],
  [['query', 'SELECT * {}', '--count'], '.txt .csv .json'],
  [['query', 'CONSTRUCT { ?s a ?t } { ?s a ?t }'], '.ttl .nt .nq .trig .jsonld .rdf .owl .nq.gz'],
];
const UNKNOWN = ['.foo', '.xlsx', '.docx', '.tar', '.tar.gz', '.pdf', '.foo.gz'];
/** How a file begins by its ending: what is in it is what its name says. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  ...{
    nq: /^[<_].* \.$/m,
    nquads: /^[<_].* \.$/m,
    rdf: /^<\?xml/,
    owl: /^<\?xml/,
    nt: /^[<_].* \.$/m,
    ttl: /^@prefix/m,
    n3: /^@prefix/m,
  },
  ...{ json: /^\s*[[{\d]/, jsonld: /^\s*[[{]/, srj: /^\{"head"/, ndjson: /^\{"s"/, jsonl: /^\{"s"/ },
  ...{ csv: /^(?:s\r\n|true|1)/, tsv: /^(?:\?s\n|true)/, xml: /^<\?xml/, srx: /^<\?xml/, html: /^<!doctype/i },
};

describe('the ending of -o', () => {
  let cwd: string;

  beforeAll(async () => {
    cwd = await freshFolder('endings');
    await writeCrate(join(cwd, 'one'), GOOD);
    await writeFile(join(cwd, 'one', 'my file.txt'), 'text');
    await runCli(['load', 'one', '--base', GRAPH, '--offline', '--quiet'], { cwd });
    await runCli(['convert', 'one', '--base', GRAPH, '--offline', '-o', 'one.nq', '--quiet'], { cwd });
  });
  const run = (args: readonly string[], output: string) =>
    runCli([...args, ...(['dump', 'query'].includes(args[0] ?? '') ? [] : ['--offline']), '-o', output], {
      cwd,
      stdin: 'one\n',
    });

  const outputs = async () => (await readdir(cwd)).filter((name) => !name.startsWith('.crategraph'));

  it.each(WRITES)('is the format of what %j writes', async (args, endings) => {
    for (const ending of endings.split(' ')) {
      const name = `${args.join('-').replaceAll(/[^a-z]/gi, '')}${ending}`;
      expect([ending, await run(args, name)]).toEqual([ending, expect.objectContaining({ status: 0 })]);
      const bytes = await readFile(join(cwd, name));
      expect([ending, bytes.readUInt16BE(0) === 0x1f8b]).toEqual([ending, /gz$/i.test(ending)]);
      expect([ending, bytes.readUInt16BE(0) === 0x504b]).toEqual([ending, /zip|eln/.test(ending)]);
      const text = String(/gz$/i.test(ending) ? gunzipSync(bytes) : bytes);
      expect(text).toMatch(LOOKS[ending.slice(1).replace(/\.?gz$/, '')] ?? /./);
    }
  });

  it.each(WRITES)('is an error where %j cannot write it, and nothing is written', async (args, endings) => {
    const can = endings.split(' ');
    const before = await outputs();
    for (const ending of [...UNKNOWN, '.ttl', '.csv', '.html', '.zip', '.json.gz'].filter(
      (one) => !can.includes(one),
    )) {
      if (ending === '.json.gz' && args[0] === 'query') continue; // rows as JSON
      const ran = await run(args, `out${ending}`);
      expect([ending, ran.status, ran.stdout]).toEqual([ending, 2, '']);
      expect(ran.stderr).toMatch(/^ERR_(?:USAGE|QUERY_FORMAT): .*\n {2}hint: .*(?:\.[a-z]+|choose)/);
    }
    expect(await outputs()).toEqual(before);
  });

  it.each(WRITES)('may be absent: %j takes its default', async (args) => {
    for (const name of ['plain', 'v1.2', 'tmp.aB3dE5fG7h']) {
      const output = `${args.join('-').replaceAll(/[^a-z]/gi, '')}-${name}`;
      expect(await run(args, output)).toMatchObject({ status: 0 });
    }
  });

  it('is what our own load reads again', async () => {
    for (const name of ['all.trig', 'all.nq', 'all.trig.gz']) {
      await run(['dump'], name);
      const env = { CRATEGRAPH_STORE: join(cwd, `${name}.store`) };
      expect(await runCli(['load', name, '--offline'], { cwd, env })).toMatchObject({ status: 0 });
      expect(await readRdf(join(cwd, name), {})).toHaveLength((await readRdf(join(cwd, 'one.nq'), {})).length);
    }
  });

  it.each([
    [
      ['dump', '--format', 'trig'],
      'x.nq',
      /--format trig and the ending of x\.nq contradict each other\n.*\.trig, also with/,
    ],
    [['convert', 'one', '--format', 'turtle'], 'x.jsonld', /--format turtle and the ending/],
    [['convert', 'one.nq', '--format', 'crate'], 'x.ttl', /--format crate and the ending/],
    [['export', GRAPH, '--format', 'nquads'], 'x.json', /--format nquads and the ending/],
    [['export', GRAPH, '--format', 'nquads'], 'x.zip', /--format nquads and the ending/],
    [['query', 'ASK {}', '--format', 'csv'], 'x.json', /--format csv and the ending/],
    [['query', 'ASK {}', '--json'], 'x.csv', /^ERR_USAGE: --json and the ending/],
  ] as const)('may not contradict the option: %j', async (args, name, says) => {
    const ran = await run(args, name);
    expect(ran).toMatchObject({ status: 2, stderr: expect.stringMatching(says) });
  });

  it.each([
    [['dump', '--format', 'trig'], 'x.out'],
    [['dump', '--format', 'trig'], 'x.txt'],
    [['convert', 'one', '--format', 'jsonld'], 'x.json'],
    [['convert', 'one.nq', '--format', 'crate'], 'x.jsonld'],
    [['export', GRAPH, '--format', 'jsonld'], 'y.json'],
    [['query', 'SELECT * {}', '--format', 'csv'], 'x.data'],
    [['query', 'CONSTRUCT WHERE { ?s a ?t }', '--format', 'jsonld'], 'z.json'],
  ] as const)('gives way to the option where it means nothing else: %j to %s', async (args, name) => {
    expect(await run(args, name)).toMatchObject({ status: 0 });
  });

  it('of a folder or archive is not that of a file', async () => {
    await mkdir(join(cwd, 'folder.ttl'));
    await writeFile(join(cwd, 'detached.json'), await readFile(join(cwd, 'one', 'ro-crate-metadata.json')));
    for (const name of ['x.tar.gz', 'x.ttl', 'x.csv', 'x.gz', 'x.tgz']) {
      for (const args of [
        ['attach', 'detached.json'],
        ['export', GRAPH, '--with-files'],
        ['dump', '--shards', '2'],
      ])
        expectFailure(await run(args, name), 2, 'ERR_USAGE');
    }
    expect(await run(['export', GRAPH, '--with-files'], 'data.v2')).toMatchObject({ status: 0 });
    expect(await run(['export', GRAPH], 'folder.ttl')).toMatchObject({ status: 0 });
    expect((await readdir(join(cwd, 'folder.ttl'))).sort()).toEqual(['my file.txt', 'ro-crate-metadata.json']);
    expectFailure(await run(['dump', '--shards', '2'], 'x.zip'), 2, 'ERR_USAGE');
  });
});

describe('the format of an output', () => {
  const formats = [...compressible(RDF_SYNTAXES), METADATA_DOCUMENT];

  it.each(RDF_NAMES)('%s is known by each of its endings, in any case', (name) => {
    for (const ending of RDF_SYNTAXES.find((syntax) => syntax.name === name)?.extensions ?? [])
      for (const file of [`a.${ending}`, `a/b.c/D.${ending.toUpperCase()}`, `x.${ending}.gz`])
        expect(outputFormat(file, { formats })).toBe(name);
  });

  it.each(['-', undefined, 'folder.nq/', '.hidden', 'a.b/c', '/dev/stdout', 'v1.0', 'tmp.XXXXXXXXXX'])(
    'is left to the verb for %s',
    (name) => expect(outputFormat(name, { formats })).toBeUndefined(),
  );

  it.each(['my-crate', 'my-crate.v2', 'a.zip', 'x.ELN', 'x.ttl/', 'a.crate'])('%s is a place for a package', (name) => {
    expect(checkPlaceName(name)).toBeUndefined();
  });
});
