import { join } from 'node:path';
import { crate, EXAMPLES, writeCrate } from './cli/helpers/crates.js';
import { freshFolder } from './cli/helpers/run.js';
import { BUNDLED } from './helpers/read.js';
import type { JsonObject, JsonValue } from '../src/crate/json/parse.js';
import { expandCrate } from '../src/expand.js';

async function expand(document: JsonValue | string): Promise<JsonValue> {
  const file = await writeCrate(await freshFolder('expand'), document);
  return (await expandCrate(file, { contexts: BUNDLED })).document;
}

describe('rule 4: expansion', () => {
  const file = { '@id': 'data1.txt', '@type': 'File', author: { '@id': '#alice' } };
  const folder = { '@id': 'subfolder/', '@type': 'Dataset' };
  const document = crate({ name: 'Example', entities: [file, folder] });

  it('gives absolute properties and types, no context, and relative identifiers', async () => {
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

  it('uses the contexts of the document, in order', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { wetness: 'https://terms.example/#wetness' }];
    expect(await expand(crate({ context, more: { wetness: 'very' } }))).toContainEqual(
      expect.objectContaining({ 'https://terms.example/#wetness': [{ '@value': 'very' }] }),
    );
  });

  it('names the place of what is wrong, and the context that cannot be had', async () => {
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
    ['a type that is no string', { '@id': '#x', '@type': [{ '@id': 'Person' }, 1], name: 'N' }],
    ['a language beside a type', { '@id': '#x', name: { '@value': 'N', '@type': 'Text', '@language': 'en' } }],
    ['an identifier under both its names', { '@id': '#x', id: '#x', name: 'N' }],
    ['a number with a language', { '@id': '#x', name: { '@value': 'N' }, description: { '@value': 1, '@language': 'en' } }],
    ['a list and a set of nothing', { '@id': '#x', name: 'N', author: { '@set': null }, about: { '@list': null } }],
  ])('takes what a strict processor refuses, as load does, and reports it: %s', async (_, entity) => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { id: '@id', bad: 7, worse: { '@id': 'relative' } }];
    const input = { ...crate({ entities: [entity as JsonObject] }), '@context': context };
    const { document: expanded, read } = await expandCrate(input as JsonObject, { contexts: BUNDLED });
    expect(JSON.stringify(expanded)).toContain('"@value":"N"');
    expect(read.report.repairs).toBeGreaterThan(0);
    await expect(expandCrate(input as JsonObject, { contexts: BUNDLED, strict: true })).rejects.toMatchObject({
      code: 'ERR_STRICT',
    });
  }); // prettier-ignore
});
