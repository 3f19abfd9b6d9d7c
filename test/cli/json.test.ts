import { gaugeCrate } from '../helpers/gauge-crate.js';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { answerFile, serve } from '../package/helpers/server.js';
import { FILES, zipOf, writeTree } from '../package/helpers/crate-forms.js';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { BY_LINE, TAKES, WRITING } from './helpers/option-table.js';
import { runCli } from './helpers/run.js';
import { runHere, type RanHere } from './helpers/run-here.js';

const FOLDER = 'data/json';
const ATLAS = join(EXAMPLES, 'coastal-atlas');
const ajv = new Ajv2020({ formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) } });
const SCHEMAS = Object.fromEntries(
  readdirSync(FOLDER).map((file) => {
    const schema = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as object;
    return [file.replace('.schema.json', ''), ajv.compile(schema)] as const;
  }),
);
/** Verbs that print a plan with --dry-run. */
const PLANNING = ['detach', 'attach'];

let folder: string;
let store: string;
let url: string;
const at = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-json-'));
  store = at('store.db');
  await cp(EXAMPLES, at('crates'), { recursive: true });
  await writeCrate(
    at('odd'),
    crate({ name: 'Odd', entities: [{ '@id': 'my file.txt', '@type': 'File', nonsense: 1 }] }),
  );
  for (const name of ['north', 'south']) await writeTree(at(name), { 'ro-crate-metadata.json': gaugeCrate(name) });
  await writeCrate(at('trees', 'a'), crate({ name: 'A' }));
  await writeFile(at('trees', 'broken-ro-crate-metadata.json'), '{');
  await mkdir(at('plain'));
  for (const name of ['a.csv', 'b.tmp']) await writeFile(at('plain', name), 'x');
  await writeFile(at('broken.json'), '{ "@graph": [');
  await runHere('load', at('crates'), '--offline', '--store', store);
  await runHere('load', at('odd'), '--base', 'https://example.org/coastal-atlas/', '--store', at('other.db'));
  await runHere('load', at('crates'), '--offline', '--store', at('same.db'));
  await runHere('update', PEOPLE, '--store', at('same.db'));
  await runHere('update', 'INSERT DATA { GRAPH <urn:new> { <urn:new> <urn:p> 1 } }', '--store', store);
});
beforeEach(async () => {
  ({ url } = await serve((request, response) =>
    request.url === '/c.zip' ? answerFile(request, response, zipOf(FILES)) : void response.writeHead(404).end(),
  ));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Two people with one ORCID, who are the same and have two names. */
const PEOPLE = `INSERT DATA { GRAPH <urn:new> {
  <http://orcid.org/0000-0002-1825-0097> a schema:Person ; schema:name "Ada Brook" .
  <https://orcid.org/0000-0002-1825-0097> a schema:Person ; schema:name "Ben Brook" } }`;

/** Command lines of each verb that end well, in part, or with an error. `--json` is added. */
const LINES: Readonly<Record<string, () => readonly (readonly string[])[]>> = {
  load: () => [
    [at('odd'), at('broken.json'), at('crates'), '--offline', '--store', 'memory:'],
    [at('crates'), '--offline', '--store', store],
    [at('missing'), '--store', 'memory:'],
    [at('odd'), '--jobs', '0'],
  ],
  sync: () => [
    [at('trees'), '--store', at('sync.db'), '--offline'],
    [at('trees'), '--store', at('sync.db'), '--offline', '--full', '--diff'],
    [at('trees'), '--store', at('sync.db'), '--dry-run'],
    [at('trees'), '--store', at('not-made.db'), '--dry-run'],
    [at('missing'), '--store', at('sync.db')],
    [at('missing'), at('trees'), '--store', at('sync.db')],
  ],
  list: () => [
    ['--store', store],
    ['--store', at('none')],
  ],
  identities: () => [
    ['--store', at('same.db')],
    ['--dry-run', '--store', at('same.db')],
    ['--store', at('none')],
  ],
  search: () => [
    ['data', '--store', store],
    ['absent', '--store', store],
    ['-', '--store', store],
  ],
  query: () => [
    ['SELECT * { ?s ?p ?o } LIMIT 20', '--store', store],
    ['ASK {}', '--store', store],
    ['SELECT', '--store', store],
  ],
  queries: () => [
    [],
    ['people'],
    ['entities-by-type'],
    ['none'],
    ['--save', 'mine', 'queries/files.rq'],
    [],
    ['mine'],
    ['--remove', 'mine'],
    ['--remove', 'mine'],
  ],
  update: () => [
    ['DELETE { GRAPH ?g { ?s ?p "x" } } WHERE { GRAPH ?g { ?s ?p "x" } }', '--store', store],
    ['INSERT { GRAPH ?g { ?g <urn:p> "x" } } WHERE { GRAPH ?g { ?g ?p ?o } }', '--store', store, '--dry-run'],
    ['INSERT { GRAPH ?g { ?g <urn:p> "x" } } WHERE { GRAPH ?g { ?g ?p ?o } }', '--store', store],
    ['INSERT DATA { <urn:s> <urn:p> 1 }', '--store', store],
  ],
  remove: () => [
    ['urn:new', '--store', store],
    ['none', '--store', store],
  ],
  export: () => [
    [at('crates', 'rainfall-survey'), '-o', at('out.json'), '--store', store],
    [at('crates', 'rainfall-survey'), '-o', at('out.ttl'), '--store', store],
    [at('crates', 'rainfall-survey'), '-o', at('out.zip'), '--store', store],
    ['none', '-o', at('none.json'), '--store', store],
    ['https://example.org/coastal-atlas', '--store', store],
    ['https://example.org/coastal-atlas', '--store', store, '-o', '-'],
  ],
  dump: () => [
    ['-o', at('dump.nq.gz'), '--store', store],
    ['-o', at('shards'), '--shards', '2', '--store', store],
    ['-o', at('catalogue.ttl'), '--catalogue', 'dcat', '--store', store],
    ['none', '-o', at('none.nq'), '--store', store],
  ],
  verify: () => [
    ['--store', store],
    ['--store', at('broken.json')],
  ],
  index: () => [
    ['--store', store],
    ['--store', at('none.db')],
  ],
  backup: () => [
    [at('copy.db'), '--store', store],
    [at('no', 'such', 'copy.db'), '--store', store],
  ],
  push: () => [
    ['--to', 'memory:', '--store', store],
    ['--to', at('other.db'), '--store', store],
    ['--to', 'memory:', 'none', '--store', store],
  ],
  convert: () => [
    [at('odd'), '-o', at('odd.nq'), '--offline'],
    [at('odd.nq'), '--format', 'crate', '-o', at('odd.json')],
    [at('missing'), '-o', at('none.nq')],
  ],
  diff: () => [
    [SURVEY, at('odd'), '--offline'],
    [at('crates', 'rainfall-survey'), SURVEY, '--offline'],
    [at('missing'), SURVEY],
  ],
  serve: () => [
    [SURVEY, at('odd'), '--port', '0', '--offline', '--quiet'],
    ['--store', store, at('odd'), '--port', '0', '--offline'],
    [at('missing'), '--port', '0'],
    [SURVEY, '--port', '70000'],
  ],
  fetch: () => [
    [`${url}/c.zip`, '-o', `${at('fetched')}/`],
    [`${url}/none`, '-o', at('none.json')],
  ],
  attach: () => [
    [ATLAS, '--download', '--dry-run', '--offline'],
    [ATLAS, '--snapshot', '-o', at('attached/'), '--offline'],
    [SURVEY, '--dry-run', '--offline'],
  ],
  init: () => [[at('plain'), '--exclude', '*.tmp'], [at('plain')], [at('missing')]],
  check: () => [
    [SURVEY, at('odd'), '--offline'],
    [at('odd'), '--fix', '--dry-run', '--offline'],
    [at('odd'), '--shapes', 'data/shapes/ro-crate.ttl', '--offline'],
    [at('broken.json'), '--offline'],
    ['--rules'],
    ['--explain', 'root-name'],
    ['--store', store],
    [at('missing')],
    [at('missing'), at('odd'), '--offline'],
  ],
  set: () => [
    [at('odd'), './', 'name=X', '--dry-run', '--offline'],
    ['https://example.org/coastal-atlas/', './', 'name=X', '--dry-run', '--store', store],
    [at('missing'), './', 'name=X'],
  ],
  unset: () => [
    [at('odd'), './', 'name', '--dry-run', '--offline'],
    [at('missing'), './', 'name'],
  ],
  show: () => [
    [SURVEY, '--offline'],
    [SURVEY, './', '--offline'],
    [at('odd'), '--offline'],
    ['https://example.org/coastal-atlas/', '--store', store],
    [at('missing')],
    [SURVEY, 'none', '--offline'],
  ],
  inventory: () => [[SURVEY, '--offline'], [at('odd'), '--offline'], [at('missing')]],
  terms: () => [
    [SURVEY, '--all', '--offline'],
    [SURVEY, at('odd'), '--offline'],
    [SURVEY, at('odd'), '--add', 'gauge', '--project', 'test', '--dry-run', '--offline'],
    [at('odd'), '--add', 'gauge', '--project', 'test', '--rdfs', '--dry-run', '--offline'],
    [at('odd'), '--add', 'gauge=https://example.org/t#gauge', '-o', at('terms.json'), '--offline'],
    [at('missing')],
  ],
  'profile extract': () => [
    [at('north'), at('south'), '--permalink', 'https://example.org/p', '--dry-run', '--offline'],
    [at('north'), at('south'), '--permalink', 'https://example.org/p', '-o', at('profile'), '--offline'],
    [at('north'), at('missing'), '--permalink', 'https://example.org/p', '--dry-run', '--offline'],
  ],
  'profile diff': () => [
    [at('profile'), at('odd'), at('south'), '--contexts', at('profile'), '--offline'],
    [at('profile'), at('missing'), '--offline'],
  ],
  stats: () => [[SURVEY], [SURVEY, ATLAS, '--offline'], ['--store', store], [at('missing')], ['--store', at('none')]],
  root: () => [[SURVEY], [SURVEY, '--all'], [at('missing')]],
  preview: () => [[at('odd'), '-o', at('odd.html'), '--offline'], [at('missing')]],
  flatten: () => [[at('odd'), '-o', at('flat.json'), '--offline'], [at('missing')]],
  expand: () => [[at('odd'), '-o', at('expanded.json'), '--offline'], [at('broken.json')]],
  detach: () => [
    [SURVEY, '--published', 'https://example.org/', '--dry-run', '--offline'],
    [SURVEY, '--published', 'https://example.org/', '-o', at('detached.json'), '--offline'],
    [at('missing'), '--dry-run'],
  ],
  relativize: () => [
    [at('odd'), '--base', 'https://example.org/', '-o', at('relative.json'), '--offline'],
    [at('odd'), '--base', 'example.org', '-o', at('none.json')],
  ],
};

/** The jobs of a verb share its schema. */
const schemaOf = (verb: string) => verb.replace(/ .*/, '');

describe('--json', () => {
  const verbs = Object.keys(TAKES).filter((verb) => TAKES[verb]?.includes('--json') === true);

  it('has command lines for every verb that takes it, and all schemas belong to one', () => {
    expect(Object.keys(LINES).sort()).toEqual([...verbs].sort());
    const own = new Set(verbs.filter((verb) => !WRITING.includes(verb)).map(schemaOf));
    expect(Object.keys(SCHEMAS).sort()).toEqual(
      [...own, 'check-settings', 'error', 'plan', 'report', 'shards', 'written'].sort(),
    );
  });

  it.each(verbs)('of %s is what its schema says, also for an error', async (verb) => {
    const kinds = new Set<string>();
    for (const argv of LINES[verb]?.() ?? []) {
      const ran = await runHere(...verb.split(' '), ...argv, '--json');
      for (const [value, schema] of valuesOf(verb, ran)) {
        expect([argv, value, problemsOf(SCHEMAS[schema], value)]).toEqual([argv, value, []]);
        kinds.add(schema);
      }
    }
    const plan = PLANNING.includes(verb) ? ['plan'] : verb === 'dump' ? ['shards'] : [];
    expect([...kinds].sort()).toEqual([WRITING.includes(verb) ? 'written' : schemaOf(verb), 'error', ...plan].sort());
  });

  it('of several queries is one line for each', async () => {
    for (const [name, text] of [
      ['a', 'SELECT * { ?s ?p ?o } LIMIT 3'],
      ['b', 'ASK {}'],
      ['c', 'SELECT'],
      ['d', 'ASK { 1 }'],
    ])
      await writeFile(at(`${name}.rq`), text as string);
    const files = ['a', 'b', 'c', 'd'].flatMap((name) => ['--file', at(`${name}.rq`)]);
    for (const options of [['--json'], ['--format', 'ndjson'], ['--json', '--count']]) {
      const lines = (await runHere('query', ...files, '--store', store, ...options)).stdout.trim().split('\n');
      const values = lines.map((line) => JSON.parse(line) as { query: string });
      for (const value of values) expect([value, problemsOf(SCHEMAS['query'], value)]).toEqual([value, []]);
      expect(new Set(values.map(({ query }) => query))).toEqual(new Set(['a', 'b', 'c', 'd']));
    }
  });

  it('of a report is one line for each crate and each file that was passed over', async () => {
    await writeFile(at('crates', 'other.json'), JSON.stringify(crate()));
    const report = at('report.jsonl');
    await runHere(
      'load',
      at('crates'),
      at('odd'),
      at('broken.json'),
      '--offline',
      '--store',
      'memory:',
      '--report',
      report,
    );
    const lines = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: string });
    for (const line of lines) expect([line, problemsOf(SCHEMAS['report'], line)]).toEqual([line, []]);
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(['loaded', 'failed', 'skipped']));
  });

  it('of a list that is converted is one line for each crate and each file that was passed over', async () => {
    await writeFile(at('crates', 'other.json'), JSON.stringify(crate()));
    const report = at('converted.jsonl');
    const stdin = [at('crates'), at('odd'), at('odd'), `${at('broken.json')}\thttps://example.org/broken/`].join('\n');
    await runCli(['convert', '--each', '--offline', '-o', at('converted.nq'), '--report', report], { stdin });
    const lines = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: string; repeated?: true });
    for (const line of lines) expect([line, problemsOf(SCHEMAS['report'], line)]).toEqual([line, []]);
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(['converted', 'failed', 'skipped']));
    expect(lines.some(({ repeated }) => repeated)).toBe(true);
  });
});

/** The JSON values on stdout, each with the name of its schema. */
function valuesOf(verb: string, { stdout }: RanHere): (readonly [unknown, string])[] {
  const isError = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).join() === 'error';
  const isPlan = (value: unknown) => PLANNING.includes(verb) && Object.hasOwn(value as object, 'changes');
  const isManifest = (value: unknown) => verb === 'dump' && Object.hasOwn(value as object, 'blankNodes');
  const own = WRITING.includes(verb) ? 'written' : schemaOf(verb);
  const texts = BY_LINE.includes(verb) ? stdout.split('\n').filter((line) => line !== '') : [stdout];
  return texts
    .map((text) => JSON.parse(text) as unknown)
    .map((value) => [value, isError(value) ? 'error' : isPlan(value) ? 'plan' : isManifest(value) ? 'shards' : own]);
}

function problemsOf(validate: ValidateFunction | undefined, value: unknown): unknown[] {
  if (validate === undefined) return ['there is no schema'];
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => ({ instancePath, message, params }));
}
