import fc from 'fast-check';
import { bytesInMemory, decodeUtf8 } from '../../../src/crate/json/byte-source.js';
import { outline, type OutlineSizes, type Window } from '../../../src/crate/json/outline.js';
import { openJson, parseJson, type JsonObject, type JsonValue } from '../../../src/crate/json/lazy-document.js';
import { anyCharacter } from '../../helpers/characters.js';
import { runs, tries } from '../../helpers/seed.js';

const bytesOf = (text: string) => bytesInMemory(new TextEncoder().encode(text));

/** The whole document again, and what was reported on the way. */
function reopen(
  input: string | Uint8Array,
  sizes?: OutlineSizes,
): { value: JsonObject; repairs: string[]; windows: number } {
  const repairs: string[] = [];
  const source = typeof input === 'string' ? bytesOf(input) : bytesInMemory(input);
  const document = openJson(source, (kind) => repairs.push(kind), sizes);
  const entities = document.windows.flatMap((window) => document.entities(window));
  const value = document.windows.length === 0 ? document.top : { ...document.top, '@graph': entities };
  return { value, repairs, windows: document.windows.length };
}

/** Every chunk and every window ends in the middle of something. */
const TINY: OutlineSizes[] = [1, 2, 3, 5, 7, 16, 64].flatMap((chunk) =>
  [1, 10, 100].flatMap((window) => [1, 20, 1000].map((part) => ({ chunk, window, part }))),
);

const TRICKY = [
  '{"@graph": []}',
  '{"@graph":[{"@id":"a"}]}',
  ' { "@context" : "x" , "@graph" : [ { "@id" : "a" } , { } ] } ',
  '{"@graph":[{"@id":"a"},{"b":[1,[2],{"c":{}}]}],"@context":["x",{"y":[]}]}',
  '{"@graph":[{"a":"}]{[,:\\"\\\\"},{"b":"\\\\\\""}],"z":"]}"}',
  '{"x":"@graph","@graph":[{"a":1}],"y":["@graph",[{"no":1}]]}',
  '{"x":{"@graph":[{"no":1}]},"@graph":[{"a":1}]}',
  '{"@graph":{"@id":"single","x":[1,2]}}',
  '{"@graph":null,"a":[[]]}',
  '{"a\\"@graph":[{}],"\\u0040graph":[{"b":1}]}',
  '{"@graph":["text",1,null,true,[["x"]],{"@id":"\u00e9\u{1F600}\\u00e9\\ud83d\\ude00"}]}',
  '{"__proto__x":1,"@graph":[{"constructor":1,"toString":2}]}',
];

describe('openJson', () => {
  it.each(TRICKY)('reads what JSON.parse reads: %s', (text) => {
    expect(reopen(text).value).toEqual(JSON.parse(text));
    for (const sizes of TINY) expect(reopen(text, sizes).value).toEqual(JSON.parse(text));
  });

  it('reads any JSON object as JSON.parse does, wherever chunks and windows end', () => {
    const member = fc.tuple(
      fc.oneof(fc.constantFrom('@context', '@id', '@graphs', '@graph '), fc.string({ unit: anyCharacter })),
      fc.jsonValue(),
    );
    const graph = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue()) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(member, { maxLength: 4 }),
        fc.option(graph),
        fc.array(member, { maxLength: 4 }),
        fc.constantFrom(undefined, 1, '\t'),
        fc.constantFrom(...TINY, undefined),
        (before, entities, after, indent, sizes) => {
          const text = JSON.stringify(
            Object.fromEntries([...before, ...(entities === null ? [] : [['@graph', entities] as const]), ...after]),
            null,
            indent,
          );
          const { value, repairs } = reopen(text, sizes);
          expect(value).toEqual(JSON.parse(text));
          expect(repairs).toEqual([]);
        },
      ),
      tries(2_000),
    );
  });

  it('divides a large graph into windows with the positions of their entities', () => {
    const graph = Array.from({ length: 5_000 }, (_, index) => ({ '@id': `#${index}`, name: 'x'.repeat(100) }));
    const document = openJson(bytesOf(JSON.stringify({ '@graph': graph })), () => undefined);
    expect(document.windows.length).toBeGreaterThan(5);
    for (const window of document.windows) {
      expect(document.entities(window)[0]).toEqual(graph[window.first]);
    }
  });

  it('reads a large entity in parts, which together are the entity', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ '@id': fc.string() }),
      fc.array(fc.integer(), { maxLength: 50 }),
    );
    const entity = fc.record({
      '@id': fc.string(),
      hasPart: fc.array(value, { maxLength: 30 }),
      name: value,
      mentions: fc.array(value, { maxLength: 30 }),
    });
    let cut = 0;
    fc.assert(
      fc.property(fc.array(entity, { maxLength: 4 }), fc.constantFrom(...TINY), (graph, sizes) => {
        const document = openJson(bytesOf(JSON.stringify({ '@graph': graph })), () => undefined, sizes);
        for (const window of document.windows) {
          const parts = document.parts(window, () => true);
          if (parts === undefined) continue;
          cut += 1;
          const [own, ...none] = document.entities(window) as JsonObject[];
          expect(none).toEqual([]);
          const together: Record<string, JsonValue> = {};
          for (const part of parts) {
            for (const [key, some] of Object.entries(part)) {
              const earlier = together[key];
              together[key] = key !== '@id' && Array.isArray(earlier) ? [...earlier, ...(some as JsonValue[])] : some;
            }
          }
          expect(together).toEqual(own);
        }
      }),
      tries(2_000),
    );
    expect(cut).toBeGreaterThan(runs(500));
  });

  it('puts a large entity into a window of its own, and knows the positions of the small ones around it', () => {
    const values = Array.from({ length: 20 }, (_, index) => index);
    const graph = [{ '@id': 'a' }, { '@id': 'b' }, { '@id': 'c', values }, { '@id': 'd' }, { '@id': 'e', values }];
    const sizes = { chunk: 64, window: 1000, part: 10 };
    const { windows, ...document } = openJson(bytesOf(JSON.stringify({ '@graph': graph })), () => undefined, sizes);
    expect(windows.map((window) => window.first)).toEqual([0, 2, 3, 4]);
    expect(windows.map((window) => document.entities(window)[0])).toEqual([0, 2, 3, 4].map((index) => graph[index]));
  });

  it('reads an entity whole if it has no `@id`, or a context of its own', () => {
    const sizes = { chunk: 64, window: 10, part: 10 };
    const values = Array.from({ length: 20 }, (_, index) => index);
    for (const [entity, whole] of [
      [{ '@id': 'a', values }, false],
      [{ values }, true],
      [{ values, '@id': 'a' }, true],
      [{ '@id': 'a', '@context': {}, values }, true],
      [{ '@id': 'a', values, '@context': {} }, true],
      [{ '@id': 'a', values, '@type': 'T' }, true],
    ] as const) {
      const document = openJson(bytesOf(JSON.stringify({ '@graph': [entity] })), () => undefined, sizes);
      const [window] = document.windows as [Window];
      expect(window.cuts.length).toBeGreaterThan(0);
      expect(document.parts(window, () => true) === undefined).toBe(whole);
      expect(document.parts(window, (key) => key !== 'values')).toBeUndefined();
    }
  });

  it('marks the windows that may contain a descriptor, wherever a chunk ends in its name', () => {
    const names = [
      'ro-crate-metadata.json',
      'ro-crate-metadata.jsonld',
      'a/crate-metadata.json',
      'http://h/x-ro-crate-metadata.jsonld',
    ];
    for (const name of names) {
      const source = bytesOf(JSON.stringify({ '@graph': [{ a: 'x'.repeat(40) }, { '@id': name }, { b: 1 }] }));
      for (const sizes of [undefined, ...TINY]) {
        const found = outline(source, sizes).windows.find(({ start, end }) =>
          new TextDecoder().decode(source.read(start, end)).includes(name),
        );
        expect(found?.descriptor).toBe(true);
      }
    }
    expect(outline(bytesOf('{"@graph":[{"@id":"data/file-number-one.json"}]}')).windows[0]?.descriptor).toBe(false);
  });

  it('skips a byte order mark', () => {
    expect(reopen('\uFEFF{"@graph":[{"a":"\uFEFF"}]}')).toMatchObject({
      value: { '@graph': [{ a: '\uFEFF' }] },
      repairs: [],
    });
  });

  it('finds the context that all items of a top-level array share', () => {
    const [a, b] = [
      { '@context': { n: 'x:' }, '@id': 'a' },
      { '@context': { n: 'x:' }, '@id': 'b' },
    ];
    const shared = openJson(bytesOf(JSON.stringify([a, b])), () => undefined);
    expect(shared).toMatchObject({ sharesContext: true, top: { '@context': { n: 'x:' } } });
    expect(shared.windows.flatMap(shared.entities)).toEqual([{ '@id': 'a' }, { '@id': 'b' }]);
    const other = openJson(bytesOf(JSON.stringify([a, { ...b, '@context': null }])), () => undefined);
    expect(other.sharesContext).toBe(false);
    expect(other.windows.flatMap(other.entities)).toEqual([a, { ...b, '@context': null }]);
  });

  it('reads bytes that are not UTF-8 and reports them', () => {
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode('{"@graph":[{"a":"caf'),
      0xe9,
      ...new TextEncoder().encode('"}]}'),
    ]);
    expect(reopen(bytes)).toMatchObject({ value: { '@graph': [{ a: 'caf\uFFFD' }] }, repairs: ['invalid-utf8'] });
    expect(decodeUtf8(Uint8Array.of(0xc0, 0x80))).toEqual({ text: '\uFFFD\uFFFD', repaired: true });
  });

  describe('a duplicate key', () => {
    it.each<[string, JsonValue]>([
      ['{"@graph":[{"@id":"a","name":"x","name":"y"}]}', { '@graph': [{ '@id': 'a', name: ['x', 'y'] }] }],
      ['{"@graph":[{"name":["x"],"name":["y","z"]}]}', { '@graph': [{ name: ['x', 'y', 'z'] }] }],
      ['{"@graph":[{"n":{"a":1,"a":2}}]}', { '@graph': [{ n: { a: [1, 2] } }] }],
      ['{"@graph":[{"@graph":[{"a":1}],"@graph":{"b":2}}]}', { '@graph': [{ '@graph': [{ a: 1 }, { b: 2 }] }] }],
      ['{"@graph":[{"@type":"A","@type":"B"}]}', { '@graph': [{ '@type': ['A', 'B'] }] }],
      ['{"@graph":[{"@included":[1],"@included":2}]}', { '@graph': [{ '@included': [1, 2] }] }],
      ['{"@graph":[{"n":{"@set":[1],"@set":2}}]}', { '@graph': [{ n: { '@set': [1, 2] } }] }],
      ['{"@graph":[{"@id":"a","@id":"b"}]}', { '@graph': [{ '@id': 'b' }] }],
    ])('keeps all of its values: %s', (text, value) =>
      expect(reopen(text)).toMatchObject({ value, repairs: ['duplicate-key'] }),
    );

    it.each<[string, JsonObject]>([
      ['{"@context":"x","@context":"y","@graph":[]}', { '@context': 'y', '@graph': [] }],
      ['{"@context":{"a":"x:","a":"y:"},"@graph":[]}', { '@context': { a: 'y:' }, '@graph': [] }],
      ['{"a":{"@value":"x","@language":"en","@language":"de"},"@graph":[]}', { a: { '@value': 'x', '@language': 'de' }, '@graph': [] }],
    ])('of a keyword and in a context the last one wins: %s', (text, value) =>
      expect(reopen(text)).toMatchObject({ value, repairs: ['duplicate-key'] }),
    ); // prettier-ignore

    it('is not mistaken for a colon in a string', () => {
      expect(reopen('{"@graph":[{"a":":\\":","b:":"{:}"}]}').repairs).toEqual([]);
    });

    it('joins two `@graph` arrays', () => {
      const { value, repairs } = reopen('{"@graph":[{"@id":"a"}],"@graph":[{"@id":"b"}]}');
      expect(repairs).toEqual(['duplicate-key']);
      expect(JSON.stringify(value)).toContain('"a"');
    });
  });

  describe('text that is not JSON', () => {
    it.each<[string, number, number]>([
      ['{"@graph":[{"a":1},]}', 1, 20],
      ['{"@graph":[{"a":1,}]}', 1, 19],
      ['{"@graph":[\n  {"a":1}\n  {"b":2}\n]}', 3, 3],
      ['{\n"@context" "x",\n"@graph":[]}', 2, 12],
      ["{'a':1}", 1, 2],
      ['{"@graph":[{"a":NaN}]}', 1, 17],
      ['{"@graph":[{"a":1}]} // end', 1, 22],
      ['{"@graph":[{"a":"x\ny"}]}', 1, 17],
    ])('%j is refused with its place', (text, line, column) => {
      for (const sizes of [undefined, ...TINY]) {
        expect(() => reopen(text, sizes)).toThrow(
          expect.objectContaining({ code: 'ERR_JSON_SYNTAX', details: { line, column } }),
        );
      }
    });

    it.each([
      ['UTF-16 with a byte order mark', '\ufeff{"@graph":[]}'],
      ['UTF-16 without one', '{"@graph":[]}'],
    ])('%s is refused by its name', (_name, text) => {
      const little = Buffer.from(text, 'utf16le');
      for (const bytes of [little, Buffer.from(little).swap16()])
        expect(() => reopen(bytes)).toThrow(
          expect.objectContaining({ code: 'ERR_JSON_SYNTAX', message: 'not JSON in UTF-8: the text is UTF-16' }),
        );
    });

    it.each([
      '',
      ' ',
      '{',
      '[',
      '{"@graph":[',
      '{"@graph":[{"@id":"a"}',
      '{"@graph":[{"@id":"a"}]',
      '{"@graph":["\\',
      '{"@graph":[{"a":"x',
      '{"@graph":[]}}',
      '{}{}',
      '{"@graph":[1 2]}',
      '{"@graph":[,{}]}',
      '{"@graph":[{},,{}]}',
      '{"@graph":[{"a":1]}}',
      '{"@graph":[}',
      '<html>',
    ])('%j is refused', (text) => {
      for (const sizes of [undefined, ...TINY]) {
        expect(() => reopen(text, sizes)).toThrow(expect.objectContaining({ code: 'ERR_JSON_SYNTAX' }));
      }
    });

    it('a document without its end is refused, wherever it stops', () => {
      const text = '{"@context":"x","@graph":[{"@id":"a","b":["c",{"d":"\\u00e9"}]},{"e":1.5e3}],"f":true}';
      for (let end = 0; end < text.length; end += 1)
        expect(() => reopen(text.slice(0, end))).toThrow(expect.objectContaining({ code: 'ERR_JSON_SYNTAX' }));
    });

    it('endless nesting is refused, the nesting that people write is not', () => {
      const nested = (depth: number) => `{"@graph":[${'['.repeat(depth)}${']'.repeat(depth)}]}`;
      expect(() => reopen(nested(100_000))).toThrow(
        expect.objectContaining({ code: 'ERR_JSON_SYNTAX', message: expect.stringContaining('deep') as string }),
      );
      expect(() => reopen(nested(499))).toThrow(expect.objectContaining({ code: 'ERR_JSON_SYNTAX' }));
      expect(reopen(nested(498)).windows).toBe(1); // with the document and its graph these are 500
    });

    it('a comma after a long run of white space is refused', () => {
      expect(() => reopen(`{"@graph":[${' '.repeat(1 << 17)},{}]}`)).toThrow(
        expect.objectContaining({ code: 'ERR_JSON_SYNTAX' }),
      );
    });

    it.each(['"text"', '1', 'null'])('%s is JSON, but not a document', (text) => {
      expect(() => reopen(text)).toThrow(expect.objectContaining({ code: 'ERR_GRAPH_MISSING' }));
    });
  });
});

describe('parseJson', () => {
  it('reads any JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
      tries(500),
    );
  });
});
