import { answerRows, readAnswer, withBlankNodes } from '../../../../src/store/endpoint/protocol/endpoint-answer.js';

const JSON_TYPE = 'application/sparql-results+json';

const answerOf = (body: unknown, type = JSON_TYPE, headers: Record<string, string> = {}) => ({
  headers: new Headers({ 'content-type': type, ...headers }),
  bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

const rowsOf = (...values: unknown[]) => ({ head: { vars: ['x'] }, results: { bindings: values.map((x) => ({ x })) } });

test.each<[string, unknown, string?]>([
  ['a page', '<html><body><h1>Sign in</h1></body></html>', 'text/html'],
  ['a text without a type', 'ok', ''],
  ['JSON of something else', { ok: true }],
  ['a list', []],
  ['no results', { head: { vars: ['x'] } }],
  ['half a document', JSON.stringify(rowsOf({ type: 'literal', value: 'a' })).slice(0, -3)],
  ['an error behind rows', `${JSON.stringify(rowsOf()).slice(0, -2)}\nError: the query took too long`],
  ['an error behind the document', `${JSON.stringify(rowsOf())}\nError`],
  ['a row that is no object', { head: { vars: ['x'] }, results: { bindings: [1] } }],
  ['a term without a value', rowsOf({ type: 'uri' })],
  ['a term of an unknown type', rowsOf({ type: 'node', value: 'a' })],
  ['an IRI that is none', rowsOf({ type: 'uri', value: 'urn:a> <urn:b' })],
  ['a language that is none', rowsOf({ type: 'literal', value: 'a', 'xml:lang': 'en .' })],
  [
    'a variable that is not in the head',
    { head: { vars: [] }, results: { bindings: [{ y: { type: 'uri', value: 'urn:a' } }] } },
  ],
  ['the answer to ASK', { head: {}, boolean: true }],
])('%s is not believed, at once or row by row', async (_, body, type = JSON_TYPE) => {
  const refused = expect.objectContaining({ code: 'ERR_ENDPOINT' }) as Error;
  expect(() => readAnswer(answerOf(body, type), 'SELECT')).toThrow(refused);
  await expect(all(answerRows(answerOf(body, type)))).rejects.toEqual(refused);
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test.each<[string, (document: ReturnType<typeof rowsOf>) => unknown]>([
  ['as most engines write them', (document) => document],
  ['as Virtuoso writes them', ({ head, results }) => ({ head: { link: [], ...head }, results: { distinct: false, ordered: true, ...results } })], // prettier-ignore
  ['behind which the head comes', ({ head, results }) => ({ results, head })],
])('rows %s are the same at once and row by row, also many', async (_, write) => {
  const { length } = JSON.stringify(rowsOf({ type: 'uri', value: 'urn:a' }));
  const count = Math.ceil((3 << 18) / length); // three slices and more
  const values = Array.from({ length: count }, (_, at) => ({
    type: 'literal',
    value: `"}],[{\\ é ${at} ${'x'.repeat(length)}`,
  }));
  const answer = answerOf(write(rowsOf(...values)));
  const rows = await all(answerRows(answer));
  expect(rows).toHaveLength(count);
  expect(rows).toEqual(readAnswer(answer, 'SELECT').bindings);
});

test('an answer that was cut at the limit of the engine is an error, at once and row by row', async () => {
  const answer = answerOf(rowsOf({ type: 'uri', value: 'urn:a' }), JSON_TYPE, { 'x-most': '1' });
  const limit = { header: 'x-most', setting: 'Most of it' };
  const cut = expect.objectContaining({ code: 'ERR_LIMIT' }) as Error;
  expect(() => readAnswer(answer, 'SELECT', limit)).toThrow(cut);
  await expect(all(answerRows(answer, limit))).rejects.toEqual(cut);
});

test('an error shows a short text of the endpoint', () => {
  const page = `<html><body>Log in\u0007 ${'please '.repeat(1000)}</body></html>`;
  expect(() => readAnswer(answerOf(page, 'text/html'), 'SELECT')).toThrow(/^[^\u0007]{1,600}$/);
});

test('ASK is a boolean, also in the way of Virtuoso', () => {
  const ask = (body: unknown) => readAnswer(answerOf(body), 'ASK').boolean;
  const virtuoso = (...rows: string[]) => ({
    head: { link: [], vars: ['__ASK_RETVAL'] },
    results: { bindings: rows.map((value) => ({ __ASK_RETVAL: { type: 'typed-literal', datatype: 'urn:d', value } })) },
  });
  expect(ask({ head: {}, boolean: true })).toBe(true);
  expect(ask({ head: {}, boolean: false })).toBe(false);
  expect(ask(virtuoso('1'))).toBe(true);
  expect(ask(virtuoso('0'))).toBe(false);
  expect(ask(virtuoso())).toBe(false);
  expect(() => ask(rowsOf())).toThrow(expect.objectContaining({ code: 'ERR_ENDPOINT' }));
});

test('terms of all kinds', () => {
  const typed = { type: 'typed-literal', value: '1', datatype: 'http://www.w3.org/2001/XMLSchema#integer' };
  const { bindings } = readAnswer(
    answerOf(rowsOf(typed, { type: 'literal', value: 'a', 'xml:lang': 'en-GB' })),
    'SELECT',
  );
  expect(bindings).toEqual([
    { x: { ...typed, type: 'literal' } },
    { x: { type: 'literal', value: 'a', 'xml:lang': 'en-GB' } },
  ]);
});

test('a result that the endpoint has cut is an error', () => {
  const two = rowsOf({ type: 'literal', value: 'a' }, { type: 'literal', value: 'b' });
  const read = (limit: string) =>
    readAnswer(answerOf(two, JSON_TYPE, { 'x-sparql-maxrows': limit }), 'SELECT', {
      header: 'x-sparql-maxrows',
      setting: 'MaxRows',
    });
  expect(() => read('2')).toThrow(expect.objectContaining({ code: 'ERR_LIMIT' }));
  expect(read('3').bindings).toHaveLength(2);
});

test('skolem IRIs become blank nodes, and other blank nodes never get their labels', () => {
  const rows = [
    { x: { type: 'uri', value: 'urn:crategraph:blank:x0' } },
    { x: { type: 'bnode', value: 'genid1' } },
    { x: { type: 'bnode', value: 'x0' } },
    { x: { type: 'bnode', value: 'genid1' } },
    { x: { type: 'uri', value: 'urn:crategraph:blank:' } },
    { x: { type: 'literal', value: 'urn:crategraph:blank:x0' } },
  ] as const;
  const found = withBlankNodes(rows).map(({ x }) => `${x?.type} ${x?.value as string}`);
  expect(found).toEqual([
    'bnode x0',
    'bnode xx0',
    'bnode xx1',
    'bnode xx0',
    'uri urn:crategraph:blank:',
    'literal urn:crategraph:blank:x0',
  ]);
});
