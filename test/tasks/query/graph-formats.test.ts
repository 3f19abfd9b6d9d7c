import { Parser } from 'n3';
import jsonld from 'jsonld';
import { canonical } from '../../helpers/oracle.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import type { GraphFormat } from '../../../src/tasks/query/result-formats.js';
import { MemoryStore } from '../../../src/store/memory-store.js';

const store = new MemoryStore();
afterAll(() => store.close());

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Hostile values, as N-Triples. */
const VALUES = ['"a, \\"b\\" \\\\ c"', '"line\\nend\\r\\n"', '"tab\\t"', '"\\u0001\\u001b[31m\\u007f"', '"中文 👩‍🔬 \\u202e"', '""', '""@en', '"x"@de-ch', `"1.5"^^<${XSD}decimal>`, '"5"', '"x"^^<urn:t>', '<http://example.org/?q=1&r=%20#ü>', '_:b', '"<b>&amp;</b>]]>"']; // prettier-ignore
const nquads = VALUES.map((value) => `<urn:s> <urn:p> ${value} <urn:g> .\n`).join('');

beforeAll(() => store.put([{ graph: 'urn:g', mode: 'create', nquads: `${nquads}_:b <urn:q> <urn:s> <urn:g> .\n` }]));

const MEDIA_TYPES = {
  turtle: 'text/turtle',
  trig: 'application/trig',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
};

async function readBack(format: Exclude<GraphFormat, 'rdfxml'>): Promise<string[]> {
  const text = (await queryStore(store, 'CONSTRUCT WHERE { ?s ?p ?o }', { format })) as string;
  if (format === 'jsonld')
    return canonical((await jsonld.toRDF(JSON.parse(text) as object, { format: 'application/n-quads' })) as string);
  return canonical(new Parser({ format: MEDIA_TYPES[format] }).parse(text).map(quadToNQuads).join(''));
}

describe('the graph of a query, read by another parser', () => {
  it.each<Exclude<GraphFormat, 'rdfxml'>>(['turtle', 'trig', 'ntriples', 'nquads', 'jsonld'])(
    'is the same as %s',
    async (format) => {
      const stored = `${nquads}_:b <urn:q> <urn:s> .\n`.replaceAll(' <urn:g> .', ' .');
      expect(await readBack(format)).toEqual(await canonical(stored));
    },
  );

  it.each<GraphFormat>(['turtle', 'ntriples', 'nquads'])('states each triple once as %s', async (format) => {
    const text = await queryStore(store, 'CONSTRUCT { <urn:x> <urn:once> ?o } { ?s <urn:p> ?o . ?t ?q ?u }', {
      format,
    });
    expect((text as string).split('"5"')).toHaveLength(2);
  });
});

describe('what RDF 1.1 cannot say', () => {
  const terms = ['STRDT("5", rdf:langString)', 'TRIPLE(<urn:a>, <urn:b>, <urn:c>)', 'STRLANGDIR("x", "en", "ltr")'];

  it.each(['turtle', 'trig', 'ntriples', 'nquads', 'jsonld', 'rdfxml'] as const)(
    'is an error in a graph as %s',
    async (format) => {
      for (const term of terms) {
        const sparql = `CONSTRUCT { <urn:s> <urn:p> ?x } WHERE { BIND(${term} AS ?x) }`;
        await expect(queryStore(store, sparql, { format })).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX' });
        await expect(queryStore(store, sparql, { format, count: true })).rejects.toMatchObject({
          code: 'ERR_RDF_SYNTAX',
        });
      }
    },
  );

  it('is whole in rows, also in the cells of a table', async () => {
    const table = await queryStore(store, `SELECT (${terms[1]} AS ?x) {}`);
    expect(table).toEqual({ variables: ['x'], rows: [['<<( <urn:a> <urn:b> <urn:c> )>>']] });
  });
});
