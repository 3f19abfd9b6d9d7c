import { gaugeCrate } from '../helpers/gauge-crate.js';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipOf, FILES, METADATA, scratch, writeTree } from '../package/helpers/crate-forms.js';
import { answerFile, serve } from '../package/helpers/server.js';
import { crate, writeCrate } from './helpers/crates.js';
import { OTHER_ADDRESSES, TAKES } from './helpers/option-table.js';
import { runHere, runInTerminal, runWithInput } from './helpers/run-here.js';

const GRAPH = 'http://example.org/files/';
const NAMED = 'http://example.org/named/';
const OTHER = 'http://example.org/bare/';
const ROOTLESS = 'http://example.org/rootless/';
const CONTEXT = 'http://127.0.0.2:1/context';
const ASK = 'ASK { ?s a <http://schema.org/Person> }';
const ROWS = 'SELECT ?s ?p { ?s ?p ?o }';
const CHANGE = `INSERT DATA { GRAPH <${GRAPH}> { <urn:a> <urn:b> 1 } }`;

let folder: string;
const at = (...path: string[]) => join(folder, ...path);

/** A crate that names a context on a private address, where no server is; `contexts` has it. */
const named = crate({ name: 'Named', context: ['https://w3id.org/ro/crate/1.1/context', CONTEXT] });
/** A crate whose repairs already show when it is opened. */
const odd = crate({
  name: 'Odd',
  context: ['https://w3id.org/ro/crate/1.1/context', { x: 5 }],
  entities: [
    { '@id': 'a b.txt', '@type': 'File' },
    { '@id': '#p', '@type': 'https://schema.org/Person' },
  ],
});

/** A Detached crate with a repair and one file. */
const away = crate({
  name: 'Away',
  root: 'https://example.org/away/',
  context: ['https://w3id.org/ro/crate/1.1/context', { x: 5 }],
  more: { hasPart: { '@id': 'https://example.org/away/a.txt' }, license: { '@id': 'https://l.example/closed' } },
  entities: [
    { '@id': 'https://example.org/away/a.txt', '@type': 'File', encodingFormat: 'text/plain', contentSize: 9 },
  ],
});

beforeAll(async () => {
  folder = await scratch();
  await writeTree(at('files'), FILES);
  await writeTree(at('wrong'), FILES);
  await writeTree(at('taken'), { 'context.jsonld': 'mine' });
  for (const name of ['north', 'south']) await writeTree(at(name), { 'ro-crate-metadata.json': gaugeCrate(name) });
  await writeTree(at('bare'), { 'ro-crate-metadata.json': gaugeCrate('bare').replaceAll(/"@type": "rdfs?:(?:Property|Class)"/g, '"@type": "Thing"') }); // prettier-ignore
  for (const name of ['wrong', 'again']) await writeTree(at(name), FILES);
  await writeTree(folder, { 'again/.hidden': '', patterns: '*.txt\n' });
  const wrong = METADATA.replace('"contentSize"', `"sha256": "${'0'.repeat(64)}", "contentSize"`);
  await writeFile(at('wrong', 'ro-crate-metadata.json'), wrong);
  await writeCrate(at('named'), named);
  await writeTree(at('gone'), FILES);
  await rm(at('gone', 'data 1.txt'));
  const people = [1, 2, 3, 4, 5, 6].map((n) => ({
    '@id': `#p${n}`,
    '@type': 'Person',
    knows: { '@id': `#nobody${n}` },
  }));
  const nested = crate({ name: 'Nested', more: { author: { '@id': '#n', '@type': 'Person', name: 'Nora' } } });
  for (const name of ['nested', 'nested-too']) await writeCrate(at(name), nested);
  await writeFile(at('nested.zip'), zipOf({ 'ro-crate-metadata.json': JSON.stringify(nested) }));
  await writeFile(
    at('shapes.ttl'),
    '[] a <http://www.w3.org/ns/shacl#NodeShape> ; <http://www.w3.org/ns/shacl#targetClass> <http://schema.org/Dataset> ; <http://www.w3.org/ns/shacl#property> [ <http://www.w3.org/ns/shacl#path> <http://schema.org/award> ; <http://www.w3.org/ns/shacl#minCount> 1 ] .',
  );
  const more = { description: 'Mild', datePublished: '2026-01-01', license: { '@id': 'https://l.example/free' } };
  await writeCrate(at('mild'), crate({ name: 'Mild', more }));
  await writeFile(at('settings.json'), '{"ignore":["root-*"]}');
  await writeCrate(at('settled'), crate({ name: 'Settled' }));
  await writeFile(at('settled', '.crategraph-check.json'), '{"select":["file-*"]}');
  await writeFile(
    at('rules.ttl'),
    '[] a <http://www.w3.org/ns/shacl#NodeShape> ; <http://www.w3.org/ns/shacl#targetClass> <http://schema.org/Dataset> ; <http://www.w3.org/ns/shacl#rule> [ a <http://www.w3.org/ns/shacl#TripleRule> ] .',
  );
  await writeCrate(at('many'), crate({ name: 'Many', entities: people }));
  await writeCrate(at('blank'), crate({ entities: [{ '@id': '_:b', '@type': 'Thing', name: 'B' }] }));
  await writeCrate(at('odd'), odd);
  await writeCrate(at('nesting'), crate({ name: 'Nesting', more: { hasPart: { '@id': 'in/' } } }));
  await writeCrate(at('nesting/in'), crate({ name: 'In' }));
  await writeCrate(at('contexts'), [{ file: 'own.json', urls: [CONTEXT] }], 'index.json');
  await writeCrate(at('contexts'), { '@context': { own: 'http://example.org/own' } }, 'own.json');
  await writeCrate(at('away'), away, 'away-ro-crate-metadata.json');
  await runHere('check', at('many'), '--write-baseline', at('known.json'));
  const forked = await runHere('attach', at('away'), '--fork', '--dry-run', '--json', '--offline');
  await writeFile(at('attach-plan.json'), forked.stdout);
  await writeFile(at('q.rq'), ASK);
  for (const name of ['mine', 'kept']) await runHere('queries', '--save', name, at('q.rq'));
  await writeFile(at('terms.csv'), 'term,iri\ngauge,urn:gauge\n');
  await writeFile(at('names.txt'), `${NAMED}\n`);
  await writeFile(at('token.txt'), 'a-token-of-some-length\n');
  await writeFile(at('map.csv'), `data%201.txt,${OTHER}`);
  const planned = await runHere('detach', at('files'), '--published', GRAPH, '--dry-run', '--json', '--offline');
  await writeFile(at('plan.json'), planned.stdout);
  await writeFile(at('u.ru'), CHANGE);
  await writeFile(at('odd.txt'), `<${OTHER}> a <http://schema.org/Dataset> .`);
  await writeCrate(at('with-rdf'), crate({ entities: [{ '@id': 'terms.ttl', '@type': 'File' }] }));
  await writeFile(at('with-rdf/terms.ttl'), '<urn:a> <urn:b> <urn:c> .');
  await writeFile(at('terms.ttl'), '<urn:a> <urn:b> <urn:c> .');
  await writeFile(at('bare.ttl'), `<${OTHER}> a <http://schema.org/Dataset> .`);
  process.env['CRATEGRAPH_STORE'] = at('all.db');
  process.env['CRATEGRAPH_CACHE'] = at('cache');
  await runHere('load', at('files'), '--base', GRAPH);
  await runHere('load', at('named'), '--base', NAMED, '--contexts', at('contexts'));
  await runHere('update', `INSERT DATA { GRAPH <${ROOTLESS}> { <urn:a> <urn:b> 1 } }`);
  await runHere('convert', at('files'), '--base', GRAPH, '-o', at('rdf.nq'));
  await runHere('load', at('odd'), '--base', GRAPH, '--store', at('other.db'));
  await runHere('load', at('odd'), '--base', GRAPH, '--store', at('same.db'));
  await runHere('update', SAME_PEOPLE, '--store', at('same.db'));
  await runHere('identities', '--store', at('same.db'));
  await runHere('load', at('blank'), '--base', GRAPH, '--store', at('blank.db'));
  for (const name of ['kept', 'dropped']) await writeCrate(at(name), crate({ name }));
  await writeFile(at('listed.txt'), 'kept\ndropped\n');
  await writeFile(at('listed.json'), '[{"crate":"files","version":"1"}]');
  await writeFile(at('crategraph.toml'), '[[source]]\ncatalogue = "listed.txt"\n');
  for (const list of ['listed.txt', 'listed.json']) await runHere('sync', at(list));
  await writeFile(at('listed.txt'), 'kept\n');
  await writeCrate(at('kept'), crate({ name: 'Kept, corrected' }));
  process.env['CRATEGRAPH_STORE'] = at('work.db');
});

afterAll(() => {
  delete process.env['CRATEGRAPH_STORE'];
  delete process.env['CRATEGRAPH_CACHE'];
});

/** A command line, the option with its value, and a command line that shows what became of the first one. */
interface Case {
  readonly argv: readonly string[];
  readonly option: readonly string[];
  readonly then?: readonly string[];
  /** What exactly one of the two prints to stderr. */
  readonly shows?: RegExp;
  /** The width of the terminal in which both run; without it they run in a pipe. */
  readonly columns?: number;
  readonly stdin?: string;
}

/** How each verb reads one crate. */
const READ: Readonly<Record<string, (crate: string) => readonly string[]>> = {
  load: (one) => ['load', one, '--store', 'memory:'],
  sync: (one) => ['sync', one, '--store', 'memory:'],
  query: (one) => ['query', ASK, '--in', one],
  convert: (one) => ['convert', one],
  diff: (one) => ['diff', one, at('files')],
  fetch: (one) => ['fetch', one, '-o', `${at('out')}/`],
  check: (one) => ['check', one],
  show: (one) => ['show', one],
  set: (one) => ['set', one, './', 'name=X', '--dry-run'],
  unset: (one) => ['unset', one, './', 'name', '--dry-run'],
  inventory: (one) => ['inventory', one],
  terms: (one) => ['terms', one, '--all'],
  'profile diff': (one) => ['profile', 'diff', one, at('files')],
  'profile extract': (one) => ['profile', 'extract', one, at('files'), ...PERMALINK, '--dry-run'],
  stats: (one) => ['stats', one],
  root: (one) => ['root', one],
  attach: (one) => ['attach', one, '--dry-run'],
  preview: (one) => ['preview', one, '-o', '-'],
  flatten: (one) => ['flatten', one],
  expand: (one) => ['expand', one],
  relativize: (one) => ['relativize', one, '--base', GRAPH],
  detach: (one) => ['detach', one, '--published', GRAPH],
};

/** What the options for reading change, for all verbs that read crates. */
function readingCase(verb: string, option: string, url: string): Case | undefined {
  const read = READ[verb];
  if (read === undefined) return undefined;
  const crateNamed = (name: string) => read(verb === 'fetch' ? `${url}/${name}/` : at(name));
  switch (option) {
    case '--offline':
      return { argv: read(`${url}/files.zip`), option: [option], shows: /^ERR_ADDRESS_REFUSED/m };
    case '--contexts':
      return { argv: crateNamed('named'), option: [option, at('contexts')], shows: /^ERR_CONTEXT_UNAVAILABLE/m };
    case '--allow-private-contexts':
      return { argv: crateNamed('named'), option: [option], shows: /hint: .*--allow-private-contexts/ };
    case '--limit':
      return { argv: crateNamed('odd'), option: [option, 'metadata=5'], shows: /^ERR_LIMIT/m };
    case '--strict':
      return { argv: crateNamed('odd'), option: [option], shows: /^ERR_STRICT/m };
    case '--quiet':
      return { argv: crateNamed('odd'), option: [option], shows: verb === 'fetch' ? /files? fetched/ : /repaired: / };
    case '--json':
      return { argv: crateNamed('odd'), option: [option] };
    case '--from':
      return { argv: read(at('odd.txt')), option: [option, 'turtle'], shows: /^ERR_(?:JSON_SYNTAX|NOT_A_CRATE)/m };
    case '--root':
      return { argv: read(at('bare.ttl')), option: [option, OTHER], shows: /^ERR_ROOT_NOT_FOUND/m };
    default:
      return undefined;
  }
}

const each = () => ['convert', '--each'];
const PEOPLE = 'SELECT ?p { ?p a schema:Person }';
const SAME_PEOPLE = `INSERT DATA { GRAPH <urn:a> {
  <http://orcid.org/0000-0002-1825-0097> a schema:Person . <https://orcid.org/0000-0002-1825-0097> a schema:Person } }`;
const detach = (...more: string[]) => ['detach', at('files'), ...more];
const serving = (...more: string[]) => ['serve', at('files'), '--port', '0', '--address', GRAPH, ...more];
const servingNamed = () => ['serve', at('named'), '--port', '0', '--address', GRAPH];
const extract = (...more: string[]) => ['profile', 'extract', at('north'), at('south'), '--output-crates', at('out'), ...more]; // prettier-ignore
const PERMALINK = ['--permalink', 'https://example.org/p'];
const profileAt = (name: string) => [...PERMALINK, '-o', `${at(name)}/`];
const addTerm = () => ['terms', at('files'), '--add', 'gauge=urn:gauge', '--dry-run'];
const attach = (...more: string[]) => ['attach', at('away'), '--dry-run', ...more];
const describing = () => ['init', at('again'), '--dry-run'];
const exportTo = (...more: string[]) => ['export', GRAPH, '-o', `${at('out')}/`, ...more];

/** What an output that would replace a file is told. */
const NO_ENDPOINT = /^ERR_USAGE: .* with a store that is not a SPARQL endpoint/m;

/** What is said about an endpoint, on a command line whose store is a file. */
function addressCases(verb: string, ...argv: string[]): Record<string, () => Case> {
  const stored = ['--query-url', '--update-url', '--graph-url', '--engine'];
  const options = verb === 'push' ? [...stored, ...OTHER_ADDRESSES] : stored;
  const one = (option: string) => ({ argv, option: [option, 'fuseki'], shows: NO_ENDPOINT });
  return Object.fromEntries(options.map((option) => [`${verb} ${option}`, () => one(option)]));
}
const REFUSED = /mine-plain exists.*; nothing was written$/m;

/** What the other options change, by verb and option; `*` is for every verb. */
const CASES: Readonly<Record<string, (url: string) => Case>> = {
  'load --store': () => ({ argv: ['load', at('odd')], option: ['--store', 'memory:'], then: ['list'] }),
  'load --mode': () => ({ argv: ['load', at('odd'), '--base', GRAPH], option: ['--mode', 'replace'] }),
  'load --follow': () => ({ argv: ['load', at('nesting'), '--store', 'memory:'], option: ['--follow', '1'] }),
  'load --reference': () => ({
    argv: ['load', at('terms.ttl'), '--store', 'memory:'],
    option: ['--reference'],
    shows: /^ERR_ROOT_NOT_FOUND/,
  }),
  'load --name': () => ({
    argv: ['load', '--reference', at('terms.ttl'), '--store', 'memory:'],
    option: ['--name', 'urn:terms'],
    shows: /does not say what its graph is called/,
  }),
  'sync --store': () => ({ argv: ['sync', at('odd')], option: ['--store', 'memory:'], then: ['list'] }),
  'sync --as': () => ({ argv: ['sync', at('odd')], option: ['--as', 'list'], shows: /^ERR_/m }),
  'sync --dry-run': () => ({ argv: ['sync', at('odd')], option: ['--dry-run'], then: ['list'] }),
  'sync --prune': () => ({ argv: ['sync', at('listed.txt')], option: ['--prune'] }),
  'sync --full': () => ({ argv: ['sync', at('listed.json'), '--dry-run'], option: ['--full'] }),
  'sync --diff': () => ({ argv: ['sync', at('listed.txt')], option: ['--diff'] }),
  'sync --config': () => ({ argv: ['sync'], option: ['--config', at('crategraph.toml')], shows: /^ERR_USAGE/m }),
  'load --apart': () => ({
    argv: ['load', '--reference', at('terms.ttl'), '--name', 'urn:terms', '--store', at('out-apart')],
    option: ['--apart'],
    then: ['query', 'SELECT ?term { ?term a owl:Class }', '--store', at('out-apart')],
  }),
  'load --with-rdf': () => ({ argv: ['load', at('with-rdf'), '--store', 'memory:'], option: ['--with-rdf'] }),
  'list --references': () => ({ argv: ['list'], option: ['--references'] }),
  'load --no-layout': () => ({
    argv: ['load', at('odd'), '--base', 'http://example.org/odd/'],
    option: ['--no-layout'],
    then: ['export', 'http://example.org/odd/'],
  }),
  'load --report': () => ({ argv: ['load', at('odd'), '--store', 'memory:'], option: ['--report', at('out.jsonl')] }),
  'dump --quiet': () => ({ argv: ['dump', '-o', at('out-plain')], option: ['--quiet'], shows: /^wrote / }),
  'diff --exit-code': () => ({ argv: ['diff', GRAPH, at('odd')], option: ['--exit-code'] }),
  'query --force': () => ({ argv: ['query', ASK, '-o', at('mine-plain')], option: ['--force'], shows: REFUSED }),
  'dump --force': () => ({ argv: ['dump', '-o', at('mine-plain')], option: ['--force'], shows: REFUSED }),
  'export --force': () => ({ argv: ['export', GRAPH, '-o', at('mine-plain')], option: ['--force'], shows: REFUSED }),
  'fetch --force': (url) => ({ argv: ['fetch', `${url}/odd/`, '-o', at('mine-plain')], option: ['--force'], shows: REFUSED }), // prettier-ignore
  'query --file': () => ({ argv: ['query'], option: ['--file', at('q.rq')] }),
  'query --name': () => ({ argv: ['query'], option: ['--name', 'people'] }),
  'query --param': () => ({ argv: ['query', 'ASK { ?s ?p ?name }'], option: ['--param', 'name=nobody'] }),
  'query --crate': () => ({ argv: ['query', ASK], option: ['--crate', NAMED] }),
  'query --crates-from': () => ({ argv: ['query', ASK], option: ['--crates-from', at('names.txt')] }),
  'query --in': () => ({ argv: ['query', ASK], option: ['--in', at('odd')] }),
  'query --align': () => ({ argv: ['query', ASK, '--in', at('odd')], option: ['--align'] }),
  'query --same': () => ({ argv: ['query', PEOPLE, '--store', at('same.db')], option: ['--same'] }),
  ...addressCases('identities', 'identities'),
  'identities --store': () => ({ argv: ['identities', '--dry-run'], option: ['--store', at('same.db')] }),
  'identities --dry-run': () => ({
    argv: ['identities', '--store', at('same.db')],
    option: ['--dry-run'],
    shows: /^not written/m,
  }),
  'identities --quiet': () => ({
    argv: ['identities', '--store', at('same.db')],
    option: ['--quiet'],
    shows: /^unchanged/m,
  }),
  'identities --json': () => ({ argv: ['identities', '--dry-run'], option: ['--json'] }),
  'query --format': () => ({ argv: ['query', 'SELECT * { ?s ?p 1 }'], option: ['--format', 'csv'] }),
  'query --output': () => ({ argv: ['query', ASK], option: ['-o', at('out-plain')] }),
  'query --rows': () => ({ argv: ['query', ROWS], option: ['--rows', '1'], shows: /there are more/ }),
  'query --safe-csv': () => ({ argv: ['query', "SELECT ('=1+1' AS ?cell) {}", '--format', 'csv'], option: ['--safe-csv'] }), // prettier-ignore
  'query --count': () => ({ argv: ['query', ROWS], option: ['--count'] }),
  'query --columns': () => ({ argv: ['query', ROWS], option: ['--columns', 'p'] }),
  'query --wide': () => ({ argv: ['query', ROWS], option: ['--wide'], columns: 40 }),
  'query --quiet': () => ({ argv: ['query', ROWS, '--rows', '1'], option: ['--quiet'], shows: /there are more/ }),
  'list --rows': () => ({ argv: ['list'], option: ['--rows', '1'] }),
  'list --name': () => ({ argv: ['list'], option: ['--name', 'nowhere'] }),
  'list --columns': () => ({ argv: ['list'], option: ['--columns', 'name'] }),
  'list --wide': () => ({ argv: ['list'], option: ['--wide'], columns: 40 }),
  'index --rebuild': () => ({ argv: ['index'], option: ['--rebuild'] }),
  ...addressCases('search', 'search', 'a*'),
  'search --store': () => ({ argv: ['search', 'a*'], option: ['--store', 'memory:'] }),
  'search --json': () => ({ argv: ['search', 'a*'], option: ['--json'] }),
  'search --type': () => ({ argv: ['search', 'a*'], option: ['--type', 'Person'] }),
  'search --crate': () => ({ argv: ['search', 'a*'], option: ['--crate', GRAPH] }),
  'search --rows': () => ({ argv: ['search', 'a*'], option: ['--rows', '1'], shows: /1 of \d+ entities/ }),
  'search --columns': () => ({ argv: ['search', 'a*'], option: ['--columns', 'name'] }),
  'search --wide': () => ({ argv: ['search', 'a*'], option: ['--wide'], columns: 40 }),
  'search --quiet': () => ({ argv: ['search', 'a*', '--rows', '1'], option: ['--quiet'], shows: /1 of \d+ entities/ }),
  'queries --save': () => ({
    argv: ['queries', at('q.rq')],
    option: ['--save', 'other'],
    shows: /^ERR_QUERY_UNKNOWN/m,
  }),
  'queries --remove': () => ({ argv: ['queries'], option: ['--remove', 'mine'], then: ['queries'] }),
  'queries --force': () => ({ argv: ['queries', '--save', 'kept', at('q.rq')], option: ['--force'], shows: /^ERR_OUTPUT/m }), // prettier-ignore
  'queries --columns': () => ({ argv: ['queries'], option: ['--columns', 'name'] }),
  'queries --wide': () => ({ argv: ['queries'], option: ['--wide'], columns: 40 }),
  'inventory --columns': () => ({ argv: ['inventory', at('files'), '--all'], option: ['--columns', 'path'] }),
  'inventory --wide': () => ({ argv: ['inventory', at('files'), '--all'], option: ['--wide'], columns: 40 }),
  'query --explain': () => ({ argv: ['query', ASK], option: ['--explain'] }),
  'query --timeout': () => ({ argv: ['query', ASK], option: ['--timeout', '0.000001'], shows: /^ERR_TIMEOUT/m }),
  'export --json': () => ({ argv: ['export', GRAPH, '-o', at('out.json')], option: ['--json'] }),
  'dump --json': () => ({ argv: ['dump', '-o', at('out.nq')], option: ['--json'] }),
  'convert --json': () => ({ argv: ['convert', at('files'), '-o', at('out.nq')], option: ['--json'] }),
  'preview --force': () => ({ argv: ['preview', at('files'), '-o', at('mine-plain')], option: ['--force'] }),
  'preview --json': () => ({ argv: ['preview', at('files'), '-o', at('out.html')], option: ['--json'] }),
  'preview --quiet': () => ({
    argv: ['preview', at('files'), '-o', at('out.html')],
    option: ['--quiet'],
    shows: /^wrote /,
  }),
  'preview --store': () => ({
    argv: ['preview', 'Named', '-o', '-', '--contexts', at('contexts')],
    option: ['--store', at('none')],
    shows: /^ERR_NOT_FOUND/m,
  }),
  'flatten --json': () => ({ argv: ['flatten', at('files'), '-o', at('out.json')], option: ['--json'] }),
  'expand --json': () => ({ argv: ['expand', at('files'), '-o', at('out.json')], option: ['--json'] }),
  'relativize --json': () => ({ argv: ['relativize', at('files'), '--base', GRAPH, '-o', at('out.json')], option: ['--json'] }), // prettier-ignore
  'query --json': () => ({ argv: ['query', ASK], option: ['--json'] }),
  'query --store': () => ({ argv: ['query', ASK], option: ['--store', 'memory:'] }),
  'queries --json': () => ({ argv: ['queries'], option: ['--json'] }),
  'update --file': () => ({ argv: ['update'], option: ['--file', at('u.ru')] }),
  'update --crate': () => ({ argv: ['update', 'INSERT DATA { <urn:a> <urn:b> 2 }'], option: ['--crate', GRAPH] }),
  'update --dry-run': () => ({ argv: ['update', CHANGE], option: ['--dry-run'] }),
  'update --param': () => ({
    argv: ['update', `DELETE WHERE { GRAPH <${GRAPH}> { ?s ?p ?o } }`],
    option: ['--param', 'o=nothing'],
  }),
  'update --quiet': () => ({ argv: ['update', CHANGE, '--dry-run'], option: ['--quiet'], shows: /^dry run: /m }),
  'update --timeout': () => ({ argv: ['update', CHANGE], option: ['--timeout', '0.000001'], shows: /^ERR_TIMEOUT/m }),
  'update --store': () => ({ argv: ['update', CHANGE], option: ['--store', at('none')] }),
  'update --json': () => ({ argv: ['update', CHANGE], option: ['--json'] }),
  'export --output': () => ({ argv: ['export', GRAPH], option: ['-o', at('out-plain')] }),
  'export --with-files': () => ({ argv: ['export', GRAPH, '-o', at('out.json')], option: ['--with-files'], shows: /^ERR_USAGE: --with-files does not work with a single/ }), // prettier-ignore
  'export --no-files': () => ({ argv: exportTo(), option: ['--no-files'] }),
  'export --jsonld-alias': () => ({ argv: exportTo(), option: ['--jsonld-alias'] }),
  'export --context': () => ({ argv: ['export', GRAPH], option: ['--context', 'embed'] }),
  'export --no-layout': () => ({ argv: ['export', GRAPH], option: ['--no-layout'] }),
  'export --keep-base': () => ({ argv: ['export', GRAPH], option: ['--keep-base'] }),
  'export --store': () => ({ argv: ['export', GRAPH], option: ['--store', at('none')] }),
  'export --offline': () => ({ argv: ['export', NAMED, '--context', 'embed'], option: ['--offline'], shows: /nothing is fetched offline/ }), // prettier-ignore
  'export --contexts': () => ({ argv: ['export', NAMED, '--context', 'embed'], option: ['--contexts', at('contexts')], shows: /^ERR_CONTEXT_UNAVAILABLE/m }), // prettier-ignore
  'export --allow-private-contexts': () => ({ argv: ['export', NAMED, '--context', 'embed'], option: ['--allow-private-contexts'], shows: /hint: .*--allow-private-contexts/ }), // prettier-ignore
  'export --limit': () => ({ argv: exportTo('--with-files'), option: ['--limit', 'metadata=5'], shows: /^ERR_LIMIT/m }), // prettier-ignore
  'export --quiet': () => ({ argv: ['export', ROOTLESS], option: ['--quiet'], shows: /note: / }),
  'remove --store': () => ({ argv: ['remove', GRAPH], option: ['--store', at('none')] }),
  'remove --json': () => ({ argv: ['remove', GRAPH], option: ['--json'] }),
  'dump --format': () => ({ argv: ['dump'], option: ['--format', 'trig'] }),
  'dump --catalogue': () => ({ argv: ['dump'], option: ['--catalogue', 'datacite'] }),
  'dump --offline': () => ({ argv: ['dump', NAMED, '--catalogue', 'dcat'], option: ['--offline'] }),
  'dump --contexts': () => ({ argv: ['dump', NAMED, '--catalogue', 'dcat'], option: ['--contexts', at('contexts')], shows: /a context that is not available/ }), // prettier-ignore
  'dump --allow-private-contexts': () => ({ argv: ['dump', NAMED, '--catalogue', 'dcat'], option: ['--allow-private-contexts'] }), // prettier-ignore
  'dump --output': () => ({ argv: ['dump'], option: ['-o', at('out-plain')] }),
  'dump --shards': () => ({ argv: ['dump', '-o', at('out')], option: ['--shards', '2'] }),
  'dump --skolem': () => ({ argv: ['dump', '--store', at('blank.db')], option: ['--skolem'] }),
  'set --type': () => ({ argv: ['set', at('odd'), '#new', 'name=X', '--dry-run'], option: ['--type', 'Person'], shows: /^ERR_ENTITY_NOT_FOUND/m }), // prettier-ignore
  'set --as': () => ({ argv: ['set', at('odd'), '#p', 'name=X', '--dry-run'], option: ['--as', 'author'] }),
  'set --dry-run': () => ({ argv: ['set', GRAPH, './', 'name=X'], option: ['--dry-run'] }),
  'set --quiet': () => ({ argv: ['set', GRAPH, './', 'name=X'], option: ['--quiet'] }),
  'set --store': () => ({ argv: ['set', GRAPH, './', 'name=X', '--dry-run'], option: ['--store', at('none')], shows: /^ERR_/m }), // prettier-ignore
  'unset --entity': () => ({ argv: ['unset', at('odd'), '#p', '--dry-run'], option: ['--entity'] }),
  'unset --dry-run': () => ({ argv: ['unset', GRAPH, './', 'name'], option: ['--dry-run'] }),
  'unset --quiet': () => ({ argv: ['unset', GRAPH, './', 'name'], option: ['--quiet'] }),
  'unset --store': () => ({ argv: ['unset', GRAPH, './', 'name', '--dry-run'], option: ['--store', at('none')], shows: /^ERR_/m }), // prettier-ignore
  'init --update': () => ({ argv: ['init', at('again')], option: ['--update'], shows: /^ERR_OUTPUT/m }),
  'init --drop': () => ({ argv: ['init', at('wrong'), '--update', '--json'], option: ['--drop'] }),
  'show --all': () => ({ argv: ['show', at('odd')], option: ['--all'] }),
  'show --store': () => ({ argv: ['show', 'Named', '--contexts', at('contexts')], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }), // prettier-ignore
  'list --format': () => ({ argv: ['list'], option: ['--format', 'csv'] }),
  'search --format': () => ({ argv: ['search', 'a*'], option: ['--format', 'tsv'] }),
  'queries --format': () => ({ argv: ['queries'], option: ['--format', 'csv'] }),
  'inventory --format': () => ({ argv: ['inventory', at('wrong'), '--all'], option: ['--format', 'csv'] }),
  'terms --format': () => ({ argv: ['terms', at('files'), '--all'], option: ['--format', 'tsv'] }),
  'stats --format': () => ({ argv: ['stats', at('files')], option: ['--format', 'csv'] }),
  'push --to': () => ({ argv: ['push', '--to', at('out.db')], option: ['--to', 'memory:'] }),
  ...addressCases('push', 'push', '--to', 'memory:'),
  'push --mode': () => ({ argv: ['push', '--to', at('other.db')], option: ['--mode', 'replace'], shows: /^ERR_GRAPH_EXISTS/m }), // prettier-ignore
  'push --plain': () => ({ argv: ['push', '--to', 'memory:'], option: ['--plain'], shows: /^ERR_USAGE/m }),
  'push --dry-run': () => ({ argv: ['push', '--to', at('out.db')], option: ['--dry-run'] }),
  'push --store': () => ({ argv: ['push', '--to', at('out.db')], option: ['--store', at('none')] }),
  'push --quiet': () => ({ argv: ['push', '--to', 'memory:', '--dry-run'], option: ['--quiet'], shows: /^dry run: /m }),
  'push --json': () => ({ argv: ['push', '--to', 'memory:'], option: ['--json'] }),
  'backup --store': () => ({ argv: ['backup', at('out.db')], option: ['--store', at('none')] }),
  'backup --json': () => ({ argv: ['backup', at('out.db')], option: ['--json'] }),
  'export --format': () => ({ argv: ['export', GRAPH], option: ['--format', 'turtle'] }),
  'convert --keep-base': () => ({ argv: ['convert', at('files'), '--format', 'relative', '--base', GRAPH], option: ['--keep-base'] }), // prettier-ignore
  'convert --graph': () => ({ argv: ['convert', at('files')], option: ['--graph', 'root'] }),
  'convert --from': () => ({ argv: ['convert', at('odd.txt')], option: ['--from', 'turtle'], shows: /^ERR_(?:JSON_SYNTAX|NOT_A_CRATE)/m }), // prettier-ignore
  'convert --root': () => ({ argv: ['convert', at('bare.ttl')], option: ['--root', OTHER] }),
  'convert --each': () => ({
    argv: ['convert'],
    option: ['--each'],
    stdin: at('files'),
    shows: /^ERR_USAGE: missing/m,
  }),
  'load --each': () => ({ argv: ['load', '--store', at('each.db')], option: ['--each'], stdin: at('files'), shows: /^ERR_USAGE: missing/m }), // prettier-ignore
  'load --null': () => ({ argv: ['load', '--each', '--store', at('each.db')], option: ['--null'], stdin: `${at('files')}\n${at('odd')}\0` }), // prettier-ignore
  'convert --null': () => ({ argv: each(), option: ['--null'], stdin: `${at('files')}\n${at('odd')}\0` }),
  'convert --skolem': () => ({ argv: each(), option: ['--skolem'], stdin: at('blank') }),
  'convert --report': () => ({ argv: each(), option: ['--report', at('out.jsonl')], stdin: at('files') }),
  'convert --exit-zero': () => ({ argv: each(), option: ['--exit-zero'], stdin: at('missing') }),
  'convert --format': () => ({ argv: ['convert', at('files')], option: ['--format', 'turtle'] }),
  'diff --store': () => ({
    argv: ['diff', 'Named', at('odd'), '--contexts', at('contexts')],
    option: ['--store', at('none')],
  }),
  'fetch --output': (url) => ({ argv: ['fetch', `${url}/odd/`], option: ['-o', at('out-plain')] }),
  'fetch --metadata-only': (url) => ({ argv: ['fetch', `${url}/files/`, '-o', `${at('out')}/`], option: ['--metadata-only'] }), // prettier-ignore
  'check --select': () => ({ argv: ['check', at('many')], option: ['--select', 'root-*'] }),
  'check --ignore': () => ({ argv: ['check', at('many')], option: ['--ignore', 'reference-described'] }),
  'check --profile': () => ({ argv: ['check', at('many')], option: ['--profile', 'https://w3id.org/ro/wfrun/process/0.5'] }), // prettier-ignore
  'check --config': () => ({ argv: ['check', at('many')], option: ['--config', at('settings.json')] }),
  'check --no-config': () => ({ argv: ['check', at('settled')], option: ['--no-config'] }),
  'check --rules': () => ({ argv: ['check'], option: ['--rules'] }),
  'check --explain': () => ({ argv: ['check'], option: ['--explain', 'root-name'] }),
  'check --fail-on-not-run': () => ({ argv: ['check', at('mild'), '--shapes', at('rules.ttl')], option: ['--fail-on-not-run'] }), // prettier-ignore
  'check --baseline': () => ({ argv: ['check', at('many')], option: ['--baseline', at('known.json')] }),
  'check --write-baseline': () => ({ argv: ['check', at('many')], option: ['--write-baseline', at('out-known')] }),
  'check --format': () => ({ argv: ['check', at('files')], option: ['--format', 'junit'] }),
  'check --fail-on': () => ({ argv: ['check', at('mild'), '--quiet'], option: ['--fail-on', 'warning'] }),
  'check --contexts': () => ({ argv: ['check', at('named')], option: ['--contexts', at('contexts')] }),
  'check --allow-private-contexts': () => ({ argv: ['check', at('named')], option: ['--allow-private-contexts'] }),
  'check --kind': () => ({ argv: ['check', at('gone')], option: ['--kind', 'detached'] }),
  'check --no-files': () => ({ argv: ['check', at('gone')], option: ['--no-files'] }),
  'check --checksums': () => ({ argv: ['check', at('wrong')], option: ['--checksums'] }),
  'check --all': () => ({ argv: ['check', at('many')], option: ['--all'] }),
  'check --shapes': () => ({ argv: ['check', at('files')], option: ['--shapes', at('shapes.ttl')] }),
  'check --fix': () => ({ argv: ['check', at('nested')], option: ['--fix'], shows: /^.*: 1 repair$/m }),
  'check --dry-run': () => ({
    argv: ['check', at('nested-too'), '--fix'],
    option: ['--dry-run'],
    shows: /: 1 repair$/m,
  }),
  'check --output': () => ({
    argv: ['check', at('nested.zip'), '--fix'],
    option: ['-o', at('out.json')],
    shows: /^ERR_USAGE: .* cannot be repaired in its place$/m,
  }),
  'check --force': () => ({ argv: ['check', at('files'), '--fix', '-o', at('mine-plain')], option: ['--force'], shows: REFUSED }), // prettier-ignore
  'check --json': () => ({ argv: ['check', at('files')], option: ['--json'] }),
  'check --sarif': () => ({ argv: ['check', at('files')], option: ['--sarif'] }),
  'check --quiet': () => ({ argv: ['check', at('files'), at('odd')], option: ['--quiet'], shows: /^2 crates: /m }),
  'check --store': () => ({ argv: ['check', 'Named', '--contexts', at('contexts')], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }), // prettier-ignore
  'inventory --kind': () => ({
    argv: ['inventory', at('files')],
    option: ['--kind', 'detached'],
    shows: /^ERR_UNSUPPORTED/m,
  }),
  'inventory --all': () => ({ argv: ['inventory', at('files')], option: ['--all'] }),
  'inventory --no-checksums': () => ({ argv: ['inventory', at('wrong')], option: ['--no-checksums'] }),
  'convert --store': () => ({ argv: ['convert', 'Named'], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }),
  'stats --store': () => ({ argv: ['stats', 'Named'], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }),
  'inventory --store': () => ({
    argv: ['inventory', 'Named'],
    option: ['--store', at('none')],
    shows: /^ERR_NOT_FOUND/m,
  }),
  'profile extract --permalink': () => ({
    argv: extract('-o', `${at('out-p')}/`),
    option: PERMALINK,
    shows: /^ERR_USAGE/m,
  }),
  'profile extract --context-address': () => ({ argv: extract(...profileAt('out-p')), option: ['--context-address', 'https://example.org/c'], then: ['convert', at('out-p')] }), // prettier-ignore
  'profile extract --name': () => ({ argv: extract(...profileAt('out-p')), option: ['--name', 'Tides'], then: ['convert', at('out-p')] }), // prettier-ignore
  'profile extract --license': () => ({ argv: extract(...profileAt('out-p')), option: ['--license', 'https://example.org/l'], then: ['convert', at('out-p')] }), // prettier-ignore
  'profile extract --output-crates': (url) => ({ argv: ['profile', 'extract', `${url}/north/`, `${url}/south/`, ...profileAt('out-p')], option: ['--output-crates', at('out')], shows: /^ERR_USAGE: .* cannot be changed where it is/m }), // prettier-ignore
  'profile extract --json': () => ({ argv: extract(...PERMALINK, '--dry-run'), option: ['--json'] }),
  'profile extract --define': () => ({ argv: ['profile', 'extract', at('north'), at('bare'), '--dry-run', ...PERMALINK], option: ['--define'], shows: /^ERR_USAGE/m }), // prettier-ignore
  'profile extract --dry-run': () => ({ argv: extract(...PERMALINK), option: ['--dry-run'], shows: /^ERR_USAGE/m }),
  'profile extract --output': () => ({
    argv: extract(...PERMALINK),
    option: ['-o', `${at('out-p')}/`],
    shows: /^ERR_USAGE/m,
  }),
  'profile extract --force': () => ({ argv: extract(...PERMALINK, '-o', at('taken')), option: ['--force'], shows: /^ERR_OUTPUT/m }), // prettier-ignore
  'terms --all': () => ({ argv: ['terms', at('files')], option: ['--all'] }),
  'terms --add': () => ({ argv: ['terms', at('files'), '--rdfs', '--dry-run'], option: ['--add', 'gauge=urn:gauge'] }),
  'terms --define': () => ({
    argv: ['terms', at('files'), '--rdfs', '--dry-run'],
    option: ['--define', at('terms.csv')],
  }),
  'terms --project': () => ({ argv: ['terms', at('files'), '--add', 'gauge', '--dry-run'], option: ['--project', 'test'], shows: /^ERR_USAGE/m }), // prettier-ignore
  'terms --type': () => ({ argv: addTerm(), option: ['--type', 'class'] }),
  'terms --label': () => ({ argv: addTerm(), option: ['--label', 'tide gauge'] }),
  'terms --description': () => ({ argv: addTerm(), option: ['--description', 'a gauge'] }),
  'terms --rdfs': () => ({ argv: addTerm(), option: ['--rdfs'] }),
  'terms --dry-run': (url) => ({ argv: ['terms', `${url}/files.zip`, '--add', 'gauge=urn:gauge'], option: ['--dry-run'], shows: /^ERR_USAGE: .* cannot be changed where it is/m }), // prettier-ignore
  'terms --columns': () => ({ argv: ['terms', at('files'), '--all'], option: ['--columns', 'term'] }),
  'terms --wide': () => ({ argv: ['terms', at('files'), '--all'], option: ['--wide'], columns: 40 }),
  'terms --output': (url) => ({ argv: ['terms', `${url}/files.zip`, '--add', 'gauge=urn:gauge'], option: ['-o', at('out-plain')], shows: /^ERR_USAGE: .* cannot be changed where it is/m }), // prettier-ignore
  'terms --force': () => ({ argv: ['terms', at('files'), '--add', 'gauge=urn:gauge', '-o', at('mine-plain')], option: ['--force'], shows: REFUSED }), // prettier-ignore
  'terms --store': () => ({ argv: ['terms', 'Named', '--contexts', at('contexts')], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }), // prettier-ignore
  'serve --host': () => ({ argv: serving(), option: ['--host', '127.0.0.2'], shows: /listening on http:\/\/127\.0\.0\.2:/ }), // prettier-ignore
  'serve --port': () => ({ argv: ['serve', at('files')], option: ['--port', '70000'], shows: /^ERR_USAGE.*0 to 65535/m }), // prettier-ignore
  'serve --address': () => ({ argv: ['serve', at('files'), '--port', '0'], option: ['--address', 'https://a.example'], shows: /^serving https:\/\/a\.example\/, /m }), // prettier-ignore
  'serve --site': () => ({ argv: serving(), option: ['--site', at('none.json')], shows: /^ERR_NOT_FOUND.*none\.json/m }), // prettier-ignore
  'serve --permalink': () => ({ argv: serving(), option: ['--permalink', '/w=/crates/none/'], shows: /^ERR_USAGE: a permalink leads to nothing/m }), // prettier-ignore
  'serve --contact': () => ({ argv: serving(), option: ['--contact', 'nobody'], shows: /^ERR_USAGE: invalid --contact nobody/m }), // prettier-ignore
  'serve --private': () => ({ argv: serving(), option: ['--private'], shows: /^private: /m }),
  'serve --origin': () => ({ argv: serving('--private'), option: ['--origin', 'https://a.example'], shows: /scripts of https:\/\/a\.example may read/ }), // prettier-ignore
  'serve --token-file': () => ({ argv: serving(), option: ['--token-file', at('token.txt')], shows: /^writing needs the token$/m }), // prettier-ignore
  'serve --store': () => ({ argv: serving(), option: ['--store', at('none.db')], shows: /^ERR_STORE_NOT_FOUND/m }),
  'serve --json': () => ({ argv: serving(), option: ['--json'] }),
  'serve --offline': () => ({ argv: servingNamed(), option: ['--offline'] }),
  'serve --contexts': () => ({ argv: servingNamed(), option: ['--contexts', at('contexts')], shows: /files only: ERR_CONTEXT_UNAVAILABLE/ }), // prettier-ignore
  'serve --allow-private-contexts': () => ({ argv: servingNamed(), option: ['--allow-private-contexts'] }),
  'serve --limit': () => ({ argv: serving(), option: ['--limit', 'metadata=5'], shows: /files only: ERR_LIMIT/ }),
  'serve --strict': () => ({ argv: ['serve', at('odd'), '--port', '0'], option: ['--strict'], shows: /^ERR_STRICT/m }),
  'serve --quiet': () => ({ argv: serving(), option: ['--quiet'], shows: /^serving /m }),
  'root --store': () => ({ argv: ['root', 'Named'], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }),
  'flatten --store': () => ({ argv: ['flatten', 'Named', '--contexts', at('contexts')], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }), // prettier-ignore
  'expand --store': () => ({ argv: ['expand', 'Named', '--contexts', at('contexts')], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }), // prettier-ignore
  'relativize --store': () => ({ argv: ['relativize', 'Named', '--base', NAMED, '--contexts', at('contexts')], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }), // prettier-ignore
  'root --all': () => ({ argv: ['root', at('files')], option: ['--all'] }),
  'relativize --base': () => ({ argv: ['relativize', at('files')], option: ['--base', GRAPH] }),
  'relativize --keep-base': () => ({ argv: ['relativize', at('files'), '--base', GRAPH], option: ['--keep-base'] }),
  'detach --published': () => ({ argv: detach('--files', OTHER), option: ['--published', GRAPH] }),
  'detach --files': () => ({ argv: detach('--published', GRAPH), option: ['--files', OTHER] }),
  'detach --map': () => ({ argv: detach('--published', GRAPH), option: ['--map', at('map.csv')] }),
  'detach --kind': (url) => ({
    argv: ['detach', `${url}/files/ro-crate-metadata.json`],
    option: ['--kind', 'detached'],
    shows: /^ERR_USAGE/m,
  }),
  'detach --no-browsing': () => ({ argv: detach('--published', GRAPH), option: ['--no-browsing'] }),
  'detach --describe': () => ({ argv: detach('--published', GRAPH), option: ['--describe'] }),
  'detach --check-links': (url) => ({ argv: detach('--published', `${url}/none/`), option: ['--check-links'] }),
  'detach --verify': (url) => ({ argv: detach('--published', `${url}/none/`), option: ['--verify'], shows: /^ERR_HTTP/m }), // prettier-ignore
  'detach --plan': () => ({ argv: detach(), option: ['--plan', at('plan.json')], shows: /^ERR_USAGE/m }),
  'detach --mint-contextual': () => ({ argv: detach('--published', GRAPH), option: ['--mint-contextual'] }),
  'detach --mint-seed': () => ({ argv: detach('--published', GRAPH, '--mint-contextual'), option: ['--mint-seed', 's'] }), // prettier-ignore
  'detach --keep-base': () => ({ argv: detach('--published', GRAPH), option: ['--keep-base'] }),
  'detach --dry-run': () => ({ argv: detach('--published', GRAPH), option: ['--dry-run'], shows: /^dry run: / }),
  'detach --columns': () => ({ argv: detach('--published', GRAPH, '--dry-run'), option: ['--columns', 'old'] }),
  'detach --wide': () => ({ argv: detach('--published', GRAPH, '--dry-run'), option: ['--wide'], columns: 40 }),
  'detach --base': () => ({ argv: detach('--files', OTHER), option: ['--base', GRAPH] }),
  'detach --arcp': () => ({ argv: detach('--files', OTHER), option: ['--arcp', '6b2d9e4a-0000-4000-8000-123456789abc'] }), // prettier-ignore
  'detach --json': () => ({ argv: detach('--published', GRAPH, '-o', at('out.json')), option: ['--json'] }),
  'detach --store': () => ({ argv: ['detach', 'Named', '--contexts', at('contexts')], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }), // prettier-ignore
  'attach --snapshot': () => ({ argv: attach(), option: ['--snapshot'], shows: /^note: .*names no download/m }),
  'attach --fork': () => ({ argv: attach(), option: ['--fork'], shows: /^note: .*names no download/m }),
  'attach --download': () => ({ argv: attach(), option: ['--download'], shows: /^note: .*names no download/m }),
  'attach --relative-root': () => ({ argv: attach(), option: ['--relative-root'] }),
  'attach --author': () => ({ argv: attach('--fork'), option: ['--author', 'Ada <0000-0002-1825-0097>'] }),
  'attach --date-published': () => ({ argv: attach('--fork'), option: ['--date-published', '2020-02-02'] }),
  'attach --publisher': () => ({ argv: attach('--fork'), option: ['--publisher', 'https://example.org/press'] }),
  'attach --max-size': () => ({ argv: attach('--download'), option: ['--max-size', '8B'] }),
  'attach --max-total': () => ({ argv: attach('--download'), option: ['--max-total', '0.001kB'] }),
  'attach --include': () => ({ argv: attach('--download'), option: ['--include', '*.csv'] }),
  'attach --exclude': () => ({ argv: attach('--download'), option: ['--exclude', '*.txt'] }),
  'attach --hosts': () => ({ argv: attach('--download'), option: ['--hosts', 'other.example'] }),
  'attach --credentials': () => ({ argv: attach('--download', '--json'), option: ['--credentials', 'example.org'] }),
  'attach --media-type': () => ({ argv: attach('--download'), option: ['--media-type', 'image/*'] }),
  'attach --license': () => ({ argv: attach('--download'), option: ['--license', 'CC-*'] }),
  'attach --kind': () => ({
    argv: ['attach', at('away'), '--dry-run'],
    option: ['--kind', 'attached'],
    shows: /^ERR_USAGE: .*Attached/m,
  }),
  'attach --dry-run': () => ({ argv: ['attach', at('away')], option: ['--dry-run'], shows: /^ERR_USAGE: attach needs/m }), // prettier-ignore
  'attach --plan': () => ({ argv: ['attach', at('away'), '-o', `${at('out')}/`], option: ['--plan', at('attach-plan.json')], shows: /: snapshot, / }), // prettier-ignore
  'attach --output': () => ({ argv: ['attach', at('away')], option: ['-o', `${at('out')}/`], shows: /^ERR_USAGE: attach needs/m }), // prettier-ignore
  'attach --force': () => ({ argv: ['attach', at('away'), '-o', at('mine.zip')], option: ['--force'], shows: /mine\.zip exists.*; nothing was written$/m }), // prettier-ignore
  'attach --columns': () => ({ argv: attach(), option: ['--columns', 'old'] }),
  'attach --wide': () => ({ argv: attach(), option: ['--wide'], columns: 40 }),
  'attach --quiet': () => ({ argv: attach(), option: ['--quiet'], shows: /repaired: / }),
  'attach --json': () => ({ argv: attach(), option: ['--json'] }),
  'attach --store': () => ({ argv: ['attach', 'Named', '--dry-run', '--contexts', at('contexts')], option: ['--store', at('none')], shows: /^ERR_NOT_FOUND/m }), // prettier-ignore
  'init --name': () => ({ argv: describing(), option: ['--name', 'Another'] }),
  'init --description': () => ({ argv: describing(), option: ['--description', 'Measured at the pier.'] }),
  'init --license': () => ({ argv: describing(), option: ['--license', 'CC0-1.0'], shows: /no licence is stated/ }),
  'init --author': () => ({ argv: describing(), option: ['--author', 'Ada Brook'], shows: /there is no author/ }),
  'init --date-published': () => ({ argv: describing(), option: ['--date-published', '2001-01-01'] }),
  'init --spec': () => ({ argv: describing(), option: ['--spec', '1.1'] }),
  'init --include': () => ({
    argv: describing(),
    option: ['--include', '*.none'],
    shows: /no include pattern matches/,
  }),
  'init --exclude': () => ({ argv: describing(), option: ['--exclude', '*.txt'], shows: /an exclude pattern matches/ }),
  'init --exclude-from': () => ({ argv: describing(), option: ['--exclude-from', at('patterns')], shows: /a pattern of an exclude file matches/ }), // prettier-ignore
  'init --keep': () => ({ argv: describing(), option: ['--keep', '.hidden'], shows: /hidden/ }),
  'init --no-checksums': () => ({ argv: describing(), option: ['--no-checksums'] }),
  'init --dry-run': () => ({ argv: ['init', at('again')], option: ['--dry-run'], shows: /^ERR_OUTPUT: .* exists/m }),
  'init --force': () => ({ argv: ['init', at('again')], option: ['--force'], shows: /^ERR_OUTPUT: .* exists/m }),
  'init --quiet': () => ({ argv: ['init', at('again'), '--force'], option: ['--quiet'], shows: /^wrote / }),
  'init --json': () => ({ argv: ['init', at('again'), '--force'], option: ['--json'] }),
  '* --base': () => ({ argv: [], option: ['--base', 'http://example.org/other/'] }),
  '* --arcp': () => ({ argv: [], option: ['--arcp', '6b2d9e4a-0000-4000-8000-123456789abc'] }),
  '* --output': () => ({ argv: [], option: ['-o', at('out-plain')] }),
  '* --force': () => ({ argv: ['-o', at('mine-plain')], option: ['--force'], shows: REFUSED }),
  ...addressCases('*'),
  ...addressCases('export', 'export', GRAPH),
  ...addressCases('remove', 'remove', GRAPH),
  '* --store': () => ({ argv: [], option: ['--store', at('none')] }),
  '* --json': () => ({ argv: [], option: ['--json'] }),
};

/** Options whose effect this test cannot show, with the reason. */
const UNSEEN: Readonly<Record<string, string>> = {
  'sync --parallel': 'it changes only the time; test/tasks/sync counts the requests',
  'sync --contact': 'it changes only what servers are told; test/tasks/sync has the test',
  'sync --no-robots': 'it needs a server with rules; test/tasks/sync has the test',
  'attach --parallel': 'it changes only the time',
  'fetch --parallel': 'it changes only the time; test/tasks/fetch counts the requests',
  'check --timeout': 'it limits shapes that do not end; test/tasks/check/shapes has the test',
  'serve --timeout': 'it limits requests; test/server has the tests',
  'remove --foreign': 'a file has no graphs of other programs; test/store/endpoint/foreign-graphs.test.ts has them',
  'serve --rows': 'it limits requests; test/server has the tests',
  'list --sort': 'the crates here are in one order by all columns; test/tasks/inspect/list-pages has others',
  'index --quiet': 'it hides the progress bar of a terminal',
  'serve --threads': 'it changes only the time',
  'load --jobs': 'threads change only the time; load.test.ts compares the stores',
  'convert --jobs': 'threads change only the time; convert-crates.test.ts compares the lines',
};

function caseOf(verb: string, option: string, url: string): Case | undefined {
  const own = CASES[`${verb} ${option}`]?.(url) ?? readingCase(verb, option, url);
  if (own !== undefined) return own;
  const shared = CASES[`* ${option}`]?.(url);
  return shared && { ...shared, argv: [...(READ[verb]?.(at('files')) ?? [verb]), ...shared.argv] };
}

/** Runs a command line on a copy of the store. */
async function outcome({ argv, then, columns, stdin = '' }: Omit<Case, 'option' | 'shows'>): Promise<unknown[]> {
  for (const name of await readdir(folder))
    if (/^(?:out|work|cache|none)/.test(name)) await rm(at(name), { recursive: true, force: true }); // SQLite deletes its files late
  await copyFile(at('all.db'), at('work.db'));
  for (const name of ['mine-plain', 'mine.zip']) await writeFile(at(name), 'mine');
  const ran = await (columns === undefined ? runWithInput(stdin, ...argv) : runInTerminal(columns, ...argv));
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.startsWith('out'));
  // A port that any program may get is no effect.
  const stderr = (ran as { stderr: string }).stderr.replace(/(127\.0\.0\.\d):\d+/g, '$1:PORT');
  return [{ ...ran, stderr }, files.sort(), then && (await runHere(...then))];
}

const known = new Map<string, Promise<unknown[]>>();

/** The outcome without the option, which many cases share. */
function outcomeWithout(one: Case): Promise<unknown[]> {
  const key = JSON.stringify([one.argv, one.then, one.columns, one.stdin]);
  const found = known.get(key) ?? outcome(one);
  known.set(key, found);
  return found;
}

/** A command line with an option, in place of another value of it: a verb may not do without. */
function withGiven(argv: readonly string[], given: readonly string[]): string[] {
  const index = argv.indexOf(given[0] as string);
  return [...(index < 0 || given.length < 2 ? argv : argv.toSpliced(index, given.length)), ...given];
}

const PAIRS = Object.entries(TAKES).flatMap(([verb, options]) => options.map((option) => [verb, option] as const));

test.each(PAIRS.filter(([verb, option]) => UNSEEN[`${verb} ${option}`] === undefined))(
  '%s %s changes something',
  async (verb, option) => {
    const { url } = await serve((request, response) => {
      const path = request.url ?? '';
      if (path === '/files.zip') return answerFile(request, response, zipOf(FILES));
      const [, name = '', file = ''] = /^\/(files|named|odd|north|south)\/(.+)$/.exec(decodeURIComponent(path)) ?? [];
      readFile(at(name, file)).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await mkdir(at('cache'), { recursive: true });
    const found = caseOf(verb, option, url);
    if (found === undefined) throw new Error(`no case for ${verb} ${option}`);
    const { argv, option: given, shows } = found;
    expect([option, option === '--output' ? '-o' : option]).toContain(given[0]);
    const [without, withOption] = [
      await outcomeWithout(found),
      await outcome({ ...found, argv: withGiven(argv, given) }),
    ];
    expect(withOption).not.toEqual(without);
    const texts = [without, withOption].map(([ran]) => (ran as { stderr: string }).stderr);
    expect(texts.join('')).not.toMatch(/ERR_INTERNAL/);
    if (shows !== undefined) expect(texts.filter((text) => shows.test(text))).toHaveLength(1);
    else expect(texts[1]).not.toMatch(/ERR_USAGE/);
  },
);
