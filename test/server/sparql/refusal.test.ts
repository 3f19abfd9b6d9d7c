import { CrateError, ERROR_CODES, type CrateErrorCode } from '../../../src/base/errors.js';
import { failedAnswer } from '../../../src/server/sparql/refusal.js';
import { startServer } from '../../helpers/server.js';

const request = new Request('http://localhost/sparql', { headers: { accept: 'application/json' } });
const COMMAND_LINE = /--[a-z]|crategraph [a-z]/;

it.each(Object.keys(ERROR_CODES) as CrateErrorCode[])('%s says nothing of the command line', async (code) => {
  let answer: Response;
  try {
    answer = failedAnswer(new CrateError(code, 'no'), request);
  } catch (error) {
    expect(error).toBeInstanceOf(CrateError); // a fault of the server: its client gets no text
    return;
  }
  expect(await answer.text()).not.toMatch(COMMAND_LINE);
});

it('a hint that a client can follow stays', async () => {
  const error = new CrateError('ERR_LIMIT', 'too many rows', { hint: 'add LIMIT' });
  expect(await failedAnswer(error, request).json()).toEqual({
    error: { code: 'ERR_LIMIT', message: 'too many rows', hint: 'add LIMIT' },
  });
});

it.each([
  ['/sparql', 'application/sparql-update', 'INSERT DATA { <a:s> <a:p> 1 }', 'write GRAPH <crate> { ... }'],
  ['/sparql', 'application/sparql-update', 'SELECT * { ?s ?p ?o }', 'this is a query, not an update'],
  ['/sparql', 'application/sparql-query', 'DELETE WHERE { ?s ?p ?o }', 'this is an update, not a query'],
  ['/graphs?graph=http://example.org/', 'application/ld+json', '{"@context": "https://example.org/none", "@id": "a:b", "c": 1}', 'write the terms of the context into the document'], // prettier-ignore
])('%s with %s %s gets a hint for its client', async (path, type, body, expected) => {
  const { address } = await startServer({ token: 't' });
  const headers = { authorization: 'Bearer t', 'content-type': type };
  const answer = await fetch(new URL(path, address), { method: 'POST', headers, body });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([400, expect.stringContaining(expected)]);
  expect(text).not.toMatch(COMMAND_LINE);
});
