import { requireFormat } from '../../../src/tasks/query/result-formats.js';

describe('the format of a result', () => {
  it('is a table or Turtle by default', () => {
    expect([requireFormat('SELECT', undefined), requireFormat('ASK', undefined)]).toEqual(['table', 'table']);
    expect([requireFormat('CONSTRUCT', undefined), requireFormat('DESCRIBE', undefined)]).toEqual(['turtle', 'turtle']);
  });

  it.each([
    ['SELECT', 'turtle', 'it is not a graph: choose table, json, xml, csv, tsv, ndjson'],
    ['ASK', 'jsonld', 'it is not a graph: choose table, json, xml, csv, tsv, ndjson'],
    ['CONSTRUCT', 'csv', 'it is a graph: choose turtle, nquads, ntriples, trig, jsonld, rdfxml'],
    ['DESCRIBE', 'table', 'it is a graph: choose turtle, nquads, ntriples, trig, jsonld, rdfxml'],
  ] as const)('of %s is not %s', (form, format, hint) => {
    expect(() => requireFormat(form, format)).toThrow(
      expect.objectContaining({ code: 'ERR_QUERY_FORMAT', hint: `${hint} with --format or the ending of -o` }),
    );
  });
});
