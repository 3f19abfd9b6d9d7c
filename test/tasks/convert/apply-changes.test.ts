import { applyChanges } from '../../../src/tasks/convert/apply-changes.js';
import type { Change, Plan } from '../../../src/tasks/convert/plan.js';
import { crate, open } from '../../helpers/read.js';
import { entityIn, pretty } from '../../crate/follow/helpers.js';
import { textOf } from '../../crate/edit/helpers.js';

const TEXT = pretty(
  crate(
    [
      { '@id': 'data/a.csv', '@type': 'File', name: 'A', author: { '@id': '#me' } },
      { '@id': '#me', '@type': 'Person', affiliation: { '@id': 'https://ror.example/1' } },
      { '@id': '_:b', '@type': 'GeoShape', name: 'B' },
    ],
    undefined,
    { hasPart: [{ '@id': 'data/a.csv' }], identifier: 'https://doi.example/1', datePublished: '2020' },
  ),
);

const change = (one: Partial<Change> & Pick<Change, 'action' | 'id'>): Change => ({
  step: 'A4',
  why: 'a test',
  ...one,
});
const planOf = (changes: readonly Change[], base?: string): Plan => ({
  verb: 'detach',
  crate: 'crate',
  document: '',
  name: 'x-ro-crate-metadata.json',
  changes,
  base,
});
const applied = async (...changes: Change[]) => textOf(await applyChanges(await open(TEXT), planOf(changes)));

const RENAME = change({
  action: 'rename',
  id: 'data/a.csv',
  newId: 'https://h.example/a.csv',
  drop: ['name'],
  add: { contentSize: '3' },
});
const MORE = change({ action: 'change', id: 'data/a.csv', drop: ['encodingFormat'], add: { sha256: 'abc' } });
const ADD = change({
  action: 'add',
  id: '#new',
  add: { '@type': 'Person', knows: { '@id': 'https://h.example/a.csv' } },
});
const REMOVE = change({ action: 'remove', id: '#me' });
const ROOT = change({ action: 'change', id: './', drop: ['identifier', 'datePublished'], add: { hasPart: { '@id': '#new' } } }); // prettier-ignore

it('the changes of a plan become one edit', async () => {
  const text = await applied(RENAME, MORE, ADD, REMOVE, ROOT);
  expect(entityIn(text, 'https://h.example/a.csv')).toEqual({
    '@id': 'https://h.example/a.csv',
    '@type': 'File',
    author: { '@id': '#me' },
    contentSize: '3',
    sha256: 'abc',
  });
  expect(entityIn(text, '#new')).toEqual({ '@id': '#new', '@type': 'Person', knows: { '@id': 'https://h.example/a.csv' } }); // prettier-ignore
  expect(entityIn(text, '#me')).toBeUndefined();
  expect(entityIn(text, './')).toEqual({
    '@id': './',
    '@type': 'Dataset',
    hasPart: [{ '@id': 'https://h.example/a.csv' }, { '@id': '#new' }],
  });
});

it('their order does not matter, and a plan without changes changes nothing', async () => {
  const all = [RENAME, MORE, ADD, REMOVE, ROOT];
  const text = await applied(...all);
  expect(await applied(...all.toReversed())).toBe(text);
  expect(await applied(ROOT, REMOVE, RENAME, ADD, MORE)).toBe(text);
  expect(await applied()).toBe(TEXT);
  expect(await applied(change({ action: 'leave', id: 'nowhere' }))).toBe(TEXT);
});

it('an identifier that is only mentioned can change, and a blank node can get properties', async () => {
  const text = await applied(
    change({ action: 'rename', id: 'https://ror.example/1', newId: 'https://ror.example/2' }),
    change({ action: 'change', id: '_:b', add: { box: '1 2' } }),
  );
  expect(text).toContain('"https://ror.example/2"');
  expect(entityIn(text, '_:b')).toEqual({ '@id': '_:b', '@type': 'GeoShape', name: 'B', box: '1 2' });
});

it('the context gets the base of the plan', async () => {
  const text = textOf(await applyChanges(await open(TEXT), planOf([], 'https://h.example/')));
  expect(JSON.parse(text)).toHaveProperty('@context', [
    'https://w3id.org/ro/crate/1.1/context',
    { '@base': 'https://h.example/' },
  ]);
});

describe('a plan that contradicts the document or itself is refused, with the change', () => {
  it.each<[string, Change[], RegExp, number]>([
    ['an unknown identifier', [change({ action: 'change', id: 'b.csv' })], /not in the document/, 0],
    ['a rename to nothing', [change({ action: 'rename', id: './' })], /no new identifier/, 0],
    ['two new identifiers', [RENAME, { ...RENAME, newId: 'b.csv' }], /contradicts another change/, 1],
    ['more for a removed entity', [change({ action: 'change', id: '#me', add: { name: 'Me' } }), REMOVE], /removes/, 0],
    ['a new entity twice', [ADD, ADD], /another change adds/, 1],
    ['a new entity without properties', [change({ action: 'add', id: '#n' })], /without properties/, 0],
    ['a new entity that is there', [{ ...ADD, id: '_:b' }], /identifier of another/, 0],
    ['a new entity with a new identifier', [RENAME, { ...ADD, id: 'https://h.example/a.csv' }], /identifier of another/, 1], // prettier-ignore
    [
      'properties of another entity',
      [change({ action: 'change', id: './', add: { '@id': '#me' } })],
      /another entity/,
      0,
    ],
  ])('%s', async (_, changes, message, index) => {
    await expect(applied(...changes)).rejects.toMatchObject({
      code: 'ERR_PLAN_INVALID',
      message: expect.stringMatching(message),
      details: { pointer: `/changes/${index}` },
    });
  });

  it('two entities with one identifier', async () => {
    await expect(
      applied(RENAME, change({ action: 'rename', id: '#me', newId: 'https://h.example/a.csv' })),
    ).rejects.toMatchObject({ code: 'ERR_PLAN_INVALID', message: '"data/a.csv" and "#me" would become one entity' });
  });
});
