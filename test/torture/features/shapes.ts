import { again, type Draft, type Feature, type Features } from '../draft.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';

/** A feature that changes `@graph`. */
const graph =
  (change: (graph: JsonValue[], draft: Draft) => JsonValue): Feature =>
  (draft) => {
    draft.entity();
    draft.shapes.push((document) => {
      const items = document['@graph'] as JsonValue;
      return { ...document, '@graph': Array.isArray(items) ? change(items, draft) : items };
    });
  };

/** A feature that changes the text. */
const text =
  (edit: (text: string) => string): Feature =>
  (draft) => {
    draft.set(draft.key(), draft.value());
    draft.edits.push(edit);
  };

/** Unusual arrangements of documents. */
export const SHAPES: Features = {
  'null in @graph': graph((items) => [...items.slice(0, 2), null, ...items.slice(2)]),
  'a string in @graph': graph((items) => ['nobody', ...items]),
  'a number in @graph': graph((items) => [...items, 7, true]),
  'an empty object in @graph': graph((items) => [...items, {}]),
  'a value object in @graph': graph((items) => [...items, { '@value': 'floating' }]),
  'an array in @graph': graph((items, draft) => [...items, [draft.node(), [draft.node()]]]),
  'all of @graph in an array': graph((items) => [items]),
  'one object as @graph': graph((items) => ({
    ...(items[0] as JsonObject),
    about: items[1] as JsonValue,
    author: items.slice(2),
  })),
  '@set in @graph': graph((items, draft) => [...items, { '@set': [draft.node()] }]),
  'a reference in @graph': graph((items) => [...items, { '@id': '#nobody' }]),
  'the root first': graph((items) => [items[1] as JsonValue, items[0] as JsonValue, ...items.slice(2)]),
  'entities without a name': (draft) => {
    for (let index = 0; index < 2; index += 1)
      draft.add({ '@type': 'Person', name: draft.text(), author: draft.value() });
  },
  'an entity described twice': (draft) => {
    const id = draft.id();
    draft.add({ '@id': id, '@type': 'Person', name: draft.text(), author: draft.value() });
    draft.add({ '@id': id, '@type': 'Dataset', name: draft.text(), author: draft.value() });
  },
  'an entity described twice with the same value': (draft) => {
    for (let index = 0; index < 2; index += 1)
      draft.add({ '@id': '#twin', '@type': 'Person', name: 'twin', author: { '@id': './' } });
  },
  'blank nodes that know each other': (draft) => {
    draft.add({ '@id': '_:one', author: { '@id': '_:two' }, name: draft.text() });
    draft.add({ '@id': '_:two', author: [{ '@id': '_:one' }, { '@id': '_:two' }] });
  },
  '@reverse': (draft) => {
    draft.set('@reverse', { hasPart: { '@id': draft.id() }, author: [{ '@id': draft.id(), name: draft.text() }] });
  },
  '@reverse of anonymous nodes': (draft) => {
    draft.set('@reverse', { author: [{ name: draft.text() }, { '@type': 'Person' }] });
  },
  '@reverse of what is stated already': (draft) => {
    draft.add({ '@id': '#child', '@type': 'Person', '@reverse': { hasPart: { '@id': '#parent' } } });
    draft.add({
      '@id': '#parent',
      '@type': 'Dataset',
      hasPart: [{ '@id': '#child' }, { '@id': './' }],
      name: draft.text(),
    });
  },
  '@graph in an entity': (draft) => {
    draft.set('@graph', [draft.node(), { '@id': draft.id(), name: draft.text() }]);
  },
  '@index of an entity': (draft) => {
    draft.set('@index', 'some');
  },
  'keys beside @graph': (draft) => {
    draft.top['name'] = draft.text();
    draft.top['author'] = draft.value();
  },
  'keys and @id beside @graph': (draft) => {
    draft.top['@id'] = '#graph';
    draft.top['name'] = draft.text();
  },
  '@included beside @graph': (draft) => {
    draft.top['@included'] = [draft.node()];
  },
  'undefined keys beside @graph': (draft) => {
    draft.top['unheard'] = { deep: [draft.text()] };
  },
  '@context last': (draft) => {
    draft.shapes.push(({ '@context': context, ...rest }) => ({ ...rest, '@context': context as JsonValue }));
    draft.set(draft.key(), draft.value());
  },
  'no @graph': (draft) => {
    draft.entity();
    draft.shapes.push(({ '@context': context, '@graph': items, ...rest }) => {
      const [descriptor, root, ...others] = [items].flat() as JsonObject[];
      return { '@context': context as JsonValue, ...rest, ...descriptor, about: { ...root, hasPart: others } };
    });
  },
  'an array at the top': (draft) => {
    draft.entity();
    draft.shapes.push(
      ({ '@context': context, '@graph': items }) =>
        ([items].flat(9 as 1) as JsonObject[])
          .filter((item) => typeof item === 'object' && item !== null)
          .map((item) => ({ '@context': context as JsonValue, ...item })) as never,
    );
  },
  'duplicate key in an entity': (draft) => {
    draft.add({ '@id': '#dup', '@type': 'Person', name: draft.text(), [again('name')]: draft.value() });
  },
  'duplicate @type in an entity': (draft) => {
    draft.add({ '@id': '#dup2', '@type': 'Person', name: draft.text(), [again('@type')]: 'Dataset' });
  },
  'duplicate key in a value object': (draft) => {
    draft.set('author', { '@value': draft.text(), '@language': 'en', [again('@language')]: 'de' });
  },
  'duplicate key in a context': (draft) => {
    draft.contexts.push({ dup: 'http://example.org/terms#first', [again('dup')]: 'http://example.org/terms#last' });
    draft.set('dup', draft.value());
  },
  'duplicate key in a JSON literal': (draft) => {
    draft.set('author', { '@type': '@json', '@value': { a: 1, [again('a')]: 2 } });
  },
  'byte order mark': text((written) => `\ufeff${written}`),
  'lines that end in CRLF': text((written) => written.replaceAll('\n', '\r\n')),
  'all in one line': text((written) => written.replace(/\n */g, '')),
  'tabs, and space before colons': text((written) =>
    written.replace(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 2)).replace(/(?<!\\)": /g, '" :\t'),
  ),
  'text after the end': text((written) => `${written}\n\n \t`),
  'escapes in keys': text((written) =>
    written.replaceAll('"name":', '"n\\u0061me":').replaceAll('"@id":', '"\\u0040id":'),
  ),
};
