import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { engineText } from '../../../src/store/engine/engine-text.js';
import { tries } from '../../helpers/seed.js';
import { describeWithShared } from '../../helpers/shared.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const typed = (text: string, type: string): string => `"${text}"^^<${XSD}${type}>`;
const of = (type: string, ...texts: string[]): string[] => texts.map((text) => typed(text, type));

/** Values that real crates mix, and values at the edges of what the engine can compare. */
const VALUES = [
  ...['_:b', '_:a', '<urn:z>', '<http://a.org/>', '""', '"5"', '"10"', '"9 GB"', '"Zoë"', '"zoë"', '"\u{1F600}"'],
  ...['"5"@en', '"5"@de', '"10"@en-GB', '"Zoë"@nl', '"a"@en', '"a"'],
  ...of('integer', '5', '05', '10', '-3', '9007199254740992', '9007199254740993', '-9007199254740993', '-9007199254740992', '9223372036854775807', '9223372036854775808', '123456789012345678901234567890', 'five'), // prettier-ignore
  ...of('decimal', '5.0', '0.1', '0.10000000000000000001', '123456789012345678901234567890.5', '-0.5', '10'),
  ...of('double', '5.0E0', '1.0E1', 'NaN', 'INF', '-INF', '0.1E0', '-0.0E0', '0.0E0', '9.007199254740992E15', 'much'),
  ...of('float', '0.1', 'NaN', 'INF', '5'),
  ...[...of('byte', '7', '300'), ...of('unsignedLong', '18446744073709551615', '6'), ...of('gYear', '2020', '1999')],
  ...of('dateTime', '2020-01-01T12:00:00', '2020-01-01T12:00:00Z', '2020-01-01T12:00:00+14:00', '2020-01-01T12:00:00-14:00', '2020-01-01T12:00:00.5', 'yesterday', '-0044-03-15T00:00:00'), // prettier-ignore
  ...of('date', '2020-01-01', '2020-01-01Z', '2020-01-02', '2020-13-45', '1999-12-31+05:00'),
  ...of('boolean', 'true', 'false', '1', '0', 'maybe'),
  ...[...of('duration', 'P1Y', 'P12M', 'P365D'), ...of('dayTimeDuration', 'PT1H', 'P1D'), ...of('time', '10:00:00', '09:00:00Z')], // prettier-ignore
  ...['"x"^^<urn:type>', '"10"^^<urn:type>', '"5"^^<urn:a>'],
];

const value = fc.oneof(
  { arbitrary: fc.constantFrom(...VALUES), weight: 3 },
  fc.integer({ min: -50, max: 50 }).map((n) => typed(String(n), 'integer')),
  fc.integer({ min: -50, max: 50 }).map((n) => typed((n / 7).toFixed(2), 'decimal')),
  fc.integer({ min: -50, max: 50 }).map((n) => `"${n}"`),
  fc.integer({ min: -50, max: 50 }).map((n) => `"${n}"@en`),
  fc.integer({ min: 1900, max: 2100 }).map((n) => typed(`${n}-06-15`, 'date')),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((n) => typed(String(n), 'integer')),
  fc.double().map((n) => typed(Number.isFinite(n) ? n.toExponential() : Number.isNaN(n) ? 'NaN' : n > 0 ? 'INF' : '-INF', 'double')), // prettier-ignore
);

const asked = (store: oxigraph.Store, sparql: string): string =>
  store.query(engineText(sparql), { results_format: 'text/tab-separated-values' }) as unknown as string;

/** The types of the engine lack it. */
const free = (store: oxigraph.Store): void => (store as unknown as { free(): void }).free();

const rows = (store: oxigraph.Store, sparql: string): string[] => asked(store, sparql).split('\n').slice(1, -1);

function storeOf(values: readonly string[]): oxigraph.Store {
  const store = new oxigraph.Store();
  const lines = values.map((one, at) => `<urn:s${at}> <urn:p> ${one} .`);
  store.load(`${lines.join('\n')}\n`, { format: 'application/n-triples', lenient: true });
  return store;
}

/** The values of a column, each once, in the order of the engine. Blank nodes have new labels. */
function sorted(values: readonly string[], direction = 'ASC'): string[] {
  const store = storeOf(values);
  try {
    return rows(store, `SELECT DISTINCT ?o { ?s <urn:p> ?o } ORDER BY ${direction}(?o)`);
  } finally {
    free(store);
  }
}

const withoutBlanks = (values: readonly string[]): string[] => values.filter((one) => !one.startsWith('_:'));

describe('ORDER BY of mixed values', () => {
  it('never fails, is one order for all columns, and DESC reverses it', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 120 }), fc.nat(), (values, seed) => {
        const all = withoutBlanks(sorted(values));
        const some = values.filter((_, at) => (at * 2654435761 + seed) % 3 !== 0);
        const among = new Set(withoutBlanks(sorted(some)));
        expect(withoutBlanks(sorted([...some].reverse()))).toEqual(all.filter((one) => among.has(one)));
        expect(withoutBlanks(sorted(values, 'DESC'))).toEqual([...all].reverse());
      }),
      tries(2000),
    );
  });

  it('agrees with the operator < wherever SPARQL defines it', () => {
    const store = storeOf(VALUES);
    const order = new Map(sorted(VALUES).map((one, at) => [one, at]));
    const isComparable = (name: string) =>
      `(ISNUMERIC(${name}) || DATATYPE(${name}) IN (<${XSD}string>, <${XSD}boolean>, <${XSD}dateTime>))`;
    const pairs = rows(
      store,
      `SELECT DISTINCT ?a ?b { ?s <urn:p> ?a . ?t <urn:p> ?b FILTER(${isComparable('?a')} && ${isComparable('?b')} && ?a < ?b) }`,
    );
    expect(pairs.length).toBeGreaterThan(300);
    const wrong = pairs.filter((pair) => {
      const [a, b] = pair.split('\t').map((one) => order.get(one)) as [number, number];
      return !(a < b);
    });
    expect(wrong).toEqual([]);
    free(store);
  });

  it('ranks the kinds of values', () => {
    const kind = (one: string): number => {
      if (one.startsWith('_:')) return 1;
      if (one.startsWith('<')) return 2;
      if (/^[-+\d.]+(?:[eE]|$)/.test(one)) return 3;
      if (/^"NaN"\^\^/.test(one)) return 4;
      if (/^(?:true|false)$/.test(one)) return 6;
      if (/"@/.test(one)) return 8;
      if (/"$/.test(one)) return 7;
      if (/^"-?\d{4}-(?:0[1-9]|1[0-2])-[^"]*"\^\^<[^>]*#date/.test(one)) return 5;
      return /^"[^a-z"]*"\^\^<[^>]*#(?:integer|decimal|double|float|byte|unsignedLong)>/.test(one) ? 3 : 9;
    };
    const kinds = sorted(VALUES).map(kind);
    expect(kinds).toEqual([...kinds].sort((a, b) => a - b));
    expect(new Set(kinds).size).toBe(9);
  });

  it('sorts thousands of mixed values, as the engine itself cannot', () => {
    const many = Array.from({ length: 3000 }, (_, n) => [typed(String(n % 97), 'integer'), `"${n % 89} MB"`, typed(`20${10 + (n % 80)}-01-01`, 'date'), `"${n % 83}"@en`, typed(`${n % 79}.5`, 'double')][n % 5] as string); // prettier-ignore
    expect(sorted(many).length).toBeGreaterThan(300);
  });
});

const DATA = `
  <urn:a> <urn:n> 3 ; <urn:label> "c" . <urn:b> <urn:n> 1 ; <urn:label> "b" . <urn:c> <urn:n> 2 ; <urn:label> "a", "z" .
  <urn:d> <urn:n> 10 .
  GRAPH <urn:g> { <urn:a> <urn:n> 7 . <urn:c> <urn:n> 6 . <urn:b> <urn:n> 9 } GRAPH <urn:h> { <urn:a> <urn:n> 5, 8 }`;

describe('a query with ORDER BY', () => {
  // over values of one kind, which the engine sorts rightly as they are
  it.each([
    'SELECT ?s ?o { ?s <urn:n> ?o } ORDER BY ?o',
    'SELECT ?s { ?s <urn:n> ?o } ORDER BY DESC(?o) LIMIT 2 OFFSET 1',
    'SELECT * { ?s <urn:n> ?o } ORDER BY DESC(?o)',
    'SELECT * { ?s <urn:n> ?o OPTIONAL { ?s <urn:label> ?l } } ORDER BY ?l ?s',
    'SELECT DISTINCT ?s { ?s <urn:n> ?o ; <urn:label> ?l } ORDER BY ?o',
    'SELECT REDUCED * { ?s <urn:n> ?o MINUS { ?s <urn:label> "a" } } ORDER BY ?o',
    'SELECT (?o + 1 AS ?m) { ?s <urn:n> ?o } ORDER BY ?m',
    'SELECT (?o + 1 AS ?m) { ?s <urn:n> ?o } ORDER BY DESC(?m * 2) ?s',
    'SELECT ?s (COUNT(*) AS ?c) { ?s ?p ?o } GROUP BY ?s ORDER BY DESC(?c) ?s',
    'SELECT ?s { ?s <urn:n> ?o } GROUP BY ?s ORDER BY (MAX(?o))',
    'SELECT ?s (SUM(?o) AS ?t) { ?s <urn:n> ?o } GROUP BY ?s HAVING (SUM(?o) > 1) ORDER BY (?t * -1)',
    'SELECT (SUM(?o) AS ?t) { ?s <urn:n> ?o } GROUP BY ?s ORDER BY ?s',
    'SELECT (COUNT(*) AS ?c) { ?s <urn:n> ?o } GROUP BY (?o > 2 AS ?big) ORDER BY ?big',
    'SELECT ?s ?o { ?s <urn:n> ?o } ORDER BY ?o VALUES ?s { <urn:a> <urn:c> }',
    'SELECT * { ?s <urn:n> ?o } ORDER BY ?o LIMIT 5 VALUES (?s ?x) { (<urn:a> 1) (<urn:c> 2) }',
    'SELECT ?s ?n { ?s <urn:label> ?l { SELECT ?s ?n { ?s <urn:n> ?n } ORDER BY DESC(?n) LIMIT 2 } } ORDER BY ?l ?n',
    'SELECT ?g ?s { GRAPH ?g { ?s <urn:n> ?o } } ORDER BY ?o',
    'SELECT ?g ?s { GRAPH ?g { SELECT ?s { ?s <urn:n> ?o } ORDER BY ?o LIMIT 3 } } ORDER BY ?g ?s',
    'SELECT ?s { ?s <urn:n> ?o } ORDER BY EXISTS { ?s <urn:label> "b" } ?o',
    'SELECT ?s FROM <urn:g> { ?s <urn:n> ?o } ORDER BY ?o',
    'PREFIX n: <urn:> BASE <urn:x> SELECT ?s { ?s n:n ?o ; n:label/^n:label ?s } ORDER BY ?o',
    'SELECT ?s { ?s <urn:n>|<urn:label> ?o . [] <urn:n> ?o } ORDER BY <http://www.w3.org/2001/XMLSchema#integer>(?o) ?s',
    'SELECT * { } ORDER BY ?x',
    'SELECT * { <urn:a> <urn:n> 3 } ORDER BY ?x',
    'SELECT ?order1 { ?order1 <urn:n> ?order } ORDER BY ?order',
    'SELECT (GROUP_CONCAT(?l; separator=",") AS ?all) { SELECT ?l { ?s <urn:label> ?l } ORDER BY ?l }',
    'ASK { ?s <urn:n> ?o } ORDER BY ?o',
    'SELECT ?s (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(*) > 1) (COUNT(*) < 9) ORDER BY ?s',
  ])('has the same answer: %s', (sparql) => {
    const store = new oxigraph.Store();
    store.load(DATA, { format: 'application/trig' });
    const results_format = sparql.startsWith('ASK') ? 'application/sparql-results+json' : 'text/tab-separated-values';
    const options = { results_format };
    expect(store.query(engineText(sparql), options)).toBe(store.query(sparql, options));
    free(store);
  });

  it.each([
    'CONSTRUCT { ?s <urn:top> ?o } WHERE { ?s <urn:n> ?o } ORDER BY DESC(?o) LIMIT 2',
    'CONSTRUCT { } WHERE { ?s <urn:n> ?o } ORDER BY ?o LIMIT 1',
    'CONSTRUCT WHERE { ?s <urn:n> ?o } ORDER BY DESC(?o) LIMIT 2',
    'CONSTRUCT { <urn:x> <urn:y> <urn:z> } WHERE { ?s <urn:n> ?o } ORDER BY ?o',
    'CONSTRUCT { _:one <urn:of> ?s } WHERE { ?s <urn:n> ?o } ORDER BY ?s LIMIT 1',
    'DESCRIBE ?s { ?s <urn:n> ?o } ORDER BY ?o LIMIT 1',
    'DESCRIBE * { ?s <urn:n> ?o } ORDER BY ?o LIMIT 1',
    'DESCRIBE <urn:a> { ?s <urn:n> ?o } ORDER BY ?o LIMIT 1',
    'DESCRIBE <urn:a>',
  ])('makes the same graph: %s', (sparql) => {
    const store = new oxigraph.Store();
    store.load(DATA, { format: 'application/trig' });
    const lines = (text: string): string[] =>
      (store.query(text, { results_format: 'application/n-triples' }) as unknown as string)
        .replaceAll(/_:\w+/g, '_:b')
        .split('\n')
        .sort();
    expect(lines(engineText(sparql))).toEqual(lines(sparql));
    free(store);
  });

  it('is not rewritten where it sorts what is of one kind, or where it only seems to have ORDER BY', () => {
    for (const sparql of [
      'SELECT ?s (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?s ORDER BY DESC(?n) STR(?s)',
      'SELECT ?s { ?s ?p "ORDER BY ?x" } # ORDER BY ?s',
      'SELECT ?s { ?s ?p ?o } ORDER BY', // no SPARQL: the engine says so
    ])
      expect(engineText(sparql)).toBe(sparql);
  });

  it('is sorted once by a random number', () => {
    const store = storeOf(Array.from({ length: 500 }, (_, n) => `"${n}"`));
    expect(new Set(rows(store, 'SELECT ?o { ?s ?p ?o } ORDER BY RAND()')).size).toBe(500);
    free(store);
  });

  it('has MIN, MAX, SAMPLE, GROUP_CONCAT, DISTINCT and GROUP BY over mixed values', () => {
    const store = storeOf(VALUES);
    const [row = ''] = rows(
      store,
      'SELECT (MIN(?o) AS ?a) (MAX(?o) AS ?b) (SAMPLE(?o) AS ?c) (COUNT(DISTINCT ?o) AS ?d) (GROUP_CONCAT(STR(?o)) AS ?e) { ?s ?p ?o }',
    );
    expect(row.split('\t')).toHaveLength(5);
    expect(rows(store, 'SELECT ?o (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?o ORDER BY ?n ?o').length).toBeGreaterThan(
      70,
    );
    free(store);
  });
});

describeWithShared('ORDER BY over real values', 'corpus', (folder) => {
  it('sorts the columns of the corpus', async () => {
    const found = new Set<string>();
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/metadata\.json$/.test(name) || found.size > 20_000) continue;
      const file = join(folder, name);
      if (!existsSync(file)) continue;
      for await (const line of createInterface({ input: createReadStream(file) })) {
        const [, text] = /^\s*"\w+": ("(?:[^"\\]|\\.){0,60}"|-?\d+(?:\.\d+)?),?$/.exec(line) ?? [];
        if (text === undefined) continue;
        if (!text.startsWith('"')) found.add(typed(text, text.includes('.') ? 'double' : 'integer'));
        else if (!text.includes('\\')) found.add(text);
        if (/^"\d{4}-\d\d-\d\d/.test(text)) found.add(`${text}^^<${XSD}${text.length === 12 ? 'date' : 'dateTime'}>`);
      }
    }
    const values = [...found];
    expect(values.length).toBeGreaterThan(1000);
    const all = sorted(values);
    expect(all.length).toBeGreaterThan(1000);
    expect(sorted([...values].reverse())).toEqual(all);
  });
});
