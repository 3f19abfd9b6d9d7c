import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { spawnCli, freshFolder, type Ran } from '../../cli/helpers/run.js';
import { verbsWith } from '../../cli/helpers/option-table.js';
import { canonical } from '../../helpers/oracle.js';
import { describeEngines } from '../helpers/describe-engines.js';
import { literalsByValue } from './same-answers.js';

const CRATE = 'https://example.org/herbarium/';
const NAMED = `GRAPH ?g { <${CRATE}> schema:name ?n }`;
const RENAME = `DELETE { ${NAMED} } INSERT { GRAPH ?g { <${CRATE}> schema:name "A" } } WHERE { ${NAMED} }`;
const QUADS = ['convert', 'dump'];
/** Verbs whose lines have the order of the graphs, which is another one in each store. */
const UNORDERED = ['check', 'push', 'query'];

/** What each verb is asked, in this order: those that change the store come late. All of it succeeds. */
const ASKED: readonly (readonly string[])[] = [
  ['load', 'crates/herbarium-scans', '--base', CRATE, '--offline', '--json'],
  ['load', 'crates', '--offline'],
  ['list', '--json'],
  ['show', CRATE],
  ['show', CRATE, './', '--json'],
  ['query', '--name', 'people', '--format', 'csv'],
  ['query', 'CONSTRUCT { ?s schema:name ?n } WHERE { ?s schema:name ?n }', '--format', 'nt'],
  ['stats', '--json'],
  ['check', '--json'],
  ['terms', CRATE, '--json'],
  ['inventory', CRATE, '--json'],
  ['diff', CRATE, 'crates/coastal-atlas'],
  ['root', CRATE],
  ['export', CRATE],
  ['flatten', CRATE],
  ['expand', CRATE],
  ['relativize', CRATE, '--base', CRATE],
  ['preview', CRATE, '-o', 'preview.html'],
  ['detach', CRATE, '--published', 'https://example.org/detached/'],
  ['attach', 'https://example.org/coastal-atlas/', '--dry-run', '--offline'],
  ['dump'],
  ['sync', 'crates'],
  ['identities', '--dry-run'],
  ['convert', CRATE, '--format', 'nt'],
  ['verify'],
  ['update', RENAME, '--dry-run'],
  ['update', RENAME],
  ['set', CRATE, './', 'name=B'],
  ['unset', CRATE, './', 'datePublished'],
  ['diff', CRATE, 'crates/herbarium-scans'],
  ['export', CRATE],
  ['push', '--to', 'copy.store'],
  ['remove', CRATE],
  ['list', '--json'],
];

/** What only a store file does. */
const REFUSED: readonly (readonly string[])[] = [
  ['search', 'herbarium'],
  ['index'],
  ['backup', 'copy'],
  ['serve', '--port', '0'],
];

describeEngines(['Fuseki', 'Oxigraph', 'RDF4J', 'Virtuoso'], (endpoint) => {
  test('every verb prints and writes what it does with a store in a file, but for the sentence of verify', async () => {
    const { url, env } = endpoint().engine;
    await endpoint().clear();
    const folders = [await freshFolder('endpoint'), await freshFolder('file')] as const;
    for (const cwd of folders) await cp(resolve('data/crates'), join(cwd, 'crates'), { recursive: true });
    for (const args of ASKED) {
      const run = async (store: string, cwd: string) =>
        shown(args, await spawnCli([...args, '--store', store], { cwd, env }), [store, cwd]);
      const there = await run(url, folders[0]);
      expect([args, there]).toEqual([args, await run('own.store', folders[1])]);
      expect([args, there.status]).toEqual([args, 0]);
    }
    const [there, here] = await Promise.all(folders.map((cwd) => readFile(join(cwd, 'preview.html'), 'utf8')));
    expect(there).toBe(here);
  });

  test('what only a store file does is refused', async () => {
    const { url, env } = endpoint().engine;
    for (const args of REFUSED) {
      const ran = await spawnCli([...args, '--store', url], { env });
      expect([args, ran]).toEqual([args, expect.objectContaining({ status: 1, stdout: '' })]);
      expect(ran.stderr).toMatch(/^ERR_UNSUPPORTED: .*\n {2}hint: /);
    }
  });
});

test('no verb with a store is left out', () => {
  const asked = new Set([...ASKED, ...REFUSED].map(([verb]) => verb));
  expect(verbsWith('--store').filter((verb) => !asked.has(verb))).toEqual([]);
});

interface Shown {
  readonly status: number | null;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** What a command says, without what is of the run: its store and folder, times, and the order and labels of quads. */
async function shown([verb = '']: readonly string[], ran: Ran, places: readonly string[]): Promise<Shown> {
  const text = (one: string) =>
    places
      .reduce((rest, place) => rest.replaceAll(place, 'PLACE'), one)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/[\d.]+ s(?:, [\d,]+ crates\/s)?$/gm, '')
      .replace(/(?<=graphs, 5 metadata files: ).*/, '')
      .split('\n');
  const lines = text(ran.stdout);
  return {
    status: ran.status,
    stdout: QUADS.includes(verb)
      ? await canonical(literalsByValue(ran.stdout), { graphs: verb === 'dump' })
      : UNORDERED.includes(verb)
        ? lines.sort()
        : lines,
    stderr: text(ran.stderr),
  };
}
