import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipOf } from '../package/helpers/crate-forms.js';
import { rawZip } from '../package/helpers/raw-zip.js';
import { SURVEY } from './helpers/crates.js';
import { runHere, runWithInput } from './helpers/run-here.js';
import { freshFolder } from './helpers/run.js';

const BASE = 'https://example.org/survey/';
const FILE = 'ro-crate-metadata.json';

let folder: string;
const at = (...path: string[]) => join(folder, ...path);
const textIn = (name: string) => readFile(at(name, FILE), 'utf8');
const run = (...argv: string[]) => runHere(...argv, '--offline', '--store', at('store.db'));
/** The lines that a diff removes and adds, without their indentation. */
const changes = (diff: string) =>
  diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line)).map((line) => line.replace(/^(.)\s*/, '$1')); // prettier-ignore

beforeEach(async () => {
  folder = await freshFolder('set');
  await cp(SURVEY, at('mine'), { recursive: true });
});

describe('set and unset in a folder', () => {
  it('changes the lines of a property, shows them, and keeps the rest', async () => {
    const before = await textIn('mine');
    const { status, stdout } = await run('set', at('mine'), './', 'name=Rainfall 2023', 'keywords+=snow');
    expect(status).toBe(0);
    expect(changes(stdout)).toEqual([
      '-"name": "Tarn Valley rainfall survey, winter 2023",',
      '+"name": "Rainfall 2023",',
      '-"Tarn Valley"',
      '+"Tarn Valley",',
      '+"snow"',
    ]);
    await run('set', at('mine'), './', 'name=Tarn Valley rainfall survey, winter 2023');
    const back = await run('unset', at('mine'), './', 'keywords=snow');
    expect(changes(back.stdout)).toEqual(['-"Tarn Valley",', '-"snow"', '+"Tarn Valley"']);
    expect(await textIn('mine')).toBe(before);
  });

  it('takes text, several values, references, ORCIDs and JSON', async () => {
    const words = ['keywords=a', 'keywords=b=c', 'author=0000-0002-1825-0097', 'about=<#ada-brook>', 'version:=5'];
    await run('set', at('mine'), './', ...words);
    const { '@graph': graph } = JSON.parse(await textIn('mine')) as { '@graph': Record<string, unknown>[] };
    expect(graph.find((entity) => entity['@id'] === './')).toMatchObject({
      keywords: ['a', 'b=c'],
      author: [{ '@id': 'https://orcid.org/0000-0002-1825-0097' }], // it was a list
      about: { '@id': '#ada-brook' },
      version: 5,
    });
  });

  it('describes new entities with --type, and links them', async () => {
    await run('set', at('mine'), '#noor', '--type', 'Person', 'name=Noor Haddad', '--as', 'contributor');
    await run('set', at('mine'), 'data/new.csv', '--type', 'File', 'encodingFormat=text/csv');
    const shown = async (id: string) => JSON.parse((await run('show', at('mine'), id, '--json')).stdout) as object;
    expect(await shown('#noor')).toMatchObject({ name: 'Noor Haddad', types: ['Person'], mentions: [{ key: 'contributor', id: './' }] }); // prettier-ignore
    expect(await shown('data/new.csv')).toMatchObject({ types: ['File'], mentions: [{ key: 'hasPart' }] });
  });

  it('takes an identifier as the document writes it, and a type that an entity has already', async () => {
    await run('set', at('mine'), 'data/a%20b.csv', '--type', 'File');
    await run('set', at('mine'), '#series', '--type', 'Dataset', 'name=Series');
    for (const id of ['data/a%20b.csv', '#series']) expect(await textIn('mine')).toContain(`"@id": "${id}"`);
    const before = await textIn('mine');
    for (const [id, type] of [['data/a b.csv', 'File'], ['#ada-brook', 'Person']] as const) // prettier-ignore
      expect(await run('set', at('mine'), id, '--type', type)).toMatchObject({ status: 0, stderr: expect.stringMatching(/^nothing to change/) }); // prettier-ignore
    const other = await run('set', at('mine'), '#ada-brook', '--type', 'Organization', 'name=X');
    expect(other).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^ERR_USAGE: #ada-brook is there already, as Person\n.*'@type=Organization'/),
    });
    expect(await textIn('mine')).toBe(before);
  });

  it('suggests a property for a slip, and how to define one', async () => {
    const { status, stderr } = await run('set', at('mine'), './', 'nmae=x');
    expect(status).toBe(2);
    expect(stderr).toMatch(/hint: did you mean name,.*\? Or define it first, with addTerm or `crategraph terms --add`/);
  });

  it('refuses numbers that JSON cannot keep', async () => {
    const before = await textIn('mine');
    for (const word of ['version:=9007199254740993', 'version:=[0.12345678901234567891]', 'contentSize:=1e400'])
      expect(await run('set', at('mine'), './', word)).toMatchObject({ status: 2, stderr: expect.stringContaining('more digits') }); // prettier-ignore
    expect(await textIn('mine')).toBe(before);
    for (const word of ['version:=1.50', 'version:=9007199254740991', 'version:=1e3'])
      expect((await run('set', at('mine'), './', word)).status).toBe(0);
  });

  it('removes a value that is written as for set, and an entity that is named by its ORCID', async () => {
    const before = await textIn('mine');
    const file = 'data/stations.csv';
    const words = ['contentSize:=5', 'license=https://example.org/l', 'name:={"@value":"Hi","@language":"en"}'];
    expect((await run('set', at('mine'), file, 'contentSize=x', 'license=https://example.org/x')).status).toBe(0);
    await run('set', at('mine'), file, ...words);
    await run('unset', at('mine'), file, words[0] as string, words[1] as string, 'name:={"@language":"en","@value":"Hi"}'); // prettier-ignore
    const left = JSON.parse((await run('show', at('mine'), file, '--json')).stdout) as {
      properties: { key: string }[];
    };
    expect(left.properties.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['contentSize']));
    expect(left.properties.filter(({ key }) => ['contentSize', 'license', 'name'].includes(key))).toEqual([]);
    expect(await run('unset', at('mine'), file, 'nmae')).toMatchObject({ status: 0, stderr: 'nothing to change: the crate does not say this\n' }); // prettier-ignore
    expect((await run('unset', at('mine'), '0000-0002-1825-0097', '--entity')).status).toBe(0);
    expect(await textIn('mine')).not.toContain('0000-0002-1825-0097');
    expect(before).toContain('0000-0002-1825-0097');
  });

  it('removes an entity with all references to it', async () => {
    const { stdout } = await run('unset', at('mine'), '#ada-brook', '--entity');
    expect(changes(stdout).filter((line) => line.includes('#ada-brook')).length).toBeGreaterThan(2);
    expect(await textIn('mine')).not.toContain('#ada-brook');
  });

  it('writes nothing with --dry-run, for what the crate says already, and after an error', async () => {
    const before = await textIn('mine');
    const trial = await run('set', at('mine'), './', 'name=X', '--dry-run');
    expect([trial.status, trial.stderr, changes(trial.stdout).at(-1)]).toEqual([0, 'dry run: nothing is written\n', '+"name": "X",']); // prettier-ignore
    const same = await run('set', at('mine'), './', 'datePublished=2023-04-12');
    expect(same).toMatchObject({ status: 0, stdout: '', stderr: 'nothing to change: the crate says this already\n' });
    for (const [words, status, message] of [
      [['./', 'name=X', 'shoeSize=44'], 2, /"shoeSize" is not defined by the context/],
      [['./', 'name'], 2, /name is no property=value/],
      [['./', 'name:=x'], 2, /name:=x: x is not JSON/],
      [['#nobody', 'name=X'], 1, /describes no entity "#nobody"\n {2}hint: .*--type Person/],
      [['#ada-brok', 'name=X'], 1, /hint: did you mean #ada-brook\?/],
    ] as const) {
      const ran = await run('set', at('mine'), ...words);
      expect([ran.status, ran.stdout]).toEqual([status, '']);
      expect(ran.stderr).toMatch(message);
    }
    expect((await run('set', 'https://127.0.0.1:9/crate', './', 'name=X')).status).toBe(1);
    expect((await run('unset', at('mine'), './')).stderr).toMatch(/^ERR_USAGE: missing required argument 'property'/);
    expect(await textIn('mine')).toBe(before);
  });
});

it('set changes an archive whole, a document of a pipe, and says so as JSON', async () => {
  const survey = { [FILE]: await textIn('mine'), 'data/x.txt': 'x' };
  await writeFile(at('mine.zip'), zipOf(survey));
  expect((await run('set', at('mine.zip'), './', 'name=In a ZIP')).status).toBe(0);
  expect((await run('show', at('mine.zip'))).stdout).toMatch(/^In a ZIP\n/);
  const piped = await runWithInput(survey[FILE] as string, 'set', '-', './', 'name=Piped', '--offline');
  expect(piped.stdout).toBe((survey[FILE] as string).replace('Tarn Valley rainfall survey, winter 2023', 'Piped'));
  const json = await run('set', at('mine'), './', 'name=J', '--json');
  expect(JSON.parse(json.stdout)).toEqual({
    crate: at('mine'),
    output: at('mine', FILE),
    changed: true,
    dryRun: false,
  });
});

it.each([
  ['a link', { mode: 0o120777 }],
  ['an encrypted file', { flags: 0x801, method: 8 }],
])('a dry run in an archive with %s fails as the run does, if something changes', async (_, about) => {
  const bytes = rawZip([
    { name: FILE, data: await textIn('mine') },
    { name: 'x', data: 'y', ...about },
  ]);
  await writeFile(at('mine.zip'), bytes);
  const trial = await run('set', at('mine.zip'), './', 'name=Q', '--dry-run');
  const real = await run('set', at('mine.zip'), './', 'name=Q');
  expect([real.status, trial]).toEqual([1, real]);
  expect(real.stderr).toMatch(/ERR_ARCHIVE_(?:ENTRY|INVALID)/);
  const same = 'name=Tarn Valley rainfall survey, winter 2023';
  const { status, stderr } = await run('set', at('mine.zip'), './', same, '--dry-run');
  expect([status, stderr]).toEqual([0, expect.stringContaining('nothing to change')]);
  expect((await readFile(at('mine.zip'))).equals(bytes)).toBe(true);
});

describe('set in the store', () => {
  beforeEach(() => run('load', at('mine'), '--base', BASE));

  it('is an update of the graph, which the export follows line by line', async () => {
    const { status, stdout } = await run('set', BASE, './', 'name=In the store', 'keywords+=snow');
    expect([status, changes(stdout).slice(0, 2)]).toEqual([0, ['-"name": "Tarn Valley rainfall survey, winter 2023",', '+"name": "In the store",']]); // prettier-ignore
    const exported = (await run('export', BASE)).stdout;
    expect(exported).toBe((await textIn('mine')).replace('"Tarn Valley rainfall survey, winter 2023"', '"In the store"').replace(/"Tarn Valley"(\s*)\]/, '"Tarn Valley",$1  "snow"$1]').replace(/\n(\s*) {2}"snow"/, '\n$1"snow"').replace(/\n\s*"snow"/, '\n        "snow"')); // prettier-ignore
    expect((await run('show', BASE)).stdout).toContain('changed in the store since then');
    expect((await run('set', BASE, './', 'name=In the store')).stderr).toContain('nothing to change');
    await run('unset', BASE, './', 'keywords=snow');
    await run('set', BASE, './', 'name=Tarn Valley rainfall survey, winter 2023');
    expect((await run('export', BASE)).stdout).toBe(await textIn('mine'));
  });

  it('changes nothing with --dry-run, and refuses what no update can name', async () => {
    await run('set', BASE, './', 'name=X', '--dry-run');
    await writeFile(at('blank.json'), JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': [{ '@id': FILE, '@type': 'CreativeWork', conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' }, about: { '@id': './' } }, { '@id': './', '@type': 'Dataset', name: 'B', author: { '@id': '_:b' } }, { '@id': '_:b', '@type': 'Person', name: 'Blank' }] })); // prettier-ignore
    await run('load', at('blank.json'), '--base', 'https://example.org/blank/');
    const before = (await run('dump')).stdout;
    const ran = await run('set', 'https://example.org/blank/', '_:b', 'name=Else');
    expect(ran.stderr).toMatch(
      /^ERR_UNSUPPORTED: the store cannot make this edit: it changes a node without an identifier/,
    );
    expect((await run('dump')).stdout).toBe(before);
    expect((await run('export', BASE)).stdout).toBe(await textIn('mine'));
  });
});

describe('init --update', () => {
  beforeEach(async () => {
    await mkdir(at('own', 'sub'), { recursive: true });
    await writeFile(at('own', 'a.csv'), 'a');
    await runHere('init', at('own'), '--name', 'Own');
    await run('set', at('own'), './', 'description=By hand');
    await writeFile(at('own', 'sub', 'b c.csv'), 'b');
    await rm(at('own', 'a.csv'));
  });
  const update = (...options: string[]) => runHere('init', at('own'), '--update', ...options);

  it('describes what is new, and keeps or drops what is gone; all else stays', async () => {
    const before = await textIn('own');
    const trial = await update('--dry-run');
    expect(trial.stderr).toBe('gone, and still described: a.csv; --drop removes them\ndry run: nothing is written\n');
    expect(await textIn('own')).toBe(before);
    const { status, stdout } = await update();
    // what was last in an entity gets a comma
    const lost = changes(stdout).filter((line) => line.startsWith('-') && !stdout.includes(`${line.slice(1)},\n`));
    expect([status, lost.filter((line) => !/^-[}\]]/.test(line))]).toEqual([0, []]);
    expect(Object.keys(JSON.parse(await textIn('own'))['@graph'].at(-1) as object).slice(0, 2)).toEqual(['@id', '@type']); // prettier-ignore
    const text = await textIn('own');
    for (const said of ['"sub/b%20c.csv"', '"By hand"', '"a.csv"', '"contentSize": "1"']) expect(text).toContain(said);
    expect((await update()).stderr).toMatch(/nothing to change: the crate describes all files\n$/);
    expect((await update('--drop')).stderr).toMatch(/^no longer described: a\.csv\n/);
    expect(await textIn('own')).not.toContain('"a.csv"');
    expect((await runHere('inventory', at('own'), '--offline')).status).toBe(0);
  });

  /** Makes `own` a crate that describes these entities by hand, the first ones as parts. */
  const describeBy = async (parts: readonly object[], others: readonly object[] = [], terms: object = {}) => {
    const text = await textIn('own');
    const { '@graph': graph } = JSON.parse(text) as { '@graph': { '@id': string }[] };
    const root = { ...graph.find((entity) => entity['@id'] === './'), hasPart: parts };
    const kept = graph.filter((entity) => [FILE, '#license'].includes(entity['@id']));
    const document = { '@context': ['https://w3id.org/ro/crate/1.2/context', terms], '@graph': [...kept, root, ...parts, ...others] }; // prettier-ignore
    await writeFile(at('own', FILE), JSON.stringify(document, undefined, 2));
  };
  const typed = (type: string) => (id: string) => ({ '@id': id, '@type': type, name: 'By hand' });
  const fileAs = typed('File');
  const folderAs = typed('Dataset');
  const outcome = async (...options: string[]) => {
    const { added, gone, problems } = JSON.parse((await update('--json', ...options)).stdout) as Record<
      string,
      string[]
    >;
    return { added, gone, problems };
  };
  const unchanged = { added: [], gone: [], problems: [] };

  it('does not take for gone what it cannot look at, and does not judge what is excluded', async () => {
    await symlink('locked', at('own', 'locked')); // what is in it cannot be looked at, by root neither
    await describeBy([fileAs('locked/a.csv'), fileAs('sub/b%20c.csv'), folderAs('sub/'), fileAs('old/x.csv')]);
    const before = await textIn('own');
    expect(await update('--drop')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^ERR_NOT_FOUND: .*a\.csv"? cannot be read: ELOOP\n.*exclude pattern/),
    });
    expect(await textIn('own')).toBe(before);
    await writeFile(at('patterns'), 'old/\n');
    const patterns = ['--exclude', 'locked', '--exclude-from', at('patterns')];
    expect(await outcome('--drop', ...patterns)).toEqual(unchanged);
    expect(await textIn('own')).toBe(before);
    expect(await outcome('--drop', '--exclude', 'locked')).toEqual({ ...unchanged, gone: ['old/x.csv'] });
  });

  it('knows files and folders by their paths, however their identifiers are encoded', async () => {
    const ids = {
      'café.csv': 'caf%C3%A9.csv',
      'a (1).csv': 'a%20%281%29.csv',
      '+,&@~=.csv': './%2B%2C%26%40%7E%3D.csv',
      'x#y.txt': 'x#y.txt',
      'dé/x.csv': 'd%C3%A9/x.csv',
      'è/x.csv': '%C3%A8/x.csv',
      'sub/b c.csv': 'sub//b%20c.csv',
    };
    for (const folder of ['dé', 'è']) await mkdir(at('own', folder));
    for (const path of Object.keys(ids)) await writeFile(at('own', path), '');
    await describeBy([...['d%C3%A9/', '%C3%A8', 'sub'].map(folderAs), ...Object.values(ids).map(fileAs)]);
    const before = await textIn('own');
    expect(await outcome('--drop')).toEqual(unchanged);
    expect(await textIn('own')).toBe(before);
  });

  it('describes a file of which only a part is described', async () => {
    await writeFile(at('own', 'flow.cwl'), 'class: Workflow');
    await writeFile(at('own', 'text.pdf'), '');
    const parts = [fileAs('sub/b%20c.csv'), folderAs('sub/')];
    await describeBy(parts, [typed('HowToStep')('flow.cwl#1'), typed('CreativeWork')('text%2Epdf')]);
    expect(await outcome()).toMatchObject({ added: ['flow.cwl'], gone: [] });
  });

  it('finds gone files and folders that are no parts, as the inventory does', async () => {
    await describeBy(
      [fileAs('sub/b%20c.csv'), folderAs('sub/'), fileAs('https://example.org/web.csv')],
      [fileAs('gone.csv'), folderAs('none/'), typed('CreativeWork')('paper.pdf'), folderAs('#all')],
    );
    expect((await runHere('inventory', at('own'), '--offline')).status).not.toBe(0);
    expect(await outcome()).toEqual({ ...unchanged, gone: ['gone.csv', 'none/'] });
    expect((await update('--drop')).stderr).toMatch(/^no longer described: gone\.csv, none\/\n/);
    expect((await runHere('inventory', at('own'), '--offline')).status).toBe(0);
  });

  it('takes a file for gone that is a folder now, and the other way round', async () => {
    for (const path of ['thing', 'slash']) await mkdir(at('own', path));
    await writeFile(at('own', 'thing', 'in.csv'), '');
    for (const path of ['flat', 'bare']) await writeFile(at('own', path), '');
    await describeBy([folderAs('sub/'), fileAs('sub/b%20c.csv'), fileAs('thing'), folderAs('flat/'), folderAs('bare'), folderAs('slash')]); // prettier-ignore
    expect(await outcome()).toEqual({
      added: ['flat', 'thing/', 'thing/in.csv'],
      gone: ['thing', 'flat/', 'bare'],
      problems: ['bare is not described: something that is gone has its identifier'],
    });
    expect((await update()).stderr).toMatch(/; --drop removes them\nnothing to change\n$/);
    expect(await outcome('--drop')).toEqual({ added: ['bare'], gone: ['thing', 'flat/', 'bare'], problems: [] });
    expect((await runHere('inventory', at('own'), '--offline')).status).toBe(0);
    expect((await update('--drop')).stderr).toBe('nothing to change: the crate describes all files\n');
    const { '@graph': graph } = JSON.parse(await textIn('own')) as { '@graph': Record<string, unknown>[] };
    expect(graph.find((entity) => entity['@id'] === 'bare')).toMatchObject({ '@type': 'File', name: 'bare' });
  });

  it('says how to go on if the crate means something else by sha256', async () => {
    await describeBy([], [], { sha256: 'https://example.org/terms#sha256' });
    expect(await update()).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^ERR_USAGE: the term sha256 already stands for .*\n.*--no-checksums/),
    });
    expect((await update('--no-checksums')).status).toBe(0);
    expect(await textIn('own')).toContain('"sub/b%20c.csv"');
  });

  it('refuses a folder that is no crate, also around one, and options of a new crate', async () => {
    const around = await runHere('init', folder, '--update');
    expect(around).toMatchObject({ status: 1, stderr: expect.stringMatching(/^ERR_NOT_A_CRATE: /) });
    expect((await update('--name', 'x')).stderr).toMatch(/^ERR_USAGE: --name does not work with --update\n/);
    expect((await runHere('init', at('own'), '--drop', '--force')).stderr).toMatch(
      /^ERR_USAGE: --drop does not work without --update/,
    );
    expect((await stat(at('own', FILE))).size).toBeGreaterThan(0);
  });
});
