import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { crate, read } from '../../helpers/read.js';

const V11 = 'https://w3id.org/ro/crate/1.1/context';

/** JSON text with numbers beyond the range of a double in place of infinite ones. */
const text = (document: object): string =>
  JSON.stringify(document, (_, value: unknown) =>
    Math.abs(value as number) === Infinity ? `1e400${value as number}` : value,
  )
    .replaceAll('"1e400Infinity"', '1e400')
    .replaceAll('"1e400-Infinity"', '-1e400');

/** What is reported of one entity, the third of its document: kind, detail, and the place in the entity. */
async function notesOn(entity: JsonObject): Promise<string[]> {
  const { document } = await read(text(crate([{ name: 'N', ...entity }])));
  return document.report.notes.map(({ kind, detail, pointer = '' }) =>
    [kind, detail, pointer.replace('/@graph/2', '')].join(' ').trim(),
  );
}

/** Sends an entity to the general lane without adding statements. */
const general = { '@included': [] };

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

describe('in both lanes is reported', () => {
  const value = (more: JsonObject): JsonObject => ({ '@id': '#x', author: { '@value': 'a', ...more } });
  it.each<[string, JsonObject, string[]]>([
    ['an identifier that is null', { '@id': null }, ['id-form null']],
    ['a type that is null', { '@id': '#x', '@type': null }, ['type-form null']],
    ['a type that is null among others', { '@id': '#x', '@type': ['Person', null] }, ['type-form null']],
    ['a language of a number', value({ '@value': 7, '@language': 'en' }), ['value-form @language']],
    ['a language of a boolean', value({ '@value': true, '@language': 'en' }), ['value-form @language']],
    ['a direction', value({ '@direction': 'rtl' }), []],
    ['a direction that is null', value({ '@direction': null }), ['value-form @direction null']],
    ['an invalid direction', value({ '@direction': 'up' }), ['value-form @direction "up"']],
    ['a direction next to a type', value({ '@direction': 'rtl', '@type': 'Person' }), ['value-form @direction "rtl"']],
    ['a direction of JSON', value({ '@direction': 'rtl', '@type': '@json' }), ['value-form @direction "rtl"']],
    ['the datatype of what has a language', value({ '@type': `${RDF}langString` }), [`value-form @type "${RDF}langString"`]],
    ['such a datatype with a language', value({ '@type': `${RDF}dirLangString` }), [`value-form @type "${RDF}dirLangString"`]],
    ['a number beyond all', { '@id': '#x', name: [Infinity] }, ['number-range Infinity']],
    ['a value beyond all', value({ '@value': -Infinity, '@type': `${XSD}integer` }), ['number-range -Infinity']],
    ['JSON beyond all', value({ '@value': { a: [Infinity] }, '@type': '@json' }), ['number-range Infinity']],
  ])('%s', async (_, entity, notes) => {
    for (const lane of [{}, general]) {
      const found = await notesOn({ name: 'N', ...lane, ...entity });
      expect(found.map((note) => note.replace(/ (?:"en"|(?:next to|of) .*|\/.*)$/, ''))).toEqual(notes);
    }
  }); // prettier-ignore

  it('1e400 is INF of xsd:double, whatever its type', async () => {
    const entity = { '@id': '#x', name: Infinity, size: { '@value': -Infinity, '@type': `${XSD}integer` } };
    for (const lane of [{}, general]) {
      const { nquads } = await read(text(crate([{ ...lane, ...entity }], [V11, { size: 'http://x/size' }])));
      expect(nquads).toContain(`<http://schema.org/name> "INF"^^<${XSD}double>`);
      expect(nquads).toContain(`<http://x/size> "-INF"^^<${XSD}double>`);
    }
  });

  it('in JSON, the last of a duplicate key wins, and 1e400 is null', async () => {
    const entity = { '@id': '#x', name: { '@type': '@json', '@value': { first: 1, a: 2, b: Infinity } } };
    for (const lane of [{}, general]) {
      const { nquads } = await read(text(crate([{ ...lane, ...entity }])).replace('"first"', '"a"'));
      expect(nquads).toContain(`<http://schema.org/name> "{\\"a\\":2,\\"b\\":null}"^^<${RDF}JSON>`);
    }
  });

  it('a term whose datatype needs a language tag', async () => {
    const context = [V11, { t: { '@id': 'http://x/t', '@type': `${RDF}langString` } }];
    for (const lane of [{}, general]) {
      const { document, nquads } = await read(crate([{ '@id': '#x', ...lane, t: 'v' }], context));
      expect(nquads).toContain('<http://x/t> "v" .');
      expect(document.report.counts).toEqual({ 'context-term': 1 });
    }
  });
});

describe('in the general lane is reported', () => {
  it.each<[string, JsonObject, string[]]>([
    ['nothing where there is nothing to report', { '@id': '#x', '@type': 'Person', '@index': 'i' }, []],
    ['an index that is no text', { '@id': '#x', '@index': 7 }, ['value-form @index 7']],
    ['an index of a value that is no text', { '@id': '#x', author: { '@value': 'a', '@index': 7 } }, ['value-form @index 7']],
    ['an identifier that is an array', { '@id': ['#x', '#y'] }, ['id-form ["#x","#y"]']],
    ['an identifier that looks like a keyword', { '@id': '@foo' }, ['id-form "@foo"']],
    ['such an identifier in an array', { '@id': '#x', author: [{ '@id': '@foo' }] }, ['id-form "@foo"']],
    ['a type that is no text', { '@id': '#x', '@type': 7 }, ['type-form 7']],
    ['a language of a number', { '@id': '#x', author: { '@value': 7, '@language': 'en' } }, ['value-form @language "en"']],
    ['a language next to a type', { '@id': '#x', author: { '@value': 'a', '@type': 'Person', '@language': 'en' } }, ['value-form @language "en"']],
    ['a datatype that is no text', { '@id': '#x', author: { '@value': 'a', '@type': 7 } }, ['value-form @type 7']],
    ['no datatype and no language', { '@id': '#x', author: { '@value': 'a', '@type': null, '@language': null } }, []],
    ['an unknown keyword', { '@id': '#x', '@foo': 1 }, ['unknown-keyword @foo']],
  ])('%s', async (_, entity, notes) => expect(await notesOn({ ...general, ...entity })).toEqual(notes)); // prettier-ignore
});

describe('of an entity is reported, with its place,', () => {
  it.each<[string, JsonObject, string[]]>([
    ['nothing where there is nothing to report', { '@id': '#x', '@type': 'Person', name: 'N', '@index': 'i' }, []],
    ['an unknown keyword', { '@id': '#x', '@foo': 1 }, ['unknown-keyword @foo /@foo']],
    ['a keyword of values', { '@id': '#x', '@direction': 'ltr' }, ['unknown-keyword @direction /@direction']],
    ['a property that no context defines', { '@id': '#x', unheard: 1 }, ['undefined-property unheard /unheard']],
    ['a type that no context defines', { '@id': '#x', '@type': 'Odd' }, ['undefined-type Odd /@type']],
    ['an identifier that is an array', { '@id': ['#x', '#y'] }, ['id-form ["#x","#y"]']],
    ['a type that looks like a keyword', { '@id': '#x', '@type': '@foo' }, ['unknown-keyword @type @foo /@type']],
    ['an identifier that is a number', { '@id': 7 }, ['id-form 7']],
    ['an identifier that is encoded', { '@id': 'a b', author: { '@id': 'c d' } }, ['iri-encoded "a b"', 'iri-encoded "c d" /author']],
    ['the same reference each time', { '@id': '#x', author: [{ '@id': 'c d' }, { '@id': 'c d' }] }, ['iri-encoded "c d" /author', 'iri-encoded "c d" /author']],
    ['a language without a text', { '@id': '#x', author: { '@language': 'en' } }, ['value-form @language without @value /author']],
    ['that it has no statements', { '@id': '#x', name: null, unheard: 1 }, ['undefined-property unheard /unheard', 'kept-as-resource http://example.org/crate/#x']],
    ['a key that is no legal IRI', { '@id': '#x', 'http://example.org/a b': 1 }, ['key-encoded http://example.org/a b /http:~1~1example.org~1a b']],
    ['an unusual key, escaped', { '@id': '#x', 'a/b~c': 1 }, ['undefined-property a/b~c /a~1b~0c']],
  ])('%s', async (_, entity, notes) => expect(await notesOn(entity)).toEqual(notes)); // prettier-ignore
});
