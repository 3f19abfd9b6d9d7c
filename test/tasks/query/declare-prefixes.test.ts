import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { declarePrefixes } from '../../../src/tasks/query/declare-prefixes.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { wellKnownPrefixes } from '../../../src/base/rdf/vocabulary.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import type { RecordChoice, StoredRecord } from '../../../src/store/port.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';

const RO_CRATE = 'https://w3id.org/ro/crate/1.1/context';
const A = 'http://example.org/a/';
const B = 'http://example.org/b/';

/** A store that counts how often its load records are read. */
class CountingStore extends MemoryStore {
  reads = 0;

  override records(choice?: RecordChoice): Promise<StoredRecord[]> {
    this.reads += 1;
    return super.records(choice);
  }
}

let store: CountingStore;

beforeAll(async () => {
  store = new CountingStore();
  const folder = await freshFolder('prefixes');
  const own = {
    [A]: { one: 'http://example.org/one#', both: 'http://example.org/x#', schema: 'http://example.org/mine#', odd: 'http://e.org/ >#' }, // prettier-ignore
    [B]: { both: 'http://example.org/y#', term: 'http://example.org/term', full: { '@id': 'urn:f:', '@prefix': true } },
  };
  for (const [base, terms] of Object.entries(own)) {
    const context = [RO_CRATE, 'http://example.org/unavailable', terms];
    const contexts = { load: (address: string) => BUNDLED.load(address).catch(() => ({})) };
    const path = await writeCrate(`${folder}/${base.at(-2)}`, crate({ name: `Crate ${base.at(-2)}`, context }));
    const [loaded] = await loadCrates(store, [path], { contexts, base });
    expect(loaded?.error).toBeUndefined();
  }
});
beforeEach(() => void (store.reads = 0));
afterAll(() => store.close());

const declare = (sparql: string, graphs?: readonly string[]) =>
  declarePrefixes(sparql, { store, contexts: BUNDLED, graphs });

describe('a prefix that the text does not declare', () => {
  it.each([...wellKnownPrefixes()])(
    'is declared if it is well known, without reading a context: %s',
    async (prefix, iri) => {
      const text = `ASK { ?s ${prefix}:x ?o }`;
      expect((await declare(text)).text).toBe(`PREFIX ${prefix}: <${iri}>\n${text}`);
      expect(store.reads).toBe(0);
    },
  );

  it.each([
    'PREFIX schema: <urn:own:> ASK { ?s schema:name ?o }',
    'ASK { ?s <schema:name> "schema:name" } # schema:name',
  ])('is left alone if it is not used, or declared: %s', async (text) => {
    expect(await declare(text)).toEqual({ text, added: {} });
  });

  it('is that of the crates, also in the contexts of RO-Crate and in definitions', async () => {
    const { added } = await declare('ASK { ?s one:x/pcdm:hasMember/full:x/odd:x ?o ; schema:name ?n }');
    expect(added).toEqual({
      one: 'http://example.org/one#',
      pcdm: 'http://pcdm.org/models#',
      full: 'urn:f:',
      odd: 'http://e.org/%20%3E#',
      schema: 'http://schema.org/',
    });
    expect(store.reads).toBe(1);
  });

  it('is an error with both meanings if two crates differ, but not if only one of them is asked', async () => {
    const text = 'SELECT * {\n  ?s both:x ?o }';
    await expect(declare(text)).rejects.toMatchObject({
      code: 'ERR_QUERY_SYNTAX',
      message: `SPARQL, line 2, column 6: the crates do not agree on the prefix both: it is <http://example.org/x#> in ${A}, and <http://example.org/y#> in ${B}`,
      hint: 'declare the one that you mean: PREFIX both: <http://example.org/x#>',
    });
    expect((await declare(text, [B])).added).toEqual({ both: 'http://example.org/y#' });
  });

  it.each([
    ['shcema', 'did you mean schema:? Or declare it: PREFIX shcema: <...>'],
    ['onne', 'did you mean one:? Or declare it: PREFIX onne: <...>'],
    ['term', 'did you mean dcterms:? Or declare it: PREFIX term: <...>'],
    ['zzz', 'these need no declaration: schema: schemas: dcterms:'],
  ])('is an error if nobody knows it: %s', async (prefix, hint) => {
    await expect(declare(`ASK { ?s ${prefix}:x ?o }`)).rejects.toMatchObject({
      code: 'ERR_QUERY_SYNTAX',
      message: `SPARQL, line 1, column 10: the prefix ${prefix}: is not declared, nor is it in the context of a crate`,
      hint: expect.stringContaining(prefix === 'term' ? 'declare it' : hint),
      details: { prefix, line: 1, column: 10 },
    });
  });
});

test('queries and updates run with them', async () => {
  const ask = (sparql: string) => queryStore(store, sparql, { format: 'csv', contexts: BUNDLED });
  expect(await ask('SELECT ?n { GRAPH ?g { ?g schema:name ?n } } ORDER BY ?n')).toBe('n\r\nCrate a\r\nCrate b\r\n');
  await updateStore(store, 'INSERT { GRAPH ?g { ?g one:new ?n } } WHERE { GRAPH ?g { ?g schema:name ?n } }', { contexts: BUNDLED }); // prettier-ignore
  expect(await ask('SELECT ?n { ?g <http://example.org/one#new> ?n } ORDER BY ?n')).toBe('n\r\nCrate a\r\nCrate b\r\n');
});

test('an update that cannot be parsed reads no graph', async () => {
  const reading = withoutUpdate(store);
  await expect(updateStore(reading, 'INSERT DATA { GRAPH <urn:g> { <urn:a> }')).rejects.toMatchObject({
    code: 'ERR_QUERY_SYNTAX',
    details: { line: 1, column: 39 },
  });
});

/** The store, without its update. */
function withoutUpdate(real: MemoryStore): MemoryStore {
  return new Proxy(real, {
    get(target, key) {
      if (key === 'update') throw new Error('the update reached the store');
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}
