import { BUNDLED } from '../../helpers/read.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { withParameters } from '../../../src/tasks/query/parameters.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { answerFromIndex } from '../../../src/store/plan/plan-query.js';
import { listQueries } from '../../../src/store/saved-queries.js';
import { HALVES } from '../../tasks/query/helpers/saved-answers.js';
import { difference } from './helpers/engine-oracle.js';
import { indexOf, searchOf } from './helpers/index-of.js';

const VALUES: Readonly<Record<string, string>> = {
  author: 'https://orcid.org/0000-0002-1825-0097',
  licence: 'https://creativecommons.org/licenses/by/4.0/',
  entity: 'https://orcid.org/0000-0002-1825-0097',
  type: 'http://schema.org/Person',
  words: 'rain*',
};

/** Queries that ask a graph that the index does not have: it is made for them. */
const ELSEWHERE: ReadonlySet<string> = new Set(['catalogue', 'downloads']);

describe('the saved queries over the index', () => {
  it('are all covered, and answer as the engine does', async () => {
    const store = new MemoryStore();
    await loadCrates(store, HALVES.flat(), { contexts: BUNDLED });
    const graphs: Record<string, readonly string[]> = {};
    for (const graph of (await store.graphs()).keys()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of store.nquads(graph)) chunks.push(chunk);
      const end = ` <${graph}> .`;
      graphs[graph] = Buffer.concat(chunks).toString().split('\n').filter((line) => line !== '').map((line) => line.slice(0, -end.length)); // prettier-ignore
    }
    const index = indexOf(graphs);
    const different: unknown[] = [];
    for (const { name, text, parameters } of await listQueries()) {
      if (ELSEWHERE.has(name)) continue;
      const terms = Object.fromEntries(parameters.map((one) => [one.name, VALUES[one.name] ?? '']));
      const bound = parameters.length === 0 ? text : withParameters(text, terms);
      const { answer, reason } = answerFromIndex(index, bound, { search: searchOf(index) });
      if (answer === undefined) different.push({ name, reason });
      else {
        const expected = (await queryStore(store, bound, { format: 'json' })) as string;
        const lists = ['licence', 'format', 'types'];
        const wrong = difference([...answer.json()].join(''), expected, { isOrdered: /ORDER BY/.test(bound), lists });
        if (wrong !== undefined) different.push({ name, wrong });
      }
    }
    await store.close();
    expect(different).toEqual([]);
  });
});
