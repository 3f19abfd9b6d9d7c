import { formatOfFile, requireFormat } from '../../src/query/result-formats.js';

it.each<[string | undefined, string]>([
  ['csv', 'a.csv b.CSV'],
  ['tsv', 'a.tsv'],
  ['json', 'a.json a.srj'],
  ['ndjson', 'a.ndjson a.jsonl'],
  ['xml', 'a.xml a.srx'],
  ['turtle', 'a.ttl'],
  ['trig', 'a.trig'],
  ['ntriples', 'a.nt'],
  ['nquads', 'x/a.b.nq'],
  ['jsonld', 'a.jsonld'],
  [undefined, 'a.txt csv a.csv/b a.toString a.constructor - /dev/stdout'],
])('the format %s of the files %s', (format, names) => {
  for (const name of names.split(' ')) expect([name, formatOfFile(name)]).toEqual([name, format]);
});

describe('the format of a result', () => {
  it('is a table or Turtle by default', () => {
    expect([requireFormat('SELECT', undefined), requireFormat('ASK', undefined)]).toEqual(['table', 'table']);
    expect([requireFormat('CONSTRUCT', undefined), requireFormat('DESCRIBE', undefined)]).toEqual(['turtle', 'turtle']);
  });

  it.each([
    ['SELECT', 'turtle', 'it is not a graph: choose table, json, ndjson, csv, tsv, xml'],
    ['ASK', 'jsonld', 'it is not a graph: choose table, json, ndjson, csv, tsv, xml'],
    ['CONSTRUCT', 'csv', 'it is a graph: choose turtle, trig, ntriples, nquads, jsonld'],
    ['DESCRIBE', 'table', 'it is a graph: choose turtle, trig, ntriples, nquads, jsonld'],
  ] as const)('of %s is not %s', (form, format, hint) => {
    expect(() => requireFormat(form, format)).toThrow(
      expect.objectContaining({ code: 'ERR_QUERY_FORMAT', hint: `${hint} with --format or the ending of -o` }),
    );
  });
});
