import { BUNDLED } from '../../helpers/read.js';
import { withBase } from '../../../src/package/open/crate-argument.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { describeEngine } from '../helpers/describe-engines.js';
import type { EngineName } from '../helpers/engines.js';
import { answerOf } from './same-answers.js';
import { ASKED_CRATES } from './same-answers-crates.js';
import { ASKED_QUERIES } from './same-answers-queries.js';

/** How the answer of an engine differs from that of a store file; the docs say what to write instead. */
type Difference = 'other rows' | 'refused' | 'fails';

/** A triple that two crates have is in their union twice. */
const TWICE: Readonly<Record<string, Difference>> = { 'a triple of two crates': 'other rows' };
/** NaN is greater than every number. */
const NAN_IS_MORE: Readonly<Record<string, Difference>> = { 'comparison of numbers': 'other rows' };

/** All differences. A difference that is not here, or is here and no longer there, fails. */
const DIFFERENCES: Partial<Record<EngineName, Readonly<Record<string, Difference>>>> = {
  Fuseki: { ...NAN_IS_MORE },
  Oxigraph: { ...TWICE, 'a negated set between two fixed nodes': 'other rows' }, // it sees only whether there is one
  RDF4J: {
    ...TWICE,
    ...NAN_IS_MORE,
    'characters beyond the first plane': 'other rows', // two characters each
    'division by zero': 'fails',
  },
  Virtuoso: {
    ...TWICE,
    'the same alternative twice': 'other rows', // it leaves out the second
    'a cycle': 'fails', // no end of the path is given
    'a star in each graph': 'other rows',
    'a star to a known node in a graph': 'other rows', // no path of no steps
    'sub-select of INF with ORDER BY and LIMIT': 'refused',
    'sub-select of numbers with an exponent with ORDER BY and LIMIT, that are joined': 'refused',
    'sub-select of a long text with ORDER BY and LIMIT': 'fails',
    'SUM of what is no number': 'other rows', // it sums the others
    ENCODE_FOR_URI: 'refused',
    isNumeric: 'other rows', // INF and NaN are no numbers
    'comparison of numbers': 'other rows', // so here
    booleans: 'other rows', // true is 1
    'kinds of nodes': 'other rows', // so here
    'division by zero': 'fails',
    YEAR: 'fails', // at a bad date
  },
};

/** What Virtuoso says, and a hint that fits. */
const SENTENCES: Readonly<Record<string, readonly [said: string, hint: string]>> = {
  'a cycle': ['transitive start not given', 'a node at one end'],
  'division by zero': ['Division by zero', 'zeros'],
  YEAR: ['Incomplete RDF box as argument 0 for year()', 'bad date'],
};

const askedCrates = ASKED_CRATES.map(({ base, json }) => withBase(json, base));

async function loaded(location: string): Promise<GraphStore> {
  const store = await openStore(location, { mode: 'write', create: true });
  await loadCrates(store, askedCrates, { contexts: BUNDLED });
  return store;
}

for (const [name, differences] of Object.entries(DIFFERENCES))
  describeEngine(
    name as EngineName,
    (endpoint) => {
      let store: GraphStore;
      beforeAll(async () => {
        const { url, env } = endpoint().engine;
        Object.assign(process.env, env);
        store = await loaded(url);
      }, 120_000);
      afterAll(async () => {
        await store.close();
      });
      it('answers as a store file does, but for the differences of the table', async () => {
        const here = await loaded('memory:');
        const found: Record<string, Difference> = {};
        const shown: Record<string, unknown> = {};
        for (const query of ASKED_QUERIES) {
          const [wanted, got] = [await answerOf(here, query), await answerOf(store, query)];
          if (JSON.stringify(wanted) === JSON.stringify(got)) continue;
          const code = got[0] ?? '';
          found[query.name] = code.startsWith('ERR_UNSUPPORTED') ? 'refused' : code.startsWith('ERR_') ? 'fails' : 'other rows'; // prettier-ignore
          if (found[query.name] !== differences[query.name]) shown[query.name] = { wanted, got };
        }
        await here.close();
        expect({ found, shown }).toEqual({ found: differences, shown: {} });
      });
      if (name === 'Virtuoso')
        it.each(Object.entries(SENTENCES))('of %s it says what it cannot do', async (asked, [said, hint]) => {
          const { sparql } = ASKED_QUERIES.find((one) => one.name === asked)!;
          const ask = async () => {
            for await (const _ of store.query(sparql, 'application/sparql-results+json'));
          };
          await expect(ask()).rejects.toMatchObject({
            code: 'ERR_ENDPOINT',
            message: expect.stringMatching(new RegExp(`${said.replaceAll(/[()]/g, '\\$&')}\\.?$`)),
            hint: expect.stringContaining(hint),
          });
        });
    },
    false,
  );
