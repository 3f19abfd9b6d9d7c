import { mentionedIds } from '../../../src/crate/edit/mentioned-ids.js';
import { crateBase } from '../../../src/crate/base.js';
import { noteOf, type Note } from '../../../src/crate/read/report.js';
import { BASE, crate, open } from '../../helpers/read.js';
import { entityIn, graphOf, lineDiff, pretty } from '../follow/helpers.js';
import { changedStrings, edited } from './helpers.js';

const V1 = 'https://w3id.org/ro/crate/1.1/context';
const TERMS = {
  ex: 'http://example.org/terms#',
  id: '@id',
  kind: '@type',
  link: { '@id': 'ex:link', '@type': '@id' },
  about2: { '@id': 'ex:about', '@type': '@vocab' },
  steps: { '@id': 'ex:steps', '@container': '@list', '@type': '@id' },
  byId: { '@id': 'ex:byId', '@container': '@id' },
  madeBy: { '@reverse': 'ex:made' },
  data: { '@id': 'ex:data', '@type': '@json' },
  Known: 'ex:Known',
};
const CONTEXT = [V1, TERMS];
const A = { ids: { 'a.csv': 'https://h.example/a.csv' } };

/** The text of a crate with one entity, in one line, and after `a.csv` has become absolute. */
async function oneLine(entity: object, context: object | string = CONTEXT): Promise<[before: string, after: string]> {
  const text = JSON.stringify(crate([entity as never], context as never));
  const after = await edited(text, A);
  const at = text.indexOf(JSON.stringify(entity));
  return [text.slice(at), after.slice(at)];
}

describe('an identifier changes where it is', () => {
  it.each<[string, object]>([
    ['an entity', { '@id': 'a.csv', name: 'a.csv' }],
    ['an alias of @id', { id: 'a.csv', kind: 'Known' }],
    ['a reference', { '@id': '#x', '@type': 'Known', author: [{ '@id': 'a.csv' }, 'a.csv'] }],
    ['a term of type @id', { '@id': '#x', '@type': 'Known', link: ['a.csv', { '@value': 'a.csv' }] }],
    ['a term of type @vocab', { '@id': '#x', '@type': 'Known', about2: ['a.csv', 'Known', 'name'] }],
    ['an id map', { '@id': '#x', '@type': 'Known', byId: { 'a.csv': { name: 'a.csv' } } }],
    ['@reverse', { '@id': '#x', '@type': 'Known', '@reverse': { author: { '@id': 'a.csv' } } }],
    ['a reverse term', { '@id': '#x', '@type': 'Known', madeBy: { '@id': 'a.csv' } }],
    ['@list', { '@id': '#x', '@type': 'Known', author: { '@list': [{ '@id': 'a.csv' }, 'a.csv'] } }],
    ['a list term', { '@id': '#x', '@type': 'Known', steps: ['a.csv', './', 'a.csv'] }],
    ['nested nodes', { '@id': '#x', '@type': 'Known', author: { name: 'N', author: { '@id': 'a.csv', name: 'A' } } }],
    ['an undefined property', { '@id': '#x', '@type': 'Known', unheard: [{ '@id': 'a.csv' }, null, 1.5] }],
    ['an undefined type', { '@id': 'a.csv', '@type': ['a.csv', 'Unheard'] }],
    ['a context of the entity', { '@context': { p: 'ex:p' }, '@id': 'a.csv', '@type': 'Known', p: 'a.csv' }],
    ['another form of the path', { '@id': './a.csv', '@type': 'Known' }],
  ])('%s', async (name, entity) => {
    const [before, after] = await oneLine(entity);
    const expected = JSON.stringify(entity)
      .replace(/("(?:@?id)":)"(?:\.\/)?a\.csv"/g, '$1"https://h.example/a.csv"')
      .replace(/("link":\[|"about2":\[|"steps":\[|"@type":\[|"byId":{)"a\.csv"/, '$1"https://h.example/a.csv"')
      .replace(/,"a\.csv"\]/, name === 'a list term' ? ',"https://h.example/a.csv"]' : '$&');
    expect(after).toBe(before.replace(JSON.stringify(entity), expected));
    expect(after).not.toBe(before);
  });

  it('not in literals, JSON literals and strings that look like it', async () => {
    const [before, after] = await oneLine({
      '@id': '#x',
      '@type': 'Known',
      name: 'a.csv',
      data: { '@id': 'a.csv' },
      contentUrl: 'a.csv',
    });
    expect(after).toBe(before);
  });

  it('and everything else keeps its text: numbers, spaces, escapes, duplicate keys, byte order mark, CRLF', async () => {
    const text = [
      '\ufeff{ "@context" : "https://w3id.org/ro/crate/1.1/context" ,',
      '\t"@graph":[ {"@id":"ro-crate-metadata.json", "about":{"@id":"./"},"conformsTo":{"@id":"https://w3id.org/ro/crate/1.1"},',
      '"@type":"CreativeWork"}, {"@type":"Dataset","hasPart":[{"@id":"a\\u002ecsv"} ,{"@id":"b.csv"}],"@id":".\\/"},',
      '  {"@id" :"a.csv", "@type":"File", "contentSize": 1.50e+2, "x":null, "x":[ ], "name":"\\u00e4\\/",',
      '"name":"a.csv" } ]  }',
      '',
    ].join('\r\n');
    const after = await edited(text, A);
    expect(after).toBe(
      text.replace('"a\\u002ecsv"', '"https://h.example/a.csv"').replace('"@id" :"a.csv"', '"@id" :"https://h.example/a.csv"'), // prettier-ignore
    );
  });

  it('in both spellings of one node, which then have one', async () => {
    const text = pretty(crate([{ '@id': 'a.csv', '@type': 'File', author: { '@id': `${BASE.root}a.csv` } }]));
    expect([...changedStrings(text, await edited(text, A))]).toEqual([
      ['a.csv', new Set(['https://h.example/a.csv'])],
      [`${BASE.root}a.csv`, new Set(['https://h.example/a.csv'])],
    ]);
  });

  it('and of a node that keeps its name only the first spelling stays', async () => {
    const text = pretty(crate([{ '@id': 'a.csv', '@type': 'File', author: { '@id': `${BASE.root}b` } }, { '@id': 'b', '@type': 'Person' }])); // prettier-ignore
    const after = await edited(text, A);
    expect(entityIn(after, `${BASE.root}b`)).toEqual({ '@id': `${BASE.root}b`, '@type': 'Person' });
  });

  it('keeps blank node labels, and the absolute root apart from "./"', async () => {
    const detached = crateBase('https://h.example/c/x-ro-crate-metadata.json', 'url');
    const text = JSON.stringify({
      '@context': V1,
      '@graph': [
        { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': 'https://h.example/c/' } },
        { '@id': 'https://h.example/c/', '@type': 'Dataset', author: { '@id': '_:b0' } },
        { '@id': '_:b0', '@type': 'Person' },
      ],
    });
    const after = await edited(
      text,
      {
        ids: { 'https://h.example/c/': './' },
        add: [{ '@id': './', isBasedOn: { '@id': 'https://h.example/c/' } }],
      },
      { base: detached },
    );
    expect(after).toBe(
      text
        .replaceAll('"https://h.example/c/"', '"./"')
        .replace('{"@id":"_:b0"}}', '{"@id":"_:b0"},"isBasedOn":{"@id":"https://h.example/c/"}}'),
    );
  });

  it('also where documents are nested, or have no @graph', async () => {
    const notes: Note[] = [];
    const nested = pretty({ '@context': V1, '@id': './', '@type': 'Dataset', hasPart: [{ '@id': 'a.csv', '@type': 'File', name: 'A' }] }); // prettier-ignore
    const after = await edited(nested, A, { onNote: (note) => notes.push(note) });
    expect(after).toBe(nested.replace('"a.csv"', '"https://h.example/a.csv"'));
    expect(notes).toEqual([]);
    const based = nested.replace(`"${V1}"`, `["${V1}",{"@base":null}]`);
    expect(await edited(based, A)).toBe(after.replace(`"${V1}"`, `["${V1}"]`));
    const anew = await edited(nested, { ...A, add: [{ '@id': './', license: 'MIT' }] }, { onNote: (note) => notes.push(note) }); // prettier-ignore
    expect(notes).toMatchObject([{ kind: 'layout-lost' }]);
    expect(entityIn(anew, './')).toMatchObject({ license: 'MIT', hasPart: { '@id': 'https://h.example/a.csv' } });
    expect(entityIn(anew, 'https://h.example/a.csv')).toMatchObject({ name: 'A' });
  });
});

describe('an entity with a base of its own', () => {
  const withAuthor = (author: string) => [
    { '@id': 'a.csv', '@type': 'File' },
    { '@context': { '@base': 'https://e.example/' }, '@id': 'a.csv', '@type': 'File', unheard: 1, author: { '@id': author } }, // prettier-ignore
  ];

  it('keeps its identifiers, which are others', async () => {
    const text = pretty(crate(withAuthor('#me')));
    const after = await edited(text, A);
    expect(lineDiff(text, after)).toEqual(['-       "@id": "a.csv",', '+       "@id": "https://h.example/a.csv",']);
  });

  it('is written anew if it refers to a renamed one, and a note says what is lost', async () => {
    const notes: Note[] = [];
    const text = pretty(crate(withAuthor(`${BASE.root}a.csv`)));
    const after = await edited(text, A, { onNote: (note) => notes.push(note) });
    expect(entityIn(after, 'https://e.example/a.csv')).toEqual({
      '@id': 'https://e.example/a.csv',
      '@type': 'File',
      author: { '@id': 'https://h.example/a.csv' },
    });
    expect(notes).toEqual([noteOf({ kind: 'layout-lost', detail: 'https://e.example/a.csv' })]);
  });
});

describe('the context', () => {
  const withContext = (context: unknown) => pretty(crate([{ '@id': 'a.csv', '@type': 'File' }], context as never));

  it.each<[string, unknown, unknown]>([
    ['null', [{ '@base': null }, V1], [V1]],
    ['relative', [V1, { '@base': 'sub/', x: 'http://x.example/' }], [V1, { x: 'http://x.example/' }]],
    ['absolute', [V1, { '@base': 'https://b.example/c/' }], [V1]],
    ['several', [{ '@base': 'https://b.example/' }, V1, { y: 'http://y.example/', '@base': 'c/' }], [V1, { y: 'http://y.example/' }]], // prettier-ignore
    ['that a @vocab depends on', [{ '@base': 'https://b.example/' }, { '@vocab': 'v#' }, V1], [{ '@vocab': 'https://b.example/v#' }, V1]], // prettier-ignore
  ])('loses its base: %s', async (_, before, expected) => {
    const after = await edited(withContext(before), {});
    expect((JSON.parse(after) as Record<string, unknown>)['@context']).toEqual(expected);
    expect(after.slice(after.indexOf('"@graph"'))).toBe(withContext(V1).slice(withContext(V1).indexOf('"@graph"')));
  });

  it.each<[string, unknown, unknown]>([
    ['text', V1, [V1, { '@base': 'https://r.example/' }]],
    ['with another base', [{ '@base': null }, V1], [V1, { '@base': 'https://r.example/' }]],
  ])('gets a base at its end: %s', async (_, before, expected) => {
    const after = await edited(withContext(before), { base: 'https://r.example/' });
    expect((JSON.parse(after) as Record<string, unknown>)['@context']).toEqual(expected);
  });

  it('after the entities, with a byte order mark', async () => {
    const { '@context': _, ...rest } = crate([{ '@id': 'a.csv', '@type': 'File' }]) as Record<string, unknown>;
    const text = `\ufeff${pretty({ ...rest, '@context': [V1, { '@base': 'https://b.example/', q: 'http://q.example/' }] })}`;
    const after = await edited(text, { ids: { 'a.csv': 'b.csv' } });
    expect(lineDiff(text, after)).toEqual([
      '-       "@id": "a.csv",',
      '+       "@id": "b.csv",',
      '-       "@base": "https://b.example/",',
    ]);
  });

  it('stays that of the version if the document lacks it', async () => {
    const text = pretty(crate([{ '@id': 'a.csv', '@type': 'File' }], { '@base': 'https://b.example/' }));
    const after = await edited(text, { ...A, add: [{ '@id': 'https://h.example/a.csv', name: 'A' }] });
    expect(entityIn(after, 'https://h.example/a.csv')).toEqual({ '@id': 'https://h.example/a.csv', '@type': 'File', name: 'A' }); // prettier-ignore
  });
});

describe('properties and entities', () => {
  const text = pretty(
    crate([
      { '@id': 'a.csv', '@type': 'File', name: 'A', x: null, identifier: ['i', { '@id': '#i' }], license: 'MIT' },
      { '@id': '#i', '@type': 'PropertyValue', value: { name: 'nested' } },
    ]),
  );

  it('go away, and others come', async () => {
    const after = await edited(text, {
      ...A,
      drop: { 'a.csv': ['identifier'] },
      add: [
        { '@id': 'https://h.example/a.csv', contentUrl: 'https://h.example/a.csv', sha256: 'abc', localPath: 'a.csv' },
      ],
    });
    expect(entityIn(after, 'https://h.example/a.csv')).toEqual({
      '@id': 'https://h.example/a.csv',
      '@type': 'File',
      name: 'A',
      x: null,
      license: 'MIT',
      contentUrl: 'https://h.example/a.csv',
      sha256: 'abc',
      localPath: 'a.csv',
    });
    expect((JSON.parse(after) as Record<string, unknown>)['@context']).toEqual([
      V1,
      { localPath: 'https://w3id.org/ro/terms#localPath', sha256: 'http://schema.org/sha256' },
    ]);
  });

  it('are of https://schema.org/ where the crate uses that', async () => {
    const https = pretty(crate([{ '@id': 'a.csv', '@type': 'File' }], { ...schema('https'), conformsTo: 'http://purl.org/dc/terms/conformsTo' })); // prettier-ignore
    const after = await edited(https, { add: [{ '@id': 'a.csv', sha256: 'abc' }] });
    expect(after).toContain('"sha256": "https://schema.org/sha256"');
  });

  it('a value that is dropped and added again keeps its place', async () => {
    const after = await edited(text, { drop: { 'a.csv': ['name', 'license'] }, add: [{ '@id': 'a.csv', name: 'A', license: 'CC0' }] }); // prettier-ignore
    expect(lineDiff(text, after)).toEqual(['-       "license": "MIT"', '+       "license": "CC0"']);
  });

  it('an entity goes away with the nodes in it that have no name', async () => {
    const after = await edited(text, { drop: { '#i': 'all', 'a.csv': ['identifier'] } });
    expect(after).not.toMatch(/nested|#i|PropertyValue/);
    expect((JSON.parse(after) as { '@graph': unknown[] })['@graph']).toHaveLength(3);
  });

  it('a named entity nested in one that goes away stays', async () => {
    const nested = pretty(crate([{ '@id': '#x', '@type': 'Thing', author: { '@id': '#bob', '@type': 'Person', name: 'Bob' } }])); // prettier-ignore
    const after = await edited(nested, { drop: { '#x': 'all' } });
    expect(entityIn(after, '#x')).toBeUndefined();
    expect(entityIn(after, '#bob')).toEqual({ '@id': '#bob', '@type': 'Person', name: 'Bob' });
  });

  it('a new entity follows those of its kind', async () => {
    const after = await edited(text, {
      add: [
        { '@id': 'new dir/', '@type': 'Dataset', hasPart: [{ '@id': 'a.csv' }] },
        { '@id': '#me', '@type': 'Person', name: 'Me' },
      ],
    });
    const ids = (JSON.parse(after) as { '@graph': { '@id': string }[] })['@graph'].map((one) => one['@id']);
    expect(ids).toEqual(['ro-crate-metadata.json', './', 'a.csv', 'new%20dir/', '#i', '#me']);
  });

  it('blank nodes that come do not become those that are there', async () => {
    const anonymous = pretty(crate([{ '@id': 'a.csv', '@type': 'File', author: { name: 'first' } }]));
    const after = await edited(anonymous, { add: [{ '@id': 'a.csv', contributor: { name: 'second' } }] });
    const found = await graphOf(after);
    expect(found.filter((line) => line.includes('"second"') || line.includes('"first"'))).toHaveLength(2);
    expect(
      new Set(found.filter((line) => /"(?:second|first)"/.test(line)).map((line) => line.split(' ')[0])).size,
    ).toBe(2);
  });
});

describe('a new identifier', () => {
  const text = pretty(crate([{ '@id': 'a.csv', '@type': 'File', author: { '@id': 'https://h.example/m' } }, { '@id': 'b.csv', '@type': 'File' }], CONTEXT as never)); // prettier-ignore

  it.each([
    ['with spaces', 'a b%.csv', 'a%20b%25.csv'],
    ['in other scripts', 'données/ä.csv', 'données/ä.csv'],
    ['that looks like a keyword', '@graph', './@graph'],
    ['that is a fragment', '#a', '#a'],
    ['that is a URN', 'urn:uuid:1', 'urn:uuid:1'],
  ])('is written right: %s', async (_, id, written) => {
    expect(entityIn(await edited(text, { ids: { 'a.csv': id } }), written)).toMatchObject({ '@type': 'File' });
  });

  it.each([
    ['compact', 'ex:a'],
    ['empty', ''],
    ['outside of the crate', '../a'],
    ['at the top of the host', '/a'],
    ['blank', '_:a'],
  ])('is refused if it would mean something else: %s', async (_, id) => {
    await expect(edited(text, { ids: { 'a.csv': id } })).rejects.toMatchObject({
      code: 'ERR_PLAN_INVALID',
      message: expect.stringContaining(JSON.stringify(id)),
    });
  });

  it.each<[string, Record<string, string>]>([
    ['of another entity', { 'a.csv': 'b.csv' }],
    ['of another entity, in another form', { 'a.csv': './b.csv' }],
    ['that another entity gets too', { 'a.csv': 'c.csv', 'b.csv': 'c.csv' }],
  ])('is refused with the names of both: %s', async (_, ids) => {
    await expect(edited(text, { ids })).rejects.toMatchObject({
      code: 'ERR_PLAN_INVALID',
      message: '"a.csv" and "b.csv" would become one entity',
    });
  });

  it('may be that of an entity which gets another, or goes away, and that of a mere reference', async () => {
    const swapped = await edited(text, { ids: { 'a.csv': 'b.csv', 'b.csv': 'a.csv' } });
    expect([...changedStrings(text, swapped).keys()]).toEqual(['a.csv', 'b.csv']);
    const replaced = await edited(text, { ids: { 'a.csv': 'b.csv' }, drop: { 'b.csv': 'all' } });
    expect(entityIn(replaced, 'b.csv')).toHaveProperty('author');
    const met = await edited(text, { ids: { 'a.csv': 'https://h.example/m' } });
    expect(entityIn(met, 'https://h.example/m')).toHaveProperty('author', { '@id': 'https://h.example/m' });
  });
});

describe('the identifiers of a document', () => {
  it('are those described or mentioned, in order and as first written; types and blank nodes are not', async () => {
    const document = await open(
      crate([{ '@id': 'a.csv', '@type': ['File', 'Unheard'], author: { '@id': '_:b' }, unheard: { '@id': 'c.csv' }, link: './b', about2: 'd.csv' }, { '@id': './a.csv', data: { '@id': 'no' } }], CONTEXT as never), // prettier-ignore
    );
    expect([...mentionedIds(document)]).toEqual([
      [`${BASE.root}ro-crate-metadata.json`, 'ro-crate-metadata.json'],
      [BASE.root, './'],
      ['https://w3id.org/ro/crate/1.1', 'https://w3id.org/ro/crate/1.1'],
      [`${BASE.root}a.csv`, 'a.csv'],
      [`${BASE.root}c.csv`, 'c.csv'],
      [`${BASE.root}b`, './b'],
      [`${BASE.root}d.csv`, 'd.csv'],
    ]);
  });
});

/** A small context with schema.org in one of its schemes. */
function schema(scheme: string): Record<string, string> {
  const names = ['name', 'about', 'Dataset', 'CreativeWork', 'hasPart'];
  return { ...Object.fromEntries(names.map((name) => [name, `${scheme}://schema.org/${name}`])), File: `${scheme}://schema.org/MediaObject` }; // prettier-ignore
}

it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'a property may be called %s, as each object has one',
  async (name) => {
    const text = await edited(JSON.stringify(crate([])), { add: [{ '@id': '#x', '@type': name, [name]: 'mine' }] });
    expect(entityIn(text, '#x')).toEqual({ '@id': '#x', '@type': name, [name]: 'mine' });
    expect(text).toContain(`"http://schema.org/${name}"`);
  },
);
