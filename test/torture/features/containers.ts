import type { Draft, Feature, Features } from '../draft.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import type { Random } from '../random.js';

const EX = 'http://example.org/terms#';

type Make = (draft: Draft, random: Random) => JsonValue;

/** A feature that is a term with a container. */
const container =
  (kind: JsonValue, make: Make, more: JsonObject = {}): Feature =>
  (draft, random) => {
    const name = `in${[kind].flat().join('').replaceAll('@', '-')}${Object.keys(more).join('').replaceAll('@', '-')}`;
    draft.terms[name] = { '@id': `${EX}${name}`, '@container': kind, ...more };
    draft.set(name, make(draft, random));
    draft.values.push(() => ({ '@type': 'Person', [name]: make(draft, random) }));
  };

/** Generates a map of two or three keys, one of which may be `@none`. */
const map =
  (keys: (draft: Draft, random: Random) => readonly string[], value: Make): Make =>
  (draft, random) => {
    const chosen = random.sample(keys(draft, random), 2);
    if (random.chance(0.4)) chosen.push('@none');
    return Object.fromEntries(
      chosen.map((key) => [key, random.chance(0.3) ? [value(draft, random)].flat() : value(draft, random)]),
    );
  };

const LANGUAGES = () => ['en', 'de-AT', 'EN-us', 'x-y'];
const INDEXES = () => ['a', 'b', '', 'name', 'http://example.org/i', '#x', '__proto__'];
const IDS = (draft: Draft) => [draft.id(), '#k1', 'k2.txt', '_:k3', 'schema:k4'];
const TYPES = () => ['Person', 'Unheard', 'http://example.org/T', 'schema:T', '__proto__'];

const words: Make = (draft, random) =>
  random.pick<JsonValue>([draft.text(), [draft.text(), draft.text()], [], null, [null]]);
const any: Make = (draft) => draft.value();
const node: Make = (draft) => draft.node();
const json: Make = (draft, random) =>
  random.pick<JsonValue>([null, 7, draft.text(), [], [{ b: 1 }, []], { '@list': [1], x: null }]);
const bare: Make = (draft) => ({ name: draft.text(), [draft.key()]: draft.value() });

/** A feature that is a term with a container, used in one node and in its nests. */
const inNests =
  (kind: string, make: Make, more: JsonObject = {}): Feature =>
  (draft, random) => {
    const name = `again${kind.slice(1)}${Object.keys(more).join('').slice(1)}`;
    draft.terms[name] = { '@id': `${EX}${name}`, '@container': kind, ...more };
    const [one, two, three] = [make(draft, random), make(draft, random), make(draft, random)];
    draft.add({ '@id': draft.id(), [name]: one, '@nest': [{ [name]: two }, { '@nest': { [name]: three } }] });
  };

/** Terms whose values have special forms. */
export const CONTAINERS: Features = {
  '@container @set': container('@set', any),
  '@container @list': container('@list', (draft) => [draft.value(), draft.text(), draft.value()]),
  '@container @list of one': container('@list', any),
  '@container @list of lists': container('@list', (draft) => [[draft.text(), []], [draft.value()]]),
  '@container @list of @type @id': container('@list', (draft) => [draft.id(), draft.id()], { '@type': '@id' }),
  '@container @list with a language': container('@list', (draft) => [draft.text(), 7], { '@language': 'de' }),
  '@container @list of @type @json': container('@list', json, { '@type': '@json' }),
  '@container @index': container('@index', map(INDEXES, any)),
  '@container @index of nodes': container('@index', map(INDEXES, node)),
  '@container @index and @set': container(['@index', '@set'], map(INDEXES, any)),
  '@container @language': container('@language', map(LANGUAGES, words)),
  '@container @language and @set': container(['@language', '@set'], map(LANGUAGES, words)),
  '@container @language that is no map': container('@language', (draft) => [draft.text()]),
  '@container @id': container('@id', map(IDS, bare)),
  '@container @id and @set': container(['@id', '@set'], map(IDS, bare)),
  '@container @type': container('@type', map(TYPES, node)),
  '@container @type of names': container(
    '@type',
    map(TYPES, (draft, random) => (random.chance(0.6) ? draft.id() : bare(draft, random))),
  ),
  '@container @type and @set': container(
    ['@type', '@set'],
    map(TYPES, (draft, random) => [draft.id(), bare(draft, random)]),
  ),
  '@container @type of @type @vocab': container(
    '@type',
    map(TYPES, (draft) => draft.id()),
    { '@type': '@vocab' },
  ),
  '@container @graph': container('@graph', node),
  '@container @graph and @set': container(['@graph', '@set'], (draft, random) => [
    node(draft, random),
    node(draft, random),
  ]),
  '@container @graph and @id': container(['@graph', '@id'], map(IDS, bare)),
  '@container @graph and @index': container(['@graph', '@index'], map(INDEXES, node)),
  '@container @graph, @id and @set': container(['@graph', '@id', '@set'], map(IDS, bare)),
  '@container @index with a property': container('@index', map(INDEXES, node), {
    '@index': 'http://schema.org/description',
  }),
  '@container @index with a property that is a term': container('@index', map(INDEXES, node), {
    '@index': 'description',
  }),
  '@container @index of @type @id': container(
    '@index',
    map(INDEXES, (draft) => draft.id()),
    { '@type': '@id' },
  ),
  '@reverse term': (draft, random) => {
    draft.terms['partOf'] = { '@reverse': 'http://schema.org/hasPart' };
    draft.set('partOf', random.chance(0.5) ? { '@id': draft.id() } : [draft.node(), draft.node()]);
  },
  '@reverse term of @type @id': (draft) => {
    draft.terms['madeBy'] = { '@reverse': 'author', '@type': '@id' };
    draft.set('madeBy', [draft.id(), draft.id()]);
  },
  '@reverse term in an index': (draft, random) => {
    draft.terms['heldBy'] = { '@reverse': 'hasPart', '@container': '@index' };
    draft.set('heldBy', map(INDEXES, node)(draft, random));
  },
  '@nest': (draft) => {
    draft.set('@nest', { description: draft.value(), author: draft.value() });
  },
  '@nest in a term': (draft) => {
    draft.terms['group'] = '@nest';
    draft.terms['grouped'] = { '@id': `${EX}grouped`, '@nest': 'group' };
    draft.set('group', [{ grouped: draft.value() }, { '@nest': { description: draft.text() } }]);
  },
  '@nest beside a list': inNests('@list', (draft) => [draft.text(), 7]),
  '@nest beside a language map': inNests('@language', map(LANGUAGES, words)),
  '@nest beside an index': inNests('@index', map(INDEXES, any)),
  '@nest beside an id map': inNests('@id', map(IDS, bare)),
  '@nest beside a type map': inNests('@type', map(TYPES, node)),
  '@nest beside JSON': inNests('@set', json, { '@type': '@json' }),
  '@included': (draft) => {
    draft.set('@included', [draft.node(), { '@id': draft.id(), author: draft.node() }]);
  },
};
