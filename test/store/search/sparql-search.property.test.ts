import * as fc from 'fast-check';
import { searchStore } from '../../../src/tasks/inspect/search-store.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { queryText } from '../../../src/store/rdf-answers.js';
import { SEARCH } from '../../../src/base/rdf/vocabulary.js';
import { readSparqlJson } from '../../../src/store/sparql-json.js';
import { tries } from '../../helpers/seed.js';
import { difference, EngineOracle } from '../plan/helpers/engine-oracle.js';
import type { TestGraphs } from '../plan/helpers/index-of.js';
import { Dice } from '../plan/helpers/random-data.js';

const TEXTS = [
  'rain',
  'rain gauge',
  'Straße am Fluß',
  'STRASSE',
  '气候数据',
  'say \\"rain\\"',
  'a-rain-b',
  'rain\\ngauge',
  'ข้อมูล',
  '😀 rain',
  'gauge*',
  '-rain',
];
const WORDS = [
  'rain',
  'rain*',
  'rain gauge',
  '\\"rain gauge\\"',
  'rain -gauge',
  'strasse',
  '数据',
  'มูล',
  'absent',
  '\\\\ rain',
  'gauge } ; DROP ALL #',
  'e1',
];
const NODES = ['<urn:g:1>', '<urn:g:2>', '<urn:x/e1>', '<urn:x/e2>', '<urn:x/rain%20gauge.csv>', '_:b1', '_:b2'];

/** Graphs that describe some of the same entities, with names in several languages. */
function randomGraphs(dice: Dice): Record<string, string[]> {
  const graphs: Record<string, string[]> = {};
  for (const graph of ['urn:g:1', 'urn:g:2', 'urn:g:3']) {
    const triples = Array.from({ length: 4 + dice.below(10) }, () => {
      const node = dice.of(NODES);
      if (dice.percent(25)) return `${node} <urn:knows> ${dice.of(NODES)}`;
      const text = `"${dice.of(TEXTS)}"${dice.percent(20) ? '@en' : ''}`;
      return dice.percent(25)
        ? `${node} <urn:type> <urn:T>`
        : `${node} ${dice.of(['<urn:name>', '<urn:about>'])} ${text}`;
    });
    graphs[graph] = [...new Set(triples)];
  }
  return graphs;
}

/** Queries with `S` for the property, and `NOT_S(?p)` where a variable stands for any other one. */
const SHAPES: readonly ((dice: Dice) => string)[] = [
  (dice) => `SELECT ?e { ?e S ${words(dice)} }`,
  (dice) => `SELECT ?g ?e { GRAPH ?g { ?e S ${words(dice)} } }`,
  (dice) => `SELECT ?g { GRAPH ?g { ?g S ${words(dice)} } }`,
  (dice) => `SELECT * { GRAPH <urn:g:2> { ?e S ${words(dice)} ; <urn:name> ?n } }`,
  (dice) => `SELECT ?e ?n FROM <urn:g:1> FROM <urn:g:3> { ?e S ${words(dice)} OPTIONAL { ?e <urn:name> ?n } }`,
  (dice) => `SELECT ?e FROM NAMED <urn:g:1> { GRAPH ?g { ?e S ${words(dice)} } }`,
  (dice) => `SELECT ?e { ?e <urn:type> ?t FILTER NOT EXISTS { ?e S ${words(dice)} } }`,
  (dice) => `SELECT ?e ?n { ?e <urn:name> ?n FILTER EXISTS { GRAPH ?g { ?e S ${words(dice)} } } }`,
  (dice) => `SELECT ?e { ?e <urn:name> ?n MINUS { ?e S ${words(dice)} } }`,
  (dice) => `SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?e S ${words(dice)} ; <urn:name> ?x } }`,
  (dice) => `SELECT ?g (COUNT(DISTINCT ?e) AS ?n) { GRAPH ?g { ?e S ${words(dice)} } } GROUP BY ?g`,
  (dice) => `SELECT ?x ?e { ?x <urn:knows>+ ?e . ?e S ${words(dice)} }`,
  (dice) => `SELECT ?e { { ?e S ${words(dice)} } UNION { ?e S ${words(dice)} ; <urn:type> ?t } }`,
  (dice) => `SELECT ?e ?w { VALUES ?w { ${words(dice)} "rain"@en } ?e S ?w }`,
  (dice) => `SELECT * { ?e S ${words(dice)} . { SELECT ?e { ?e S ${words(dice)} ; <urn:name> ?n } } }`,
  (dice) => `SELECT * { ?e S ${words(dice)} ; ?p ?o NOT_S(?p) }`,
  (dice) => `SELECT ?x ?p { ?e S ${words(dice)} . ?x ?p ?e NOT_S(?p) }`,
  (dice) => `SELECT (COUNT(*) AS ?n) { ?e S ${words(dice)} OPTIONAL { GRAPH ?g { ?s ?p ?o NOT_S(?p) } } }`,
  (dice) => `SELECT ?p { ?e S ${words(dice)} FILTER EXISTS { ?x ?p ?e NOT_S(?p) } }`,
  (dice) => `SELECT ?g ?p { GRAPH ?g { { ?e S ${words(dice)} } UNION { ?e ?p <urn:T> NOT_S(?p) } } }`,
  (dice) => `SELECT (COUNT(*) AS ?n) { ?e S ${words(dice)} FILTER NOT EXISTS { ?e ?p ?e NOT_S(?p) } }`,
  (dice) => `SELECT ?g ?e ?h { GRAPH ?g { ?e S ${words(dice)} } GRAPH ?h { ?e S ${words(dice)} } FILTER(?g != ?h) }`,
  (dice) => `SELECT ?g ?e ?n { GRAPH ?g { ?e <urn:type> ?t OPTIONAL { ?e S ${words(dice)} . ?e <urn:name> ?n } } }`,
  (dice) => `SELECT ?e { [] <urn:knows> ?e . ?e S ${words(dice)} } ORDER BY ?e`,
  (dice) => `SELECT ?y { [ S ${words(dice)} ; <urn:knows> ?y ] }`,
  (dice) => `ASK { ${dice.of(NODES.filter((node) => !node.startsWith('_:')))} S ${words(dice)} }`,
];

const words = (dice: Dice): string => `"${dice.of(WORDS)}"`;

/** The words of a query, as they are written there. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/(?:S|\{) ("(?:[^"\\]|\\.)*"(?:@en)?)/g)].map(([, word]) => word as string);

/** The graphs with what a search finds as triples. */
async function withFound(store: MemoryStore, graphs: TestGraphs, text: string): Promise<TestGraphs> {
  const all = Object.fromEntries(Object.entries(graphs).map(([graph, triples]) => [graph, [...triples]]));
  for (const word of new Set([...wordsIn(text), '"rain"@en'])) {
    const plain = JSON.parse(word.replace('@en', '')) as string;
    for (const { entity, graphs: having } of (await searchStore(store, plain, { rows: 1000 })).entities)
      for (const graph of having)
        all[graph]?.push(`${entity.startsWith('_:') ? entity : `<${entity}>`} <${SEARCH}> ${word}`);
  }
  return all;
}

it('a query finds what a search finds, by the plan and by the engine', async () => {
  let [planned, all, found] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0 }), async (seed) => {
      const dice = new Dice(seed);
      const graphs = randomGraphs(dice);
      const store = new MemoryStore();
      await store.put(
        Object.entries(graphs).map(([graph, triples]) => ({
          graph,
          mode: 'create',
          nquads: triples.map((triple) => `${triple} <${graph}> .\n`),
        })),
      );
      for (let at = 0; at < 5; at += 1) {
        const shape = dice.of(SHAPES)(dice);
        const [unnamed, named] = fromOf(shape);
        const oracle = new EngineOracle(await withFound(store, graphs, shape), unnamed, named);
        const expected = oracle.ask(
          shape
            .replaceAll(' S ', ` <${SEARCH}> `)
            .replace(/NOT_S\((\?p)\)/, `FILTER($1 != <${SEARCH}>)`)
            .replace(/FROM (NAMED )?<\S+> /g, ''),
        );
        const text = shape.replaceAll(' S ', ` <${SEARCH}> `).replace(/NOT_S\(\?p\)/, '');
        for (const query of [text, text.replace('{', '{ FILTER(MD5("a") != "")')]) {
          let by = '';
          const answer = await queryText(store, query, 'application/sparql-results+json', {
            onPlan: (plan) => (by = plan.by),
          });
          expect([query, difference(answer, expected, { isWhole: text.includes('COUNT') })]).toEqual([
            query,
            undefined,
          ]);
          if (query !== text) expect(by).toBe('engine');
          else [planned, all] = [planned + (by === 'index' ? 1 : 0), all + 1];
        }
        found += readSparqlJson(expected).bindings.length;
        oracle.free();
      }
      await store.close();
    }),
    tries(200),
  );
  expect(planned / all).toBeGreaterThan(0.8);
  expect(found / all).toBeGreaterThan(1);
});

/** The graphs of FROM and FROM NAMED, which the engine of the test gets in another way. */
function fromOf(text: string): (string[] | undefined)[] {
  const [unnamed, named] = [/FROM <(\S+)>/g, /FROM NAMED <(\S+)>/g].map((from) =>
    [...text.matchAll(from)].map(([, iri]) => iri as string),
  );
  return text.includes('FROM') ? [unnamed, named] : [];
}
