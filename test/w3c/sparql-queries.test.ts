import type { Quad, Term } from '@rdfjs/types';
import { termToNQuads } from '../../src/base/rdf/nquads.js';
import { parsedSparql } from '../../src/store/engine/parse-sparql.js';
import { describeWithShared } from '../helpers/shared.js';
import { expectedResult, graphResult, jsonResult, quadsOf, resultDifference, withoutOrder } from './helpers/result-form.js'; // prettier-ignore
import { includedFolders, readManifest, SUITE_BASE, textOf, type SparqlTest } from './helpers/sparql-manifest.js';
import { SuiteStore, type Seen } from './helpers/suite-store.js';
import { ENGINE_GAPS, QUERY_GAPS } from './sparql-gaps.js';

describeWithShared('the W3C suites of SPARQL 1.0 and 1.1 Query', 'w3c/sparql11', (folder) => {
  const suites = folder.replace(/sparql11$/, '');
  const folders = new Set([
    ...includedFolders(suites, 'sparql10/manifest-evaluation.ttl'),
    ...includedFolders(suites, 'sparql11/manifest-sparql11-query.ttl'),
    ...includedFolders(suites, 'sparql11/manifest-sparql11-results.ttl'),
  ]);
  const tests = [...folders]
    .flatMap((one) => readManifest(suites, one))
    .filter(({ type }) => type === 'QueryEvaluationTest' || type === 'CSVResultFormatTest');
  let store: SuiteStore;
  let planned = 0;

  beforeAll(async () => {
    const files = new Set<string>();
    for (const test of tests) {
      for (const file of [...test.data, ...test.named.map((one) => one.file)]) files.add(file);
      for (const graph of fromOf(test)) files.add(graph.slice(SUITE_BASE.length));
    }
    const graphs = new Map<string, string[]>();
    for (const [at, file] of [...files].entries())
      graphs.set(
        SUITE_BASE + file,
        (await quadsOf(suites, file)).map((quad) => tripleIn(quad, at)),
      );
    store = await SuiteStore.of(graphs);
  });

  afterAll(async () => {
    await store.close();
    console.log(`${tests.length} query tests, ${Object.keys(QUERY_GAPS).length} known gaps, ${planned} answered by the plan`); // prettier-ignore
  });

  /** The text with its address, against which relative IRIs resolve. */
  function sparqlOf(test: SparqlTest): string {
    return `BASE <${SUITE_BASE}${test.file}>\n${textOf(suites, test)}`;
  }

  function fromOf(test: SparqlTest): string[] {
    const parsed = parsedSparql(sparqlOf(test));
    const from = parsed?.type === 'query' ? parsed.from : undefined;
    return from ? [...from.default, ...from.named].map(({ value }) => value) : [];
  }

  /** FROM in the text is the dataset; else it is that of the manifest. */
  function seenBy(test: SparqlTest): Seen {
    const [graphs, named] = [test.data.map((file) => SUITE_BASE + file), test.named.map(({ graph }) => graph)];
    return fromOf(test).length > 0 ? { graphs: fromOf(test) } : { graphs, named };
  }

  it.each(tests.map((test) => [test.id, test] as const))('%s', async (id, test) => {
    const [sparql, seen] = [sparqlOf(test), seenBy(test)];
    const isGraph = /\bconstruct\b/i.test(sparql);
    const mediaType = isGraph ? 'application/n-triples' : 'application/sparql-results+json';
    const ways = {
      stored: await outcome(() => store.stored(sparql, mediaType, seen)),
      planned: await outcome(async () => store.planned(sparql, seen)),
      found: await outcome(() => store.found(sparql, mediaType, seen)),
      whole: await outcome(async () => store.whole(sparql, mediaType, seen)),
    };
    const read = isGraph ? graphResult : jsonResult;
    if (ways.planned !== undefined) planned += 1;
    const [stored = ''] = [ways.stored];
    for (const [way, answer] of Object.entries(ways))
      if (answer !== undefined && !hasChance(sparql) && !(id in ENGINE_GAPS))
        expect({ way, wrong: await differ(answer, stored) }).toEqual({ way, wrong: undefined });
    async function differ(left: string, right: string): Promise<string | undefined> {
      if (left.startsWith('ERR_') || right.startsWith('ERR_'))
        return left === right ? undefined : `${left} instead of ${right}`;
      return resultDifference(read(left), withoutOrder(read(right)));
    }
    const failure = stored.startsWith('ERR_')
      ? stored
      : await resultDifference(read(stored), await expectedResult(suites, test.result ?? '', isGraph));
    if (id in ENGINE_GAPS) expect(ways.whole).toMatch(/^ERR_/);
    if (id in QUERY_GAPS) expect({ id, fails: failure !== undefined }).toEqual({ id, fails: true });
    else expect(failure).toBeUndefined();
  });

  it('has no gaps but those of tests', () => {
    const ids = new Set(tests.map(({ id }) => id));
    expect(Object.keys({ ...QUERY_GAPS, ...ENGINE_GAPS }).filter((id) => !ids.has(id))).toEqual([]);
  });
});

/** The answer, or the code of the error. */
async function outcome(answer: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await answer();
  } catch (error) {
    return String((error as { code?: string }).code ?? error);
  }
}

/** Whether a query may have another answer each time. */
function hasChance(sparql: string): boolean {
  return /\b(?:rand|struuid|uuid|now|bnode)\b/i.test(sparql);
}

/** The triple as N-Triples without its end; blank nodes of each file have labels of their own. */
function tripleIn({ subject, predicate, object }: Quad, file: number): string {
  const write = (term: Term): string =>
    term.termType === 'BlankNode' ? `_:f${file}x${term.value.replaceAll(/\W/g, '')}` : termToNQuads(term);
  return [subject, predicate, object].map(write).join(' ');
}
