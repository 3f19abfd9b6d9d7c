import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { DataFactory, Parser } from 'n3';
import type { Term } from '@rdfjs/types';
import { answerQuery } from '../../src/tasks/query/answer-query.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { queryStore } from '../../src/tasks/query/query-store.js';
import type { RowFormat } from '../../src/base/rdf/row-formats.js';
import { writeRows } from '../../src/store/write-rows.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import type { ResultMediaType } from '../../src/store/port.js';
import { queryText } from '../../src/store/rdf-answers.js';
import { readSparqlJson, termOf } from '../../src/store/sparql-json.js';
import { growth, LINEAR } from '../helpers/growth.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const { literal, namedNode, blankNode } = DataFactory;

/** Text that breaks writers: separators, quotes, line ends, escapes, wide and invisible characters. */
const TEXTS = ['a,b', 'say "no"', '"', 'line\nend', 'line\r\nend', '\r', 'tab\tstop', '\t', 'back\\slash \\n \\t', ' padded ', '中文', '👩‍🔬', 'e\u0301', '\u202eright\u200f', '\u2028', '\u0085', '\u007f', '<b>&amp;</b>]]>', "it's", '_:x', '<urn:x>', '?x', '=1+1', '\ufeffmark', '\ufffd']; // prettier-ignore
/** Characters that XML does not have. */
const NOT_IN_XML = ['\u0001', '\u0000', '\u001b[31m', '\uffff'];

const TERMS: readonly (Term | undefined)[] = [
  ...TEXTS.map((text) => literal(text)),
  ...TEXTS.map((text) => literal(text, 'en')),
  ...['1', '+1', '-0', '01', '', 'x', '1.', '1e'].map((text) => literal(text, namedNode(`${XSD}integer`))),
  ...['1.5', '.5', '1.', '-1.50'].map((text) => literal(text, namedNode(`${XSD}decimal`))),
  ...['1e0', '1.5E-3', 'INF', '.5e1', '1'].map((text) => literal(text, namedNode(`${XSD}double`))),
  ...['true', 'false', '1', 'TRUE'].map((text) => literal(text, namedNode(`${XSD}boolean`))),
  literal('', namedNode(`${XSD}string`)),
  literal('', 'de-CH'),
  literal('2023-04-18', namedNode(`${XSD}date`)),
  literal('a"b', namedNode('urn:type')),
  namedNode('http://example.org/a,b?q=1&r=%20#ü'),
  blankNode('c1_a.b-c'),
  undefined,
];

/** The terms as SPARQL JSON, as an engine answers. */
function rowsOf(terms: readonly (Term | undefined)[]) {
  const bindings = terms.map((term, index) => ({
    n: { type: 'literal', value: String(index), datatype: `${XSD}integer` },
    ...(term && { v: jsonOf(term) }),
  }));
  return readSparqlJson(JSON.stringify({ head: { vars: ['n', 'v', 'none'] }, results: { bindings } }));
}

function jsonOf(term: Term): object {
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType !== 'Literal') return { type: 'bnode', value: term.value };
  if (term.language !== '') return { type: 'literal', value: term.value, 'xml:lang': term.language };
  return { type: 'literal', value: term.value, datatype: term.datatype.value };
}

const write = (terms: readonly (Term | undefined)[], format: RowFormat) =>
  [...writeRows(rowsOf(terms), format)].join('');

const shown = (terms: readonly (Term | undefined)[]) =>
  terms.map((term) => (term === undefined ? undefined : `${term.termType} ${JSON.stringify(jsonOf(term))}`));

/** A term of another reader, as one of ours. */
function copy(term: Term): Term {
  if (term.termType === 'NamedNode') return namedNode(term.value);
  if (term.termType !== 'Literal') return blankNode(term.value);
  return literal(term.value, term.language || namedNode(term.datatype.value));
}

function python(script: string, input: string): unknown {
  const { stdout, stderr } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

// Python is one more reader where it is installed; `npm test` needs nothing but Node.
describeWhere(isInstalled('python3', '--version'), 'rows that Python reads', 'python3 is not installed', () => {
  it('XML: expat', () => {
    const script = `import sys,json,xml.etree.ElementTree as e
n='{http://www.w3.org/2005/sparql-results#}'
print(json.dumps([[b[0].text or '' for b in r if b.get('name')=='v'] for r in e.fromstring(sys.stdin.buffer.read()).iter(n+'result')]))`;
    expect(python(script, write(TERMS, 'xml'))).toEqual(TERMS.map((term) => (term === undefined ? [] : [term.value])));
  });

  it('CSV: the csv module of Python', () => {
    const text = write(TERMS, 'csv');
    const read = python(`import sys,csv,io,json
print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode(), newline=''), strict=True))))`, text); // prettier-ignore
    const value = (term: Term | undefined) =>
      term?.termType === 'BlankNode' ? `_:${term.value}` : (term?.value ?? '');
    expect(read).toEqual([['n', 'v', 'none'], ...TERMS.map((term, index) => [String(index), value(term), ''])]);
    expect(text.replaceAll(/"[^"]*"/g, '').split('\r\n')).toHaveLength(TERMS.length + 2);
  });
});

describe('rows that other readers read', () => {
  it('JSON: sparqljson-parse', async () => {
    const { SparqlJsonParser } = await import('sparqljson-parse');
    const rows = new SparqlJsonParser().parseJsonResults(JSON.parse(write([...TERMS, ...NOT_IN_XML.map((text) => literal(text))], 'json'))); // prettier-ignore
    const read = rows.map((row) => row['v'] && copy(row['v'] as Term));
    expect(shown(read)).toEqual(shown([...TERMS, ...NOT_IN_XML.map((text) => literal(text))]));
  });

  it('NDJSON: a line for each row, the bindings of the JSON format', () => {
    const lines = write(TERMS, 'ndjson').split('\n');
    expect(lines.pop()).toBe('');
    const { results } = JSON.parse(write(TERMS, 'json')) as { results: { bindings: unknown[] } };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(results.bindings);
    expect(results.bindings).toHaveLength(TERMS.length);
  });

  it('XML: sparqlxml-parse', async () => {
    const text = write(TERMS, 'xml');
    const { SparqlXmlParser } = await import('sparqlxml-parse');
    const read: (Term | undefined)[] = [];
    for await (const row of new SparqlXmlParser().parseXmlResultsStream(Readable.from([text])))
      read.push(
        (row as unknown as Record<string, Term>)['v'] && copy((row as unknown as Record<string, Term>)['v'] as Term),
      );
    expect(shown(read)).toEqual(shown(TERMS));
  });

  it('TSV: the Turtle parser of n3, field by field', () => {
    const [header, ...lines] = write([...TERMS, ...NOT_IN_XML.map((text) => literal(text))], 'tsv').trimEnd().split('\n'); // prettier-ignore
    expect(header).toBe('?n\t?v\t?none');
    const read = lines.map((line) => {
      const [, field, none] = line.split('\t');
      expect(none ?? '').toBe('');
      if (field === '' || field === undefined) return undefined;
      const [quad] = new Parser({ blankNodePrefix: '' }).parse(`<urn:s> <urn:p> ${field} .`);
      return quad && copy(quad.object);
    });
    const written = [...TERMS, ...NOT_IN_XML.map((text) => literal(text))];
    expect(shown(read)).toEqual(shown(written));
  });

  it('XML refuses a character that it cannot contain, and names it', () => {
    for (const text of NOT_IN_XML)
      expect(() => write([literal(text)], 'xml')).toThrow(
        expect.objectContaining({
          code: 'ERR_QUERY_FORMAT',
          message: expect.stringMatching(/U\+(?:0000|0001|001B|FFFF)$/),
        }),
      );
  });
});

describe('rows as the engine writes them', () => {
  const store = new MemoryStore();
  afterAll(() => store.close());
  const quoted = (text: string) => `"${text.replaceAll(/[^ -~]|["\\]/gu, (one) => `\\U${(one.codePointAt(0) as number).toString(16).padStart(8, '0')}`)}"`; // prettier-ignore
  const values = TEXTS.filter((text) => !/["\\]/.test(text)).flatMap((text) => [quoted(text), `${quoted(text)}@en`]);
  const sparql = `SELECT ?v ?w { VALUES (?v ?w) { ${values.map((value) => `(${value} UNDEF)`).join(' ')} (1 1.5) (1e0 true) (<urn:a> ${quoted('')}) (UNDEF "x"^^<urn:t>) } }`; // prettier-ignore

  it.each<[RowFormat, ResultMediaType]>([
    ['csv', 'text/csv'],
    ['tsv', 'text/tab-separated-values'],
    ['json', 'application/sparql-results+json'],
  ])('%s', async (format, mediaType) => {
    const own = (await queryStore(store, sparql, { format, columns: ['v', 'w'] })) as string;
    expect(own.trimEnd()).toBe((await queryText(store, sparql, mediaType)).trimEnd());
  });
});

test.each<RowFormat>(['csv', 'tsv', 'json', 'ndjson', 'xml'])(
  '%s costs time in proportion to its rows',
  async (format) => {
    const work = (count: number) => {
      const { variables, bindings } = rowsOf(Array.from({ length: count }, (_, index) => TERMS[index % TERMS.length]));
      for (const chunk of writeRows({ variables, bindings }, format)) if (chunk === '') throw new Error();
    };
    expect(await growth(2000, work)).toBeLessThan(LINEAR);
  },
);

describe('some of the rows', () => {
  const store = new MemoryStore();
  beforeAll(() => store.update('INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> 1, 2, 3 } }'));
  afterAll(() => store.close());
  const sparql = 'SELECT ?s ?o { ?s ?p ?o } ORDER BY ?o';

  it.each<[number, number[], boolean]>([
    [1, [1], true],
    [2, [1, 2], true],
    [3, [1, 2, 3], false],
    [4, [1, 2, 3], false],
  ])('are the first %i, and the answer says whether there are more', async (rows, values, isCut) => {
    const answer = await answerQuery(store, sparql, { rows });
    expect(answer.isCut).toBe(isCut);
    expect(answer.rows.bindings.map((row) => Number(row['o'] && termOf(row['o']).value))).toEqual(values);
    expect(await queryStore(store, sparql, { rows, format: 'csv', columns: ['o'] })).toBe(`o\r\n${values.join('\r\n')}\r\n`); // prettier-ignore
  });

  it('respect a LIMIT of the query', async () => {
    expect(await answerQuery(store, `${sparql} LIMIT 2`, { rows: 2 })).toMatchObject({ isCut: false });
    expect(await answerQuery(store, `${sparql} LIMIT 2`, { rows: 1 })).toMatchObject({ isCut: true });
    expect(await answerQuery(store, `${sparql} OFFSET 1 LIMIT 9`, { rows: 2 })).toMatchObject({ isCut: false });
  });

  it('are counted, as are triples, each of them once', async () => {
    expect(await queryStore(store, sparql, { count: true })).toBe('3\n');
    expect(await queryStore(store, 'SELECT ?s { ?s ?p "none" }', { count: true })).toBe('0\n');
    expect(await queryStore(store, 'SELECT ("a\\nb" AS ?x) ?y {}', { count: true })).toBe('1\n');
    expect(await queryStore(store, 'CONSTRUCT { ?s <urn:q> ?o, 5 } { ?s ?p ?o }', { count: true })).toBe('4\n');
    await expect(queryStore(store, 'ASK {}', { count: true })).rejects.toMatchObject({ code: 'ERR_USAGE' });
    await expect(queryStore(store, 'ASK {}', { rows: 1 })).rejects.toMatchObject({ code: 'ERR_USAGE' });
    await expect(queryStore(store, 'CONSTRUCT WHERE { ?s ?p ?o }', { columns: ['s'] })).rejects.toMatchObject({ code: 'ERR_USAGE' }); // prettier-ignore
  });
});

describe('safe cells', () => {
  const cell = (value: string) => ({ type: 'literal' as const, value });
  const texts = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx', '-12.5', '+1e3', '.5', 'a=b', "'x", ''];
  const written = (format: RowFormat, safe: boolean) =>
    [...writeRows({ variables: ['v'], bindings: texts.map((text) => ({ v: cell(text) })) }, format, { safe })].join('');

  it('begin with an apostrophe in CSV and TSV where a spreadsheet would run them, and numbers stay', () => {
    const rows = (text: string) => text.split(/\r?\n(?!x)/).slice(1, -1);
    expect(rows(written('csv', true)).map((row) => row.replace(/^"(.*)"$/s, '$1').startsWith("'"))).toEqual(
      texts.map((_, at) => at < 6 || at === 10),
    );
    expect(rows(written('tsv', true)).map((row) => row.startsWith(`"'`))).toEqual(
      texts.map((_, at) => at < 6 || at === 10),
    );
    expect(rows(written('csv', false))[0]).toBe('=1+1');
  });

  it('are as they are in the other formats', () => {
    for (const format of ['json', 'ndjson'] as const) expect(written(format, true)).toBe(written(format, false));
  });
});
