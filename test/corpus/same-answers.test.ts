import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Term } from '@rdfjs/types';
import * as fc from 'fast-check';
import { crateBase } from '../../src/crate/base.js';
import { termToNQuads } from '../../src/base/rdf/nquads.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { read } from '../helpers/read.js';
import { tries } from '../helpers/seed.js';
import { describeWithShared } from '../helpers/shared.js';
import { compareWays } from '../store/plan/helpers/compare-ways.js';
import type { TestGraphs } from '../store/plan/helpers/index-of.js';
import { Dice, type Vocabulary } from '../store/plan/helpers/random-data.js';

const QUERIES = 10;
/** Crates above this size say nothing that smaller ones do not. */
const MOST_BYTES = 100_000;
/** Triples of a graph; random queries have joins without a condition, whose rows are all combinations. */
const TRIPLES = 20;

describeWithShared('random queries over real crates', 'corpus', (folder) => {
  const entries = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { id: string; kind: string; file: string }[]; // prettier-ignore
  const crates: string[][] = [];

  beforeAll(async () => {
    const contexts = openContexts({ offline: true, cacheDir: join(folder, 'no-cache'), folders: [join(folder, 'contexts')] }); // prettier-ignore
    for (const { kind, file } of entries) {
      if (kind !== 'real' || statSync(join(folder, file)).size > MOST_BYTES) continue;
      const base = crateBase(`http://example.org/${crates.length}/ro-crate-metadata.json`, 'url');
      const { quads } = await read(readFileSync(join(folder, file)), { base, contexts });
      const at = crates.length;
      crates.push(quads.map(({ subject, predicate, object }) => [subject, predicate, object].map((term) => written(term, at)).join(' '))); // prettier-ignore
    }
  });

  /** Some neighbouring triples of some crates. */
  function graphsFor(dice: Dice): TestGraphs {
    const graphs: Record<string, readonly string[]> = {};
    for (let at = 1; at <= 4; at += 1) {
      const triples = dice.of(crates);
      const from = dice.below(Math.max(1, triples.length - TRIPLES));
      graphs[`http://example.org/graph/${at}`] = [...new Set(triples.slice(from, from + TRIPLES))];
    }
    return graphs;
  }

  it('have the same answers from the plan, from the quads that they need, and from all quads', async () => {
    let [all, planned, found] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0 }), async (seed) => {
        const dice = new Dice(seed);
        const graphs = graphsFor(dice);
        const result = await compareWays(dice, { graphs, words: wordsOf(graphs), queries: QUERIES });
        all += QUERIES;
        planned += result.planned;
        found += result.found;
        expect(result.different).toEqual([]);
      }),
      tries(400),
    );
    console.log(
      `${crates.length} crates, ${all} queries: ${planned} by the plan, ${found} over the quads that they need`,
    );
    expect(crates.length).toBeGreaterThan(100);
    expect(planned / all).toBeGreaterThan(0.75);
  });
});

/** A term as N-Triples; blank nodes of each crate have labels of their own. */
function written(term: Term, crate: number): string {
  return term.termType === 'BlankNode' ? `_:c${crate}${term.value}` : termToNQuads(term);
}

/** The terms of some graphs that may stand in a query. */
function wordsOf(graphs: TestGraphs): Vocabulary {
  const [nodes, predicates, literals] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const triple of Object.values(graphs).flat()) {
    const [subject = '', predicate = '', ...object] = triple.split(' ');
    predicates.add(predicate);
    for (const term of [subject, object.join(' ')]) {
      if (term.startsWith('<')) nodes.add(term);
      else if (term.startsWith('"') && term.length < 200) literals.add(term);
    }
  }
  const names = Object.keys(graphs);
  nodes.add(`<${names[0] ?? ''}>`);
  return { graphs: names, nodes: [...nodes], predicates: [...predicates], literals: ['"a"', ...literals] };
}
