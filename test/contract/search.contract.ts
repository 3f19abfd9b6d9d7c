import { SEARCH } from '../../src/base/rdf/vocabulary.js';
import type { GraphStore, QueryOptions } from '../../src/store/port.js';
import { built, contents, G1, G2, rejects, rows, testOf, write, type StoreKind } from './store-kind.js';

const NAME = '<http://schema.org/name>';
const E = 'http://example.org/e';
const SEARCHED = `<${SEARCH}>`;

/** Tests words in the full text of a store, in queries and in `search`. */
export function describeSearch(kind: StoreKind): void {
  let store: GraphStore;
  const has = testOf(kind, 'fullText');
  beforeEach(async () => {
    store = await kind.open();
    await store.put([
      write(
        G1,
        'create',
        `<${E}> ${NAME} "rain gauge" @ .`,
        `<${G1}> ${NAME} "River atlas"@en @ .`,
        `_:b ${NAME} "rain" @ .`,
      ),
      write(
        G2,
        'create',
        `<${E}> ${NAME} "rain" @ .`,
        `<${E}> <http://schema.org/award> "river" @ .`,
        `<${E}> ${SEARCHED} "stored" @ .`,
      ),
    ]);
  });
  afterEach(() => store.close());

  const ask = async (pattern: string, options?: QueryOptions) =>
    (await rows(store, `SELECT * { ${pattern} }`, options))
      .map((row) =>
        Object.keys(row)
          .sort()
          .map((key) => row[key])
          .join(' '),
      )
      .sort();

  has('a query finds entities by words, in the default graph and in each graph', async () => {
    expect(await ask(`<${E}> ${SEARCHED} "rain*"`)).toEqual(['']);
    expect(await ask(`?e ${SEARCHED} "river" FILTER isIRI(?e)`)).toEqual([E, G1].sort());
    expect(await ask(`GRAPH ?g { ?e ${SEARCHED} "rain" FILTER isIRI(?e) }`)).toEqual([`${E} ${G1}`, `${E} ${G2}`]);
    expect(await ask(`GRAPH ?g { ?e ${SEARCHED} "rain -gauge" FILTER isIRI(?e) }`)).toEqual([`${E} ${G2}`]);
    expect(await ask(`?e ${SEARCHED} "gauge river"`)).toEqual([]); // the words are in two graphs
    expect(await ask(`GRAPH ?g { ?g ${SEARCHED} "atlas" }`)).toEqual([G1]);
    expect(await ask(`?b ${SEARCHED} "rain" FILTER isBlank(?b)`)).toHaveLength(1);
    expect(await ask(`?e ${SEARCHED} "gauge"`, { graphs: [G2] })).toEqual([]);
    expect(await ask(`GRAPH ?g { ?e ${SEARCHED} "gauge" }`, { graphs: [], named: [G1] })).toEqual([`${E} ${G1}`]);
  });

  has('a list also gets the score and the value, those of the best graph in the default graph', async () => {
    const [best, ...others] = await rows(
      store,
      `SELECT ?text ?score { (?e ?score ?text) ${SEARCHED} "rain" FILTER isIRI(?e) }`,
    );
    expect(others).toEqual([]);
    expect(best?.['text']).toBe('rain');
    const { entities } = await store.search('rain');
    expect(Number(best?.['score'])).toBeCloseTo(entities.find(({ entity }) => entity === E)?.score ?? 0, 5);
    expect(await ask(`GRAPH ?g { (<${E}> [] ?text) ${SEARCHED} "rain" }`)).toEqual([`${G1} rain gauge`, `${G2} rain`]);
    expect(await ask(`(?e [] ?text) ${SEARCHED} "atlas" FILTER(LANG(?text) = "en")`)).toEqual([`${G1} River atlas`]);
  });

  has('queries that the index does not answer find the same', async () => {
    const slow = 'FILTER(MD5("a") != "")';
    for (const pattern of [
      `GRAPH ?g { ?e ${SEARCHED} "rain" ; ?p ?o FILTER isIRI(?e) }`,
      `(?e ?score ?text) ${SEARCHED} "river"`,
    ])
      expect(await ask(`${pattern} ${slow}`)).toEqual(await ask(pattern));
    const described = await built(store, `DESCRIBE ?e { ?e ${SEARCHED} "atlas" }`);
    expect(described.map(({ object }) => object.value)).toEqual(['River atlas']);
  });

  has('the property of the data is seen where a variable stands for it, and never searched', async () => {
    for (const filter of ['', 'FILTER(MD5("a") != "")']) {
      expect(await ask(`?e ${SEARCHED} "stored" ; ?p "stored" ${filter}`)).toEqual([`${E} ${SEARCH}`]);
      expect(await ask(`?e ${SEARCHED} "rain" ; ${SEARCHED} "river" ; ?p "stored" ${filter}`)).toEqual([
        `${E} ${SEARCH}`,
      ]);
      expect(await ask(`?e ${SEARCHED} "store" ${filter}`)).toEqual([]);
    }
  });

  has('changes are found at once', async () => {
    expect(await ask(`?e ${SEARCHED} "glacier"`)).toEqual([]);
    await store.put([write(G2, 'replace', `<${E}> ${NAME} "glacier" @ .`)]);
    expect(await ask(`?e ${SEARCHED} "glacier"`)).toEqual([E]);
    await store.drop([G2]);
    expect(await ask(`?e ${SEARCHED} "glacier"`)).toEqual([]);
  });

  test('an update cannot search, and changes nothing', async () => {
    const before = await contents(store);
    const update = `DELETE { GRAPH ?g { ?e ${NAME} ?n } } WHERE { GRAPH ?g { ?e ${SEARCHED} "rain" ; ${NAME} ?n } }`;
    await rejects(store.update(update), 'ERR_UNSUPPORTED');
    await rejects(store.snapshot().tryUpdate(update), 'ERR_UNSUPPORTED');
    expect(await contents(store)).toEqual(before);
  });

  test('a store without full text says so; wrong words are an error everywhere', async () => {
    const code = kind.capabilities.fullText ? undefined : 'ERR_UNSUPPORTED';
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: { code: string }) => error.code,
      );
    expect(await codeOf(ask(`?e ${SEARCHED} "rain"`))).toBe(code);
    expect(await codeOf(store.search('rain'))).toBe(code);
    expect(await codeOf(store.hits('rain'))).toBe(code);
    for (const object of ['""', '"-rain"', '5', '?unknown'])
      await rejects(ask(`?e ${SEARCHED} ${object}`), 'ERR_USAGE');
  });
}
