import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, SURVEY, writeCrate } from './helpers/crates.js';
import { runHere, runWithInput } from './helpers/run-here.js';
import { freshFolder } from './helpers/run.js';

const BASE = 'https://example.org/rainfall-survey/';

let folder: string;
const show = (...argv: string[]) => runHere('show', ...argv, '--offline', '--store', join(folder, 'store.db'));

beforeAll(async () => {
  folder = await freshFolder('show');
  const people = Array.from({ length: 7 }, (_, index) => ({
    '@id': `#p${index}`,
    '@type': 'Person',
    name: `Person ${index}`,
  }));
  await writeCrate(
    join(folder, 'broken'),
    crate({
      name: 'Broken',
      more: { author: people.map((one) => ({ '@id': one['@id'] })), hasPart: { '@id': 'gone.csv' } },
      entities: [...people, { '@id': 'gone.csv', '@type': 'File', name: 'Gone' }, { '@id': '#twin', '@type': 'Person', name: 'Person 6' }], // prettier-ignore
    }),
  );
  await mkdir(join(folder, 'plain'));
  await writeFile(join(folder, 'plain', 'a.csv'), 'a');
  await runHere('load', SURVEY, '--offline', '--base', BASE, '--store', join(folder, 'store.db'));
});

describe('show of a crate', () => {
  it('says what it is, who made it, what it has, and where it is', async () => {
    const { status, stdout, stderr } = await show(SURVEY);
    expect([status, stderr]).toEqual([0, '']);
    const [name, description, , ...facts] = stdout.split('\n');
    expect(name).toBe('Tarn Valley rainfall survey, winter 2023');
    expect(description).toMatch(/^ {2}Daily rainfall at three stations/);
    expect(facts).toContainEqual(expect.stringMatching(/^ {2}author +Mirela Osei <https:\/\/example\.org\/people\/mirela-osei>, Josiah Carberry </)); // prettier-ignore
    expect(facts).toContain('  contents       21 entities: 4 Person, 3 Dataset, 3 File, 2 CreativeWork, 2 Organization, 7 of other types'); // prettier-ignore
    expect(facts).toContain('  crate          RO-Crate 1.1, attached');
    expect(facts).toContainEqual(expect.stringMatching(/^ {2}place +\S*rainfall-survey\/?$/));
  });

  it('of the store also says when it was loaded, and whether it was changed', async () => {
    const facts = async () => (await show(BASE)).stdout;
    expect(await facts()).toMatch(/ {2}handle +[0-9a-f]{6}\n {2}iri +https:\/\/example\.org\/rainfall-survey\/\n {2}source +\S+, loaded \d{4}-\d\d-\d\d\n {2}state +as it was loaded\n/); // prettier-ignore
    const change = `INSERT DATA { GRAPH <${BASE}> { <${BASE}> schema:keywords "snow" } }`;
    await runHere('update', change, '--store', join(folder, 'store.db'));
    expect(await facts()).toMatch(/keywords +.*snow[^]*state +changed in the store since then\n/);
    expect(JSON.parse((await show(BASE, '--json')).stdout)).toMatchObject({ iri: BASE, changed: true, entities: 21 });
  });

  it('says where it is broken, and shows some values unless all are wanted', async () => {
    const { stdout } = await show(join(folder, 'broken'));
    expect(stdout).toMatch(/ {2}author +Person 0 <#p0>, .*Person 4 <#p4>, and 2 more\n/);
    expect(stdout).toMatch(/ {2}check +4 errors, 8 warnings; see `crategraph check \S+`\n +root-description {2}/);
    expect((await show(join(folder, 'broken'), '--all')).stdout).toMatch(/\n +\S+ {2}gone\.csv does not exist/);
    expect((await show(join(folder, 'broken'), '--all')).stdout).toContain('Person 6 <#p6>\n');
  });

  it('says what it can of standard input', async () => {
    const text = await readFile(join(SURVEY, 'ro-crate-metadata.json'), 'utf8');
    const { stdout } = await runWithInput(text, 'show', '-', '--offline');
    expect(stdout).toMatch(
      /\n {2}crate +RO-Crate 1\.1\n {2}iri .*\n {2}check +not done: standard input can be read once\n$/,
    );
  });

  it('leads on for a folder without one', async () => {
    expect(await show(join(folder, 'plain'))).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('crategraph init') }); // prettier-ignore
  });
});

describe('show of an entity', () => {
  it('says all of it, and what refers to it, by identifier, IRI and name', async () => {
    const { stdout } = await show(join(folder, 'broken'), '#p3');
    expect(stdout).toMatch(/^Person 3\n {2}id +#p3\n {2}iri +arcp:\S+#p3\n {2}type +Person\n {2}name +Person 3\n\nreferred to by\n {2}author {2}Broken <\.\/>\n$/); // prettier-ignore
    const json = await show(join(folder, 'broken'), '#p3', '--json');
    const { iri, mentions } = JSON.parse(json.stdout) as { iri: string; mentions: unknown };
    expect(mentions).toEqual([{ key: 'author', id: './', text: 'Broken' }]);
    for (const name of [iri, 'Person 3']) expect(await show(join(folder, 'broken'), name, '--json')).toEqual(json);
    expect((await show(join(folder, 'broken'), '#twin')).stdout).toContain('nothing refers to it');
  });

  it('refuses what is not there, and a name of several', async () => {
    expect((await show(join(folder, 'broken'), '#p33')).stderr).toBe('ERR_NOT_FOUND: the crate has no entity "#p33"\n  hint: did you mean #p3, #p0 or #p1?\n'); // prettier-ignore
    expect((await show(join(folder, 'broken'), 'nothing like it')).stderr).toMatch(/hint: it describes 11 entities, such as #p6, gone\.csv, #twin\n$/); // prettier-ignore
    expect((await show(join(folder, 'broken'), 'Person 6')).stderr).toMatch(/^ERR_USAGE: 2 entities are named "Person 6"\n {2}hint: give an identifier: #p6, #twin\n$/); // prettier-ignore
  });
});

test('a crate of the store is shown and previewed without its context, with a note', async () => {
  const context = 'https://example.org/own/context';
  const [own, store] = [join(folder, 'own'), join(folder, 'own.db')];
  const document = crate({ name: 'Own', more: { gauge: 'deep' } });
  await writeCrate(own, { ...document, '@context': ['https://w3id.org/ro/crate/1.1/context', context] });
  await mkdir(join(folder, 'contexts'));
  await writeFile(join(folder, 'contexts/own.json'), '{"@context": {"gauge": "https://example.org/own#gauge"}}');
  await writeFile(join(folder, 'contexts/index.json'), JSON.stringify([{ file: 'own.json', urls: [context] }]));
  const load = ['load', own, '--offline', '--base', BASE, '--store', store, '--contexts', join(folder, 'contexts')];
  expect(await runHere(...load)).toMatchObject({ status: 0 });
  const shown = await runHere('show', BASE, './', '--offline', '--store', store);
  expect(shown).toMatchObject({ status: 0, stdout: expect.stringMatching(/gauge +deep\n/) as string });
  expect(shown.stderr).toBe(`note: terms that only the crate defines are named after their IRIs: context ${context}: it is not available locally, and nothing is fetched offline; --contexts names a folder of contexts\n`); // prettier-ignore
  const preview = join(folder, 'own.html');
  expect(await runHere('preview', BASE, '--offline', '--store', store, '-o', preview)).toMatchObject({ status: 0 });
  expect(await readFile(preview, 'utf8')).toContain('https://example.org/own#gauge');
});
