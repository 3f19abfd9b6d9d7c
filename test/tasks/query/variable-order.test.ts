import { inTextOrder } from '../../../src/tasks/query/variable-order.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { MemoryStore } from '../../../src/store/memory-store.js';

describe('the variables of SELECT *', () => {
  it.each<[string, string]>([
    ['SELECT * { ?s ?p ?o }', 's p o'],
    ['PREFIX o: <urn:?o> select distinct * { GRAPH $s { ?p o:o "?o" } # ?o\n ?p ?p ?o }', 's p o'],
    ['SELECT * { { SELECT ?p ?o { ?o ?p ?s } } ?s ?p ?o }', 'p o s'],
    ['SELECT ?o ?p ?s { ?s ?p ?o }', 'o p s'],
    ['SELECT (COUNT(*) AS ?o) ?p ?s { ?s ?p ?x }', 'o p s'],
    ['SELECT ?o ?p ?s { { SELECT * { ?s ?p ?o } } }', 'o p s'],
  ])('%s: %s', (sparql, order) => expect(inTextOrder(['o', 'p', 's'], sparql).join(' ')).toBe(order));

  it('are the columns in this order', async () => {
    const store = new MemoryStore();
    expect(await queryStore(store, 'SELECT * { ?s ?p ?o }')).toEqual({ variables: ['s', 'p', 'o'], rows: [] });
    expect(await queryStore(store, 'SELECT * { ?s ?p ?o }', { format: 'csv' })).toBe('s,p,o\r\n');
    await store.close();
  });
});
