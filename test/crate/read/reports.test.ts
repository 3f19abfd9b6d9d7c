import type { JsonObject } from '../../../src/crate/json/parse.js';
import { crate, read } from '../../helpers/read.js';

/** What is reported of one entity, the third of its document: kind, detail, and the place in the entity. */
async function notesOn(entity: JsonObject): Promise<string[]> {
  const { document } = await read(crate([{ name: 'N', ...entity }]));
  return document.report.notes.map(({ kind, detail, pointer = '' }) =>
    [kind, detail, pointer.replace('/@graph/2', '')].join(' ').trim(),
  );
}

describe('of an entity is reported, with its place,', () => {
  it.each<[string, JsonObject, string[]]>([
    ['nothing where there is nothing to report', { '@id': '#x', '@type': 'Person', name: 'N', '@index': 'i' }, []],
    ['a keyword that is none', { '@id': '#x', '@foo': 1 }, ['unknown-keyword @foo /@foo']],
    ['a keyword of values', { '@id': '#x', '@direction': 'ltr' }, ['unknown-keyword @direction /@direction']],
    ['a property that no context defines', { '@id': '#x', unheard: 1 }, ['undefined-property unheard /unheard']],
    ['a type that no context defines', { '@id': '#x', '@type': 'Odd' }, ['undefined-type Odd /@type']],
    ['an identifier that is an array', { '@id': ['#x', '#y'] }, ['id-form ["#x","#y"]']],
    ['an identifier that is a number', { '@id': 7 }, ['id-form 7']],
    ['an identifier that is encoded', { '@id': 'a b', author: { '@id': 'c d' } }, ['iri-encoded "a b"', 'iri-encoded "c d" /author']],
    ['the same reference each time', { '@id': '#x', author: [{ '@id': 'c d' }, { '@id': 'c d' }] }, ['iri-encoded "c d" /author', 'iri-encoded "c d" /author']],
    ['a language without a text', { '@id': '#x', author: { '@language': 'en' } }, ['value-form @language without @value /author']],
    ['that it says nothing', { '@id': '#x', name: null, unheard: 1 }, ['undefined-property unheard /unheard', 'kept-as-resource http://example.org/crate/#x']],
    ['an odd key, escaped', { '@id': '#x', 'a/b~c': 1 }, ['undefined-property a/b~c /a~1b~0c']],
  ])('%s', async (_, entity, notes) => expect(await notesOn(entity)).toEqual(notes)); // prettier-ignore
});
