import { createReadStream, readFileSync } from 'node:fs';
import { File } from 'node:buffer';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { diffCrates } from '../../../src/tasks/inspect/diff-crates.js';
import { takeInventory } from '../../../src/tasks/inspect/take-inventory.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { exportPackage } from '../../../src/tasks/export/export-package.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { placeOrContent, type CrateArgument } from '../../../src/package/open/crate-argument.js';
import { queryCrates } from '../../../src/tasks/query/query-crates.js';
import { toDataset } from '../../../src/tasks/rewrite/crate-rdf.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { freshFolder } from '../../cli/helpers/run.js';

const FOLDER = 'data/crates/rainfall-survey';
const FILE = `${FOLDER}/ro-crate-metadata.json`;
const BYTES = readFileSync(FILE);
const TEXT = BYTES.toString();
const URL_OF_FILE = pathToFileURL(FILE);

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < BYTES.length; at += 100) yield BYTES.subarray(at, at + 100);
}

const FORMS: readonly (readonly [string, () => CrateArgument])[] = [
  ['a path', () => FILE],
  ['a file: URL as text', () => URL_OF_FILE.href],
  ['a URL', () => URL_OF_FILE],
  ['JSON text', () => TEXT],
  ['JSON text with a byte order mark', () => `\ufeff${TEXT}`],
  ['bytes', () => BYTES],
  ['a view of other bytes', () => new DataView(Uint8Array.from(BYTES).buffer)],
  ['an ArrayBuffer', () => Uint8Array.from(BYTES).buffer],
  ['a parsed document', () => JSON.parse(TEXT) as CrateArgument],
  ['a Blob', () => new Blob([BYTES])],
  ['a File', () => new File([BYTES], 'mine.json') as unknown as Blob],
  ['a Node stream', () => createReadStream(FILE)],
  ['a Node stream of text', () => createReadStream(FILE, 'utf8')],
  ['a web stream', () => new Blob([BYTES]).stream()],
  ['an async iterable', () => chunks()],
];

describe('a crate argument', () => {
  it.each(FORMS)('is %s', async (_, form) => {
    const { size } = await toDataset(FILE);
    expect((await toDataset(form(), { base: 'https://example.org/x/' })).size).toBe(size);
  });

  it('that is empty is not the current folder', () => {
    expect(() => placeOrContent('')).toThrow('the name of the crate is empty');
  });

  it('is an archive in any of these forms', async () => {
    const store = new MemoryStore();
    const [{ graph = '' } = {}] = await loadCrates(store, FOLDER);
    const zip = `${await freshFolder('argument')}/crate.zip`;
    await exportPackage(store, graph, zip, { withPayload: true });
    const bytes = readFileSync(zip);
    const expected = await takeInventory(zip);
    expect(expected.map(({ status }) => status)).toContain('ok');
    for (const form of [bytes, new Blob([bytes]), Readable.from([bytes])] as CrateArgument[]) {
      expect(await takeInventory(form)).toEqual(expected);
    }
    expect((await openCrateDocument(bytes)).base).toEqual((await openCrateDocument(zip)).base); // the hash of the archive
    await store.close();
  });

  it.each([null, undefined, '', 5, new Date()])('is not %p', async (value) => {
    const none = value as unknown as CrateArgument;
    await expect(openCrateDocument(none)).rejects.toMatchObject({ code: 'ERR_USAGE' });
    const store = new MemoryStore();
    const failed = [{ status: 'failed', error: { code: 'ERR_USAGE' } }];
    expect(await loadCrates(store, none)).toMatchObject(failed);
    expect(await loadCrates(store, [none])).toMatchObject(failed);
    await expect(queryCrates(none, 'ASK {}')).rejects.toMatchObject({ code: 'ERR_USAGE' });
    await store.close();
  });

  it('loads, alone or in a list, next to others', async () => {
    const store = new MemoryStore();
    const document = JSON.parse(TEXT.replaceAll('rainfall-survey', 'other-survey')) as CrateArgument;
    expect((await loadCrates(store, BYTES)).map(({ status }) => status)).toEqual(['loaded']);
    const results = await loadCrates(store, [new Blob([BYTES]), document, './data/crates/coastal-atlas']);
    expect(results.map(({ status, crate }) => [status, crate.split('/').at(-1)])).toEqual([
      ['unchanged', '-'],
      [results[1]?.graph === results[0]?.graph ? 'replaced' : 'loaded', '-'],
      ['loaded', 'coastal-atlas-ro-crate-metadata.json'],
    ]);
    await store.close();
  });

  it('that is a stream is read once, even if the store knows its bytes', async () => {
    const store = new MemoryStore();
    await loadCrates(store, FILE, { base: 'https://example.org/1/' });
    const [result] = await loadCrates(store, createReadStream(FILE), { base: 'https://example.org/2/' });
    expect(result?.error).toBeUndefined();
    await store.close();
  });

  it('is compared and queried', async () => {
    const changed = JSON.parse(TEXT) as { '@graph': Record<string, unknown>[] };
    changed['@graph'][1]!['name'] = 'Other name';
    const difference = await diffCrates(URL_OF_FILE, changed as unknown as CrateArgument);
    expect(difference.changed.map(({ properties }) => properties.map(({ property }) => property))).toEqual([['name']]);
    const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
    expect(await queryCrates(BYTES, count, { format: 'csv' })).toBe(
      await queryCrates([FILE], count, { format: 'csv' }),
    );
  });

  it.each([
    ['nothing', undefined, 'ERR_USAGE', /undefined/],
    ['null', null, 'ERR_USAGE', /cannot be/],
    ['a number', 7, 'ERR_USAGE', /number/],
    ['a Map', new Map(), 'ERR_USAGE', /Map/],
    ['text that is no path', 'no/such/crate', 'ERR_NOT_FOUND', /no\/such\/crate/],
    ['text like JSON', '{"@graph": [', 'ERR_JSON_SYNTAX', /JSON/],
    ['the URL of another machine', 'file://host/crate', 'ERR_USAGE', /file/],
    ['a stream of objects', Readable.from([{}]), 'ERR_USAGE', /instead of bytes/],
    ['an empty stream', Readable.from([]), 'ERR_JSON_SYNTAX', /JSON/],
  ])('is refused: %s', async (_, argument, code, message) => {
    const error: unknown = await openCrateDocument(argument as CrateArgument).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
  });

  it('names the file of a File in errors, and nothing for bytes', async () => {
    const bad = new File(['{ "@graph": ['], 'mine.json') as unknown as Blob;
    await expect(openCrateDocument(bad)).rejects.toMatchObject({ details: { file: 'mine.json' } });
    const error = (await openCrateDocument('{"@graph": [').catch((thrown: unknown) => thrown)) as { details: object };
    expect(error.details).not.toHaveProperty('file');
  });

  it('that is a stream is refused the second time', async () => {
    const stream = createReadStream(FILE);
    await openCrateDocument(stream);
    await expect(openCrateDocument(stream)).rejects.toMatchObject({ code: 'ERR_USAGE' });
    const web = new Blob([BYTES]).stream();
    await openCrateDocument(web);
    await expect(openCrateDocument(web)).rejects.toMatchObject({ code: expect.stringMatching(/ERR_USAGE|ERR_JSON_SYNTAX/) as string }); // prettier-ignore
  });

  it.each(['{2024}', '[old] crate', '{crate}/ro-crate-metadata.json', '-', 'https://example.org/{"x"}'])(
    'is a place: %s',
    (text) => expect(placeOrContent(text)).toBe(text),
  );
});
