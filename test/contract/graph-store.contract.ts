import { DataFactory } from 'n3';
import type { NamedNode, Quad } from '@rdfjs/types';
import type { GraphStore, GraphWrite, ImportMode } from '../../src/store/graph-store.js';

const { namedNode, blankNode, literal, quad, defaultGraph } = DataFactory;

/** The graph names of the suite. */
export const G1 = namedNode('http://example.org/crate/1/');
export const G2 = namedNode('http://example.org/crate/2/');

const NAME = namedNode('http://schema.org/name');

/** A write of lines; `@` stands for the graph. */
export function write(graph: NamedNode, mode: ImportMode, ...lines: string[]): GraphWrite {
  return { graph, mode, nquads: lines.map((line) => `${line.replaceAll(' @ .', ` <${graph.value}> .`)}\n`) };
}

/** `<http://example.org/s> name "text"` in the graph. */
export function named(text: string): string {
  return `<http://example.org/s> <http://schema.org/name> "${text}" @ .`;
}

/** All quads of a store as sorted N-Quads-like lines, blank node labels included. */
export async function contents(store: GraphStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const one of store.match()) lines.push(lineOf(one));
  return lines.sort();
}

function lineOf(one: Quad): string {
  return [one.subject, one.predicate, one.object, one.graph]
    .map((term) => {
      if (term.termType !== 'Literal') return `${term.termType}:${term.value}`;
      return `"${term.value}"@${term.language}^^${term.datatype.value}`;
    })
    .join(' ');
}

async function rows(store: GraphStore, sparql: string, options = {}): Promise<Record<string, string>[]> {
  const result = await store.query(sparql, options);
  if (result.kind !== 'bindings') throw new Error(`expected bindings, got ${result.kind}`);
  const all: Record<string, string>[] = [];
  for await (const row of result.rows) all.push(Object.fromEntries([...row].map(([key, term]) => [key, term.value])));
  return all;
}

/** What every graph store does alike; `open` gives an empty store, the suite closes it. */
export function describeGraphStore(name: string, open: () => Promise<GraphStore>): void {
  describe(`${name}: the graph store contract`, () => {
    let store: GraphStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const rejects = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

    test('import tells the size before and after; size and match see the quads', async () => {
      const changes = await store.import([
        write(G1, 'create', named('a'), named('b')),
        write(G2, 'create', named('c')),
      ]);
      expect(changes.map(({ graph, before, after }) => [graph.value, before, after])).toEqual([
        [G1.value, 0, 2],
        [G2.value, 0, 1],
      ]);
      expect(await store.size(G1)).toBe(2);
      expect(await store.size(namedNode('http://example.org/none'))).toBe(0);
      expect(await store.size(defaultGraph())).toBe(0);
      const found: Quad[] = [];
      for await (const one of store.match(null, NAME, literal('a'))) found.push(one);
      expect(found).toHaveLength(1);
      expect(found[0]!.equals(quad(namedNode('http://example.org/s'), NAME, literal('a'), G1))).toBe(true);
      expect(quad(namedNode('http://example.org/s'), NAME, literal('a'), G1).equals(found[0]!)).toBe(true);
    });

    describe('many small graphs in one import', () => {
      const COUNT = 400;
      const LARGE = 'x'.repeat(4000);
      const graphOf = (index: number) => namedNode(`http://example.org/many/${index}/`);
      /** Lines that were made by a writer of our own: some graphs hold a line twice, some blank nodes. */
      const trusted = (index: number, text: string): GraphWrite => {
        const lines = [named(`${index} ${text}`), `_:b${index} <http://schema.org/name> "${index}" @ .`];
        if (index % 7 === 0) lines.push(named(`${index} ${text}`));
        return { ...write(graphOf(index), 'create', ...lines), trusted: true, lines: lines.length };
      };
      const many = (text: string) => Array.from({ length: COUNT }, (_, index) => trusted(index, text));

      test.each([
        ['small in all', 'x'],
        ['large in all', LARGE],
      ])('are there whole, with their exact sizes: %s', async (_name, text) => {
        await store.import([write(G1, 'create', named('a'))]);
        const changes = await store.import([...many(text), write(G1, 'merge', named('a'), named('b'))]);
        expect(changes.slice(0, -1)).toEqual(
          changes
            .slice(0, -1)
            .map((_, index) => expect.objectContaining({ before: 0, after: 2, graph: graphOf(index) })),
        );
        expect(changes.at(-1)).toMatchObject({ before: 1, after: 2 });
        expect(await contents(store)).toHaveLength(2 * COUNT + 2);
        expect(await store.size(graphOf(COUNT - 1))).toBe(2);
        const labels = new Set<string>();
        for await (const { subject } of store.match(null, NAME, literal('7'))) labels.add(subject.value);
        expect([...labels]).toEqual(['b7']);
      });

      test('are all gone when something after them fails', async () => {
        await store.import([write(G1, 'create', named('a'))]);
        const before = await contents(store);
        await rejects(store.import([...many('x'), write(G2, 'create', 'no N-Quads @ .')]), 'ERR_RDF_SYNTAX');
        await rejects(store.import([...many(LARGE), write(G1, 'create', named('b'))]), 'ERR_GRAPH_EXISTS');
        await rejects(
          store.import([write(G1, 'replace', named('c')), ...many('x'), trusted(3, 'x')]),
          'ERR_GRAPH_EXISTS',
        );
        expect(await contents(store)).toEqual(before);
        expect(await store.import(many('x'))).toHaveLength(COUNT);
      });
    });

    test('terms of all kinds come out as they went in, blank node labels included', async () => {
      const integer = 'http://www.w3.org/2001/XMLSchema#integer';
      await store.import([
        write(
          G1,
          'create',
          '_:n1 <http://schema.org/name> "caf\\u00E9 \\"x\\"\\n_:no" @ .',
          `<http://example.org/s> <http://schema.org/size> "5"^^<${integer}> @ .`,
          '<http://example.org/s> <http://schema.org/name> "hallo"@de @ .',
          '<http://example.org/_:odd> <http://schema.org/about> _:n1 @ .',
          '<http://example.org/s> <http://schema.org/name> "_:text <b>. # no comment" @ .',
        ),
      ]);
      const string = 'http://www.w3.org/2001/XMLSchema#string';
      expect(await contents(store)).toEqual(
        [
          `BlankNode:n1 NamedNode:${NAME.value} "café "x"\n_:no"@^^${string} NamedNode:${G1.value}`,
          `NamedNode:http://example.org/s NamedNode:http://schema.org/size "5"@^^${integer} NamedNode:${G1.value}`,
          `NamedNode:http://example.org/s NamedNode:${NAME.value} "hallo"@de^^http://www.w3.org/1999/02/22-rdf-syntax-ns#langString NamedNode:${G1.value}`,
          `NamedNode:http://example.org/_:odd NamedNode:http://schema.org/about BlankNode:n1 NamedNode:${G1.value}`,
          `NamedNode:http://example.org/s NamedNode:${NAME.value} "_:text <b>. # no comment"@^^${string} NamedNode:${G1.value}`,
        ].sort(),
      );
      const byBlank: Quad[] = [];
      for await (const one of store.match(blankNode('n1'))) byBlank.push(one);
      expect(byBlank).toHaveLength(1);
      expect(byBlank[0]!.subject.equals(blankNode('n1'))).toBe(true);
    });

    test('triples gives a graph as lines of N-Triples, blank node labels included, and no other graph', async () => {
      const lines = [
        '<http://example.org/s> <http://schema.org/name> "b \\"q\\" é" @ .',
        '<http://example.org/s> <http://schema.org/name> "hallo"@de @ .',
        '_:n1 <http://schema.org/about> _:n2 @ .',
      ];
      const many = Array.from({ length: 9000 }, (_, i) => named(`a text that takes some room, number ${i}`));
      await store.import([write(G1, 'create', ...lines, ...many), write(G2, 'create', named('elsewhere'))]);
      const found: string[] = [];
      let pieces = 0;
      for await (const piece of store.triples(G1)) {
        expect(piece.endsWith('\n')).toBe(true);
        found.push(...piece.split('\n').slice(0, -1));
        pieces += 1;
      }
      expect(found.sort()).toEqual([...lines, ...many].map((line) => line.replace(' @ .', ' .')).sort());
      expect(pieces).toBeGreaterThan(1);
      for (const none of ['http://example.org/none', 'x> } ; DROP ALL'])
        for await (const piece of store.triples(namedNode(none))) throw new Error(piece);
    });

    test('loading the same again adds nothing, blank nodes included', async () => {
      const lines = ['_:b0 <http://schema.org/name> "a" @ .', named('a')];
      await store.import([write(G1, 'create', ...lines)]);
      const [change] = await store.import([write(G1, 'merge', ...lines)]);
      expect(change).toMatchObject({ before: 2, after: 2 });
    });

    test('chunks may be cut anywhere, come asynchronously and lack the last line end', async () => {
      const text = [named('a'), '# a comment', '', named('b\\r')].join('\n').replaceAll('@', `<${G1.value}>`);
      async function* letters() {
        for (const letter of text) yield letter;
      }
      async function* writes(): AsyncGenerator<GraphWrite> {
        yield { graph: G1, mode: 'create', nquads: letters() };
      }
      expect(await store.import(writes())).toMatchObject([{ before: 0, after: 2 }]);
    });

    test('create refuses a graph that exists, replace puts new quads in its place, merge adds', async () => {
      await store.import([write(G1, 'create', named('a'))]);
      await rejects(
        store.import([write(G2, 'create', named('x')), write(G1, 'create', named('b'))]),
        'ERR_GRAPH_EXISTS',
      );
      expect(await store.size(G2)).toBe(0);
      expect(await store.import([write(G1, 'merge', named('b'))])).toMatchObject([{ before: 1, after: 2 }]);
      expect(await store.import([write(G1, 'replace', named('c'))])).toMatchObject([{ before: 2, after: 1 }]);
      expect(await rows(store, 'SELECT ?n { ?s ?p ?n }')).toEqual([{ n: 'c' }]);
    });

    test('merge takes single quads out before it adds', async () => {
      await store.import([write(G1, 'create', named('a'), named('b'), '_:x <http://schema.org/name> "z" @ .')]);
      const remove = [
        quad(namedNode('http://example.org/s'), NAME, literal('a'), G1),
        quad(blankNode('x'), NAME, literal('z'), G1),
        quad(namedNode('http://example.org/> } ; DROP ALL #'), NAME, literal('not there'), G1),
      ];
      const [change] = await store.import([{ ...write(G1, 'merge', named('c')), remove }]);
      expect(change).toMatchObject({ before: 3, after: 2 });
      expect((await rows(store, 'SELECT ?n { ?s ?p ?n } ORDER BY ?n')).map(({ n }) => n)).toEqual(['b', 'c']);
      await rejects(store.import([{ ...write(G1, 'replace', named('c')), remove }]), 'ERR_USAGE');
    });

    test.each([
      ['a syntax error', `${named('x')}\n<http://example.org/s> <http://schema.org/name> .`],
      [
        'a syntax error beside a blank node',
        `_:a <http://schema.org/name> "x" @ .\n_:a <http://schema.org/name> x @ .`,
      ],
      ['a relative IRI', '<s> <http://schema.org/name> "x" @ .'],
      ['an unreadable blank node label', '_:localid:a:b <http://schema.org/name> "x" @ .'],
      ['a quad of another graph', `${named('x')}\n${named('y').replace('@', '<http://example.org/else>')}`],
      ['a triple', '<http://example.org/s> <http://schema.org/name> "x" .'],
      ['a triple with the graph in a comment', '<http://example.org/s> <http://schema.org/name> "x" . # @ .'],
    ])('%s leaves the store exactly as it was', async (_name, bad) => {
      const G3 = namedNode('http://example.org/crate/3/');
      await store.import([write(G1, 'create', named('a'), '_:b <http://schema.org/name> "b" @ .')]);
      const before = await contents(store);
      for (const mode of ['replace', 'merge'] as const) {
        const writes = [write(G2, 'create', named('new')), write(G1, mode, named('n')), write(G3, 'create', bad)];
        await rejects(store.import(writes), 'ERR_RDF_SYNTAX');
        await rejects(store.import([write(G1, mode, named('n'), bad)]), 'ERR_RDF_SYNTAX');
        expect(await contents(store)).toEqual(before);
      }
    });

    test('a syntax error names its line', async () => {
      const lines = Array.from({ length: 9000 }, (_, i) => named(`${i}`));
      const broken = write(G1, 'create', ...lines, '<http://example.org/s> x');
      await expect(store.import([broken])).rejects.toMatchObject({ details: { line: 9001 } });
    });

    test('a source that breaks leaves the store exactly as it was', async () => {
      await store.import([write(G1, 'create', named('a'))]);
      async function* breaks() {
        yield named('b').replace('@', `<${G2.value}>`) + '\n';
        throw new Error('the source broke');
      }
      const writes: GraphWrite[] = [write(G1, 'replace', named('n')), { graph: G2, mode: 'create', nquads: breaks() }];
      await expect(store.import(writes)).rejects.toThrow('the source broke');
      expect(await rows(store, 'SELECT ?n { ?s ?p ?n }')).toEqual([{ n: 'a' }]);
    });

    test('reads beside an import see all of it or nothing', async () => {
      const lines = Array.from({ length: 20_000 }, (_, i) => named(`${i}`));
      const done = store.import([write(G1, 'create', lines.join('\n'))]);
      let imported = false;
      void done.then(() => (imported = true));
      const seen = new Set<number>();
      while (!imported) {
        seen.add(await store.size(G1));
        await new Promise((resolve) => setImmediate(resolve));
      }
      for (const size of seen) expect([0, 20_000]).toContain(size);
      expect(await store.size(G1)).toBe(20_000);
    });

    test('deleteGraphs removes all or none', async () => {
      await store.import([write(G1, 'create', named('a')), write(G2, 'create', named('b'))]);
      await rejects(store.deleteGraphs([G1, namedNode('http://example.org/none')]), 'ERR_GRAPH_NOT_FOUND');
      expect(await store.size(G1)).toBe(1);
      expect(await store.deleteGraphs([G1])).toMatchObject([{ before: 1, after: 0 }]);
      expect(await rows(store, 'SELECT ?g { GRAPH ?g { ?s ?p ?o } }')).toEqual([{ g: G2.value }]);
    });

    test('the default graph of a query is the union; graphs and FROM restrict it', async () => {
      await store.import([write(G1, 'create', named('a')), write(G2, 'create', named('b'))]);
      const names = 'SELECT ?n { ?s ?p ?n } ORDER BY ?n';
      expect(await rows(store, names)).toEqual([{ n: 'a' }, { n: 'b' }]);
      expect(await rows(store, names, { graphs: [G2] })).toEqual([{ n: 'b' }]);
      expect(await rows(store, names, { graphs: [] })).toEqual([]);
      expect(await rows(store, 'SELECT ?g { GRAPH ?g { ?s ?p ?n } }', { graphs: [G2] })).toEqual([{ g: G2.value }]);
      expect(await rows(store, `SELECT ?n FROM <${G1.value}> { ?s ?p ?n }`)).toEqual([{ n: 'a' }]);
    });

    test('every form of query: SELECT without rows has variables, CONSTRUCT gives quads, ASK a boolean', async () => {
      await store.import([write(G1, 'create', named('a'), '_:b <http://schema.org/name> "b" @ .')]);
      const none = await store.query('SELECT ?a ?b { ?a <http://example.org/none> ?b }');
      expect(none).toMatchObject({ kind: 'bindings', variables: ['a', 'b'] });
      expect(await store.query('PREFIX select: <http://e/> # SELECT\nASK { ?s ?p "a" }')).toEqual({
        kind: 'boolean',
        value: true,
      });
      const built = await store.query('CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }');
      if (built.kind !== 'quads') throw new Error(built.kind);
      const quads: Quad[] = [];
      for await (const one of built.quads) quads.push(one);
      expect(quads.map(({ subject }) => subject.value).sort()).toEqual(['b', 'http://example.org/s']);
      expect((await store.query('DESCRIBE <http://example.org/describe>')).kind).toBe('quads');
    });

    test('queryText writes what the form allows', async () => {
      await store.import([write(G1, 'create', named('a'))]);
      expect(await store.queryText('SELECT ?n { ?s ?p ?n }', 'text/csv')).toBe('n\r\na\r\n');
      const json = await store.queryText('ASK { ?s ?p ?n }', 'application/sparql-results+json');
      expect(JSON.parse(json)).toMatchObject({ boolean: true });
      expect(await store.queryText('CONSTRUCT WHERE { ?s ?p ?n }', 'text/turtle')).toContain('"a"');
      await rejects(store.queryText('SELECT ?n { ?s ?p ?n }', 'text/turtle'), 'ERR_QUERY_FORMAT');
      await rejects(store.queryText('CONSTRUCT WHERE { ?s ?p ?n }', 'text/csv'), 'ERR_QUERY_FORMAT');
      await rejects(store.queryText('SELEC', 'text/csv'), 'ERR_QUERY_SYNTAX');
    });

    test('a syntax error says where, and shows no stack of the engine', async () => {
      const error = (await store.query('SELECT * {').catch((reason: unknown) => reason)) as Error;
      expect(error).toMatchObject({ code: 'ERR_QUERY_SYNTAX' });
      expect(error.message).toMatch(/1:11/);
      expect(`${error.stack}${String(error.cause)}`).not.toMatch(/wasm/);
      await rejects(store.update('INSERT DATA {'), 'ERR_QUERY_SYNTAX');
    });

    test('an update is all or nothing', async () => {
      await store.import([write(G1, 'create', named('a'))]);
      await store.update(
        `DELETE { GRAPH ?g { ?s ?p "a" } } INSERT { GRAPH ?g { ?s ?p "b" } } WHERE { GRAPH ?g { ?s ?p "a" } }`,
      );
      expect(await rows(store, 'SELECT ?n { ?s ?p ?n }')).toEqual([{ n: 'b' }]);
      await rejects(
        store.update(
          `INSERT DATA { GRAPH <${G2.value}> { <x:x> <x:y> <x:z> } } ; DROP GRAPH <http://example.org/none>`,
        ),
        'ERR_GRAPH_NOT_FOUND',
      );
      expect(await store.size(G2)).toBe(0);
    });

    test('an IRI that holds SPARQL is harmless', async () => {
      await store.import([write(G1, 'create', named('a'))]);
      const evil = namedNode('http://example.org/> } ; DROP ALL ; INSERT DATA { <x:x> <x:x> <x:x');
      expect(await store.size(evil)).toBe(0);
      for await (const one of store.match(evil)) throw new Error(`found ${one.subject.value}`);
      for await (const one of store.match(null, null, null, evil)) throw new Error(`found ${one.subject.value}`);
      await rejects(store.deleteGraphs([evil]), 'ERR_GRAPH_NOT_FOUND');
      for (const mode of ['create', 'replace', 'merge'] as const) {
        await rejects(store.import([write(evil, mode, named('x'))]), 'ERR_RDF_SYNTAX');
      }
      await store.query('SELECT * { ?s ?p ?o }', { graphs: [evil] }).catch(() => undefined);
      expect(await contents(store)).toHaveLength(1);
    });

    test('writes at the same time come one after the other', async () => {
      const texts = Array.from({ length: 20 }, (_, i) => `${i}`);
      await Promise.all(texts.map((text) => store.import([write(G1, 'merge', named(text))])));
      expect(await store.size(G1)).toBe(20);
    });

    test('after close nothing answers', async () => {
      await store.close();
      await rejects(store.query('ASK {}'), 'ERR_USAGE');
      await rejects(store.import([]), 'ERR_USAGE');
    });
  });
}
