import type { Features } from '../draft.js';
import type { JsonObject } from '../../../src/crate/json/lazy-document.js';

const EX = 'http://example.org/terms#';

/** Contexts that apply to a part of a document. */
export const SCOPED: Features = {
  'context of an entity': (draft) => {
    draft.add({ '@context': { name: `${EX}local` }, '@id': draft.id(), name: draft.text(), author: draft.value() });
  },
  'context of an entity that comes last': (draft) => {
    draft.add({ '@id': draft.id(), name: draft.text(), local: draft.value(), '@context': { local: `${EX}late` } });
  },
  'context null of an entity': (draft) => {
    draft.add({ '@context': null, '@id': draft.id(), name: draft.text(), 'http://example.org/p': draft.text() });
  },
  'context of an entity with @base': (draft) => {
    draft.add({
      '@context': { '@base': 'http://base.example/e/' },
      '@id': 'x',
      name: draft.text(),
      author: { '@id': '#y' },
    });
  },
  'context of an entity with @vocab': (draft) => {
    draft.add({ '@context': { '@vocab': EX }, '@id': draft.id(), '@type': 'Unheard', unheard: draft.value() });
  },
  'context of an entity with @language': (draft) => {
    draft.add({ '@context': { '@language': 'fr' }, '@id': draft.id(), name: draft.text(), author: draft.node() });
  },
  'context of a nested node': (draft) => {
    draft.set('author', { '@context': { name: `${EX}inner` }, name: draft.text(), author: { name: draft.text() } });
  },
  'context of an entity with @propagate false': (draft) => {
    draft.add({
      '@context': { '@propagate': false, name: `${EX}here` },
      '@id': draft.id(),
      name: draft.text(),
      author: { name: draft.text() },
    });
  },
  'property-scoped context': (draft) => {
    draft.terms['scoped'] = { '@id': `${EX}scoped`, '@context': { name: `${EX}inner`, inner: `${EX}i` } };
    draft.set('scoped', {
      '@id': draft.id(),
      name: draft.text(),
      inner: draft.value(),
      author: { name: draft.text() },
    });
  },
  'property-scoped context of null': (draft) => {
    draft.terms['bare'] = { '@id': `${EX}bare`, '@context': null };
    draft.set('bare', { name: draft.text(), 'http://example.org/p': draft.text() });
  },
  'property-scoped context with @base': (draft) => {
    draft.terms['based'] = { '@id': `${EX}based`, '@context': { '@base': 'http://base.example/p/' } };
    draft.set('based', { '@id': 'x', name: draft.text() });
  },
  'property-scoped context for plain values': (draft) => {
    draft.terms['said'] = { '@id': `${EX}said`, '@context': { '@language': 'fr' } };
    draft.set('said', [draft.text(), { name: draft.text() }]);
  },
  'property-scoped context in a property-scoped one': (draft) => {
    draft.terms['one'] = {
      '@id': `${EX}one`,
      '@context': { two: { '@id': `${EX}two`, '@context': { name: `${EX}three` } } },
    };
    draft.set('one', { two: { name: draft.text() }, name: draft.text() });
  },
  'type-scoped context': (draft) => {
    draft.terms['Scoped'] = { '@id': `${EX}Scoped`, '@context': { name: `${EX}typed`, only: `${EX}only` } };
    draft.add({
      '@id': draft.id(),
      '@type': 'Scoped',
      name: draft.text(),
      only: draft.value(),
      author: { name: draft.text() },
    });
  },
  'type-scoped context with @propagate': (draft) => {
    draft.terms['Deep'] = { '@id': `${EX}Deep`, '@context': { '@propagate': true, name: `${EX}deep` } };
    draft.add({ '@id': draft.id(), '@type': ['Person', 'Deep'], name: draft.text(), author: { name: draft.text() } });
  },
  'type-scoped contexts of two types': (draft) => {
    draft.terms['T1'] = { '@id': `${EX}T1`, '@context': { name: `${EX}by1` } };
    draft.terms['T2'] = { '@id': `${EX}T2`, '@context': { name: `${EX}by2` } };
    draft.set('author', { '@type': ['T2', 'T1'], name: draft.text() });
  },
  'type-scoped context with @vocab': (draft) => {
    draft.terms['Voc'] = { '@id': `${EX}Voc`, '@context': { '@vocab': EX } };
    draft.add({ '@id': draft.id(), '@type': 'Voc', unheard: draft.text(), author: { unheard: draft.text() } });
  },
  '@protected in a scoped context': (draft) => {
    draft.terms['Safe'] = { '@id': `${EX}Safe`, '@context': { '@protected': true, kept: `${EX}kept` } };
    draft.add({ '@id': draft.id(), '@type': 'Safe', kept: draft.value() });
  },
  'context of an entity and of its type': (draft) => {
    draft.terms['Both'] = { '@id': `${EX}Both`, '@context': { name: `${EX}of-type` } };
    const entity: JsonObject = { '@context': { name: `${EX}of-entity` }, '@id': draft.id(), '@type': 'Both' };
    draft.add({ ...entity, name: draft.text() });
  },
};
