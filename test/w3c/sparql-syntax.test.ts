import { describeWithShared } from '../helpers/shared.js';
import { includedFolders, readManifest, SUITE_BASE, textOf, type SparqlTest } from './helpers/sparql-manifest.js';
import { SuiteStore } from './helpers/suite-store.js';
import { SYNTAX_GAPS } from './sparql-gaps.js';

describeWithShared('the W3C syntax tests of SPARQL 1.0 and 1.1', 'w3c/sparql11', (folder) => {
  const suites = folder.replace(/sparql11$/, '');
  const folders = [
    ...includedFolders(suites, 'sparql10/manifest-syntax.ttl'),
    ...includedFolders(suites, 'sparql11/manifest-sparql11-query.ttl'),
    ...includedFolders(suites, 'sparql11/manifest-sparql11-update.ttl'),
  ];
  const tests = folders
    .flatMap((one) => readManifest(suites, one))
    .filter(({ type }) => /^(?:Positive|Negative)(?:Update)?SyntaxTest$/.test(type));
  let store: SuiteStore;

  beforeAll(async () => {
    store = await SuiteStore.of(new Map());
  });
  afterAll(() => store.close());

  it.each(tests.map((test) => [test.id, test] as const))('%s', async (id, test) => {
    const isRefused = (await outcomeOf(test)) === 'ERR_QUERY_SYNTAX';
    expect(isRefused === test.type.startsWith('Negative')).toBe(!(id in SYNTAX_GAPS));
  });

  /** The code of the error, if there is one. */
  async function outcomeOf(test: SparqlTest): Promise<string | undefined> {
    const text = `BASE <${SUITE_BASE}${test.file}>\n${textOf(suites, test)}`;
    const isGraph = /^\s*(?:construct|describe)\b/im.test(text);
    try {
      if (/Update/.test(test.type)) await store.tried(text);
      else await store.stored(text, isGraph ? 'application/n-triples' : 'application/sparql-results+json', {});
      return undefined;
    } catch (error) {
      return String((error as { code?: string }).code ?? error);
    }
  }

  it('has no gaps but those of tests', () => {
    const ids = new Set(tests.map(({ id }) => id));
    expect(tests.length).toBeGreaterThan(300);
    expect(Object.keys(SYNTAX_GAPS).filter((id) => !ids.has(id))).toEqual([]);
  });
});
