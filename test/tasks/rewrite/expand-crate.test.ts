import { join } from 'node:path';
import { crate, EXAMPLES, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BASE, BUNDLED, read } from '../../helpers/read.js';
import { canonical } from '../../helpers/oracle.js';
import type { ContextSource } from '../../../src/crate/context/context-source.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { expandCrate } from '../../../src/tasks/rewrite/expand-crate.js';
import { flattenCrate, relativizeCrate } from '../../../src/tasks/rewrite/flatten-crate.js';

async function expand(document: JsonValue | string): Promise<JsonValue> {
  const file = await writeCrate(await freshFolder('expand'), document);
  return (await expandCrate(file, { contexts: BUNDLED })).document;
}

describe('rule 4: expansion', () => {
  it('reads what load reads: an object with @value and @id is the node', async () => {
    const odd = { '@id': '#x', '@value': 'A', '@language': 'en', name: { '@value': 'B', '@id': '#y' } };
    const expanded = await expand(crate({ more: { about: odd } }));
    expect(expanded).toContainEqual(
      expect.objectContaining({
        'http://schema.org/about': [{ '@id': '#x', 'http://schema.org/name': [{ '@id': '#y' }] }],
      }),
    );
  });

  it('notes only what it did', async () => {
    const ids = ['my file.txt', '../../up.txt', '/', 'https://x.example/a b', '_:a b'];
    const document = crate({ entities: ids.map((id) => ({ '@id': id, '@type': 'Thing', name: id })) });
    const folder = await writeCrate(await freshFolder('notes'), document);
    const kinds = (read: { report: { counts: object } }) => Object.keys(read.report.counts);
    expect(kinds((await expandCrate(folder, { contexts: BUNDLED })).read)).toEqual([]);
    const flat = await flattenCrate(folder, { contexts: BUNDLED });
    expect(flat.read.report.notes.map(({ detail }) => detail)).toEqual(['"https://x.example/a b"']);
    expect(JSON.stringify(flat.document)).toContain('https://x.example/a%20b');
    for (const id of ids)
      if (!id.startsWith('https:')) expect(JSON.stringify(flat.document)).toContain(`"@id":"${id}"`);
    const relative = await relativizeCrate(folder, { contexts: BUNDLED, base: 'https://example.org/' });
    expect(kinds(relative.read)).toEqual(['iri-encoded']);
  });

  const file = { '@id': 'data1.txt', '@type': 'File', author: { '@id': '#alice' } };
  const folder = { '@id': 'subfolder/', '@type': 'Dataset' };
  const document = crate({ name: 'Example', entities: [file, folder] });

  it('gives absolute properties and types and relative identifiers, without a context', async () => {
    const expanded = await expand(document);
    expect(expanded).toContainEqual({
      '@id': 'data1.txt',
      '@type': ['http://schema.org/MediaObject'],
      'http://schema.org/author': [{ '@id': '#alice' }],
    });
    expect(expanded).toContainEqual({
      '@id': './',
      '@type': ['http://schema.org/Dataset'],
      'http://schema.org/name': [{ '@value': 'Example' }],
    });
    expect((expanded as { '@id': string }[]).map((entity) => entity['@id'])).toEqual([
      'ro-crate-metadata.json',
      './',
      'data1.txt',
      'subfolder/',
    ]);
    expect(JSON.stringify(expanded)).not.toContain('@context');
  });

  it('is the same with @base: null in the document', async () => {
    expect(
      await expand({ ...document, '@context': ['https://w3id.org/ro/crate/1.1/context', { '@base': null }] }),
    ).toEqual(await expand(document));
  });

  it('writes a number that JSON cannot represent as a typed literal', async () => {
    const text = JSON.stringify(crate({ name: 'Example', entities: [{ '@id': '#x', name: 'HERE' }] }));
    expect(await expand(text.replace('"HERE"', '[1e400,{"@value":-1e400}]'))).toContainEqual({
      '@id': '#x',
      'http://schema.org/name': ['INF', '-INF'].map((value) => ({
        '@value': value,
        '@type': 'http://www.w3.org/2001/XMLSchema#double',
      })),
    });
  });

  it('uses the contexts of the document, in order', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { wetness: 'https://terms.example/#wetness' }];
    expect(await expand(crate({ context, more: { wetness: 'very' } }))).toContainEqual(
      expect.objectContaining({ 'https://terms.example/#wetness': [{ '@value': 'very' }] }),
    );
  });

  it('reports the position of an error, and a context that is not available', async () => {
    await expect(expand('{"@graph": [,]}')).rejects.toMatchObject({
      code: 'ERR_JSON_SYNTAX',
      details: { file: expect.stringContaining('ro-crate-metadata.json'), line: 1 },
    });
    await expect(expand(crate({ context: 'https://unknown.invalid/c' }))).rejects.toMatchObject({
      code: 'ERR_CONTEXT_UNAVAILABLE',
    });
    await expect(expandCrate(EXAMPLES, { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_USAGE' });
    await expect(expandCrate(join(EXAMPLES, 'none'), { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
  });

  it.each<[string, JsonValue]>([
    ['an array of identifiers', { '@id': ['#x', '#y'], name: 'N' }],
    ['a type that is not a string', { '@id': '#x', '@type': [{ '@id': 'Person' }, 1], name: 'N' }],
    ['a language and a type', { '@id': '#x', name: { '@value': 'N', '@type': 'Text', '@language': 'en' } }],
    ['an identifier under both of its keys', { '@id': '#x', id: '#x', name: 'N' }],
    ['a number with a language', { '@id': '#x', name: { '@value': 'N' }, description: { '@value': 1, '@language': 'en' } }],
    ['an empty list and an empty set', { '@id': '#x', name: 'N', author: { '@set': null }, about: { '@list': null } }],
  ])('repairs and reports what a strict processor refuses, as load does: %s', async (_, entity) => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { id: '@id', bad: 7, worse: { '@id': 'relative' } }];
    const input = { ...crate({ entities: [entity as JsonObject] }), '@context': context };
    const { document: expanded, read } = await expandCrate(input as JsonObject, { contexts: BUNDLED });
    expect(JSON.stringify(expanded)).toContain('"@value":"N"');
    expect(read.report.repairs).toBeGreaterThan(0);
    await expect(expandCrate(input as JsonObject, { contexts: BUNDLED, strict: true })).rejects.toMatchObject({
      code: 'ERR_STRICT',
    });
  }); // prettier-ignore

  it.each<[string, JsonValue]>([
    ['an identifier that is not an IRI', { '@id': 'my file.txt', '@type': 'File' }],
    ['an entity without defined properties', { '@id': '#k', foo: 'x' }],
    ['an invalid language tag', { '@id': '#x', name: { '@value': 'N', '@language': 'x y' } }],
    ['an empty identifier', { '@id': '', name: 'N' }],
    ['half of a surrogate pair', { '@id': '#x', name: '\ud800' }],
    ['a number as entity', 5],
  ])('refuses with strict what every verb refuses: %s', async (_, entity) => {
    const input = crate({ entities: [entity as JsonObject] });
    for (const rewrite of [expandCrate, flattenCrate])
      await expect(rewrite(input, { contexts: BUNDLED, strict: true })).rejects.toMatchObject({ code: 'ERR_STRICT' });
  });

  it('accepts the maximum depth of a document', async () => {
    const nested = Array.from({ length: 497 }).reduce<JsonObject>((inner) => ({ about: inner }), { name: 'innermost' });
    expect(JSON.stringify(await expand(crate({ entities: [nested] })))).toContain('innermost');
    await expect(expand(crate({ entities: [{ about: nested }] }))).rejects.toMatchObject({ code: 'ERR_JSON_SYNTAX' });
  });

  it.each<[string, JsonObject]>([
    ['other JSON', { name: 'some-package', version: '1.0.0', scripts: { test: 'jest' } }],
    [
      'a context that defines no key of the document',
      { '@context': 'https://w3id.org/ro/crate/1.1/context', $schema: 'x' },
    ],
  ])('%s is not a metadata document', async (_, input) => {
    for (const rewrite of [expandCrate, flattenCrate])
      await expect(rewrite(input, { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_GRAPH_MISSING' });
  });

  it('keeps the values of a duplicate `@graph`', async () => {
    const { '@context': context, '@graph': graph } = document as Record<'@context' | '@graph', JsonValue[]>;
    const [first, ...others] = graph.map((entity) => JSON.stringify(entity));
    for (const rest of [`[${others}]`, `[[${others}]]`]) {
      const text = `{"@context":${JSON.stringify(context)},"@graph":[${first}],"@graph":${rest}}`;
      expect(await expand(text)).toEqual(await expand(document));
    }
  });

  describe('embedded and scoped contexts', () => {
    const terms = {
      scp: { '@id': 'http://x/scp', '@context': { '@base': '' } },
      sub: { '@id': 'http://x/sub', '@context': { '@base': 'sub/' } },
      n2: { '@id': '@nest', '@context': { name: 'http://z/n' } },
    };
    const context = ['https://w3id.org/ro/crate/1.1/context', terms];
    const up = { '@id': 'f.txt', '@context': { '@base': '../' }, name: 'N' };

    it.each<[string, JsonObject, string, string]>([
      ['a base above', up, '../f.txt', 'name'],
      ['a base below', { '@id': 'f.txt', '@context': { '@base': 'sub/' }, name: 'N' }, 'sub/f.txt', 'name'],
      ['a base in a base', { '@id': 'g', '@context': { '@base': 'sub/' }, author: { '@id': 'r', '@context': { '@base': 'sub2/' }, name: 'N' } }, 'sub/sub2/r', 'name'],
      ['an empty base of a term', { '@id': '#e', scp: { '@id': 'sub/f.txt', name: 'N' } }, 'sub/f.txt', 'name'],
      ['a base of a term', { '@id': '#e', sub: { '@id': 'c', name: 'N' } }, 'sub/c', 'name'],
      ['a base of a term, with a space and a fragment', { '@id': '#e', sub: { '@id': 'c d#x', name: 'N' } }, 'sub/c d#x', 'name'],
      ['a context on @nest', { '@id': '#n', n2: { name: 'N' } }, '#n', 'http://z/n'],
      ['a relative vocabulary', { '@id': '#v', '@context': { '@base': 'sub/', '@vocab': 'v/' }, foo: 'N' }, 'sub/#v', 'http://example.org/crate/sub/v/foo'],
      ['a relative context', { '@id': '#v', '@context': 'c.json', foo: 'N' }, '#v', 'http://h/p/foo'],
      ['a datatype that no context defines', { '@id': '#d', name: { '@value': 'N', '@type': 'Odd' } }, '#d', 'name'],
    ])('%s gives the same identifiers and properties as in other verbs', async (_, entity, id, property) => {
      const contexts: ContextSource = {
        load: async (url) => (url === `${BASE.root}c.json` ? { foo: 'http://h/p/foo' } : BUNDLED.load(url)),
      };
      const input = crate({ context, entities: [entity] });
      const { document: expanded } = await expandCrate(input, { contexts, base: BASE.iri });
      const text = JSON.stringify(expanded);
      expect(text).toMatch(new RegExp(`"@id":"${id}"[^{]*"(http://schema.org/)?${property}":\\[{[^}]*"@value":"N"`));
      expect(text).not.toContain('arcp');
      const graphOf = async (json: object) => canonical((await read(json, { contexts })).nquads);
      expect(await graphOf(expanded)).toEqual(await graphOf(input));
    }); // prettier-ignore

    it('flatten also keeps identifiers above the root', async () => {
      const entities = [up, { '@id': '../g.txt', name: 'G' }, { '@id': '/../h.txt', name: 'H' }];
      const { document: flat } = await flattenCrate(crate({ context, entities }), { contexts: BUNDLED });
      for (const id of ['../f.txt', '../g.txt', '/../h.txt']) expect(JSON.stringify(flat)).toContain(`"@id":"${id}"`);
    });
  });
});
