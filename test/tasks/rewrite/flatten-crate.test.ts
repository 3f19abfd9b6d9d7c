import { join } from 'node:path';
import fc from 'fast-check';
import { crate, SURVEY, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { dataFactory } from '../../../src/base/rdf/data-factory.js';
import { quadsToNQuads } from '../../../src/base/rdf/nquads.js';
import { canonical } from '../../helpers/oracle.js';
import { tries } from '../../helpers/seed.js';
import { expandCrate } from '../../../src/tasks/rewrite/expand-crate.js';
import { flattenCrate, relativizeCrate } from '../../../src/tasks/rewrite/flatten-crate.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
const graphOf = (document: JsonObject) => document['@graph'] as JsonObject[];
const idsOf = (document: JsonObject) => graphOf(document).map((entity) => entity['@id']);

async function flatten(document: JsonValue): Promise<JsonObject> {
  const folder = await writeCrate(await freshFolder('flatten'), document);
  return (await flattenCrate(folder, { contexts: BUNDLED })).document;
}

async function relativize(document: JsonValue, base: string, keepBase?: boolean): Promise<JsonObject> {
  const folder = await writeCrate(await freshFolder('relativize'), document);
  return (await relativizeCrate(folder, { contexts: BUNDLED, base }, keepBase)).document;
}

/** Rule 3 of the format document: nested JSON-LD. */
const NESTED: JsonObject = {
  '@context': [CONTEXT, { '@base': null }],
  '@id': 'ro-crate-metadata.json',
  '@type': 'CreativeWork',
  description: 'RO-Crate Metadata File Descriptor (this file)',
  conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
  about: {
    '@id': './',
    '@type': 'Dataset',
    name: 'Example',
    hasPart: [
      {
        '@id': 'data1.txt',
        '@type': 'File',
        description: 'One of hopefully many Data Entities',
        author: { '@id': '#alice', '@type': 'Person', name: 'Alice' },
      },
      { '@id': 'subfolder/', '@type': 'Dataset' },
    ],
  },
};

describe('rule 3: flattening', () => {
  it('moves every nested entity to @graph and leaves only its @id as reference', async () => {
    const document = await flatten(NESTED);
    expect(idsOf(document)).toEqual(['ro-crate-metadata.json', './', 'data1.txt', '#alice', 'subfolder/']);
    const [descriptor, root, file] = graphOf(document);
    expect(descriptor).toMatchObject({
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
    });
    expect(root).toEqual({
      '@id': './',
      '@type': 'Dataset',
      name: 'Example',
      hasPart: [{ '@id': 'data1.txt' }, { '@id': 'subfolder/' }],
    });
    expect(file?.['author']).toEqual({ '@id': '#alice' });
  });

  it('distinguishes two predicates of the same name, one of them under @vocab', async () => {
    const written = { '@vocab': 'https://schema.org/' };
    const root = { '@id': './', '@type': 'Dataset', name: 'a', 'http://schema.org/name': 'b' };
    const document = await flatten({
      '@context': written,
      '@graph': [{ '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } }, root],
    });
    expect(document['@context']).toEqual([written, { name2: 'http://schema.org/name' }]);
    expect(graphOf(document)[1]).toEqual({ '@id': './', '@type': 'Dataset', name: 'a', name2: 'b' });
  });

  it('does not need or keep @base: null', async () => {
    expect((await flatten(NESTED))['@context']).toBe(CONTEXT);
    expect(await flatten({ ...NESTED, '@context': CONTEXT })).toEqual(await flatten(NESTED));
  });

  it('does not change a flat document', async () => {
    const once = (await flattenCrate(SURVEY, { contexts: BUNDLED })).document;
    expect(await flatten(once)).toEqual(once);
  });

  it('keeps every byte of a document that is flat, also order, arrays of one value, numbers and spaces', async () => {
    const text = JSON.stringify(crate({ more: { keywords: ['one'], height: 15 } })).replace('15', ' 1.50 ');
    const folder = await writeCrate(await freshFolder('flat'), text);
    const { chunks } = await flattenCrate(folder, { contexts: BUNDLED });
    expect(Buffer.concat(chunks).toString()).toBe(text);
    const absolute = text.replaceAll('"./"', '"https://example.org/c/"');
    const there = await writeCrate(await freshFolder('flat'), absolute);
    const relative = await relativizeCrate(there, { contexts: BUNDLED, base: 'https://example.org/c/' });
    expect(Buffer.concat(relative.chunks).toString()).toBe(text);
  });

  it('unpacks single values and keeps language values, where something is nested', async () => {
    const author = { '@id': '#ada', '@type': 'Person', name: 'Ada' };
    const more = { author, keywords: ['one'], alternateName: { '@value': 'chat', '@language': 'fr' } };
    const [, root] = graphOf(await flatten(crate({ more })));
    expect(root).toMatchObject({ keywords: 'one', alternateName: { '@value': 'chat', '@language': 'fr' } });
  });

  it('fails for a missing path and for a folder of several crates', async () => {
    await expect(flattenCrate('no/such/crate', { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(flattenCrate(join(SURVEY, '..'), { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });
});

describe('rule 8: relativizing', () => {
  const ROOT = 'http://example.com/crate255/';
  const absolute: JsonObject = {
    '@context': CONTEXT,
    '@graph': [
      {
        '@id': `${ROOT}ro-crate-metadata.json`,
        '@type': 'CreativeWork',
        about: { '@id': ROOT },
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      },
      {
        '@id': ROOT,
        '@type': 'Dataset',
        hasPart: [
          { '@id': `${ROOT}data1.txt` },
          { '@id': `${ROOT}subfolder/` },
          { '@id': 'http://example.com/crate25/x.txt' },
        ],
        author: { '@id': `${ROOT}#alice` },
      },
      { '@id': `${ROOT}data1.txt`, '@type': 'File' },
      { '@id': `${ROOT}subfolder/`, '@type': 'Dataset' },
      { '@id': `${ROOT}#alice`, '@type': 'Person' },
    ],
  };

  it('makes ids under the root relative: ./, the descriptor, files, folders and fragments', async () => {
    const document = await relativize(absolute, ROOT);
    expect(idsOf(document)).toEqual(['ro-crate-metadata.json', './', 'data1.txt', 'subfolder/', '#alice']);
    expect(document['@context']).toBe(CONTEXT);
    expect(JSON.stringify(document)).not.toContain(ROOT);
  });

  it('leaves identifiers outside of the root absolute, even with a common prefix', async () => {
    expect(graphOf(await relativize(absolute, ROOT))[1]?.['hasPart']).toContainEqual({
      '@id': 'http://example.com/crate25/x.txt',
    });
    const outside = await relativize(absolute, 'http://example.com/crate25/');
    expect(idsOf(outside)).toContain(`${ROOT}data1.txt`);
  });

  it('keeps {"@base": root} in the context with --keep-base', async () => {
    const document = await relativize(absolute, ROOT, true);
    expect(document['@context']).toEqual([CONTEXT, { '@base': ROOT }]);
    expect(graphOf(document)).toEqual(graphOf(await relativize(absolute, ROOT)));
  });

  it.each<[string, object]>([
    [ROOT, {}],
    [ROOT.replace('http:', 'https:'), { 'nothing-below': 1 }],
    ['http://example.com/crate25/', { 'nothing-below': 1 }],
  ])('warns if no identifier is below %s', async (base, counts) => {
    const { read } = await relativizeCrate(absolute, { contexts: BUNDLED, base });
    expect(read.report.counts).toEqual(counts);
  });

  it('requires a valid base', async () => {
    await expect(relativizeCrate(SURVEY, { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_USAGE' });
    await expect(relativize(absolute, 'http://example.com/crate255')).rejects.toMatchObject({
      code: 'ERR_BASE_IRI_INVALID',
      hint: 'did you mean http://example.com/crate255/ ?',
    });
  });
});

describe('flattening keeps meaning', () => {
  const ABOUT = { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } };
  const authors: JsonValue = [{ '@id': '#zoe', '@type': 'Person', name: 'Zoe' }, { '@id': '#adam' }, { '@id': '#mia' }];

  it('values and entities keep their order, which has meaning for authors', async () => {
    const document = await flatten({
      '@context': CONTEXT,
      '@graph': [ABOUT, { '@id': './', '@type': 'Dataset', author: authors }, { '@id': '#adam', name: 'Adam' }],
    });
    expect(graphOf(document)[1]?.['author']).toEqual([{ '@id': '#zoe' }, { '@id': '#adam' }, { '@id': '#mia' }]);
    expect(idsOf(document)).toEqual(['ro-crate-metadata.json', './', '#zoe', '#adam']);
  });

  it('a value stated by @reverse first keeps its position in the array', async () => {
    const document = await flatten({
      '@context': CONTEXT,
      '@graph': [
        { '@id': '#mia', '@reverse': { author: { '@id': './' } } },
        { '@id': './', author: authors },
      ],
    });
    expect(graphOf(document)[0]?.['author']).toEqual([{ '@id': '#zoe' }, { '@id': '#adam' }, { '@id': '#mia' }]);
  });

  it('an array at the top, with the context that its objects share', async () => {
    const document = await flatten([
      { '@context': CONTEXT, ...ABOUT },
      { '@context': CONTEXT, '@id': './', '@type': 'Dataset', name: 'N', author: authors },
    ]);
    expect(document['@context']).toBe(CONTEXT);
    expect(idsOf(document)).toEqual(['ro-crate-metadata.json', './', '#zoe']);
  });

  it.each([
    ['relative', ''],
    ['absolute, as rdflib writes it', 'http://example.org/c/'],
  ])('expanded JSON-LD, %s', async (_, root) => {
    const schema = (name: string) => `http://schema.org/${name}`;
    const id = (name: string) => (root === '' ? name : root + name.replace('./', ''));
    const document = await flatten([
      {
        '@id': id('ro-crate-metadata.json'),
        '@type': [schema('CreativeWork')],
        [schema('about')]: [{ '@id': id('./') }],
        'http://purl.org/dc/terms/conformsTo': [{ '@id': 'https://w3id.org/ro/crate/1.1' }],
      },
      { '@id': id('./'), '@type': [schema('Dataset')], [schema('name')]: [{ '@value': 'N', '@language': 'en' }] },
    ]);
    expect(document).toEqual({
      '@context': CONTEXT,
      '@graph': [
        {
          '@id': id('ro-crate-metadata.json'),
          '@type': 'CreativeWork',
          about: { '@id': id('./') },
          conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        },
        { '@id': id('./'), '@type': 'Dataset', name: { '@value': 'N', '@language': 'en' } },
      ],
    });
  });

  it('/out.txt and out.txt stay different, and the output does not contain a stand-in', async () => {
    const document = await flatten({
      '@context': CONTEXT,
      '@graph': [
        ABOUT,
        { '@id': './', '@type': 'Dataset', hasPart: [{ '@id': '/out.txt' }, { '@id': 'out.txt' }] },
        { '@id': '/out.txt', '@type': 'File', name: 'outside' },
        { '@id': 'out.txt', '@type': 'File', name: 'inside' },
        { '@id': '#undefined', undefinedKey: 'not part of the graph' },
      ],
    });
    expect(graphOf(document).slice(1)).toEqual([
      { '@id': './', '@type': 'Dataset', hasPart: [{ '@id': '/out.txt' }, { '@id': 'out.txt' }] },
      { '@id': '/out.txt', '@type': 'File', name: 'outside' },
      { '@id': 'out.txt', '@type': 'File', name: 'inside' },
      { '@id': '#undefined' },
    ]);
  });

  const APART = [
    ...[
      '/out.txt',
      '%2Fout.txt',
      'out.txt',
      '//host/out.txt',
      '///out.txt',
      '/',
      '%2F',
      '',
      '#',
      '?q',
      '/?q',
      '/a/../b',
    ],
    ...['../up.txt', '%2E%2E/up.txt', '../up.txt#a', '../up.txt%23a', '../../\u00e9', '..', 'a/../../b', '/../up.txt'],
    ...['#@id=', '#@id=/out.txt', '#@id=../up.txt', '#@id=out.txt', '#@id=%ff', '#@id=%23@id=', './a:b'],
  ];

  it.each<[string, JsonValue]>([
    ['without a base', CONTEXT],
    ['with a null base', [CONTEXT, { '@base': null }]],
    ['with a relative base', [CONTEXT, { '@base': '//o /x y/' }]],
  ])('different identifiers stay different and unchanged: %s', async (_, context) => {
    const parts = APART.map((id) => ({ '@id': id }));
    const entities = APART.map((id) => ({ '@id': id, '@type': 'File', name: `name of ${id}` }));
    const root = { '@id': './', '@type': 'Dataset', hasPart: parts };
    const input = { '@context': context, '@graph': [ABOUT, root, ...entities] };
    const kept = JSON.stringify(context).includes('//o') ? context : CONTEXT;
    expect(await flatten(input)).toEqual({ '@context': kept, '@graph': [ABOUT, root, ...entities] });
  });

  it.each(APART)('a lone %j does not change', async (id) => {
    const entity = { '@id': id, '@type': 'File', name: 'N' };
    const document = await flatten({ '@context': CONTEXT, '@graph': [ABOUT, { '@id': './' }, entity] });
    expect(graphOf(document).at(-1)).toEqual(entity);
  });

  it.each<[string, JsonObject]>([
    ['against the base', { '@base': 'https://o.example/', '@vocab': 'v#' }],
    ['empty', { '@base': 'https://o.example/a/', '@vocab': '' }],
    ['absolute', { '@base': 'https://o.example/', '@vocab': 'http://v.example/' }],
    ['with a prefix', { '@base': 'https://o.example/', '@vocab': 'x:v#', x: 'urn:x:' }],
  ])('a vocabulary keeps its meaning, and its base: %s', async (_, own) => {
    const graph = [ABOUT, { '@id': './', '@type': 'Dataset', foo: 'x' }];
    const document = { '@context': [CONTEXT, own], '@graph': graph };
    expect(await flatten(document)).toEqual(document);
  });

  it('datatypes that no context defines stay relative, like types', async () => {
    const value = { '@value': 'v', '@type': 'MyType' };
    const graph = [ABOUT, { '@id': './', '@type': ['Dataset', 'MyType'], name: value }];
    expect(await flatten({ '@context': CONTEXT, '@graph': graph })).toEqual({ '@context': CONTEXT, '@graph': graph });
  });

  it('different spellings of a double are different literals', async () => {
    const typed = (value: string) => ({ '@value': value, '@type': 'xsd:double' });
    const context = [CONTEXT, { xsd: 'http://www.w3.org/2001/XMLSchema#' }];
    const name = [typed('1.50'), typed('1.5'), 1.5];
    const [, root] = graphOf(await flatten({ '@context': context, '@graph': [ABOUT, { '@id': './', name }] }));
    expect(root?.['name']).toEqual(name);
  });

  it('strings in a default language stay strings, in any case of its tag', async () => {
    const context = [CONTEXT, { '@language': 'en-US' }];
    const graph = [ABOUT, { '@id': './', '@type': 'Dataset', name: 'R' }];
    expect(await flatten({ '@context': context, '@graph': graph })).toEqual({ '@context': context, '@graph': graph });
  });

  it('a null context stays when a term is added', async () => {
    const context = [{ pre: 'http://x/' }, null, CONTEXT];
    const document = await flatten({
      '@context': context,
      '@graph': [ABOUT, { '@id': './', '@type': 'Dataset', 'pre:p': 'q' }],
    });
    expect(document['@context']).toEqual([...context, { p: 'pre:p' }]);
  });
});

describe('a document with a base of its own', () => {
  const IDS = [
    '',
    './',
    '/home/x',
    'home/x',
    '//h/x',
    '?q',
    '#f',
    'x',
    './x',
    '../up',
    'a b',
    'https://e.org/c/y',
    'y',
  ];
  const BASES = [
    'http://e.org/c/',
    'https://e.org/c/ro-crate-metadata.json',
    'arcp://uuid,11111111-1111-4111-8111-111111111111/',
    'urn:uuid:11111111-1111-4111-8111-111111111111',
    'sub/',
    null,
    undefined,
  ];

  const encode = (document: JsonValue) => new TextEncoder().encode(JSON.stringify(document));

  /** The quads of a document that another program wrote into the same folder; its own base counts. */
  async function quadsOf(document: JsonValue): Promise<string[]> {
    const read = await openCrateDocument(encode(document), {
      contexts: BUNDLED,
      arcp: '22222222-2222-4222-8222-222222222222',
    });
    let nquads = '';
    for await (const chunk of quadsToNQuads(await read.orderedQuads(await dataFactory()))) nquads += chunk;
    return canonical(nquads);
  }

  function based(base: string | null | undefined, ids: readonly string[]): JsonObject {
    const context = base === undefined ? CONTEXT : [CONTEXT, { '@base': base }];
    const hasPart = ids.map((id) => ({ '@id': id, '@type': 'File', name: `the file ${id}` }));
    return {
      '@context': context,
      '@graph': [
        { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
        { '@id': './', '@type': 'Dataset', name: 'n', hasPart },
      ],
    };
  }

  it.each(BASES)('states the same after flattening, with each identifier as it was written: @base %j', async (base) => {
    for (const id of IDS) {
      const document = based(base, [id]);
      const flat = await flatten(document);
      expect([id, await quadsOf(flat)]).toEqual([id, await quadsOf(document)]);
      if (!id.startsWith('https:')) expect(idsOf(flat)).toContain(id);
    }
    expect((await flatten(based(base, [])))['@context']).toEqual(base === null ? CONTEXT : based(base, [])['@context']);
  });

  it.each(BASES)('states the same after expansion, without a context: @base %j', async (base) => {
    for (const id of IDS) {
      const document = based(base, [id]);
      const { document: expanded } = await expandCrate(encode(document), { contexts: BUNDLED });
      expect([id, await quadsOf(expanded)]).toEqual([id, await quadsOf(document)]);
    }
  });

  it('states the same for any base and identifiers', async () => {
    const ids = fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...BASES), ids, async (base, some) => {
        const document = based(base, some);
        expect(await quadsOf(await flatten(document))).toEqual(await quadsOf(document));
      }),
      tries(500),
    );
  });
});
