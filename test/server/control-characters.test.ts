import { Readable } from 'node:stream';
import { SparqlXmlParser } from 'sparqlxml-parse';
import { SparqlJsonParser } from 'sparqljson-parse';
import { startServer } from '../helpers/server.js';

let address: string;
beforeAll(async () => {
  ({ address } = await startServer());
});

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');
const escape = (code: number): string => (code > 0xffff ? `\\U${hex(code).padStart(8, '0')}` : `\\u${hex(code)}`);
const isInXml = (code: number): boolean => /[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(String.fromCodePoint(code)); // prettier-ignore

const CODES = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...[0x7f, 0x80, 0x85, 0x9f, 0x2028, 0xfdd0, 0xfeff, 0xfffd, 0xfffe, 0xffff, 0x1f600, 0x1fffe, 0x10ffff],
];

const SHAPES: readonly (readonly [string, (text: string) => string])[] = [
  ['a literal', (text) => `SELECT ?v { VALUES ?v { "a${text}b" } }`],
  ['a literal with a language', (text) => `SELECT ?v { VALUES ?v { "a${text}b"@en } }`],
  ['a literal with a datatype', (text) => `SELECT ?v { VALUES ?v { "a${text}b"^^<urn:t> } }`],
  ['a value that is computed', (text) => `SELECT ?v { BIND(CONCAT("a", "${text}", "b") AS ?v) }`],
];

const ask = (query: string, format: string): Promise<Response> =>
  fetch(`${address}sparql`, {
    method: 'POST',
    headers: { 'content-type': 'application/sparql-query', accept: format },
    body: query,
  });

describe.each(SHAPES)('a result with %s that has a rare character', (_, shape) => {
  it.each(CODES.map((code) => [`U+${hex(code)}`, code] as const))('%s', async (_, code) => {
    const text = `a${String.fromCodePoint(code)}b`;
    const query = shape(escape(code));
    const json = await ask(query, 'application/sparql-results+json');
    if (json.status === 400) return expect(await json.text()).toMatch(/U\+|character|escape/i);
    const [row] = new SparqlJsonParser().parseJsonResults((await json.json()) as object);
    expect(row?.['v']?.value).toBe(text);

    const xml = await ask(query, 'application/sparql-results+xml');
    const content = await xml.text();
    if (isInXml(code)) {
      expect(xml.status).toBe(200);
      expect(content).not.toMatch(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      const rows: string[] = [];
      for await (const one of new SparqlXmlParser().parseXmlResultsStream(Readable.from([Buffer.from(content)])))
        rows.push((one as unknown as Record<string, { value: string }>)['v']?.value ?? '');
      expect(rows).toEqual([text]);
    } else {
      expect([xml.status, content]).toEqual([406, expect.stringContaining(`U+${hex(code)}`)]);
      expect(content).toMatch(/JSON|json/);
    }

    const csv = await (await ask(query, 'text/csv')).text();
    expect(
      csv
        .replace(/^v\r\n/, '')
        .replace(/\r\n$/, '')
        .replaceAll('"', ''),
    ).toBe(text);
    const tsv = await (await ask(query, 'text/tab-separated-values')).text();
    expect(tsv.split('\n')).toHaveLength(3); // a header, a row, and the end of the last line
    expect(tsv.split('\t')).toHaveLength(1);
  });
});

it.each(['\\uD800', '\\uDFFF', '\\uD83D\\uDE00', '\\U0000D800', '\\U00110000', '\\UFFFFFFFF'])(
  '%s is no character: a clear error in every format',
  async (escape) => {
    for (const [_, shape] of SHAPES)
      for (const format of ['application/sparql-results+xml', 'application/sparql-results+json', 'text/csv']) {
        const answer = await ask(shape(escape), format);
        expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^SPARQL\b.*(?:surrogate|escape)/)]); // prettier-ignore
      }
  },
);

it('a column name or an IRI has no such character', async () => {
  for (const query of [
    'SELECT ?a\\u0001b { VALUES ?a\\u0001b { 1 } }',
    'SELECT (<urn:a\\u0001b> AS ?v) {}',
    'SELECT (<urn:a\\uFFFEb> AS ?v) {}',
    'SELECT (IRI("urn:a\\u0001b") AS ?v) {}',
  ]) {
    // prettier-ignore
    const answer = await ask(query, 'application/sparql-results+xml');
    const content = await answer.text();
    if (answer.status === 200) expect(content).not.toMatch(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    else expect([400, 406]).toContain(answer.status);
  }
});
