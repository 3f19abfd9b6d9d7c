import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Io } from '../../src/cli/io.js';
import { printable, printableMessage } from '../../src/cli/printable.js';
import { progressBar } from '../../src/cli/progress.js';
import { scratch, zipOf } from '../package/helpers/crate-forms.js';
import { serve } from '../package/helpers/server.js';
import { crate, writeCrate } from './helpers/crates.js';
import { runHere as run, runInTerminal } from './helpers/run-here.js';
import { TAKES, verbsOf } from './helpers/option-table.js';

/** A colour, a title, a C1 sequence, DEL, a line start, text that changes direction, a tag. */
const EVIL = '\u001b[31m\u001b]0;owned\u0007\u009b1m\u007f\rERR_FAKE: \u202egnp.exe\u2066\u200f\u{e0041}';
const RAW = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\u{e0000}-\u{e007f}]/u;

const document = (more = '') =>
  crate({
    name: `Name${EVIL}${more}`,
    more: {
      [`undefined${EVIL}`]: 'x',
      version: EVIL,
      hasPart: [{ '@id': `data${EVIL}.txt` }, { '@id': `gone${EVIL}.txt` }, { '@id': `../up${EVIL}` }],
    },
    entities: [
      { '@id': `data${EVIL}.txt`, '@type': ['File', `Undefined${EVIL}`], contentSize: 7 },
      { '@id': `gone${EVIL}.txt`, '@type': 'File' },
      { '@id': `../up${EVIL}`, '@type': 'File' },
      { '@id': [EVIL] as never, '@type': 'Person', name: `Alice${EVIL}` },
    ],
  });

let folder: string;
let crates: string;
/** A folder without a metadata file. */
let plain: string;
/** A query whose summary is such a text. */
let own: string;
/** A Detached crate. */
let detached: string;
let store: string;
/** A second store, from which no test removes a graph. */
let kept: string;
const graph = 'https://example.org/c/';

beforeAll(async () => {
  folder = await scratch();
  store = join(folder, 'store');
  crates = join(folder, `crates${EVIL}`);
  await writeCrate(crates, document());
  await writeFile(join(crates, `data${EVIL}.txt`), '');
  await writeFile(join(crates, `more${EVIL}.txt`), '');
  await writeCrate(join(folder, 'other'), document(' changed'));
  await mkdir(join(folder, `empty${EVIL}`));
  plain = join(folder, `plain${EVIL}`);
  await mkdir(plain);
  for (const name of ['data', 'more']) await writeFile(join(plain, `${name}${EVIL}.txt`), '');
  await writeFile(join(folder, `list${EVIL}.json`), JSON.stringify([{ crate: crates, version: EVIL }, `no${EVIL}/`]));
  await writeFile(join(folder, 'evil.toml'), `[[source]]\n${JSON.stringify(EVIL)} = 1\n`);
  for (const scheme of ['http', 'https']) {
    // One person with two names.
    const person = { '@id': `${scheme}://orcid.org/0000-0002-1825-0097`, '@type': 'Person', name: `${scheme}${EVIL}` };
    const place = await writeCrate(join(folder, scheme), crate({ name: scheme, entities: [person] }));
    await run('load', place, '--store', join(folder, 'same'), '--offline');
  }
  kept = join(folder, 'kept');
  own = join(folder, 'own.rq');
  await writeFile(own, `#+ summary: ${EVIL.replace('\r', ' ')}\nASK {}`);
  detached = join(folder, `away${EVIL}-ro-crate-metadata.json`);
  const file = {
    '@id': `https://h.example/x${EVIL}`,
    '@type': 'File',
    localPath: `x${EVIL}.txt`,
    encodingFormat: EVIL,
  };
  const more = { hasPart: { '@id': file['@id'] }, identifier: EVIL, publisher: EVIL, license: EVIL };
  await writeCrate(
    folder,
    crate({ name: EVIL, root: graph, more, entities: [file] }),
    `away${EVIL}-ro-crate-metadata.json`,
  );
  for (const one of [store, kept]) await run('load', crates, '--base', graph, '--offline', '--store', one);
});

/** Verbs that print only documents, RDF or CSV to stdout. */
const EXACT = ['preview', 'convert', 'dump', 'export', 'flatten', 'expand', 'relativize'];

/** Verbs whose results, or errors, hold text of the crate. */
const JSON_VERBS = [
  'load',
  'list',
  'show',
  'set',
  'unset',
  'query',
  'queries',
  'update',
  'remove',
  'diff',
  'check',
  'inventory',
  'terms',
  'profile diff',
  'stats',
  'root',
  'backup',
  'identities',
  'push',
  'serve',
  'detach',
  'attach',
  'init',
];

/** Arguments for each verb: some work, some cause a note, some fail. */
const JOBS: Readonly<Record<string, () => readonly (readonly string[])[]>> = {
  load: () => [
    [crates, '--base', 'https://example.org/d/', '--store', 'memory:'],
    [join(folder, `empty${EVIL}`), join(folder, 'other'), '--store', 'memory:'],
    [crates, '--strict', '--store', 'memory:'],
  ],
  sync: () => [
    [crates, '--store', 'memory:'],
    [join(folder, `list${EVIL}.json`), '--store', 'memory:'],
    [join(folder, `list${EVIL}.json`), '--store', 'memory:', '--dry-run'],
    [join(folder, `none${EVIL}`), '--store', 'memory:'],
    ['--config', join(folder, 'evil.toml'), '--store', 'memory:'],
    [crates, '--as', EVIL, '--store', 'memory:'],
  ],
  identities: () => [
    ['--store', join(folder, 'same')],
    ['--store', join(folder, 'same'), '--dry-run'],
    ['--store', `no${EVIL}`],
  ],
  list: () => [
    ['--store', store],
    ['--store', `no${EVIL}`],
  ],
  query: () => [
    ['SELECT * { ?s ?p ?o }', '--store', store],
    ['SELECT * { ?s ?p ?o }', '--in', crates],
    [`SELECT ${EVIL}`, '--store', store],
    ['SELECT * { ?s ?p ?o }', '--crate', `urn:${EVIL}`, '--store', store],
  ],
  queries: () => [
    [],
    [EVIL],
    ['--save', EVIL, 'queries/people.rq'],
    ['--save', 'mine', `no${EVIL}`],
    ['--save', 'mine', own],
    [],
    ['--remove', EVIL],
  ],
  update: () => [
    [`INSERT DATA { GRAPH <urn:a\u009b1m\u202e> { <urn:b> <urn:c> 1 } }`, '--store', store],
    [`INSERT DATA { GRAPH <urn:a\u202e> { <urn:b> <urn:c> 1 } }`, '--store', store],
    [`DELETE DATA { GRAPH <urn:a\u202e> { <urn:b> <urn:c> 1 } }`, '--store', store],
    [`INSERT ${EVIL}`, '--store', store],
  ],
  export: () => [
    [graph, '--store', store],
    [EVIL, '--store', store],
  ],
  remove: () => [
    [`urn:${EVIL}`, '--store', store],
    [graph, '--store', store],
  ],
  dump: () => [
    ['--store', kept],
    ['--store', kept, '--catalogue', 'dcat', '--offline'],
    [`urn:${EVIL}`, '--store', store],
  ],
  verify: () => [
    ['--store', store],
    ['--store', `no${EVIL}`],
    ['--store', join(crates, 'ro-crate-metadata.json')],
  ],
  backup: () => [
    [join(folder, `copy${EVIL}`), '--store', store],
    [join(folder, `no${EVIL}`, 'copy'), '--store', store],
  ],
  push: () => [
    ['--to', 'memory:', '--store', kept],
    [`urn:${EVIL}`, '--to', 'memory:', '--store', kept],
  ],
  convert: () => [
    [crates],
    [crates, '--strict'],
    [`no${EVIL}.ttl`, '--format', 'crate'],
    [crates, '--to', EVIL],
    [crates, '--each'],
  ],
  index: () => [
    ['--store', store],
    ['--store', EVIL],
  ],
  search: () => [
    ['name', '--store', store],
    [EVIL, '--store', store],
    ['name', '--type', EVIL, '--store', store],
  ],
  diff: () => [
    [crates, join(folder, 'other')],
    [crates, EVIL, '--store', store],
  ],
  serve: () => [
    [crates, '--port', '0'],
    [join(folder, `empty${EVIL}`), '--port', '0'],
    [crates, '--port', '0', '--store', kept, '--permalink', `/w=/${EVIL}`],
  ],
  fetch: () => [],
  attach: () => [
    [detached, '--download', '--dry-run'],
    [detached, '--fork', '--author', EVIL, '--dry-run'],
    [detached, '--snapshot', '-o', join(folder, `attached${EVIL}`)],
    [crates, '--dry-run'],
  ],
  init: () => [[plain], [plain], [plain, '--exclude', 'more*', '--force'], [EVIL]],
  check: () => [[crates], [crates, '--sarif'], ['--store', kept], [EVIL]],
  set: () => [[crates, './', `description=${EVIL}`, '--dry-run'], [crates, EVIL, 'name=x'], [crates, './', EVIL], [EVIL, './', 'name=x']], // prettier-ignore
  unset: () => [
    [crates, './', 'name', '--dry-run'],
    [crates, EVIL, 'name'],
    [EVIL, './', 'name'],
  ],
  show: () => [[crates], [crates, '--all'], [crates, './'], [crates, EVIL], [EVIL]],
  inventory: () => [[crates, '--all'], [crates], [EVIL]],
  terms: () => [
    [crates, '--all'],
    [crates, '--add', 'gauge', '--project', 'test', '--dry-run'],
    [EVIL],
    [crates, '--add', EVIL, '--dry-run'],
  ],
  'profile diff': () => [
    [crates, crates],
    [crates, EVIL],
    [EVIL, crates],
  ],
  'profile extract': () => [
    [crates, EVIL, '--permalink', graph, '--dry-run'],
    [crates, crates, '--permalink', EVIL, '--dry-run'],
  ],
  stats: () => [[crates], ['--store', kept], [EVIL]],
  root: () => [[crates], [crates, '--all'], [EVIL]],
  preview: () => [
    [crates, '-o', '-'],
    [crates, '-o', join(folder, `no${EVIL}`, 'x')],
  ],
  flatten: () => [[crates], [crates, '-o', join(folder, `no${EVIL}`, 'x')]],
  expand: () => [[crates], [EVIL]],
  relativize: () => [
    [crates, '--base', graph],
    [crates, '--base', EVIL],
  ],
  detach: () => [
    [crates, '--published', graph, '--dry-run'],
    [crates, '--dry-run'],
    [crates, '--published', EVIL, '--dry-run'],
  ],
  completion: () => [['bash'], [EVIL]],
};

/** `--offline` for the verbs that take it without another option. */
function offline(verb: string): string[] {
  return verb !== 'query' && TAKES[verb]?.includes('--offline') === true ? ['--offline'] : [];
}

describe('text from a crate that a terminal shows', () => {
  const verbs = verbsOf().map(({ name }) => name);

  it('has cases for every verb', () => {
    expect(Object.keys(JOBS).sort()).toEqual([...verbs].sort());
  });

  it.each(verbs)('%s prints no raw control characters', async (verb) => {
    const jobs = [...(JOBS[verb]?.() ?? []), [`--no-such${EVIL}`]];
    for (const argv of jobs) {
      const { status, stdout, stderr } = await run(
        ...verb.split(' '),
        ...argv,
        ...(argv.length > 1 ? offline(verb) : []),
      );
      expect(stdout + stderr).not.toBe('');
      expect([argv, stderr, RAW.test(stderr)]).toEqual([argv, stderr, false]);
      expect(stderr).not.toMatch(/^ERR_(?:FAKE|INTERNAL)/m);
      if (!EXACT.includes(verb)) expect([argv, RAW.test(stdout), stdout]).toEqual([argv, false, stdout]);
      expect([0, 1, 2]).toContain(status);
    }
  });

  it.each(JSON_VERBS)('%s --json prints none either, but the same values', async (verb) => {
    // The case of `remove` before this one removed the graph.
    await run('load', crates, '--base', graph, '--offline', '--store', store);
    let evil = 0;
    for (const argv of JOBS[verb]?.() ?? []) {
      const { stdout } = await run(...verb.split(' '), '--json', ...argv.filter((argument) => argument !== '--all'));
      expect([argv, stdout, RAW.test(stdout)]).toEqual([argv, stdout, false]);
      const values = stdout.startsWith('[') || stdout.startsWith('{\n') ? [stdout] : stdout.trim().split('\n');
      const read = values.filter((value) => value !== '').map((value) => JSON.parse(value) as unknown);
      if (JSON.stringify(read).includes('\u202e')) evil += 1;
    }
    expect(evil).toBeGreaterThan(0);
  });

  it('is shown with escapes', async () => {
    const { stdout } = await run('inventory', crates, '--all');
    expect(stdout).toContain('more\\u001b[31m\\u001b]0;owned\\u0007\\u009b1m\\u007f');
  });

  it('fetch names files and errors without raw control characters', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/a.zip') response.end(zipOf({ [`../${EVIL}`]: '', 'ro-crate-metadata.json': '{}' }));
      else if (request.url?.endsWith('.json') === true) response.end(JSON.stringify(document()));
      else if (request.url?.includes('gone') === true) response.writeHead(404).end();
      else response.end('content');
    });
    for (const place of ['c/', 'a.zip', 'none']) {
      const { stdout, stderr } = await run('fetch', `${url}/${place}`, '-o', `${join(folder, `out${EVIL}`)}/`);
      expect(stderr).not.toBe('');
      expect([place, stdout + stderr, RAW.test(stdout + stderr)]).toEqual([place, stdout + stderr, false]);
    }
    expect((await run('fetch', `${url}/c/`, '-o', `${join(folder, 'json')}/`, '--json')).stdout).toContain('\\u009b');
  });

  it('is exact for machines', async () => {
    expect(
      (await run('query', 'SELECT ?n { ?s <http://schema.org/name> ?n }', '--in', crates, '--format', 'csv')).stdout,
    ).toContain(`Name${EVIL}`);
    expect((await run('flatten', crates)).stdout).toContain('\u009b1m\u007f');
  });

  it('is shortened in messages and tables', async () => {
    const long = 'x'.repeat(300_000);
    const big = await writeCrate(
      join(folder, 'big'),
      crate({
        name: `${long} ${long}`,
        more: { [`undefined ${long}`]: 1, hasPart: { '@id': `${long} y.txt` } },
        entities: [{ '@id': `${long} y.txt`, '@type': ['File', `Type ${long}`] }],
      }),
    );
    for (const argv of [
      ['load', big, '--store', 'memory:'],
      ['load', big, '--strict', '--store', 'memory:'],
      ['diff', big, join(folder, 'other')],
      ['root', `${big}/${long}`],
    ]) {
      const { stdout, stderr } = await run(...argv);
      expect(stdout.length + stderr.length).toBeLessThan(100_000);
      expect(stdout + stderr).toMatch(/\[\.\.\. \d+ characters \.\.\.\]/);
    }
  });

  it('is whole in the table of a pipe, and fits a terminal', async () => {
    const long = 'x'.repeat(300_000);
    const big = await writeCrate(join(folder, 'long'), crate({ name: long, entities: [{ '@id': EVIL, '@type': 'File' }] })); // prettier-ignore
    for (const argv of [
      ['query', 'SELECT ?s ?p ?o { ?s ?p ?o }', '--offline', '--in', big],
      ['inventory', big, '--all', '--offline'],
    ]) {
      const piped = await run(...argv);
      expect(RAW.test(piped.stdout)).toBe(false);
      if (argv[0] === 'query') expect(piped.stdout).toContain(long);
      const shown = await runInTerminal(60, ...argv);
      expect(RAW.test(shown.stdout)).toBe(false);
      expect(shown.stdout).toContain('…');
      expect(Math.max(...shown.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
      expect((await runInTerminal(60, ...argv, '--wide')).stdout).toBe(piped.stdout);
    }
  });

  it('is safe in a progress bar', async () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 200, rows: 10 });
    let text = '';
    stderr.on('data', (chunk: Buffer) => (text += String(chunk)));
    const bar = await progressBar({ stderr, env: {} } as unknown as Io, {}, 'crates');
    bar.update(1, 2, EVIL);
    bar.stop();
    expect(text).toContain('1 of 2 crates');
    expect(text).not.toMatch(/owned\u0007|\u009b|\u202e/);
  });
});

describe('printable text', () => {
  it('keeps letters, emoji and tabs, and shows the rest', () => {
    const kept = 'naïve 中文 العربية עברית 👩‍🔬\t"quoted" \\ a\u0301';
    expect(printable(kept)).toBe(kept);
    expect(printable('a\nb\r\u0000\u2029\ud800')).toBe('a\\nb\\r\\u0000\\u2029\\ud800');
  });

  it('is shortened in the middle, with the number of missing characters', () => {
    expect(printable('x'.repeat(500), 500)).toHaveLength(500);
    const short = printable(`a${'x'.repeat(1000)}z`, 100);
    expect(short).toMatch(/^ax+ \[\.\.\. 942 characters \.\.\.\] x+z$/);
    const message = printableMessage(`start ${'x'.repeat(1e6)} end`);
    expect(message).toMatch(/^start x+ \[\.\.\. \d+ characters \.\.\.\] x+ end$/);
    expect(message.length).toBeLessThan(320);
  });
});
