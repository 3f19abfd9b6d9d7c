import { startHere } from '../../../../src/store/engine/engine-here.js';
import { SparqlEngine } from '../../../../src/store/engine/engine.js';
import { parsedSparql } from '../../../../src/store/engine/parse-sparql.js';
import { notNamed, sparqlGraphs } from '../../../../src/store/engine/sparql-graphs.js';
import type { QuadIndex } from '../../../../src/store/index/quad-index.js';
import { FoundGraphs } from '../../../../src/store/needed/found-graphs.js';
import { indexedQuads } from '../../../../src/store/needed/indexed-quads.js';
import { neededQuads } from '../../../../src/store/needed/needed-quads.js';
import { readableGraphs, type HiddenGraphs } from '../../../../src/store/needed/quad-request.js';
import { answerFromIndex } from '../../../../src/store/plan/plan-query.js';
import type { QueryOptions, ResultMediaType } from '../../../../src/store/port.js';
import { difference, EngineOracle } from './engine-oracle.js';
import { indexOf, type TestGraphs } from './index-of.js';
import type { Dice, Vocabulary } from './random-data.js';
import { QueryWriter, type RandomQuery } from './random-query.js';

/** What came out of some random queries. */
export interface Compared {
  readonly different: readonly string[];
  /** How many queries the plan answered, and for how many the quads that they need are known. */
  readonly planned: number;
  readonly found: number;
}

/**
 * Answers random queries over some graphs by the plan, by the engine over the quads that they need, and by the engine over
 * all quads. Some of the graphs may be apart.
 */
export async function compareWays(
  dice: Dice,
  { graphs, words, queries }: { readonly graphs: TestGraphs; readonly words: Vocabulary; readonly queries: number },
): Promise<Compared> {
  const names = Object.keys(graphs).filter(() => dice.percent(60));
  const options = dice.percent(60)
    ? {}
    : dice.percent(50)
      ? { graphs: names }
      : { graphs: names, named: Object.keys(graphs).slice(1) };
  const isOfAll = !('graphs' in options);
  const apart = new Set(isOfAll && dice.percent(50) ? Object.keys(graphs).filter(() => dice.percent(30)) : []);
  const [first = ''] = Object.keys(graphs);
  const index = indexOf(graphs, 1 + dice.below(3), { 'urn:g:gone': graphs[first] ?? [] });
  const oracle = new EngineOracle(
    graphs,
    options.graphs ?? Object.keys(graphs).filter((name) => !apart.has(name)),
    'named' in options ? options.named : options.graphs,
  );
  const engine = new SparqlEngine(startHere);
  const different: string[] = [];
  let [planned, found] = [0, 0];
  for (let at = 0; at < queries; at += 1) {
    const query = new QueryWriter(dice, words).query();
    const isGraph = query.form === 'CONSTRUCT' || query.form === 'DESCRIBE';
    const mediaType = isGraph ? 'application/n-triples' : 'application/sparql-results+json';
    const hidden = { unnamed: apart, named: notNamed(apart, query.text) };
    const expected = oracle.ask(query.text, mediaType, hidden.named);
    const differ = (way: string, answer: string): void => {
      const wrong = isGraph ? triplesDiffer(answer, expected) : rowsDiffer(answer, expected, { oracle, query, hidden });
      if (wrong !== undefined) different.push(`${way}: ${query.text}: ${wrong}`);
    };
    const { answer } = answerFromIndex(index, query.text, { ...options, hidden });
    if (answer !== undefined) {
      planned += 1;
      differ('plan', [...(isGraph ? answer.triples() : answer.json())].join(''));
    }
    const text = await answerFromFound({ index, graphs, engine, hidden }, query.text, mediaType, options);
    if (text === undefined) continue;
    found += 1;
    differ('found', text);
  }
  oracle.free();
  await engine.end();
  return { different, planned, found };
}

/** The engine's answer over the quads that a query needs; undefined where nobody knows them. */
async function answerFromFound(
  found: { index: QuadIndex; graphs: TestGraphs; engine: SparqlEngine; hidden: HiddenGraphs },
  sparql: string,
  mediaType: ResultMediaType,
  options: QueryOptions,
): Promise<string | undefined> {
  const { index, graphs, engine, hidden } = found;
  const parsed = parsedSparql(sparql);
  const needs = parsed && neededQuads(parsed);
  if (needs === undefined) return undefined;
  const readable = readableGraphs(needs, options, sparqlGraphs(sparql).reachable, hidden);
  const lines = (graph: string): string => (graphs[graph] ?? []).map((triple) => `${triple} <${graph}> .\n`).join('');
  const source = {
    index,
    nquads: (graph: string) => [Buffer.from(lines(graph))],
    quads: (graph: string) => (graphs[graph] ?? []).length,
  };
  const collected = new FoundGraphs();
  for (const one of indexedQuads(source, { quads: needs.quads, readable })) collected.add(one);
  const chunks: Uint8Array[] = [];
  for await (const chunk of collected.answer(engine, { sparql, mediaType, needs }, { readable })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function rowsDiffer(
  answer: string,
  expected: string,
  {
    oracle,
    query,
    hidden,
  }: { readonly oracle: EngineOracle; readonly query: RandomQuery; readonly hidden: HiddenGraphs },
): string | undefined {
  // Blank nodes have no order: then only the number of rows of a cut result is certain.
  const hasBlank = (
    query.isOrdered === true ? oracle.ask(query.whole ?? query.text, undefined, hidden.named) : expected
  ).includes('"bnode"');
  const isCut = query.isCut === true || (hasBlank && query.whole !== undefined && query.whole !== query.text);
  return difference(answer, expected, { ...query, isOrdered: query.isOrdered === true && !hasBlank, isCut });
}

/** A character that the engine writes by its number, and we as it is; or a backslash, which hides what follows. */
const ESCAPED = /\\(?:u([0-9A-F]{4})|.)/g;

function unescaped(escape: string, number: string | undefined): string {
  return number === undefined ? escape : String.fromCharCode(Number.parseInt(number, 16));
}

function triplesDiffer(answer: string, expected: string): string | undefined {
  const [own, wanted] = [answer, expected].map((text) =>
    [...new Set(text.replace(ESCAPED, unescaped).split('\n'))].sort().join('\n'),
  );
  return own === wanted ? undefined : `${own} instead of ${wanted}`;
}
