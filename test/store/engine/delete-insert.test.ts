import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { OxigraphEngine } from '../../../src/store/engine/oxigraph.js';
import { deleteBeforeInsert } from '../../../src/store/engine/delete-insert.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { queryText } from '../../../src/store/rdf-answers.js';
import { tries } from '../../helpers/seed.js';

const G = 'urn:g';

function loaded(lines: readonly string[]): OxigraphEngine {
  const engine = new OxigraphEngine();
  engine.load(Buffer.from(lines.map((line) => `${line} .\n`).join('')));
  return engine;
}

const content = (engine: OxigraphEngine): string[] =>
  engine
    .graphs()
    .flatMap((graph) => [...engine.text(graph)].join('').split(' .\n').slice(0, -1))
    .sort();

async function updated(lines: readonly string[], update: string): Promise<string[]> {
  const engine = loaded(lines);
  try {
    await engine.update(update);
    return content(engine);
  } finally {
    engine.free();
  }
}

describe('DELETE and INSERT by one pattern (SPARQL 1.1 Update, 3.1.3): deletes everything before it inserts anything', () => {
  it.each([
    [
      'swapped subjects',
      [
        `<urn:a> <urn:p> "1" <${G}>`,
        `<urn:b> <urn:p> "2" <${G}>`,
        `<urn:a> <urn:q> "both" <${G}>`,
        `<urn:b> <urn:q> "both" <${G}>`,
      ],
      `DELETE { GRAPH <${G}> { ?s ?p ?o } } INSERT { GRAPH <${G}> { ?t ?p ?o } } WHERE { VALUES (?s ?t) { (<urn:a> <urn:b>) (<urn:b> <urn:a>) } GRAPH <${G}> { ?s ?p ?o } }`,
      [
        `<urn:a> <urn:p> "2" <${G}>`,
        `<urn:a> <urn:q> "both" <${G}>`,
        `<urn:b> <urn:p> "1" <${G}>`,
        `<urn:b> <urn:q> "both" <${G}>`,
      ],
    ],
    [
      'numbers increased by one, WITH',
      [1, 2, 3].map((n) => `<urn:a> <urn:n> "${n}"^^<http://www.w3.org/2001/XMLSchema#integer> <${G}>`),
      `WITH <${G}> DELETE { ?s <urn:n> ?n } INSERT { ?s <urn:n> ?m } WHERE { ?s <urn:n> ?n BIND(?n + 1 AS ?m) }`,
      [2, 3, 4].map((n) => `<urn:a> <urn:n> "${n}"^^<http://www.w3.org/2001/XMLSchema#integer> <${G}>`),
    ],
    [
      'the default graph, in two operations',
      ['<urn:a> <urn:p> <urn:b>', '<urn:b> <urn:p> <urn:a>', '<urn:b> <urn:p> <urn:c>'],
      `DELETE { ?s ?p ?o } INSERT { ?o ?p ?s } WHERE { ?s ?p ?o }; DELETE { ?s ?p ?o } INSERT { ?o ?p ?s } WHERE { ?s ?p ?o }`,
      ['<urn:a> <urn:p> <urn:b>', '<urn:b> <urn:p> <urn:a>', '<urn:b> <urn:p> <urn:c>'],
    ],
    [
      'graphs named by a variable',
      ['<urn:a> <urn:p> "1" <urn:g>', '<urn:a> <urn:p> "1" <urn:h>', '<urn:a> <urn:p> "2" <urn:h>'],
      `DELETE { GRAPH ?g { ?s ?p ?o } } INSERT { GRAPH ?h { ?s ?p ?o } } WHERE { VALUES (?g ?h) { (<urn:g> <urn:h>) (<urn:h> <urn:g>) } GRAPH ?g { ?s ?p ?o } }`,
      ['<urn:a> <urn:p> "1" <urn:g>', '<urn:a> <urn:p> "1" <urn:h>', '<urn:a> <urn:p> "2" <urn:g>'],
    ],
    [
      'literals with their spelling',
      ['<urn:a> <urn:p> "01"^^<http://www.w3.org/2001/XMLSchema#integer>', '<urn:b> <urn:p> "x"'],
      String.raw`DELETE { ?s ?p ?o } INSERT { ?s ?p ?o . <urn:c> ?p 01, 1.50, 1e0, """it's "so" """, "\t\\\u000B\r\n\U0001F600"@en-GB }
       WHERE { ?s ?p ?o . FILTER(?s = <urn:a>) }`,
      [
        '<urn:a> <urn:p> "01"^^<http://www.w3.org/2001/XMLSchema#integer>',
        '<urn:b> <urn:p> "x"',
        '<urn:c> <urn:p> "01"^^<http://www.w3.org/2001/XMLSchema#integer>',
        '<urn:c> <urn:p> "1.50"^^<http://www.w3.org/2001/XMLSchema#decimal>',
        '<urn:c> <urn:p> "1e0"^^<http://www.w3.org/2001/XMLSchema#double>',
        String.raw`<urn:c> <urn:p> "\t\\\u000B\r\n` + '\u{1F600}"@en-gb',
        String.raw`<urn:c> <urn:p> "it's \"so\" "`,
      ],
    ],
  ])('%s', async (_, before, update, after) => {
    expect(await updated(before, update)).toEqual(await updated(after, '')); // the engine respells numbers
  });

  const node = fc.constantFrom('a', 'b', 'c', 'd').map((name) => `<urn:${name}>`);
  const pairs = fc.uniqueArray(fc.tuple(node, node), { maxLength: 5, selector: String });

  it('moves any relation of nodes along any map', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, pairs, async (edges, map) => {
        const line = ([from, to]: readonly [string, string]): string => `${from} <urn:p> ${to}`;
        const update =
          `DELETE { ?s <urn:p> ?o } INSERT { ?t <urn:p> ?o } ` +
          `WHERE { VALUES (?s ?t) { ${map.map((pair) => `(${pair.join(' ')})`).join(' ')} } ?s <urn:p> ?o }`;
        const kept = edges.filter(([from]) => !map.some(([s]) => s === from));
        const moved = edges.flatMap(([from, to]) => map.flatMap(([s, t]) => (s === from ? [[t, to] as const] : [])));
        expect(await updated(edges.map(line), update)).toEqual([...new Set([...kept, ...moved].map(line))].sort());
      }),
      tries(200),
    );
  });

  it.each([
    'INSERT DATA { <urn:a> <urn:p> "DELETE" }; DELETE DATA { <urn:a> <urn:p> "INSERT" }',
    'DELETE { ?s <urn:p> ?o } INSERT { ?s <urn:q> ?o } WHERE { ?s <urn:p> ?o }',
    'DELETE { GRAPH <urn:g> { ?s ?p ?o } } INSERT { GRAPH <urn:h> { ?s ?p ?o } } WHERE { GRAPH <urn:g> { ?s ?p ?o } }',
    'DELETE { ?s ?p ?o } INSERT { no update }',
  ])('does not touch an update that cannot insert what it deletes, or an invalid one: %s', (update) => {
    expect(deleteBeforeInsert(update)).toBeUndefined();
  });

  it('leaves no waiting graphs, and changes nothing if a later operation fails', async () => {
    const store = new MemoryStore();
    await store.put([{ graph: G, mode: 'create', nquads: [`<urn:a> <urn:p> <urn:b> <${G}> .\n`] }]);
    const turn = `WITH <${G}> DELETE { ?s ?p ?o } INSERT { ?o ?p ?s } WHERE { ?s ?p ?o }`;
    expect(await store.update(turn)).toEqual([{ graph: G, added: 1, removed: 1 }]);
    await expect(store.update(`${turn}; LOAD <http://127.0.0.1:1/>`)).rejects.toThrow();
    expect(await queryText(store, 'SELECT ?g ?s { GRAPH ?g {} OPTIONAL { GRAPH ?g { ?s ?p ?o } } }', 'text/csv')).toBe(
      `g,s\r\n${G},urn:b\r\n`,
    );
    await store.close();
  });

  it('is still needed: Oxigraph alone loses what a later solution deletes', () => {
    const store = new oxigraph.Store();
    store.update('INSERT DATA { <urn:a> <urn:n> 1, 2, 3 }');
    store.update('DELETE { ?s ?p ?n } INSERT { ?s ?p ?m } WHERE { ?s ?p ?n BIND(4 - ?n AS ?m) }');
    expect(store.size).toBeLessThan(3);
  });
});
