import type { JsonObject } from '../../../src/crate/json/parse.js';
import { crate, read } from '../../helpers/read.js';

/** What is reported of one entity, the third of its document: kind, detail, and the place in the entity. */
async function notesOn(entity: JsonObject): Promise<string[]> {
  const { document } = await read(crate([{ name: 'N', ...entity }]));
  return document.report.notes.map(({ kind, detail, pointer = '' }) =>
    [kind, detail, pointer.replace('/@graph/2', '')].join(' ').trim(),
  );
}

/** Sends an entity to the general lane, and says nothing. */
const general = { '@included': [] };

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
    ['a language beside a type', { '@id': '#x', author: { '@value': 'a', '@type': 'Person', '@language': 'en' } }, ['value-form @language "en"']],
    ['a datatype that is no text', { '@id': '#x', author: { '@value': 'a', '@type': 7 } }, ['value-form @type 7']],
    ['no datatype and no language', { '@id': '#x', author: { '@value': 'a', '@type': null, '@language': null } }, []],
    ['a keyword that is none', { '@id': '#x', '@foo': 1 }, ['unknown-keyword @foo']],
  ])('%s', async (_, entity, notes) => expect(await notesOn({ ...general, ...entity })).toEqual(notes)); // prettier-ignore
});

describe('of an entity is reported, with its place,', () => {
  it.each<[string, JsonObject, string[]]>([
    ['nothing where there is nothing to report', { '@id': '#x', '@type': 'Person', name: 'N', '@index': 'i' }, []],
    ['a keyword that is none', { '@id': '#x', '@foo': 1 }, ['unknown-keyword @foo /@foo']],
    ['a keyword of values', { '@id': '#x', '@direction': 'ltr' }, ['unknown-keyword @direction /@direction']],
    ['a property that no context defines', { '@id': '#x', unheard: 1 }, ['undefined-property unheard /unheard']],
    ['a type that no context defines', { '@id': '#x', '@type': 'Odd' }, ['undefined-type Odd /@type']],
    ['an identifier that is an array', { '@id': ['#x', '#y'] }, ['id-form ["#x","#y"]']],
    ['a type that looks like a keyword', { '@id': '#x', '@type': '@foo' }, ['unknown-keyword @type @foo /@type']],
    ['an identifier that is a number', { '@id': 7 }, ['id-form 7']],
    ['an identifier that is encoded', { '@id': 'a b', author: { '@id': 'c d' } }, ['iri-encoded "a b"', 'iri-encoded "c d" /author']],
    ['the same reference each time', { '@id': '#x', author: [{ '@id': 'c d' }, { '@id': 'c d' }] }, ['iri-encoded "c d" /author', 'iri-encoded "c d" /author']],
    ['a language without a text', { '@id': '#x', author: { '@language': 'en' } }, ['value-form @language without @value /author']],
    ['that it says nothing', { '@id': '#x', name: null, unheard: 1 }, ['undefined-property unheard /unheard', 'kept-as-resource http://example.org/crate/#x']],
    ['an odd key, escaped', { '@id': '#x', 'a/b~c': 1 }, ['undefined-property a/b~c /a~1b~0c']],
  ])('%s', async (_, entity, notes) => expect(await notesOn(entity)).toEqual(notes)); // prettier-ignore
});
