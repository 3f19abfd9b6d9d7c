import { DataFactory } from 'n3';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { withParameters, type Parameters } from '../../../src/tasks/query/parameters.js';
import { sparqlGraphs } from '../../../src/store/engine/sparql-graphs.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { savedQuery } from '../../../src/store/saved-queries.js';

const G = 'http://example.org/g/';
const H = 'http://example.org/h/';
/** Text that would change a query if it were pasted into it. */
const HOSTILE = [
  'x" . } ; DROP ALL #',
  "'''\n} # \\",
  '\\u0022 } \\',
  '"""',
  'line\r\nend\t',
  '?o $o <urn:x> schema:name',
  '😀\u0000\u2028',
];

let store: MemoryStore;
beforeEach(async () => {
  store = new MemoryStore();
  const line = (graph: string, object: string) => `<${graph}> <http://schema.org/name> ${object} <${graph}> .\n`;
  const quoted = HOSTILE.map((text) => DataFactory.literal(text)).map(({ value }) => JSON.stringify(value).replace(/\\u0000|\u2028/g, (c) => c)); // prettier-ignore
  await store.put([
    { graph: G, mode: 'create', nquads: [line(G, '"one"'), line(G, '"one"@en'), line(G, '"1"^^<http://www.w3.org/2001/XMLSchema#integer>'), ...quoted.map((one) => line(G, one))] }, // prettier-ignore
    { graph: H, mode: 'create', nquads: [line(H, '"two"'), line(H, `<${G}>`)] },
  ]);
});
afterEach(() => store.close());

const rows = async (sparql: string, parameters: Parameters) => {
  const result = await queryStore(store, sparql, { parameters });
  return typeof result === 'string' ? result : result.rows;
};

describe('a parameter', () => {
  const named = 'SELECT ?s { ?s schema:name ?name }';

  it.each<[string, Parameters[string], string[]]>([
    ['text', 'one', [G]],
    ['a literal', '"one"', [G]],
    ['a literal with a language', '"one"@en', [G]],
    ['a literal with a datatype', '"1"^^xsd:integer', [G]],
    ['a literal with the IRI of a datatype', '"1"^^<http://www.w3.org/2001/XMLSchema#integer>', [G]],
    ['text like a number, which is text', '1', []],
    ['escapes', '"\\u006fn\\U00000065"', [G]],
    ['an IRI', `<${G}>`, [H]],
    ['text like an IRI, which is text', G, []],
    ['an RDF/JS term', DataFactory.namedNode(G), [H]],
    ['an RDF/JS literal', DataFactory.literal('one', 'en'), [G]],
  ])('can be %s', async (_, name, found) => {
    expect(await rows(named, { name })).toEqual(found.map((one) => [one]));
  });

  it.each(HOSTILE)('is one term, whatever it contains: %j', async (text) => {
    const given = text.startsWith('"') ? { name: DataFactory.literal(text) } : { name: text };
    expect(await rows(named, given)).toEqual([[G]]);
    expect(await rows('SELECT ?name { }', given)).toEqual([[text]]);
    expect((await store.graphs()).size).toBe(2);
  });

  it.each<[string, Parameters[string], RegExp]>([
    ['a broken literal', '"one', /begins with a quotation mark/],
    ['text after a literal', '"one" two', /begins with a quotation mark/],
    ['an unknown datatype', '"1"^^xsx:integer', /the prefix of xsx:integer is not declared/],
    ['a wrong language', '"a"@b', /b is not a language tag/],
    ['half a character', '"\\ud800"', /there is no character d800/],
    ['a relative IRI', '<name>', /not an absolute IRI/],
    ['an IRI that ends its term', '<urn:x> } DROP ALL <>', /contains a character that no IRI contains/],
    ['an RDF/JS IRI that ends its term', DataFactory.namedNode('urn:x> } #'), /not an absolute IRI/],
    ['a blank node', DataFactory.blankNode('b'), /only IRIs and literals/],
    ['an RDF/JS literal with half a character', DataFactory.literal('\ud800'), /half a character/],
  ])('cannot be %s', async (_, name, message) => {
    await expect(rows(named, { name })).rejects.toMatchObject({
      code: 'ERR_USAGE',
      message: expect.stringMatching(message),
      details: { parameter: 'name' },
    });
  });

  it.each<[string, Parameters, unknown]>([
    ['SELECT * { ?s schema:name ?name }', { name: 'two' }, [['two', H]]],
    ['SELECT ?name (COUNT(*) AS ?n) { ?s schema:name ?name } GROUP BY ?name', { name: 'two' }, [['two', '1']]],
    ['SELECT ?name (COUNT(*) AS ?n) { ?s schema:name ?name } GROUP BY ?name', { name: 'no' }, []],
    ['SELECT ?s { { ?s schema:name ?name } UNION { ?s ?p "no" } FILTER (?name = "two") }', { name: 'two' }, [[H]]],
    ['SELECT ?s { ?s a|schema:name ?x FILTER EXISTS { ?s schema:name ?name } } GROUP BY ?s', { name: 'two' }, [[H]]],
    ['SELECT DISTINCT ?s { ?s ?p ?o MINUS { ?s schema:name ?name } }', { name: 'two' }, [[G]]],
    [
      'SELECT ?n { { SELECT ?name (COUNT(*) AS ?n) { ?s schema:name ?name } GROUP BY ?name } }',
      { name: 'two' },
      [['1']],
    ],
    ['SELECT ?s { ?s schema:name ?name VALUES ?name { "one" "two" } }', { name: 'two' }, [[H]]],
    ['SELECT ?s { ?s schema:name ?x VALUES ?name { "one" "two" } }', { name: 'no' }, []],
    ['SELECT ?s { ?s schema:name ?name } VALUES ?name { "one" "two" }', { name: 'two' }, [[H]]],
    ['ASK { FILTER (BOUND(?name) && ?name = "x") }', { name: 'x' }, 'true\n'],
    ['SELECT ?o { GRAPH ?g { ?s ?p ?o } } ORDER BY ?o ?g', { g: `<${H}>` }, [[G], ['two']]],
    ['CONSTRUCT { ?g <urn:p> ?name } { GRAPH ?g { ?s ?p ?name } }', { g: `<${H}>`, name: 'two' }, expect.stringContaining('"two"')], // prettier-ignore
    ['DESCRIBE ?s', { s: `<${H}>` }, expect.stringContaining('"two"')],
  ])('is set everywhere: %s', async (sparql, parameters, found) => {
    expect(await rows(sparql, parameters)).toEqual(found);
  });

  it('that names a graph restricts what the query reads', () => {
    const bound = withParameters('SELECT ?o { GRAPH ?g { ?s ?p ?o } }', { g: `<${G}>` });
    expect(sparqlGraphs(bound).reachable).toEqual(new Set([G]));
  });

  it.each([
    ['SELECT ?o { ?s ?p ?o }', { s: G }, /the parameter s must be an IRI/],
    ['SELECT ?o { GRAPH ?g { ?s ?p ?o } }', { g: 'x' }, /the parameter g must be an IRI/],
    ['SELECT (STR(?s) AS ?name) { ?s ?p ?o }', { name: 'x' }, /the text computes \?name itself/],
    ['SELECT ?s { ?s ?p ?o BIND (1 AS ?name) }', { name: 'x' }, /the text computes \?name itself/],
    ['SELECT ?s { ?s ?p ?o }', { nam: 'x' }, /the query has no parameter nam; its variables: s, p, o/],
    ['ASK {}', { x: 'x' }, /the query has no parameter x; it has no variables/],
  ])('that cannot be set is an error: %s', async (sparql, parameters, message) => {
    await expect(rows(sparql, parameters)).rejects.toMatchObject({
      code: 'ERR_USAGE',
      message: expect.stringMatching(message),
    });
  });

  it('of an update is set in its templates too', async () => {
    const update =
      'DELETE { GRAPH ?g { ?s ?p ?old } } INSERT { GRAPH ?g { ?s ?p ?new } } WHERE { GRAPH ?g { ?s ?p ?old } }';
    const hostile = HOSTILE[0] as string;
    expect(await updateStore(store, update, { parameters: { old: 'two', new: hostile } })).toEqual([
      { graph: H, added: 1, removed: 1 },
    ]);
    expect(await rows('SELECT ?s { GRAPH ?g { ?s ?p ?new } } ORDER BY ?s', { new: hostile })).toEqual([[G], [H]]);
  });
});

describe('declared parameters', () => {
  const text = `#+ param: who iri "the person"\n#+ param: what literal\nSELECT * { ?s schema:author ?who ; schema:name ?what }`;

  it('are listed with a saved query', async () => {
    expect((await savedQuery('crates-by-licence')).parameters).toMatchObject([{ name: 'licence', kind: 'iri' }]);
    expect((await savedQuery('people')).parameters).toEqual([]);
  });

  it.each<[Parameters, string, string]>([
    [
      {},
      'the query needs the parameters who, what',
      "add --param 'who=https://...' (the person) and --param 'what=text'",
    ],
    [{ who: 'urn:x' }, 'the query needs the parameter what', "add --param 'what=text'"],
    [{ who: 'urn:x', whta: 'x' }, 'the query has no parameter whta; its parameters: who, what', 'did you mean what'],
    [{ who: 'x', what: 'y' }, 'the value of the parameter who cannot be used: it is not an absolute IRI: x', "write --param 'who=<https://...>' for an IRI"], // prettier-ignore
    [{ who: '"urn:x"', what: 'y' }, 'the value of the parameter who cannot be used: an IRI is needed: "urn:x"', 'write --param'], // prettier-ignore
    [{ who: 'shcema:Person', what: 'y' }, 'the value of the parameter who has an unknown prefix: shcema:Person', 'did you mean schema:? For an IRI that begins with shcema: write <shcema:Person>'], // prettier-ignore
  ])('are needed, and no others: %j', async (parameters, message, hint) => {
    await expect(rows(text, parameters)).rejects.toMatchObject({
      code: 'ERR_USAGE',
      message,
      hint: expect.stringContaining(hint),
    });
  });

  it.each([
    ['http://example.org/a', 'http://example.org/a'],
    ['<http://example.org/a>', 'http://example.org/a'],
    ['schema:Person', 'http://schema.org/Person'],
    ['ex:a', 'http://example.org/a'],
    ['urn:uuid:x', 'urn:uuid:x'],
  ])('of kind iri take %s', async (given, iri) => {
    const own = '#+ param: x iri\nPREFIX ex: <http://example.org/> SELECT ?x { BIND (ex:b AS ?y) }';
    expect(await rows(own, { x: given })).toEqual([[iri]]);
  });

  it('of kind literal take text as it is, but for a literal in quotation marks', async () => {
    const own = '#+ param: x literal\nSELECT ?x { }';
    expect(await rows(own, { x: `<${G}>` })).toEqual([[`<${G}>`]]);
    expect(await rows(own, { x: '"a"@en' })).toEqual([['a']]);
  });

  it('have an example, which the hint shows so that it can be pasted', async () => {
    const [parameter] = (await savedQuery('entities-by-type')).parameters;
    expect(parameter).toMatchObject({ name: 'type', example: 'schema:Person' });
    await expect(rows('#+ param: x literal "a "b" c" it\'s it\nSELECT ?x { }', {})).rejects.toMatchObject({
      hint: `add --param 'x=it'\\''s it' (a "b" c)`,
    });
  });

  it.each(['#+ param: x', '#+ param: x iri "d" "e"f', '#+ param: x number', '#+ param: x iri no quotes'])(
    'are checked: %s',
    async (line) => {
      await expect(rows(`${line}\nASK {}`, {})).rejects.toMatchObject({
        code: 'ERR_USAGE',
        message: `the query declares a parameter that is not understood: ${line}`,
      });
    },
  );
});
