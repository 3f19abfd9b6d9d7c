import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attachCrate } from '../../src/tasks/convert/attach/attach-crate.js';
import { planAttach } from '../../src/tasks/convert/attach/plan-attach.js';
import type { Change, Plan } from '../../src/tasks/convert/plan.js';
import { localDay } from '../../src/crate/iso-date.js';
import type { JsonObject } from '../../src/crate/json/value.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { detached, refs, ROOT } from '../tasks/convert/attach-helpers.js';
import { treeOf } from '../tasks/convert/helpers/download-plan.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { serve } from '../package/helpers/server.js';
import { runHere } from './helpers/run-here.js';

const NAME = 'ro-crate-metadata.json';
const contexts = openContexts({ offline: true });
let folder: string;
beforeEach(async () => {
  folder = await scratch();
});
const at = (path: string) => join(folder, path);

/** Writes a document and returns its path. */
async function saved(document: JsonObject): Promise<string> {
  await writeFile(at('x-ro-crate-metadata.json'), JSON.stringify(document, null, 2));
  return at('x-ro-crate-metadata.json');
}

async function graphOf(place: string): Promise<JsonObject[]> {
  return (JSON.parse(await readFile(join(place, NAME), 'utf8')) as { '@graph': JsonObject[] })['@graph'];
}

/** A crate with two files on a server, the second of which is there only when `isOpen`. */
async function site() {
  const state = { isOpen: false };
  const { url } = await serve((request, response) =>
    request.url === '/c/b.txt' && !state.isOpen ? response.writeHead(404).end() : response.end(`at ${request.url}`),
  );
  const root = `${url}/c/`;
  const entities = Object.fromEntries(['a.txt', 'b.txt'].map((name) => [root + name, { '@type': 'File' }]));
  const empty = { [`${root}empty/`]: { '@type': 'Dataset', name: 'Empty' } };
  const more = { '@id': `${root}people/ada`, '@type': 'Person', name: 'Ada' };
  const parts = refs(...Object.keys(entities), `${root}empty/`);
  const crate = detached(
    { name: 'Away', hasPart: parts },
    { ...entities, ...empty, [more['@id']]: more },
    { id: root },
  );
  return { state, root, document: crate, crate: await saved(crate) };
}

/** Makes the record of a fork in an output older by some days. */
async function older(place: string): Promise<void> {
  const text = await readFile(join(place, NAME), 'utf8');
  const then = new Date('2024-03-01T12:00:00Z');
  const earlier = text
    .replace(/(?<="endTime": ")[^"]+/, '2024-03-01T12:00:00Z')
    .replaceAll(`"${localDay()}"`, `"${localDay(then)}"`);
  await writeFile(join(place, NAME), earlier);
}

it.each([['--fork'], ['--download']])('%s, a second time and on another day, changes nothing', async (mode) => {
  const { state, crate } = await site();
  state.isOpen = true;
  const attach = (...more: string[]) => runHere('attach', crate, mode, '-o', at('out'), '--offline', ...more);
  const online = (...more: string[]) => runHere('attach', crate, mode, '-o', at('out'), ...more);
  expect((await online('--quiet')).status).toBe(0);
  await older(at('out'));
  const before = await treeOf(at('out'));
  expect(before[NAME]).toContain('"endTime": "2024-03-01');
  expect(await attach()).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining(' 0 files written') });
  expect(await treeOf(at('out'))).toEqual(before);
  const other = await online('--author', 'Zoe');
  expect(other).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^ERR_OUTPUT: .*other options/) });
  expect(await treeOf(at('out'))).toEqual(before);
});

it('writes the document again only when something was retrieved', async () => {
  const { state, crate } = await site();
  const attach = () => runHere('attach', crate, '--download', '-o', at('out'), '--json');
  expect((await attach()).status).toBe(1);
  const before = await treeOf(at('out'));
  expect(JSON.parse((await attach()).stdout)).toMatchObject({ files: [] });
  expect(await treeOf(at('out'))).toEqual(before);
  state.isOpen = true;
  expect(JSON.parse((await attach()).stdout)).toMatchObject({ files: ['b.txt', NAME], failed: [] });
  expect((await readdir(at('out'))).sort()).toEqual(['a.txt', 'b.txt', 'empty', NAME].sort());
});

it('notices that a smaller plan is not what is there', async () => {
  const { state, crate } = await site();
  state.isOpen = true;
  await runHere('attach', crate, '--download', '-o', at('out'));
  const { status, stderr } = await runHere('attach', crate, '--download', '--exclude', 'b.txt', '-o', at('out'));
  expect([status, stderr]).toEqual([1, expect.stringContaining('ERR_OUTPUT')]);
});

it('writes authors in the order in which they are given, after those who are there', async () => {
  const crate = await saved(detached({ name: 'A', author: refs('#ada') }, { '#ada': { '@type': 'Person', name: 'Ada' } })); // prettier-ignore
  const given = ['Zoe', 'Moe <0000-0002-1825-0097>', 'Ada', 'Bob', 'Zoe'].flatMap((name) => ['--author', name]);
  await runHere('attach', crate, '--fork', ...given, '-o', at('out'), '--offline');
  const graph = await graphOf(at('out'));
  const moe = 'https://orcid.org/0000-0002-1825-0097';
  expect(graph.find((one) => one['@id'] === './')?.['author']).toEqual(refs('#ada', '#zoe', moe, '#bob'));
  expect(graph.find((one) => one['@id'] === '#fork')?.['agent']).toEqual(refs('#zoe', moe, '#ada', '#bob'));
});

it('keeps empty folders, in archives too, where an inventory finds them', async () => {
  const { state, crate } = await site();
  state.isOpen = true;
  for (const output of ['out', 'out.zip', 'out.eln']) {
    await runHere('attach', crate, '--download', '-o', at(output));
    const { stdout } = await runHere('inventory', at(output), '--json', '--offline');
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id: 'empty/', status: 'ok' }));
  }
});

it('says that what is below the root but no data keeps its identifier', async () => {
  const { document, root } = await site();
  const { changes } = await planAttach(document, { contexts, mode: 'download' });
  const why = expect.stringContaining('neither File nor Dataset');
  expect(changes).toContainEqual({ step: 'B3', action: 'leave', id: `${root}people/ada`, why });
});

it('gives a fork of a fork a record of its own', async () => {
  const document = `${ROOT}${NAME}`;
  const earlier = { [`${document}#fork`]: { '@type': 'CreateAction', name: 'Earlier' } };
  const crate = await saved(detached({ name: 'A', mentions: refs(`${document}#fork`) }, earlier));
  await runHere('attach', crate, '--download', '-o', at('out'), '--offline');
  const graph = await graphOf(at('out'));
  expect(graph.filter((one) => one['@type'] === 'CreateAction').map((one) => [one['@id'], one['name']])).toEqual([
    ['#fork', 'Earlier'],
    ['#fork-2', 'Fork of A'],
  ]);
  expect(graph.find((one) => one['@id'] === './')?.['mentions']).toEqual(refs('#fork', '#fork-2'));
});

it('follows hasPart into entities that are nested', async () => {
  const { url } = await serve((request, response) => response.end(`at ${request.url}`));
  const file = { '@id': `${url}/c/d/x.txt`, '@type': 'File', name: 'X' };
  const nested = { '@id': `${url}/c/d/`, '@type': 'Dataset', name: 'D', hasPart: file };
  await runHere('attach', await saved(detached({ hasPart: nested }, {}, { id: `${url}/c/` })), '--download', '-o', at('out')); // prettier-ignore
  const root = (await graphOf(at('out'))).find((one) => one['@id'] === './');
  expect(root?.['hasPart']).toEqual({ ...nested, '@id': 'd/', hasPart: { ...file, '@id': 'd/x.txt' } });
  expect((await treeOf(at('out')))['d/x.txt']).toBe('at /c/d/x.txt');
});

it('says what to do about a document from the web that names another private host', async () => {
  const other = await serve((_, response) => response.end('x'), '127.0.0.2');
  const file = `${other.url}/x.txt`;
  const document = JSON.stringify(detached({ hasPart: refs(file) }, { [file]: { '@type': 'File' } }));
  const { url } = await serve((_, response) => response.setHeader('content-type', 'application/ld+json').end(document));
  const ran = await runHere('attach', `${url}/x-ro-crate-metadata.json`, '--download', '-o', at('out'));
  expect(ran.stderr).toMatch(/^ERR_ADDRESS_REFUSED: .*127\.0\.0\.2.*\n +hint: .*save the document/m);
  expect(other.requests).toEqual([]);
});

it('names the option that allows a larger file', async () => {
  const { url } = await serve((_, response) => response.end('x'.repeat(100)));
  const file = `${url}/x.txt`;
  const crate = await saved(detached({ hasPart: refs(file) }, { [file]: { '@type': 'File' } }));
  const ran = await runHere('attach', crate, '--download', '--max-size', '10B', '-o', at('out'));
  expect(ran.stderr).toMatch(/^ERR_LIMIT: .*\n +hint: .*--max-size/m);
});

it('says what its progress counts', async () => {
  const { state, document, root } = await site();
  state.isOpen = true;
  const units: string[] = [];
  const onProgress = (_done: number, _total: number, _name: string, unit: string) => void units.push(unit);
  await mkdir(at('one'));
  await attachCrate(document, at('one'), { contexts, mode: 'download', onProgress });
  expect(new Set(units.splice(0))).toEqual(new Set(['files']));
  const file = `${root}a.txt`;
  const sized = detached({ hasPart: refs(file) }, { [file]: { '@type': 'File', contentSize: '11' } }, { id: ROOT });
  await attachCrate(sized, at('two'), { contexts, mode: 'download', onProgress });
  expect(new Set(units)).toEqual(new Set(['bytes']));
});

it.each([
  [
    'contradicts itself',
    (plan: Plan) => ({ ...plan, changes: [...plan.changes, { ...fileIn(plan), action: 'remove' }] }),
  ],
  ['writes no metadata document', (plan: Plan) => ({ ...plan, name: 'document.json' })],
  ['has a query in a path', (plan: Plan) => ({ ...plan, changes: [{ ...fileIn(plan), newId: 'a.txt?b' }] })],
])('refuses a plan that %s, before anything is requested or written', async (_, edit) => {
  const { url, requests } = await serve((request, response) => response.end(`at ${request.url}`));
  const file = `${url}/c/a.txt`;
  const crate = await saved(detached({ hasPart: refs(file) }, { [file]: { '@type': 'File' } }, { id: `${url}/c/` }));
  const plan = await planAttach(crate, { contexts, mode: 'download' });
  await writeFile(at('plan.json'), JSON.stringify(edit(plan)));
  const ran = await runHere('attach', crate, '--plan', at('plan.json'), '-o', at('out'));
  expect(ran).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^ERR_PLAN_INVALID/) });
  expect([requests, await readdir(folder)]).toEqual([[], expect.not.arrayContaining(['out'])]);
});

function fileIn({ changes }: Plan): Change {
  return changes.find(({ action }) => action === 'retrieve') as Change;
}
