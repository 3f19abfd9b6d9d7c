import { DataFactory } from 'n3';
import type { JsonValue } from '../../../src/crate/json/lazy-document.js';
import { BASE, crate } from '../../helpers/read.js';
import { all, follow, node, plus, pretty, renamed, replaced, triple, without } from './helpers.js';

const { literal } = DataFactory;

type Pairs = readonly (readonly [from: string, to: string])[];

/** Respells identifiers in a text, wherever they occur as strings. */
const respelled = (text: string, pairs: Pairs): string =>
  pairs.reduce((changed, [from, to]) => changed.replaceAll(JSON.stringify(from), JSON.stringify(to)), text);

const bob = { '@id': '#bob', note: 1, name: 'Bob' };
const alice = { '@id': '#alice', '@type': 'Person', strange: [], name: 'Alice', knows: bob };
const carl = { '@id': '#carl', name: 'Carl', affiliation: { '@id': '#lab' } };
const about = { name: 'no identifier', about: { '@id': '#alice' } };
const hasPart = ['z.csv', 'y.csv', 'x.csv'].map((id) => ({ '@id': id }));
const TEXT = pretty(
  crate(
    [
      { '@id': 'a.csv', '@type': 'File', odd: [1, null], author: [alice, carl], mentions: about },
      { '@id': '#lab', unheard: 'x', name: 'Lab', member: { '@id': '#alice' } },
      { '@id': 'b.csv', '@type': 'File', odd: 'b', hasPart },
    ],
    undefined,
    { name: 'A crate', unheard: 'x', hasPart: [{ '@id': 'b.csv' }, { '@id': 'a.csv' }] },
  ),
);
const IDS = ['ro-crate-metadata.json', './', 'a.csv', 'b.csv', 'x.csv', 'y.csv', 'z.csv', '#alice', '#bob', '#carl', '#lab']; // prettier-ignore
const elsewhere = (iri: string) => iri.replace(BASE.root, 'https://example.org/moved/');
const MOVED: Pairs = IDS.map((id) => [id, elsewhere(node(id).value)]);

describe('renamed nested nodes', () => {
  it.each<[string, Pairs]>([
    ['one in an array', [['#alice', '#liddell']]],
    ['one in another', [['#bob', 'https://orcid.org/0000-0002-1825-0097']]],
    ['both, and the holder', [['#alice', '#a'], ['#bob', '#b'], ['a.csv', 'data/c.csv']]],
    ['all of them', [['#alice', '#a'], ['#bob', '#b'], ['#carl', '#c'], ['a.csv', 'c.csv'], ['#lab', '#l']]],
  ])('%s', async (_, pairs) => {
    expect(await follow(TEXT, renamed(pairs))).toBe(respelled(TEXT, pairs));
  }); // prettier-ignore

  it('one that has only references to undescribed nodes', async () => {
    const one = { '@id': '#a', license: { '@id': 'https://example.org/l' }, author: { '@id': '#nobody' }, odd: 1 };
    const text = pretty(crate([one]));
    expect(await follow(text, renamed([['#a', '#b']]))).toBe(respelled(text, [['#a', '#b']]));
  });

  it('a whole crate moves to another base, with nodes that it only refers to', async () => {
    expect(await follow(TEXT, renamed(elsewhere))).toBe(respelled(TEXT, MOVED));
  });
});

describe('renamed nodes that change as well', () => {
  it.each<[string, string, string, Pairs]>([
    ['a file', 'b.csv', 'data/b.csv', [['b.csv', 'data/b.csv']]],
    ['a nested node', 'Alice', 'Alicia', [['#alice', '#liddell']]],
    ['one in a nested node', 'Bob', 'Robert', [['#alice', '#liddell']]],
    ['the root', 'A crate', 'Another', [['./', 'https://doi.org/10.5281/zenodo.1']]],
    ['the root of a crate that moves', 'A crate', 'Another', MOVED],
    ['a node in a crate that moves', 'Bob', 'Robert', MOVED],
  ])('%s', async (_, from, to, pairs) => {
    const changed = await follow(TEXT, all(replaced(from, literal(to)), renamed(pairs)));
    expect(changed).toBe(respelled(TEXT, pairs).replace(`"name": "${from}"`, `"name": "${to}"`));
  });

  it('one by one: the name, a changed value, a new one, a removed one', async () => {
    const first = await follow(TEXT, renamed([['#lab', '#laboratory']]));
    const email = plus(triple('#laboratory', 'email', 'e'), triple('#laboratory', 'url', 'u'));
    const changes = all(renamed([['#lab', '#laboratory']]), replaced('Lab', literal('Laboratory')), email);
    expect(await follow(TEXT, changes)).toBe(
      first
        .replace('"Lab"', '"Laboratory"')
        .replace(/("member": \{\s+"@id": "#alice"\n {6}\})/, '$1,\n      "email": "e",\n      "url": "u"'),
    );
  });

  it('one that cannot be recognised does not affect the others', async () => {
    const chain = Array.from({ length: 40 }, (_, n) => ({
      '@id': `#n${n}`,
      '@type': 'Thing',
      odd: null,
      isPartOf: { '@id': `#n${n + 1}` },
      ...(n % 10 === 3 ? { name: `N ${n}` } : {}),
    }));
    const twins = ['#one', '#two'].map((id) => ({ '@id': id, '@type': 'Person', name: 'Twin', note: id }));
    const text = pretty(crate([...chain, ...twins]));
    const pairs = [...chain, { '@id': '#n40' }].map(({ '@id': id }) => [id, `${id.replace('n', 'm')}x`] as const);
    const others = renamed([['#one', '#three'], ['#two', '#four']]); // prettier-ignore
    const changed = await follow(
      text,
      all(replaced('N 13', literal('other'), literal('more')), renamed(pairs), others),
    );
    const [before = ''] = respelled(text, pairs)
      .replace('"N 13"', '["more", "other"]')
      .split(/,\s+\{\s+"@id": "#one"/);
    expect(changed.startsWith(before)).toBe(true);
  });

  it('a file that replaces another is a new file', async () => {
    const file = (id: string, more = {}) => ({ '@id': id, '@type': 'File', encodingFormat: 'text/csv', ...more });
    const files = [file('1.csv', { name: 'One', sha: '1' }), file('2.csv', { name: 'Two' })];
    const text = pretty(crate(files, undefined, { hasPart: files.map(({ '@id': id }) => ({ '@id': id })) }));
    const changed = await follow(text, all(replaced('One', literal('Three')), renamed([['1.csv', '3.csv']])));
    expect(changed).not.toContain('"sha"');
  });
});

describe('identifiers that are plain strings', () => {
  const of = (definition: object) => ({ to: { '@id': 'http://example.org/to', '@type': '@id', ...definition } });
  it.each<[string, object, JsonValue]>([
    ['one', {}, '#a'],
    ['several', {}, ['#b', '#a']],
    ['among names of the context', { '@type': '@vocab' }, [node('#a').value, 'Thing']],
    ['in a list', { '@container': '@list' }, ['#a', '#b', '#a']],
    ['alone in a list', { '@container': '@list' }, '#a'],
    ['in a list of its own', {}, { '@list': ['#b', '#a'] }],
    ['in a set', { '@container': '@set' }, ['#b', '#a']],
    ['in a set of its own', {}, { '@set': ['#b', '#a'] }],
    ['in a map by index', { '@container': '@index' }, { x: '#a', y: ['#b', '#a'] }],
    ['as keys of a map', { '@type': undefined, '@container': '@id' }, { '#a': { name: 'A' }, '#c': { name: 'C' } }],
    ['in a map by type', { '@container': '@type' }, { Thing: { '@id': '#a', name: 'A' }, Person: ['#b', '#a'] }],
    ['in a map by type, without a type of the term', { '@type': undefined, '@container': '@type' }, { Thing: '#a' }],
    ['from the other side', { '@id': undefined, '@reverse': 'http://schema.org/knows' }, ['#a', '#b']],
  ])('%s', async (_, definition, value) => {
    const context = ['https://w3id.org/ro/crate/1.1/context', of(definition)] as never;
    const text = pretty(crate([{ '@id': '#x', to: value, name: 'X' }, { '@id': '#a', name: 'A', odd: 1 }], context)); // prettier-ignore
    const to = 'https://example.org/other';
    expect(await follow(text, renamed([['#a', to]]))).toBe(respelled(text, [['#a', to], [node('#a').value, to]])); // prettier-ignore
  });
});

describe('a nested node changes in place', () => {
  const reverse = { about: [{ '@id': '#b' }, { '@id': '#c' }], editor: { '@id': '#d' } };
  const inner = { '@id': '#a', name: 'A', odd: 1, '@reverse': reverse };
  const text = pretty(crate([{ '@id': '#x', author: inner, knows: { '@id': '#y', '@type': 'Person', odd: 2 } }]));
  const withoutB = text.replace(/\{\s+"@id": "#b"\s+\},\s+/, '');
  const b = without(({ subject }) => subject.value.endsWith('#b'));

  it('one item of its `@reverse` is removed alone', async () => {
    expect(await follow(text, b)).toBe(withoutB);
  });

  it('removed and new values', async () => {
    const email = plus(triple('#a', 'email', 'e'));
    const changed = await follow(text, all(b, replaced('A', literal('B')), email));
    expect(changed).toBe(withoutB.replace('"A"', '"B"').replace(/(#d"\s+\}\s+\})/, '$1,\n        "email": "e"'));
  });

  it('only the reference to a removed one stays', async () => {
    const changed = await follow(
      text,
      without(({ subject }) => subject.value.endsWith('#y')),
    );
    expect(changed).toBe(text.replace(/(#y"),\s+"@type": "Person",\s+"odd": 2/, '$1'));
  });
});
