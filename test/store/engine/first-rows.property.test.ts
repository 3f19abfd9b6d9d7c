import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { enoughTest } from '../../../src/store/engine/first-rows.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { queryText } from '../../../src/store/rdf-answers.js';
import { tries } from '../../helpers/seed.js';

const NODES = ['<urn:a>', '<urn:b>', '<urn:g0>', '_:x'];
const PROPERTIES = ['<urn:p>', '<urn:q>'];
const VALUES = ['1', '2', '"x"'];
const TSV = 'text/tab-separated-values';

const node = fc.constantFrom(...NODES);
const property = fc.constantFrom(...PROPERTIES);
const triple = fc.tuple(node, property, fc.oneof(node, fc.constantFrom(...VALUES))).map((terms) => terms.join(' '));
/** The triples of each graph. */
const graphs = fc.array(fc.array(triple, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });

const variable = fc.constantFrom('?x', '?y', '?z');
const iri = fc.constantFrom(...NODES.slice(0, -1));
const path = fc.letrec<{ path: string }>((tie) => ({
  path: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    property,
    tie('path').map((one) => `(${one})*`),
    tie('path').map((one) => `(${one})+`),
    tie('path').map((one) => `(${one})?`),
    tie('path').map((one) => `^(${one})`),
    property.map((one) => `!(${one}|^<urn:p>)`),
    fc.tuple(tie('path'), tie('path')).map(([one, other]) => `(${one}/${other})`),
    fc.tuple(tie('path'), tie('path')).map(([one, other]) => `(${one}|${other})`),
  ),
})).path;
const mostly = (often: fc.Arbitrary<string>, ...others: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: often, weight: 3 * others.length }, ...others);
const pattern = fc
  .tuple(mostly(variable, iri), mostly(property, variable, path), mostly(variable, iri, fc.constantFrom(...VALUES)))
  .map((terms) => `${terms.join(' ')} . `);

/** Groups of patterns, of which OPTIONAL, MINUS, EXISTS and subqueries may lose solutions when quads are added. */
const { group, expression } = fc.letrec<{ group: string; expression: string; member: string }>((tie) => ({
  group: fc.array(tie('member'), { minLength: 1, maxLength: 2 }).map((members) => members.join('')),
  member: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: pattern, weight: 3 },
    tie('group').map((one) => `{ ${one}} `),
    fc.tuple(tie('group'), tie('group')).map(([one, other]) => `{ ${one}} UNION { ${other}} `),
    fc.tuple(fc.oneof(variable, iri), tie('group')).map(([name, one]) => `GRAPH ${name} { ${one}} `),
    fc.tuple(variable, iri).map(([name, one]) => `VALUES ${name} { ${one} 1 UNDEF } `),
    tie('expression').map((one) => `FILTER(${one}) `),
    tie('expression').map((one) => `BIND(${one} AS ?bound) `),
    tie('group').map((one) => `OPTIONAL { ${one}} `),
    fc.tuple(variable, tie('group')).map(([one, other]) => `${one} ?p ?o . MINUS { ${one} ?p ?v . ${other}} `),
    tie('group').map((one) => `{ SELECT ?x (COUNT(*) AS ?y) { ${one}} GROUP BY ?x } `),
  ),
  expression: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    variable,
    fc.constantFrom(...VALUES, 'true'),
    fc.tuple(variable, tie('expression')).map(([one, other]) => `${one} = ${other}`),
    fc.tuple(variable, tie('expression')).map(([one, other]) => `${one} IN (1, ${other})`),
    variable.map((one) => `!BOUND(${one})`),
    tie('expression').map((one) => `COALESCE(?z, ${one})`),
    tie('group').map((one) => `EXISTS { ${one}}`),
    tie('group').map((one) => `NOT EXISTS { ${one}}`),
  ),
}));
const head = fc.oneof(
  fc.constantFrom(
    '*',
    '?x',
    'DISTINCT ?x',
    'DISTINCT *',
    'REDUCED ?y',
    '(COUNT(?x) AS ?n)',
    'DISTINCT (MAX(?x) AS ?n)',
  ),
  expression.map((one) => `?x (${one} AS ?e)`),
);
/** A query up to its LIMIT. */
const query = fc.tuple(head, group).map(([variables, where]) => `SELECT ${variables} { ${where}} `);

function nquads(triples: readonly string[], index: number): string {
  const graph = `<urn:g${index}>`;
  const typed = (line: string): string => line.replace(/ ([12])$/, ' "$1"^^<http://www.w3.org/2001/XMLSchema#integer>');
  return [...new Set(triples)].map((line) => `${typed(line.replaceAll('_:x', `_:x${index}`))} ${graph} .\n`).join('');
}

function storeOf(...texts: readonly string[]): oxigraph.Store {
  const store = new oxigraph.Store();
  for (const text of texts) store.load(text, { format: 'application/n-quads' });
  return store;
}

/** The rows of an answer; blank node labels do not matter. */
function rowsOf(answer: string): string[] {
  return answer.split('\n').slice(1, -1).map((row) => row.replaceAll(/_:\w+/g, '_:')); // prettier-ignore
}

function ask(store: oxigraph.Store, sparql: string): string[] | undefined {
  try {
    return rowsOf(store.query(sparql, { use_default_graph_as_union: true, results_format: TSV }) as string);
  } catch {
    return undefined; // such as a variable that is bound twice
  }
}

/** The rows that the whole does not contain, or not as often. */
function notIn(rows: readonly string[], whole: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const row of whole) left.set(row, (left.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count < 1;
  });
}

describe('the answer over some graphs', () => {
  it('is a part of the answer over all of them, row by row, for each query that may stop there', () => {
    const seen = { stops: 0, found: 0, others: 0, wrongOthers: 0 };
    fc.assert(
      fc.property(graphs, query, (all, sparql) => {
        const texts = all.map(nquads);
        const some = ask(storeOf(...texts.slice(0, Math.ceil(texts.length / 2))), sparql);
        const whole = ask(storeOf(...texts), sparql);
        if (some === undefined || whole === undefined) return;
        const wrong = notIn(some, whole);
        if (enoughTest(`${sparql} LIMIT 1`) === undefined) {
          seen.others += 1;
          if (wrong.length > 0) seen.wrongOthers += 1;
          return;
        }
        seen.stops += 1;
        if (some.length > 0) seen.found += 1;
        expect(wrong).toEqual([]);
      }),
      tries(8000),
    );
    // both kinds occurred, and some queries really need all graphs
    expect(seen.found).toBeGreaterThan(seen.stops / 10);
    expect(seen.stops).toBeGreaterThan(seen.others / 10);
    expect(seen.wrongOthers).toBeGreaterThan(0);
  });

  it('has as many rows as the answer over all, up to the limit, and each of them is there', async () => {
    const long = 'long '.repeat(10_000);
    await fc.assert(
      fc.asyncProperty(graphs, query, fc.integer({ min: 0, max: 12 }), async (few, sparql, limit) => {
        const all = Array.from({ length: 4 }, () => few).flat();
        const texts = all.map((triples, index) => `${nquads(triples, index)}<urn:long> <urn:long> "${long}" <urn:g${index}> .\n`); // prettier-ignore
        const whole = enoughTest(`${sparql} LIMIT 1`) && ask(storeOf(...texts), sparql);
        if (whole === undefined || whole.length > 5000) return;
        const store = new MemoryStore();
        try {
          await store.put(texts.map((text, index) => ({ graph: `urn:g${index}`, mode: 'create', nquads: [text] })));
          for (const question of [`${sparql} LIMIT ${limit}`, `${sparql} LIMIT ${limit}`, `${sparql} LIMIT 100000`]) {
            const rows = rowsOf(await queryText(store, question, TSV));
            expect(notIn(rows, whole)).toEqual([]);
            expect(rows.length).toBe(Math.min(Number(question.split(' ').at(-1)), whole.length));
          }
        } finally {
          await store.close();
        }
      }),
      tries(60),
    );
  });
});
