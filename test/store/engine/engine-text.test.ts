import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { engineText } from '../../../src/store/engine/engine-text.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { queryText } from '../../../src/store/rdf-answers.js';
import { tries } from '../../helpers/seed.js';

/** An expression of numbers that SPARQL and JavaScript write alike; both calculate with doubles. */
const { expression } = fc.letrec<{ operand: string; expression: string }>((tie) => ({
  operand: fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: 20 }).map((n) => `${n}e0`), weight: 4 },
    { arbitrary: fc.constant('7.5e-1'), weight: 1 },
    { arbitrary: tie('expression').map((inner) => `(${inner})`), weight: 1 },
    { arbitrary: tie('expression').map((inner) => `ABS(${inner})`), weight: 1 },
    { arbitrary: tie('expression').map((inner) => `-(${inner})`), weight: 1 },
  ),
  expression: fc
    .tuple(
      tie('operand'),
      fc.array(fc.tuple(fc.constantFrom('+', ' - ', '*', ' / ', '/', '- '), tie('operand')), { maxLength: 4 }),
    )
    .map(([first, more]) => first + more.map(([operator, operand]) => `${operator}${operand}`).join('')),
}));

/** JavaScript has no `- -`. */
const valueIn = (text: string): number =>
  new Function('ABS', `return ${text.replaceAll(/-\s*-/g, '- -')}`)(Math.abs) as number;
const store = new oxigraph.Store();
const firstOf = (sparql: string): string | undefined =>
  (store.query(engineText(sparql)) as Map<string, { value: string }>[])[0]?.get('x')?.value;
const numberOf = (text: string | undefined): number => Number(text?.replace('INF', 'Infinity'));

describe('a calculation', () => {
  it('has the value of SPARQL 1.1, section 19.8, wherever it stands', () => {
    fc.assert(
      fc.property(expression, fc.nat(4), (text, place) => {
        const wanted = valueIn(text);
        const sparql = [
          `SELECT (${text} AS ?x) {}`,
          `SELECT ?x { BIND(${text} AS ?x) }`,
          `SELECT ?x { VALUES ?y { 1 } BIND(IF(?y = 1, ${text}, 0) AS ?x) }`,
          `SELECT ?x { { SELECT (MAX(${text}) AS ?x) {} HAVING (COUNT(*) > 0 - 1 - 1) } }`,
          `SELECT ?x { BIND(${text} AS ?x) } ORDER BY DESC(1 - 1 - ?x)`,
        ][place] as string;
        expect(Object.is(numberOf(firstOf(sparql)) + 0, wanted + 0)).toBe(true);
      }),
      tries(200),
    );
  });

  it.each([
    ['5 -1 -2', '2'],
    ['5-1 -2', '2'],
    ['8/4/2', '1'],
    ['1 - 2*3 - 4', '-9'],
    ['STRLEN("abc") - STRLEN("a") - 1', '1'],
  ])('%s = %s', (text, value) => {
    expect(firstOf(`SELECT ?x { BIND(${text} AS ?x) FILTER(${text} = ${value}) }`)).toBe(value);
  });

  it('is the same in an update', async () => {
    const crates = new MemoryStore();
    await crates.update('INSERT { GRAPH <urn:g> { <urn:s> <urn:p> ?x } } WHERE { BIND(5 - 1 - 2 AS ?x) }');
    expect(await queryText(crates, 'SELECT ?o { ?s ?p ?o }', 'text/csv')).toBe('o\r\n2\r\n');
    await crates.close();
  });

  it('needs brackets in a text that only the engine can parse', () => {
    const text = 'SELECT ?x { ?s ?p ?o LATERAL { SELECT ?o { ?s ?p ?o } LIMIT 1 } BIND(5 - 1 - 2 AS ?x) }';
    expect(() => engineText(text)).toThrow(expect.objectContaining({ code: 'ERR_UNSUPPORTED' }));
    const clear = text.replace('5 - 1', '(5 - 1)');
    expect(engineText(clear)).toBe(clear);
  });
});

it.each([
  'SELECT ?o { ?s <urn:a>/<urn:b>/<urn:c>/^<urn:d>*/(<urn:a>|<urn:b>)* ?o FILTER(?o = "a|b" || ?s = ?o) } # a|b',
  'SELECT ?o { ?s (<urn:a>/(<urn:b>|^<urn:c>))? ?o ; !(<urn:a>|<urn:b>) ?x ; !(^<urn:a>) ?y }',
  'SELECT ?o { ?s ?p ?o {| <urn:a> ?q |} LATERAL { ?o ((<urn:a>|<urn:b>)/<urn:c>)+ ?x } }',
  'SELECT (COUNT(*) AS ?n) { ?s (<urn:a>/<urn:b>/<urn:c>)+ ?o FILTER(?o > 1e-5 - 1) }',
  'SELECT ?s { ?s ?p "5 - 1 - 2" FILTER(?s != <urn:a-b-c>) } # as 5 - 1 - 2',
  'INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> -1, -2, -3 } }',
  'SELECT nonsense (5 - 1 - 2 AS ?x',
])('%s stays as it is', (text) => {
  expect(engineText(text)).toBe(text);
});

describe('each alternative of a path counts', () => {
  const data = `@prefix : <urn:> . :x :a :y ; :b :y ; :c :z . :y :a :z ; :c :x . :z :b :x ; :d "1" .`;
  const paths = new oxigraph.Store();
  paths.load(data, { format: 'text/turtle' });
  const rowsOf = (text: string): string[] =>
    (paths.query(text) as unknown as Map<string, { value: string }>[])
      .map((row) => [...row].map(([name, { value }]) => `${name}=${value.replace('urn:', '')}`).sort().join(' '))
      .sort(); // prettier-ignore

  it.each([
    [':x :a|:b ?o', ['o=y', 'o=y']],
    [':x :a|:a|:c ?o', ['o=y', 'o=y', 'o=z']],
    [':y ^(:a|:b) ?o', ['o=x', 'o=x']],
    [':x (:a|:b)/:a ?o', ['o=z', 'o=z']],
    [':x (:a|:b)/(:a|:c)/:d ?o', ['o=1', 'o=1']],
    [':x (:a|:b|:a?) ?o', ['o=x', 'o=y', 'o=y', 'o=y']],
    [':x (:a|:b)? ?o', ['o=x', 'o=y']],
    [':x !(:c|^:b) ?o', ['o=y', 'o=y', 'o=y']],
    [':x :a|:b ?o . ?o :a|:c ?p', ['o=y p=x', 'o=y p=x', 'o=y p=z', 'o=y p=z']],
    ['[] :a|:b ?o FILTER(?o = :y)', ['o=y', 'o=y']],
    ['_:n :a|:b ?o . FILTER(?o = :y) _:n :c :z', ['o=y', 'o=y']],
    [':x :c ?o OPTIONAL { :x :a|:b ?p }', ['o=z p=y', 'o=z p=y']],
    ['VALUES ?o { :x :z } FILTER EXISTS { ?o :a|:c :z }', ['o=x']],
    ['VALUES ?o { :x :z } MINUS { ?o :a|:c :z }', ['o=z']],
    ['{ :x :a|:b ?o } UNION { SELECT (COUNT(*) AS ?n) { :x :a|:b ?o } }', ['n=2', 'o=y', 'o=y']],
  ])('in { %s }', (pattern, rows) => {
    expect(rowsOf(engineText(`PREFIX : <urn:> SELECT * { ${pattern} }`))).toEqual(rows);
  });

  it('also what an update counts', async () => {
    const crates = new MemoryStore();
    const where = '{ SELECT (COUNT(*) AS ?n) { ?s <urn:a>|<urn:b> ?o } }';
    await crates.update('INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:a> 1 ; <urn:b> 1 } }');
    await crates.update(`INSERT { GRAPH <urn:g> { <urn:s> <urn:n> ?n } } WHERE { GRAPH <urn:g> ${where} }`);
    expect(await queryText(crates, 'SELECT ?o { ?s <urn:n> ?o }', 'text/csv')).toBe('o\r\n2\r\n');
    await crates.close();
  });

  it('or the query is refused', () => {
    const many = '(<urn:a>|<urn:b>)/'.repeat(9);
    expect(() => engineText(`SELECT * { ?s ${many}<urn:c> ?o }`)).toThrow(/more than 256 combinations/);
    const newer = 'SELECT ?o { ?s <urn:a>|<urn:b> ?o LATERAL { SELECT ?z { ?s ?z ?o } LIMIT 1 } }';
    expect(() => engineText(newer)).toThrow(expect.objectContaining({ code: 'ERR_UNSUPPORTED' }));
    const plain = newer.replace('<urn:a>|<urn:b>', '(<urn:a>|<urn:b>)*');
    expect(engineText(plain)).toBe(plain);
  });
});

it('the engine says what it cannot sort', async () => {
  const crates = new MemoryStore();
  const values = Array.from({ length: 600 }, (_, n) => [`${n}`, `"${n}"`, `"${n}"@en`, `"19${n % 90}-01-01"^^<http://www.w3.org/2001/XMLSchema#date>`][n % 4]); // prettier-ignore
  await crates.update(`INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> ${values.join(', ')} } }`);
  const text = 'SELECT ?o { ?s ?p ?o LATERAL { SELECT ?z { ?s ?z ?o } LIMIT 1 } } ORDER BY ?o';
  const answer = await queryText(crates, text, 'text/csv').catch(({ code, message }: Error & { code: string }) => `${code} ${message}`); // prettier-ignore
  expect(answer).toMatch(/^(?:ERR_LIMIT SPARQL: the engine cannot sort|o\r\n)/);
  await crates.close();
});
