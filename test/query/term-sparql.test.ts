import { Store } from 'oxigraph';
import { iriToSparql } from '../../src/query/term-sparql.js';

const HOSTILE = [
  'http://x.example/> } ; DROP ALL #',
  'http://x.example/a b',
  'http://x.example/\n}',
  'http://x.example/\\u003e',
  'http://x.example/{}|^`"<',
  '',
];

describe('an IRI in SPARQL', () => {
  it('is as it is when it is legal', () => {
    expect(iriToSparql({ value: 'arcp://ni,sha-256;x-_/a.txt#é' })).toBe('<arcp://ni,sha-256;x-_/a.txt#é>');
  });

  it.each(HOSTILE)('cannot end its term: %j', (value) => {
    expect(iriToSparql({ value })).toMatch(/^<[^\u0000-\u0020<>"{}|^`\\]*>$/);
  });

  it('cannot change a query in a VALUES block', () => {
    const store = new Store();
    store.load('<http://x.example/ok> <urn:p> "o" .', { format: 'application/n-triples' });
    const iris = [...HOSTILE.filter((value) => value !== ''), 'http://x.example/ok'];
    const values = iris.map((value) => iriToSparql({ value })).join(' ');
    expect(store.query(`SELECT ?o { VALUES ?s { ${values} } ?s <urn:p> ?o }`)).toHaveLength(1);
  });
});
