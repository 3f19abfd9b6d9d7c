import type { Draft, Feature, Features } from '../draft.js';
import type { Random } from '../random.js';

/** A feature that is a kind of key, defined in the context or not. */
const keys =
  (some: readonly string[], defined = false): Feature =>
  (draft: Draft, random: Random) => {
    const key = random.pick(some);
    draft.keys.push(key);
    if (defined)
      Object.defineProperty(draft.terms, key, {
        value: `http://example.org/terms#own-${encodeURIComponent(key)}`,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    draft.set(key, draft.value());
  };

const INHERITED = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];

/** All kinds of keys. */
export const KEYS: Features = {
  'key as in every JavaScript object': keys(INHERITED),
  'term as in every JavaScript object': keys(INHERITED, true),
  'key __proto__': keys(['__proto__']),
  'term __proto__': keys(['__proto__'], true),
  'key that no context defines': keys(['unheard', 'length', 'then', '0', 'a b']),
  'empty key': keys(['']),
  'key that looks like a keyword': keys(['@foo', '@unknown', '@names']),
  'key with @ that is no keyword': keys(['@', '@1', '@foo.bar', 'a@b']),
  'key that is an IRI': keys(['http://example.org/p', 'urn:p:q', 'http://example.org/a#', 'tag:x']),
  'key that is an IRI without a usable name': keys([
    'http://my.example/x/',
    'http://my.example/x#1',
    'http://my.example/',
  ]),
  'key that is an odd IRI': keys([
    'http://example.org/a b',
    'http://example.org/\u00e9',
    'http://example.org/{x}',
    'http://[::1]/p',
  ]),
  'key that is a compact IRI': keys(['schema:name', 'schema:unheard', 'schema:', 'schema:a/b']),
  'key with an unknown prefix': keys(['unknown:name', 'x:y:z']),
  'key that is a blank node': keys(['_:p', '_:name']),
  'term that is a blank node': (draft, random) => {
    draft.terms['blank'] = '_:p';
    draft.keys.push('blank');
    draft.set(
      'blank',
      random.chance(0.5) ? { '@id': draft.id(), '@type': 'Person', name: draft.text() } : draft.value(),
    );
  },
  'node below a key that is a blank node': (draft) => {
    draft.set('_:p', { '@id': draft.id(), '@type': 'Person', name: draft.text() });
  },
  'node below a key that no context defines': (draft) => {
    draft.set('unheard', { '@id': draft.id(), '@type': 'Person', name: draft.text() });
  },
  'two terms of one IRI': (draft) => {
    draft.terms['title'] = 'http://schema.org/name';
    draft.set('title', draft.value());
    draft.set('name', draft.value());
  },
  'term and IRI of the same property': (draft) => {
    const entity = draft.add({ '@id': draft.id(), '@type': 'Person', name: draft.text() });
    draft.set('http://schema.org/name', draft.value(), entity);
    draft.set('schema:name', draft.value(), entity);
  },
  'term with odd characters': (draft, random) => {
    const term = random.pick(['a b', 'caf\u00e9', 'a/b', 'a#b', '\u{1F600}', 'a"b', 'a\nb', '~1']);
    draft.terms[term] = 'http://example.org/terms#odd';
    draft.keys.push(term);
    draft.set(term, draft.value());
  },
  'odd @type': (draft, random) => {
    const type = random.pick<string[] | string>([
      'Unheard',
      ['Person', 'Person'],
      [],
      '_:type',
      'Not/Here',
      'a b',
      'http://example.org/T',
      'toString',
    ]);
    draft.add({ '@id': draft.id(), '@type': type, name: draft.text() });
  },
};
