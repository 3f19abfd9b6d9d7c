import { begunNames } from '../../../src/tasks/stored/begun-names.js';
import { shortHandle } from '../../../src/tasks/stored/handles.js';
import { namedStore } from '../../helpers/named-store.js';

const A = 'https://example.org/a/';
const B = 'https://example.org/b/';
const C = 'https://example.net/c/';

const stored = () =>
  namedStore([
    { graph: A, source: '/a.zip', names: ['Survey  winter', 'Vinter'] },
    { graph: B, source: '/b.zip', names: ['Survey'] },
    { graph: C, source: undefined, names: ['Survey made by an update'] },
  ]);

test('names that begin with a text, each with another name of the crate', async () => {
  const store = await stored();
  expect(await begunNames(store, 'Sur', 10)).toEqual([
    { text: 'Survey winter', alias: shortHandle(A) },
    { text: 'Survey', alias: shortHandle(B) },
  ]);
  expect(await begunNames(store, 'https://example.n', 10)).toEqual([{ text: C, alias: shortHandle(C) }]);
  expect(await begunNames(store, shortHandle(B).slice(0, 3), 10)).toEqual([{ text: shortHandle(B), alias: 'Survey' }]);
  expect(await begunNames(store, 'x', 10)).toEqual([]);
});

test('without a text all handles and names, and no IRI', async () => {
  const texts = (await begunNames(await stored(), '', 10)).map(({ text }) => text);
  expect(texts.sort()).toEqual([...[A, B, C].map(shortHandle), 'Survey winter', 'Vinter', 'Survey'].sort());
});

test('a name of two crates, and one that an update may have replaced, are left out', async () => {
  const store = await stored();
  await namedStore([{ graph: 'https://example.net/d/', source: '/d.zip', names: ['Survey'] }], store);
  await store.update(`INSERT DATA { GRAPH <${A}> { <${A}> <urn:p> 1 } }`);
  expect(await begunNames(store, 'Sur', 10)).toEqual([]);
  expect(await begunNames(store, shortHandle(A), 10)).toEqual([{ text: shortHandle(A), alias: 'Survey winter' }]);
});
