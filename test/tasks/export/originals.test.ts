import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import type { JsonValue } from '../../../src/crate/json/lazy-document.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { loadCrates, type LoadOptions, type LoadResult } from '../../../src/tasks/load/load-crates.js';
import type { GraphStore } from '../../../src/store/port.js';
import { openStore } from '../../../src/store/open-store.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { BUNDLED, crate } from '../../helpers/read.js';
import { fileOf } from '../../helpers/stored.js';

const contexts = BUNDLED;
const BASE = 'http://example.org/crate/';
const V11 = 'https://w3id.org/ro/crate/1.1/context';
const V12 = 'https://w3id.org/ro/crate/1.2/context';
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** The title of each test starts with the number of the trap that it covers. */
describe.each(['memory', 'file'])('exports from a %s store keep the original', (kind) => {
  let folder: string;
  let location: string;
  /** One store for all tests, emptied after each: starting the engine takes longer than a test. */
  let store: GraphStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-layouts-'));
    location = kind === 'memory' ? 'memory:' : join(folder, 'store');
    store = await openStore(location, { mode: 'write', create: true });
  });
  afterEach(async () => {
    await store.drop((await store.graphs()).keys());
    expect(await loadRecords(store)).toEqual([]);
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function load(document: string | object, name = 'a', options: Partial<LoadOptions> = {}): Promise<LoadResult> {
    const file = join(folder, `${name}-ro-crate-metadata.json`);
    await writeFile(file, typeof document === 'string' ? document : pretty(document));
    const [result] = await loadCrates(store, [file], { contexts, base: BASE, ...options });
    if (result?.error !== undefined) throw result.error;
    return result as LoadResult;
  }

  const written = (graph = BASE, from = store) => exportCrate(from, graph, { contexts });
  const entity = async (id: string) =>
    (JSON.parse(await written()) as { '@graph': Record<string, JsonValue>[] })['@graph'].find(
      (one) => one['@id'] === id,
    );
  const update = (body: string) =>
    updateStore(
      store,
      body
        .replaceAll('@G', `GRAPH <${BASE}>`)
        .replace(/@<([^>]*)>/g, `<${BASE}$1>`)
        .replace(/\ss:(\w+)/g, ' <http://schema.org/$1>'),
    );

  /** Expects a document to be exported unchanged, also after an update of another entity and from a reopened store. */
  async function expectUnchanged(entities: readonly JsonValue[] | string, context: JsonValue = V11): Promise<void> {
    const text =
      typeof entities === 'string'
        ? entities
        : pretty(crate([...entities, { '@id': '#other', name: 'before' }], context));
    await load(text);
    expect(await written()).toBe(text);
    await update('DELETE DATA { @G { @<#other> s:name "before" } } ; INSERT DATA { @G { @<#other> s:name "after" } }');
    expect(await written()).toBe(text.replace('"before"', '"after"'));
    if (kind !== 'file') return;
    const reopened = await openStore(location, { mode: 'read' });
    expect(await written(BASE, reopened)).toBe(text.replace('"before"', '"after"'));
    await reopened.close();
  }

  it('11: the order of authors is kept, also by updates', async () => {
    const authors = ['#zoe', '#adam', '#mia', '#bob'].map((id) => ({ '@id': id }));
    await expectUnchanged([{ '@id': 'paper.pdf', '@type': 'File', author: authors }]);
    await update(
      'DELETE DATA { @G { @<paper.pdf> s:author @<#mia> } } ; INSERT DATA { @G { @<paper.pdf> s:author @<#eve> } }',
    );
    expect((await entity('paper.pdf'))?.['author']).toEqual(
      ['#zoe', '#adam', '#eve', '#bob'].map((id) => ({ '@id': id })),
    );
    await update('INSERT DATA { @G { @<paper.pdf> s:author @<#fay> } }');
    expect((await entity('paper.pdf'))?.['author']).toEqual(
      ['#zoe', '#adam', '#eve', '#bob', '#fay'].map((id) => ({ '@id': id })),
    );
  });

  it('12: numbers, booleans and empty values keep their spelling', async () => {
    const numbers = '[-33.883, 1.0, 1e3, 10000000000000001, 0.1E1, -0, 1e400, true, false, null, "", []]';
    await expectUnchanged(
      pretty(
        crate([
          { '@id': '#x', '@type': 'Thing', value: '@', name: '@' },
          { '@id': '#other', name: 'before' },
        ]),
      ).replaceAll('"@"', numbers.replace('1e400, ', '')),
    );
  });

  it('12: subtypes of integer and dateTime are kept, well-formed or not', async () => {
    const types = [
      'long',
      'int',
      'short',
      'byte',
      'unsignedByte',
      'nonNegativeInteger',
      'negativeInteger',
      'dateTimeStamp',
    ];
    const values = types.flatMap((type) =>
      ['5', '05', '300', 'x', '2020-01-01T00:00:00.50Z'].map((value) => ({
        '@value': value,
        '@type': `http://www.w3.org/2001/XMLSchema#${type}`,
      })),
    );
    await expectUnchanged([{ '@id': '#x', '@type': 'Thing', value: values, name: values[1] as never }]);
  });

  it('13: languages, types, nested entities, lists', async () => {
    await expectUnchanged([
      {
        '@id': '#x',
        name: [
          { '@value': 'chat', '@language': 'fr' },
          { '@language': 'en-GB', '@value': 'cat' },
        ],
        datePublished: { '@value': '2020-01-01', '@type': 'http://www.w3.org/2001/XMLSchema#date' },
      },
      {
        '@id': '#y',
        author: [{ '@id': '#n', name: 'Nested', knows: { name: 'Deep' } }, 'x'],
        keywords: { '@list': ['b', 'a', { '@id': '#x' }] },
      },
    ]);
  });

  it('14: one-element arrays, and empty ones', async () => {
    await expectUnchanged([
      { '@id': '#x', '@type': ['Person'], name: ['One'], hasPart: [], author: [{ '@id': '#y' }] },
    ]);
  });

  it('15: properties that no context defines', async () => {
    await expectUnchanged([{ '@id': '#x', name: 'X', myProp: { '@id': '#other' }, other: [1.0, null] }]);
    await update('INSERT DATA { @G { @<#x> s:email "x@example.org" } }');
    expect(await entity('#x')).toEqual({
      '@id': '#x',
      name: 'X',
      myProp: { '@id': '#other' },
      other: [1, null],
      email: 'x@example.org',
    });
  });

  it('16: types that no context defines', async () => {
    await expectUnchanged([
      { '@id': '#x', '@type': ['MyType', 'Person'] },
      { '@id': '#y', '@type': 'MyType' },
    ]);
  });

  it('17: duplicate values, value objects next to strings, duplicate entities', async () => {
    await expectUnchanged([
      { '@id': '#x', name: ['same', { '@value': 'same' }, 'same'] },
      { '@id': '#y', name: 'Y', email: 'one' },
      { '@id': '#y', name: 'Y', email: 'two' },
    ]);
    await update('DELETE DATA { @G { @<#x> s:name "same" } }');
    expect(await entity('#x')).toBeUndefined();
  });

  it('18: special characters', async () => {
    const name = 'line\nbreak\r\n\ttab "quoted" \\ back \u0001\u007f \u{1F600} \u2028 \u00e9';
    await expectUnchanged([{ '@id': '#x', name, description: '\\u00e9 </script>' }]);
    await update('DELETE { @G { @<#x> s:description ?d } } WHERE { @G { @<#x> s:description ?d } }');
    expect(await entity('#x')).toEqual({ '@id': '#x', name });
  });

  it('18: a lone surrogate is reported and exported unchanged', async () => {
    const text = pretty(crate([{ '@id': '#x', name: '@' }])).replace('"@"', '"half \\ud83d"');
    expect((await load(text)).counts).toHaveProperty('lone-surrogate');
    expect(await written()).toBe(text);
  });

  it('19: contentUrl stays contentUrl, File stays File', async () => {
    await expectUnchanged([{ '@id': 'a.txt', '@type': 'File', contentUrl: 'https://example.org/a', path: 'p' }]);
    await update(
      'INSERT DATA { @G { @<new.txt> a <http://schema.org/MediaObject> ; s:contentUrl "https://example.org/new" } }',
    );
    expect(await entity('new.txt')).toEqual({
      '@id': 'new.txt',
      '@type': 'File',
      contentUrl: 'https://example.org/new',
    });
  });

  it('21: blank node labels that are not valid in N-Quads', async () => {
    const labels = [
      '_:localid:my-repo:my-id',
      '_:localid:other-repo:https://doi.org/10.4225/59/59672c09f4a4b',
      '_:b0',
      '_: x',
    ];
    await expectUnchanged(labels.map((id) => ({ '@id': id, name: id, author: { '@id': labels[0] as string } })));
    await update(
      `DELETE { @G { ?s s:name "_:b0" } } INSERT { @G { ?s s:name "changed" } } WHERE { @G { ?s s:name "_:b0" } }`,
    );
    expect((await entity('_:b0'))?.['name']).toBe('changed');
  });

  it('22: loading the same crate again adds nothing', async () => {
    const text = pretty(
      crate([
        { '@id': '_:a', name: 'A' },
        { '@id': '#x', author: { name: 'no label' } },
      ]),
    );
    const { quads } = await load(text);
    for (const [name, mode] of [
      ['a', 'create'],
      ['a', 'merge'],
      ['a', 'replace'],
      ['b', 'merge'],
    ] as const) {
      const repeated = await load(text, name, { mode });
      expect(repeated.quads).toBe(quads);
      expect(repeated.status).toBe(mode === 'replace' ? 'replaced' : 'unchanged');
      expect(await written()).toBe(text);
    }
    expect(await loadRecords(store)).toHaveLength(1);
  });

  it('24: conformsTo gives the version, the declared context the terms', async () => {
    const text = pretty({ ...crate([{ '@id': '#x', name: 'X' }], V12) });
    const { counts } = await load(text);
    expect(counts).toHaveProperty('version-mismatch');
    expect((await loadRecords(store))[0]).toMatchObject({ version: '1.1', context: V12 });
    expect(await written()).toBe(text);
    expect(await exportCrate(store, BASE, { contexts, layout: false })).toContain(`"@context": "${V12}"`);
  });

  it('25: terms keep the IRI of their own version', async () => {
    for (const version of ['1.0', '1.1', '1.2', '1.3']) {
      const base = `http://example.org/${version}/`;
      const text = pretty(
        crate(
          [{ '@id': 'w', '@type': ['File', 'ComputationalWorkflow'], input: { '@id': '#in' }, 'cite-as': 'c' }],
          `https://w3id.org/ro/crate/${version}/context`,
        ),
      );
      await load(text, version, { base });
      expect(await written(base)).toBe(text);
    }
  });

  it.each<[string, JsonValue]>([
    ['an object', [V11, { mood: 'http://example.org/mood' }]],
    [
      'several objects',
      [
        V11,
        { mood: 'http://example.org/mood' },
        { '@vocab': 'http://example.org/v#' },
        { name: { '@id': 'http://schema.org/name' } },
      ],
    ],
    ['an object first', [{ mood: 'http://example.org/mood' }, V11]],
    ['a profile address', [V11, 'https://w3id.org/ro/terms/workflow-run/context']],
  ])('26: extra contexts are kept in order: %s', async (_, context) => {
    await expectUnchanged([{ '@id': '#x', mood: 'fine', other: 1 }], context);
    await update('INSERT DATA { @G { @<#x> <http://example.org/new/term> "t" } }');
    const { '@context': after } = JSON.parse(await written()) as { '@context': JsonValue[] };
    expect(after.slice(0, (context as JsonValue[]).length - 1)).toEqual((context as JsonValue[]).slice(0, -1));
    expect(pretty(after)).toContain('http://example.org/new/term');
  });

  it('the original is kept byte for byte, unless layout is false', async () => {
    const text = `\ufeff${pretty(crate([{ '@id': '#x', name: 'X' }]))}\r\n`;
    await load(text);
    const [record] = await loadRecords(store);
    expect(record?.kept).toBe(true);
    const kept = await fileOf(store, record?.sha256 ?? '');
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept)).toBe(text);
    expect(await written()).toBe(text);
    for (const options of [{ contextForm: 'embed' as const }, { keepBase: true }]) {
      expect(JSON.parse(await exportCrate(store, BASE, { contexts, ...options }))).toHaveProperty('@graph');
    }
    await load(text, 'a', { mode: 'replace', layout: false });
    expect(await loadRecords(store)).toMatchObject([{ kept: false }]);
    expect(await fileOf(store, record?.sha256 ?? '')).toBeUndefined();
    expect(JSON.parse(await written())).toMatchObject({
      '@graph': expect.arrayContaining([{ '@id': '#x', name: 'X' }]) as never,
    });
  });

  it('merged crates follow both originals in load order, also after another load', async () => {
    await load(crate([{ '@id': '#z', name: 'Z' }], V11, { author: [{ '@id': '#z' }, { '@id': '#y' }] }), 'one');
    await load(
      crate(
        [
          { '@id': '#q', name: 'Q', strange: null },
          { '@id': '#p', name: 'P' },
        ],
        V11,
        { author: [{ '@id': '#q' }, { '@id': '#p' }] },
      ),
      'two',
      { mode: 'merge' },
    );
    const text = await written();
    const graph = (JSON.parse(text) as { '@graph': Record<string, JsonValue>[] })['@graph'];
    expect(graph.slice(2)).toEqual([
      { '@id': '#z', name: 'Z' },
      { '@id': '#q', name: 'Q', strange: null },
      { '@id': '#p', name: 'P' },
    ]);
    expect(graph[1]?.['author']).toEqual(['#z', '#y', '#q', '#p'].map((id) => ({ '@id': id })));
    const other = await openStore('memory:', { mode: 'write' });
    const file = join(folder, 'again-ro-crate-metadata.json');
    await writeFile(file, text);
    await loadCrates(other, [file], { contexts, base: BASE });
    expect(await exportCrate(other, BASE, { contexts })).toBe(text);
    await other.close();
  });
});
