import { SMALL } from '../../helpers/documents.js';
import type { Draft, Feature, Features } from '../draft.js';
import { isObject, type JsonValue } from '../../../src/crate/json/lazy-document.js';
import type { Random } from '../random.js';

const EX = 'http://example.org/terms#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** A feature that is a term with fitting values. */
const term =
  (name: string, definition: JsonValue, value: (draft: Draft, random: Random) => JsonValue): Feature =>
  (draft, random) => {
    draft.terms[name] = definition;
    draft.values.push(() => ({ '@id': draft.id(), [name]: value(draft, random) }));
    draft.set(name, value(draft, random));
    if (random.chance(0.5)) draft.set(name, [value(draft, random), draft.value()]);
  };

/** A feature that is a setting of the whole context, in its own object. */
const setting =
  (...some: readonly Record<string, JsonValue>[]): Feature =>
  (draft, random) => {
    draft.contexts.push(random.pick(some));
    draft.set(draft.key(), draft.value());
  };

const text = (draft: Draft) => draft.text();
const any = (draft: Draft) => draft.value();

/** An alias of a keyword, used by a value. */
const alias =
  (keyword: string, use: (alias: string, draft: Draft) => JsonValue): Feature =>
  (draft) => {
    const name = `my${keyword.slice(1)}`;
    draft.terms[name] = keyword;
    draft.values.push(() => use(name, draft));
    draft.set('author', use(name, draft));
  };

/** Flattens arrays and sets for a list. In a list container they would be lists, which the oracle does not support. */
function itemsOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  const set = isObject(value) ? (value['@set'] ?? value['myset']) : undefined;
  return set === undefined ? [value] : itemsOf(set);
}

/** Features of contexts. */
export const CONTEXTS: Features = {
  'default language': setting({ '@language': 'en' }, { '@language': 'de-AT' }, { '@language': 'EN-us' }),
  'default language, then none': (draft) => {
    draft.contexts.push({ '@language': 'en' }, { '@language': null });
    draft.set('name', draft.value());
  },
  '@vocab': setting(
    { '@vocab': 'http://example.org/vocab/' },
    { '@vocab': 'http://schema.org/' },
    { '@vocab': 'https://schema.org/' },
  ),
  '@vocab that is a compact IRI': setting({ '@vocab': 'schema:x/' }),
  '@vocab that is relative': setting({ '@vocab': '' }, { '@vocab': '#' }, { '@vocab': 'vocab/' }),
  '@vocab, then none': setting({ '@vocab': null }),
  '@base': setting(
    { '@base': 'http://base.example/a/' },
    { '@base': 'sub/' }, // not './': the oracle resolves it to the parent folder
    { '@base': 'http://base.example/a/b.json' },
  ),
  '@version': setting({ '@version': 1.1 }),
  '@direction': setting({ '@direction': 'rtl' }, { '@direction': 'ltr', '@language': 'ar' }),
  '@import': setting({ '@import': SMALL, title: `${EX}imported` }),
  '@propagate': setting({ '@propagate': true, title: `${EX}propagated` }),
  'context null in between': (draft) => {
    draft.contexts.push(null, SMALL);
    draft.set('name', draft.value());
  },
  'empty context object': setting({}),
  'the same context twice': (draft) => {
    draft.contexts.push(SMALL, SMALL);
  },
  'contexts in an array of one': (draft) => {
    draft.contexts.push({ extra: `${EX}extra` });
    draft.shapes.push((document) => ({ ...document, '@context': [document['@context'] as JsonValue].flat() }));
    draft.set('extra', draft.value());
  },
  'term with @language': term('titel', { '@id': `${EX}titel`, '@language': 'de' }, text),
  'term with @language null': term('plain', { '@id': `${EX}plain`, '@language': null }, any),
  'term of @type @id': term('link', { '@id': `${EX}link`, '@type': '@id' }, (draft, random) =>
    random.chance(0.6) ? draft.id() : draft.value(),
  ),
  'term of @type @vocab': term('kind', { '@id': `${EX}kind`, '@type': '@vocab' }, (draft, random) =>
    random.pick<JsonValue>(['Person', 'unheard', 'schema:x', 'http://example.org/k', draft.value(), '#frag']),
  ),
  'term with a datatype': term('when', { '@id': `${EX}when`, '@type': `${XSD}date` }, (draft, random) =>
    random.pick<JsonValue>(['2020-01-01', draft.text(), 7, true, draft.value()]),
  ),
  'term with a datatype that is a term': term('dated', { '@id': `${EX}dated`, '@type': 'Person' }, any),
  'term of @type xsd:double': term('size', { '@id': `${EX}size`, '@type': `${XSD}decimal` }, (_, random) =>
    random.pick<JsonValue>([1, 1.5, 10, '1.50', true]),
  ),
  'term of @type @json': term('data', { '@id': `${EX}data`, '@type': '@json' }, (draft, random) =>
    random.pick<JsonValue>([
      null,
      7,
      draft.text(),
      [],
      {},
      [[]],
      { '@context': {}, '@id': 1 },
      { b: [1], a: { c: null } },
    ]),
  ),
  'term of @type @none': term('none', { '@id': `${EX}none`, '@type': '@none' }, any),
  'term with @direction': term('right', { '@id': `${EX}right`, '@direction': 'rtl' }, text),
  'term with @protected': term('safe', { '@id': `${EX}safe`, '@protected': true }, any),
  '@protected context': setting({ '@protected': true, guarded: `${EX}guarded` }),
  prefix: (draft) => {
    draft.terms['pre'] = EX;
    draft.keys.push('pre:p');
    draft.ids.push('pre:thing');
    draft.set('pre:p', draft.value());
  },
  'prefix by @prefix': (draft) => {
    draft.terms['pfx'] = { '@id': 'http://example.org/no-end', '@prefix': true };
    draft.set('pfx:p', draft.value());
  },
  'term that is no prefix': (draft) => {
    draft.terms['nopre'] = { '@id': `${EX}n`, '@prefix': false };
    draft.set('nopre:p', draft.value());
  },
  'chain of prefixes': (draft, random) => {
    const depth = 2 + random.below(6);
    draft.terms['c0'] = EX;
    for (let index = 1; index <= depth; index += 1)
      draft.terms[`c${index}`] = { '@id': `c${index - 1}:s${index}/`, '@prefix': true };
    draft.set(`c${depth}:p`, draft.value());
  },
  'chain of prefixes, last first': (draft) => {
    Object.assign(draft.terms, { d2: 'd1:z#', d1: 'd0:y/', d0: 'http://example.org/d/' });
    draft.set('d2:p', draft.value());
  },
  'term that is a compact IRI': (draft) => {
    draft.terms['schema:own'] = { '@type': '@id' };
    draft.set('schema:own', draft.id());
  },
  'term that is an IRI': (draft) => {
    draft.terms['http://example.org/full'] = { '@type': '@id' };
    draft.set('http://example.org/full', draft.id());
  },
  'term that stands for another term': term('autor', 'author', any),
  'term without @id under @vocab': (draft) => {
    draft.contexts.push({ '@vocab': 'http://example.org/vocab/', own: { '@type': '@id' } });
    draft.set('own', draft.id());
  },
  'term that is null': term('nothing', null, any),
  'term with @id null': term('nothing2', { '@id': null }, any),
  'term of the small context that is null': (draft) => {
    draft.contexts.push({ license: null });
    draft.set('license', draft.value());
  },
  'term that is null under @vocab': (draft) => {
    draft.contexts.push({ '@vocab': 'http://example.org/vocab/', off: null });
    draft.set('off', draft.value());
  },
  'term that is defined anew': (draft) => {
    draft.terms['again'] = `${EX}first`;
    draft.contexts.push({ again: { '@id': `${EX}second`, '@container': '@list' } });
    draft.set('again', [draft.value(), draft.text()]);
  },
  'name defined anew': (draft) => {
    draft.contexts.push({ name: `${EX}name` });
  },
  '@type with @container @set': (draft) => {
    draft.contexts.push({ '@type': { '@container': '@set' } });
  },
  'alias of @id': alias('@id', (name, draft) => ({ [name]: draft.id(), name: draft.text() })),
  'alias of @type': alias('@type', (name, draft) => ({ '@id': draft.id(), [name]: ['Person', 'Unheard'] })),
  'alias of @value': alias('@value', (name, draft) => ({ [name]: draft.text(), '@language': 'fr' })),
  'alias of @language': alias('@language', (name, draft) => ({ '@value': draft.text(), [name]: 'fr' })),
  'alias of @list': alias('@list', (name, draft) => ({ [name]: [...itemsOf(draft.value()), draft.text()] })),
  'alias of @set': alias('@set', (name, draft) => ({ [name]: [draft.text(), draft.text()] })),
  'alias of @reverse': alias('@reverse', (name, draft) => ({
    '@id': draft.id(),
    [name]: { hasPart: { '@id': draft.id() } },
  })),
  'alias of @included': alias('@included', (name, draft) => ({
    '@id': draft.id(),
    [name]: [{ '@id': draft.id(), name: draft.text() }],
  })),
  'alias of @nest': alias('@nest', (name, draft) => ({ '@id': draft.id(), [name]: { name: draft.text() } })),
  'alias of @graph': alias('@graph', (name, draft) => ({ [name]: [{ '@id': draft.id(), name: draft.text() }] })),
  'alias of @none and @index': alias('@index', (name, draft) => ({
    '@id': draft.id(),
    [name]: 'i',
    name: draft.text(),
  })),
};
