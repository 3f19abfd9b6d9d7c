import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { listQueries, queriesFolder, savedQuery } from '../../../src/store/saved-queries.js';
import { removeQuery, saveQuery } from '../../../src/tasks/query/save-query.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const TEXT =
  '#+ summary: Names of a type\n#+ param: type iri "the type"\nSELECT ?name { ?s a ?type ; schema:name ?name }\n';

let folder: string;
beforeEach(async () => {
  folder = join(await scratch(), 'crategraph', 'queries');
});

test('a query is saved as it is, found by its name, listed after ours, replaced only by force, and removed', async () => {
  const saved = await saveQuery('my-names', TEXT, { folder });
  const file = join(folder, 'my-names.rq');
  expect(saved).toEqual({
    name: 'my-names',
    summary: 'Names of a type',
    parameters: [{ name: 'type', kind: 'iri', description: 'the type' }],
    text: TEXT,
    file,
  });
  expect(await readFile(file, 'utf8')).toBe(TEXT);
  expect(await savedQuery('my-names', { folder })).toEqual(saved);
  expect(await listQueries({ folder })).toEqual([...(await listQueries()), saved]);
  await expect(saveQuery('my-names', 'ASK {}', { folder })).rejects.toMatchObject({
    code: 'ERR_OUTPUT',
    details: { file },
  });
  expect(await readFile(file, 'utf8')).toBe(TEXT);
  await saveQuery('my-names', 'ASK {}', { folder, force: true });
  expect(await savedQuery('my-names', { folder })).toMatchObject({ text: 'ASK {}', summary: '', parameters: [] });
  expect(await removeQuery('my-names', { folder })).toBe(file);
  await expect(savedQuery('my-names', { folder })).rejects.toMatchObject({ code: 'ERR_QUERY_UNKNOWN' });
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['', 'cannot be the name'],
  ['a b', 'cannot be the name'],
  ['../x', 'cannot be the name'],
  ['-x', 'cannot be the name'],
  ['x.rq', 'cannot be the name'],
  ['é', 'cannot be the name'],
  ['people', 'comes with crategraph'],
  ['People', 'comes with crategraph'],
])('the name %j is refused', async (name, message) => {
  await expect(saveQuery(name, 'ASK {}', { folder })).rejects.toMatchObject({
    code: 'ERR_USAGE',
    message: expect.stringContaining(message) as string,
  });
  await expect(readdir(folder)).rejects.toThrow(); // nothing was made
});

it.each([
  ['SELECT ?x { ?x a }', 'ERR_QUERY_SYNTAX', 'line 1, column 18'],
  ['SELECT * { ?s nosuch:p ?o }', 'ERR_QUERY_SYNTAX', 'nosuch:'],
  ['INSERT DATA { <urn:a> <urn:b> 1 }', 'ERR_USAGE', 'update'],
  ['#+ param: x nonsense\nSELECT * { ?x ?p ?o }', 'ERR_USAGE', '#+ param: x nonsense'],
  ['#+ param: missing iri\nSELECT * { ?x ?p ?o }', 'ERR_USAGE', 'has no ?missing'],
])('the text %j is refused', async (text, code, message) => {
  await expect(saveQuery('mine', text, { folder })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as string,
  });
  await expect(readdir(folder)).rejects.toThrow();
});

it.each([
  'ASK {}',
  'DESCRIBE ?s { ?s a schema:Dataset }',
  'CONSTRUCT WHERE { ?s ?p ?o }',
  'SELECT * { GRAPH <urn:crategraph:catalogue> { ?s ?p ?o } }',
  'SELECT * { ?s cg:search "rain" }',
  '#+ param: n literal\nSELECT * { ?s ?p ?n }',
  '#+ param: t term\nASK { ?s a ?t }',
])('the text %j is saved', async (text) => {
  expect((await saveQuery('mine', text, { folder })).text).toBe(text);
});

test('a query of your own and one of ours with the same name: neither wins', async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'people.rq'), 'ASK {}');
  await expect(savedQuery('people', { folder })).rejects.toMatchObject({
    code: 'ERR_USAGE',
    hint: expect.stringContaining('--remove people') as string,
  });
  expect((await listQueries({ folder })).filter(({ name }) => name === 'people')).toHaveLength(2);
  expect((await savedQuery('people')).file).toBeUndefined(); // the library asks for ours
  await removeQuery('people', { folder });
  expect((await savedQuery('people', { folder })).file).toBeUndefined();
  await expect(removeQuery('people', { folder })).rejects.toMatchObject({ code: 'ERR_USAGE' });
  await expect(removeQuery('../people', { folder })).rejects.toMatchObject({ code: 'ERR_QUERY_UNKNOWN' });
});

test('a file that is no query of your own is passed over, and a fault in one has its place', async () => {
  await mkdir(folder, { recursive: true });
  for (const name of ['notes.txt', 'with blank.rq', '.hidden.rq']) await writeFile(join(folder, name), '');
  expect(await listQueries({ folder })).toEqual(await listQueries());
  const file = join(folder, 'odd.rq');
  await writeFile(file, '#+ param: x nonsense\nASK {}');
  await expect(savedQuery('odd', { folder })).rejects.toMatchObject({ code: 'ERR_USAGE', details: { file } });
  await mkdir(join(folder, 'folder.rq'));
  const own = (await listQueries({ folder })).filter((query) => query.file !== undefined);
  expect(own.map(({ name, problem }) => [name, problem])).toEqual([
    ['folder', expect.stringContaining('cannot be read')],
    ['odd', expect.stringContaining('param')],
  ]);
  expect((await savedQuery('people', { folder })).name).toBe('people');
});

test('the folder is that of the settings of the user', () => {
  expect(queriesFolder({ XDG_CONFIG_HOME: '/x' })).toBe(join('/x', 'crategraph', 'queries'));
  for (const env of [{}, { XDG_CONFIG_HOME: '' }, { XDG_CONFIG_HOME: 'relative' }])
    expect(queriesFolder(env)).toBe(join(homedir(), '.config', 'crategraph', 'queries'));
});
