import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import jsonld from 'jsonld';
import { readRdf } from '../../../src/package/open/read-rdf.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { runHere } from '../../cli/helpers/run-here.js';
import { tries } from '../../helpers/seed.js';

const RDF_JSON = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON';

it.each(['"@value":"x\\ud800y"', '"@id":"http://a/\\uDFFF"', '"@value":"x","@language":"e\\ud800"'])(
  'half a character anywhere else in JSON-LD is refused: %s',
  async (value) => {
    const file = join(await freshFolder('half-characters'), 'document.jsonld');
    await writeFile(file, `[{"@id":"http://a/b","http://a/p":[{${value}}]}]`);
    await expect(readRdf(file, { from: 'jsonld' })).rejects.toMatchObject({
      code: 'ERR_RDF_SYNTAX',
      details: { line: 1 },
    });
  },
);

it('a whole number beyond 2^53 is the double that it is, as the jsonld package writes it', async () => {
  const file = join(await freshFolder('long-numbers'), 'document.jsonld');
  const document = '[{"@id":"http://a/b","http://a/p":[12345678901234567890, 1e20, 1e21, -9007199254740993]}]';
  await writeFile(file, document);
  const quads = (await jsonld.toRDF(JSON.parse(document) as never)) as { object: { value: string } }[];
  const found = (await readRdf(file, { from: 'jsonld' })).map(({ object }) => object.value);
  expect(found.sort()).toEqual(quads.map(({ object }) => object.value).sort());
});

describe('a JSON literal in JSON-LD', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await freshFolder('json-literals');
  });

  /** The lexical forms of all objects, as we read them. */
  async function objects(document: unknown): Promise<string[]> {
    const file = join(folder, 'document.jsonld');
    await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document));
    const quads = await readRdf(file, { from: 'jsonld', base: 'http://a/' });
    return quads.map(({ object }) => {
      expect(object).toMatchObject({ datatype: { value: RDF_JSON } });
      return object.value;
    });
  }
  const node = (value: object) => [{ '@id': 'http://a/b', 'http://a/p': [value] }];
  const typed = (value: unknown) => ({
    '@context': { p: { '@id': 'http://a/p', '@type': '@json' } },
    '@id': 'http://a/b',
    p: value,
  });

  it('is the canonical text of its value, in each form that JSON-LD has', async () => {
    const value = { b: [1, { '@id': 5, '@context': 'http://nowhere.invalid/' }], a: 1e21, ü: 'é\n' };
    const text = '{"a":1e+21,"b":[1,{"@context":"http://nowhere.invalid/","@id":5}],"ü":"é\\n"}';
    const aliased = {
      '@context': { t: '@type', v: '@value' },
      '@id': 'http://a/b',
      'http://a/p': { t: '@json', v: value },
    };
    for (const document of [
      node({ '@type': '@json', '@value': value }),
      node({ '@value': value, '@type': '@json' }),
      { '@graph': node({ '@type': '@json', '@value': value }) },
      typed(value),
      aliased,
    ])
      expect(await objects(document)).toEqual([text]);
    expect(await objects('[{"@id":"http://a/b","http://a/p":[{"@type":"@json","@value":{"a":[1,2]}}]}]')).toEqual([
      '{"a":[1,2]}',
    ]);
  });

  it.each([
    ['a number', '1e400', '/0/http:~1~1a~1p'],
    ['a number in an array', '{"a":[1,-1e999]}', '/0/http:~1~1a~1p'],
    ['half a character', '"\\ud800"', 'line 1, column 66'],
    ['the other half', '"\\udc00\\ud800"', 'line 1, column 66'],
    ['half a character in a key', '{"\\\\\\uD83D": 1}', 'line 1, column 69'],
  ])('that RDF cannot say is refused, with its place: %s', async (_, value, place) => {
    const document = `[{"@id":"http://a/b","http://a/p":[{"@type":"@json","@value":   ${value}}]}]`;
    await expect(objects(document)).rejects.toMatchObject({
      code: 'ERR_RDF_SYNTAX',
      message: expect.stringContaining(place),
    });
  });

  it('keeps whole characters, what looks like half of one, and long numbers', async () => {
    const document = (value: string) => `[{"@id":"http://a/b","http://a/p":[{"@type":"@json","@value":${value}}]}]`;
    expect(await objects(document('"\\ud83d\\ude00 \\\\ud800"'))).toEqual(['"\u{1f600} \\\\ud800"']);
    expect(await objects(document('12345678901234567890'))).toEqual(['12345678901234567000']);
  });

  it('is what the jsonld package reads, for every value', async () => {
    const values = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    await fc.assert(
      fc.asyncProperty(values, fc.boolean(), async (value, isTyped) => {
        const document = isTyped ? typed(value) : node({ '@type': '@json', '@value': value });
        const quads = (await jsonld.toRDF(document as never)) as { object: { value: string } }[];
        expect(await objects(document)).toEqual(quads.map(({ object }) => object.value));
      }),
      tries(400),
    );
  });

  it('still refuses a property that is no IRI beside it', async () => {
    const file = join(folder, 'odd.jsonld');
    const odd = [{ '@id': 'http://a/b', 'http://a/p': [{ '@type': '@json', '@value': { a: [1] } }], '@type': [5] }];
    await writeFile(file, JSON.stringify(odd));
    await expect(readRdf(file, { from: 'jsonld', base: 'http://a/' })).rejects.toMatchObject({
      code: 'ERR_RDF_SYNTAX',
    });
  });

  it('comes back from export --format jsonld', async () => {
    const settings = { '@type': '@json', '@value': { runs: [{ a: [1, 2], b: null }], on: true } };
    const context = ['https://w3id.org/ro/crate/1.1/context', { settings: 'https://example.org/terms#settings' }];
    await writeCrate(join(folder, 'one'), crate({ context, more: { settings } as never }));
    const at = (name: string) => join(folder, name);
    const run = async (...args: string[]) => expect(await runHere(...args)).toMatchObject({ status: 0 });
    await run('load', at('one'), '--base', 'https://example.org/one/', '--store', at('s'), '--offline');
    const graph = 'https://example.org/one/';
    await run('export', graph, '--store', at('s'), '--format', 'jsonld', '-o', at('out.jsonld'));
    await run('convert', at('out.jsonld'), '--from', 'jsonld', '--offline', '-o', at('back.nq'));
    await run('convert', graph, '--store', at('s'), '-o', at('first.nq'));
    const lines = async (name: string) => (await readRdf(at(name), {})).map((quad) => JSON.stringify(quad)).sort();
    expect(await lines('back.nq')).toEqual(await lines('first.nq'));
    await run('load', at('out.jsonld'), '--from', 'jsonld', '--store', at('again'), '--offline');
  });
});
