import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { parseSparql } from '../../../src/store/engine/parse-sparql.js';
import { sparqlGraphs } from '../../../src/store/engine/sparql-graphs.js';
import { tries } from '../../helpers/seed.js';

const GRAPHS = ['urn:g0', 'urn:g1', 'urn:g2', 'urn:g3'];
const triple = fc
  .tuple(
    fc.constantFrom('<urn:g0>', '<urn:g1>', '<urn:a>'),
    fc.constantFrom('<urn:p>', '<urn:q>'),
    fc.constantFrom('<urn:g0>', '<urn:g2>', '<urn:a>', '"x"'),
  )
  .map((terms) => terms.join(' '));
const content = fc.array(triple, { minLength: 1, maxLength: 3 });
/** The triples of each graph. */
const contents = fc.tuple(...GRAPHS.map(() => content));

const variable = fc.constantFrom('?g', '?g', '?g', '?h', '?x');
const iri = fc.constantFrom(...GRAPHS, 'urn:a').map((one) => `<${one}>`);
const pattern = fc
  .tuple(fc.oneof(variable, iri), fc.constantFrom('<urn:p>', '<urn:q>', '?p'), fc.oneof(variable, iri))
  .map((terms) => `${terms.join(' ')} . `);
const some = (one: fc.Arbitrary<string>) => fc.array(one, { maxLength: 2 }).map((all) => all.join(' '));
const values = fc.oneof(
  fc.tuple(variable, some(fc.oneof(iri, iri, fc.constantFrom('UNDEF', '"x"')))).map(([name, all]) => `VALUES ${name} { ${all} } `), // prettier-ignore
  fc.tuple(iri, fc.oneof(iri, fc.constant('UNDEF'))).map(([one, other]) => `VALUES (?g ?x) { (${one} ${other}) } `),
);

const { group } = fc.letrec<{ group: string; member: string; condition: string }>((tie) => {
  const groups = tie('group');
  const graph = fc
    .tuple(fc.oneof(variable, iri), fc.oneof(pattern, groups))
    .map(([name, one]) => `GRAPH ${name} { ${one}} `);
  return {
    group: fc.array(tie('member'), { minLength: 1, maxLength: 4 }).map((members) => members.join('')),
    member: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: graph, weight: 6 },
      { arbitrary: values, weight: 3 },
      { arbitrary: tie('condition').map((one) => `FILTER(${one}) `), weight: 3 },
      fc.tuple(variable, iri).map(([name, one]) => `BIND(${one} AS ${name}) `),
      groups.map((one) => `{ ${one}} `),
      fc.tuple(groups, groups).map(([one, other]) => `{ ${one}} UNION { ${other}} `),
      { arbitrary: groups.map((one) => `OPTIONAL { ${one}} `), weight: 2 },
      { arbitrary: groups.map((one) => `MINUS { ${one}} `), weight: 2 },
      fc
        .tuple(fc.constantFrom('*', '?g', '?x (COUNT(*) AS ?n)'), groups, fc.oneof(values, fc.constant('')))
        .map(
          ([head, one, end]) => `{ SELECT ${head} { ${one}} ${head.includes('COUNT') ? 'GROUP BY ?x ' : ''}${end}} `,
        ),
    ),
    condition: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { arbitrary: fc.tuple(variable, fc.constantFrom('=', '!='), iri).map((terms) => terms.join(' ')), weight: 4 },
      fc.tuple(iri, fc.constantFrom('=', '!='), variable).map((terms) => terms.join(' ')),
      fc.tuple(variable, fc.constantFrom('IN', 'NOT IN'), iri, fc.oneof(iri, variable)).map(([name, is, one, other]) => `${name} ${is} (${one}, ${other})`), // prettier-ignore
      fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition')).map(([one, and, other]) => `(${one} ${and} ${other})`), // prettier-ignore
      tie('condition').map((one) => `!(${one})`),
      variable.map((one) => `BOUND(${one})`),
      groups.map((one) => `NOT EXISTS { ${one}}`),
    ),
  };
});
const head = fc.constantFrom('*', 'DISTINCT ?g', '?x (COUNT(*) AS ?n)', '(COUNT(DISTINCT ?g) AS ?n)');
/** OPTIONAL and MINUS depend on what their left side binds: these find it. */
const often = fc.constantFrom('?x ?p ?h . ', '?x <urn:p> ?y . ', '<urn:a> ?p ?x . ');
const withRight = fc
  .tuple(fc.oneof(iri, fc.constant('?g')), often, fc.constantFrom('OPTIONAL', 'MINUS'), often, values)
  .map(([one, left, joined, right, choice]) => `GRAPH ${one} { ${left}} ${joined} { GRAPH ?g { ${right}} } ${choice}`);
const withFilter = fc.tuple(group, iri).map(([one, other]) => `${one} FILTER(?g != ${other}) `);
const query = fc
  .tuple(head, fc.oneof(group, withFilter, withRight), fc.oneof(fc.constant(''), values))
  .map(([head, one, end]) => `SELECT ${head} { ${one}} ${head.startsWith('?x') ? 'GROUP BY ?x ' : ''}${end}`);

/** The rows of an answer, in any order; undefined for no SPARQL, such as a variable that is bound twice. */
function rowsOf(contents: ReadonlyMap<string, readonly string[]>, sparql: string): string[] | undefined {
  const store = new oxigraph.Store();
  for (const [graph, triples] of contents)
    store.load(triples.map((one) => `${one} <${graph}> .\n`).join(''), { format: 'application/n-quads' });
  try {
    parseSparql(sparql);
    const answer = store.query(sparql, { results_format: 'text/tab-separated-values' }) as string;
    return answer.split('\n').sort();
  } catch {
    return undefined;
  }
}

describe('the graphs that variables stand for', () => {
  it('are all that an answer depends on', () => {
    const seen = { narrowed: 0, found: 0, leftOut: 0 };
    fc.assert(
      fc.property(contents, contents, query, (all, others, sparql) => {
        const whole = new Map(GRAPHS.map((graph, at) => [graph, all[at] ?? []]));
        const answer = rowsOf(whole, sparql);
        if (answer === undefined) return;
        const { reachable, anyBut, named, usesDefaultGraph } = sparqlGraphs(sparql);
        if (usesDefaultGraph) return;
        if (reachable !== undefined) {
          seen.narrowed += 1;
          if (answer.length > 2) seen.found += 1;
          const near = new Map([...whole].filter(([graph]) => reachable.has(graph)));
          expect([sparql, rowsOf(near, sparql)]).toEqual([sparql, answer]);
          const far = GRAPHS.map((graph, at) => [graph, others[at] ?? []] as const);
          expect([sparql, rowsOf(new Map([...far, ...near]), sparql)]).toEqual([sparql, answer]);
        } else
          for (const graph of anyBut ?? [])
            if (!named.has(graph)) {
              seen.leftOut += 1;
              const without = new Map([...whole].filter(([one]) => one !== graph));
              expect([sparql, rowsOf(without, sparql)]).toEqual([sparql, answer]);
            }
      }),
      tries(12_000),
    );
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
  });
});
