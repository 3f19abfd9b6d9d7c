import oxigraph from 'oxigraph';
import { readdirSync, readFileSync } from 'node:fs';
import { skolemizeNQuads } from '../../../../src/base/rdf/skolem.js';
import { startHere } from '../../../../src/store/engine/engine-here.js';
import { SparqlEngine } from '../../../../src/store/engine/engine.js';
import { queryEndpoint } from '../../../../src/store/endpoint/query/endpoint-query.js';
import type { UnionDefaultGraph } from '../../../../src/store/endpoint/protocol/engine-facts.js';
import type { EndpointQuery, QuerySite } from '../../../../src/store/endpoint/protocol/query-site.js';
import { MemoryStore } from '../../../../src/store/memory-store.js';
import type { QueryOptions, ResultMediaType } from '../../../../src/store/port.js';
import { queryForm } from '../../../../src/store/sparql-tokens.js';

const [A, B] = ['http://example.org/a/', 'http://example.org/b/'];
const OWN = 'urn:crategraph:catalogue';
const S = 'http://schema.org/';
const DATA: Readonly<Record<string, string>> = {
  [A]: `<${A}> <${S}name> "A" .
<${A}> <${S}author> _:b1 .
_:b1 <${S}name> "blank" .
_:b1 <${S}knows> _:b2 .
_:b2 <${S}name> "deep" .
<${A}> <${S}hasPart> <${A}f> .
<${A}f> <${S}size> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .
<${A}f> <${S}next> <${A}g> .
<${A}g> <${S}next> <${A}h> .
<${A}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${S}Dataset> .`,
  [B]: `<${B}> <${S}name> "B"@en .
<${B}> <${S}about> <${A}> .
<${B}> <${S}size> "3"^^<http://www.w3.org/2001/XMLSchema#integer> .
_:b1b <${S}name> "other" .
<${B}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${S}Thing> .`,
};
const EXTRA = `<${A}> <urn:crategraph:terms#source> "a.zip" .
<${B}> <urn:crategraph:terms#source> "b.zip" .
_:l1 <urn:crategraph:terms#of> <${A}> .`;
const STORE = 'urn:crategraph:store';
const TERMS = ['mark', 'count', 'graph'].map((name) => `${STORE}#${name}`);
/** The bookkeeping has nodes and values that crates have too. */
const KEPT = `<${STORE}/1> <${TERMS[0]}> "A" .
<${STORE}/1> <${TERMS[1]}> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .
<${STORE}/1> <${TERMS[1]}> "77"^^<http://www.w3.org/2001/XMLSchema#integer> .
<${STORE}/1> <${TERMS[2]}> <${A}> .
<${STORE}/2> <${TERMS[2]}> <${B}> .`;

const inGraph = (lines: string, graph: string) => lines.replaceAll(/ \.$/gm, ` <${graph}> .`) + '\n';

let memory: MemoryStore;
let endpoint: oxigraph.Store;
let engine: SparqlEngine;
const sent: EndpointQuery[] = [];

beforeAll(async () => {
  memory = new MemoryStore();
  endpoint = new oxigraph.Store();
  engine = new SparqlEngine(startHere);
  for (const [graph, lines] of Object.entries(DATA)) {
    const nquads = inGraph(lines, graph);
    await memory.put([{ graph, mode: 'create', nquads: [nquads] }]);
    endpoint.load(Buffer.from(skolemizeNQuads(Buffer.from(nquads))).toString(), { format: 'application/n-quads' });
  }
  endpoint.load(inGraph(KEPT, STORE), { format: 'application/n-quads' });
});
afterAll(async () => {
  await memory.close();
  await engine.end();
});

const NOTHING = { graphs: () => Promise.resolve(new Map<string, string>()), nquads: () => [] };

/** An endpoint that is Oxigraph in this process, with the bookkeeping. */
function siteOf(union: UnionDefaultGraph, filtersEarly = false): QuerySite {
  return {
    facts: {
      union,
      looseTriples: undefined,
      rowLimit: undefined,
      filtersEarly,
      countsWays: false,
      alternativesOnce: true,
      losesValues: false,
      cutsAgain: false,
      mixesValues: false,
    },
    predicates: TERMS,
    graphs: async () => Object.keys(DATA),
    pending: async () => [],
    ask: async (query) => {
      sent.push(query);
      const isUnion = query.parameters.some(([name]) => name === 'union-default-graph');
      const text = endpoint.query(query.sparql, {
        results_format: 'application/sparql-results+json',
        ...(isUnion && { use_default_graph_as_union: true }),
      }) as string;
      return { headers: new Headers({ 'content-type': 'application/sparql-results+json' }), bytes: Buffer.from(text) };
    },
    askHere: (sparql, mediaType, options) => engine.query(NOTHING, sparql, mediaType, options),
  };
}

const SITES = {
  parameter: siteOf({ by: 'parameter', name: 'union-default-graph', value: 'true' }),
  listed: siteOf({ by: 'listed' }),
  'parameter, without FILTER': siteOf({ by: 'parameter', name: 'union-default-graph', value: 'true' }, true),
};

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
}

/** The rows or lines of an answer, in an order of their own; new blank nodes have any label. */
function comparable(text: string, mediaType: ResultMediaType): unknown {
  const known = /^(?:b1|b2|b1b|l1)$/;
  if (mediaType === 'application/n-triples')
    return [
      ...new Set(
        text.replaceAll(/_:([\w.]+)/g, (label, name: string) => (known.test(name) ? label : '_:new')).split('\n'),
      ),
    ].sort();
  const { results, boolean } = JSON.parse(text) as {
    results?: { bindings: Record<string, { type: string; value: string }>[] };
    boolean?: boolean;
  };
  if (results === undefined) return boolean;
  return results.bindings
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([name, term]) => [name, term.type === 'bnode' && !known.test(term.value) ? 'new' : term])
          .sort(),
      ),
    )
    .sort();
}

async function expectSame(site: QuerySite, sparql: string, options: QueryOptions = {}): Promise<unknown> {
  const mediaType = /^[CD]/.test(queryForm(sparql) ?? '') ? 'application/n-triples' : 'application/sparql-results+json';
  const answers = [memory.query(sparql, mediaType, options), queryEndpoint(site, sparql, mediaType, options)].map(
    (chunks) => textOf(chunks).then((text) => comparable(text, mediaType)),
  );
  const [expected, found] = await Promise.all(answers);
  expect(found).toEqual(expected);
  return found;
}

const P = `PREFIX s: <${S}> `;
const QUERIES: readonly string[] = [
  'SELECT * { ?s ?p ?o }',
  'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
  'SELECT DISTINCT ?p { ?s ?p ?o }',
  'SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g',
  'SELECT * { GRAPH ?g {} }',
  'SELECT * { ?s ?p ?x . GRAPH ?g { ?x ?q ?o } }',
  `SELECT * { GRAPH <${A}> { ?s ?p ?o } }`,
  `SELECT * { GRAPH <${A}> {} }`,
  'SELECT * { GRAPH <urn:none> {} }',
  'SELECT * { GRAPH <urn:none> { BIND(1 AS ?x) } }',
  'SELECT * { GRAPH ?g { OPTIONAL { ?s <urn:nothing> ?o } } }',
  `${P}SELECT * { ?s s:name ?n OPTIONAL { ?s ?p ?o FILTER(?o != ?n) } }`,
  `${P}SELECT * { ?s s:name ?n MINUS { ?s ?p "A" } }`,
  `${P}SELECT * { ?s s:size ?n FILTER NOT EXISTS { ?x ?p ?n FILTER(?x != ?s) } }`,
  `${P}SELECT * { ?s s:size ?n FILTER EXISTS { ?n ?p ?x } }`,
  `${P}SELECT * { { ?s ?p "A" } UNION { ?s ?p 77 } UNION { GRAPH ?g { ?s ?p 2 } } }`,
  `${P}SELECT * { { SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p } ?x ?p "A" }`,
  `${P}SELECT * { ?s !s:name ?o }`,
  `${P}SELECT * { ?s !(s:name|^s:about) ?o }`,
  `${P}SELECT * { ?s !^s:name ?o }`,
  `${P}SELECT * { <${A}> (!s:name)* ?o }`,
  `${P}SELECT * { ?s (s:next|!s:name)+ ?o }`,
  `${P}SELECT * { ?s s:next* ?o }`,
  `${P}SELECT (COUNT(*) AS ?n) { ?s s:next? ?o }`,
  `${P}SELECT * { ?s s:size ?n . ?s s:next* ?o }`,
  `${P}SELECT * { ?s s:name ?n OPTIONAL { ?s (s:next|s:hasPart)* ?o } }`,
  `${P}SELECT * { GRAPH ?g { ?s s:next* ?o } }`,
  `${P}SELECT * { { SELECT (COUNT(*) AS ?n) { ?s s:next* ?o } } }`,
  `SELECT * { VALUES ?p { <${TERMS[0]}> <${S}name> } ?s ?p ?o }`,
  'SELECT (EXISTS { ?s ?p 77 } AS ?x) (EXISTS { ?s ?p 2 } AS ?y) {}',
  'SELECT ?o { ?s ?p ?o } GROUP BY ?o HAVING (EXISTS { ?x ?y ?o }) ORDER BY (EXISTS { ?o ?y ?z })',
  'SELECT * { ?s ?p ?o FILTER isBlank(?s) }',
  'SELECT ?s (isBlank(?s) AS ?b) (isIRI(?s) AS ?i) (isURI(?o) AS ?u) (isLiteral(?o) AS ?l) { ?s ?p ?o }',
  'SELECT (isBlank(?none) AS ?b) {}',
  'SELECT * { ?s ?p ?o FILTER(isIRI(?o) || ?o = "deep") }',
  `${P}SELECT * { ?s s:knows [ s:name ?n ] }`,
  `${P}SELECT * { _:b1 s:name ?n }`,
  'ASK { ?s ?p 77 }',
  'ASK { ?s ?p 2 }',
  `CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }`,
  'CONSTRUCT WHERE { ?s ?p ?o }',
  `${P}CONSTRUCT { [] s:x ?s ; s:y _:k . _:k s:z ?n } WHERE { ?s s:name ?n }`,
  `${P}CONSTRUCT { ?o s:x ?s . ?s ?o ?s . <urn:x> <urn:y> <urn:z> } WHERE { ?s s:author|s:size ?o }`,
  `CONSTRUCT { <urn:x> <urn:y> <urn:z> } WHERE { ?s ?p 77 }`,
  `DESCRIBE <${A}>`,
  `DESCRIBE <${STORE}/1>`,
  `${P}DESCRIBE ?s <${A}f> { ?s s:name "B"@en }`,
  `${P}DESCRIBE ?b { ?s s:author ?b }`,
  `${P}DESCRIBE * { ?s s:about ?o }`,
  `DESCRIBE <${A}> FROM <${B}>`,
  `DESCRIBE <${A}> { ?s ?p 2 }`,
  `DESCRIBE <${A}> { ?s ?p 77 }`,
  `SELECT * FROM <${A}> { ?s ?p ?o }`,
  `SELECT * FROM NAMED <${A}> { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }`,
  `SELECT * FROM <${A}> FROM NAMED <${B}> FROM <urn:none> { ?s ?p ?o GRAPH ?g { ?x ?p ?o } }`,
  `SELECT * FROM <${A}> { GRAPH ?g {} }`,
  'SELECT (1 AS ?x) {}',
  'SELECT * {} VALUES ?x { 1 2 UNDEF }',
];

describe.each(Object.entries(SITES))('an endpoint (union: %s) answers as the memory store', (_, site) => {
  test.each(QUERIES)('%s', async (sparql) => {
    await expectSame(site, sparql);
  });

  test.each<QueryOptions>([
    { graphs: [A] },
    { graphs: [] },
    { graphs: [A, 'urn:none', 'http://example.org/> } #'] },
    { named: [B] },
    { graphs: [A], named: [B, 'urn:none'] },
    { graphs: [], named: [] },
  ])('the dataset of the options: %j', async (options) => {
    for (const sparql of QUERIES) await expectSame(site, sparql, options);
  });

  const extra = { [OWN]: [Buffer.from(inGraph(EXTRA, OWN))] };
  const K = 'PREFIX k: <urn:crategraph:terms#> PREFIX s: <http://schema.org/> ';
  test.each<[string, QueryOptions]>([
    [`SELECT * { GRAPH <${OWN}> { ?s ?p ?o } }`, {}],
    [`${K}SELECT * { GRAPH <${OWN}> { ?s k:source ?f } ?s s:name ?n }`, {}],
    [`${K}SELECT * { ?s s:name ?n OPTIONAL { GRAPH <${OWN}> { ?s k:source ?f } FILTER(?n != "A") } }`, {}],
    [`${K}SELECT * { ?s s:name ?n FILTER EXISTS { GRAPH <${OWN}> { ?l k:of ?s } } }`, {}],
    [`${K}SELECT * { ?s s:name ?n FILTER NOT EXISTS { GRAPH <${OWN}> { ?l k:of ?s } } }`, {}],
    [`${K}SELECT * { ?s s:name ?n MINUS { GRAPH <${OWN}> { ?l k:of ?s } } }`, {}],
    [`${K}SELECT * { ?s s:name ?n GRAPH <${OWN}> { ?l k:of ?s FILTER isBlank(?l) } FILTER(!isIRI(?l)) }`, {}],
    [`${K}SELECT * { ?s s:name ?n GRAPH <${OWN}> { <${A}> k:source "a.zip" } }`, {}],
    [`${K}SELECT * { ?s s:name ?n GRAPH <${OWN}> { <${A}> k:source "none" } }`, {}],
    [`${K}SELECT * { ?s s:name ?n OPTIONAL { GRAPH <${OWN}> { ?s k:none ?x } } }`, {}],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } }', {}],
    ['SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g', {}],
    ['SELECT * { GRAPH ?g {} }', {}],
    [`SELECT * FROM <${OWN}> { ?s ?p ?o }`, {}],
    [`SELECT * FROM <${OWN}> FROM NAMED <${A}> { ?s ?p ?o OPTIONAL { GRAPH ?g { ?s <${S}name> ?n } } }`, {}],
    [`CONSTRUCT { ?s ?p ?f } WHERE { GRAPH <${OWN}> { ?s ?p ?f } ?s <${S}name> ?n }`, {}],
    [`SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }`, { graphs: [OWN], named: [A] }],
    [`SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }`, { graphs: [A], named: [OWN] }],
    [`SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }`, { graphs: [], named: [OWN, B] }],
    [`SELECT * { GRAPH ?g { ?s ?p ?o } }`, { graphs: [B] }],
  ])('extra graphs: %s %j', async (sparql, options) => {
    await expectSame(site, sparql, { ...options, extra });
  });

  test('the saved queries', async () => {
    for (const name of readdirSync('queries')) {
      if (name === 'search.rq') continue; // an endpoint has no full text: see what it refuses
      const sparql = readFileSync(`queries/${name}`, 'utf8');
      await expectSame(site, sparql, { extra });
      await expectSame(site, sparql, { graphs: [A], extra });
    }
  });
});

describe('an endpoint refuses', () => {
  const ask = (
    sparql: string,
    mediaType: ResultMediaType = 'application/sparql-results+json',
    options: QueryOptions = {},
  ) => textOf(queryEndpoint(SITES.parameter, sparql, mediaType, options));
  test.each([
    ['SELECT * {', 'ERR_QUERY_SYNTAX'],
    ['INSERT DATA { GRAPH <urn:a> { <urn:a> <urn:b> 1 } }', 'ERR_QUERY_SYNTAX'],
    ['SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }', 'ERR_UNSUPPORTED'],
    ['SELECT * { SERVICE SILENT <http://127.0.0.1:1/> { ?s ?p ?o } }', 'ERR_UNSUPPORTED'],
    [readFileSync('queries/search.rq', 'utf8').replace('?words', '"rain"'), 'ERR_UNSUPPORTED'],
  ])('%s', async (sparql, code) => {
    const count = sent.length;
    await expect(ask(sparql)).rejects.toMatchObject({ code });
    expect(sent).toHaveLength(count);
  });

  test('a media type of another form', async () => {
    await expect(ask('SELECT * { ?s ?p ?o }', 'text/turtle')).rejects.toMatchObject({ code: 'ERR_QUERY_FORMAT' });
    await expect(ask('DESCRIBE <urn:a>', 'text/csv')).rejects.toMatchObject({ code: 'ERR_QUERY_FORMAT' });
  });

  test('what it cannot do with extra graphs', async () => {
    const extra = { [OWN]: [Buffer.from(inGraph(EXTRA, OWN))] };
    for (const sparql of [
      `SELECT * FROM <${OWN}> FROM <${A}> { ?s ?p ?o }`,
      `SELECT * { GRAPH <${OWN}> { ?s ?p ?o GRAPH <${A}> { ?s ?q ?x } } }`,
      `SELECT * { ?s ?p ?o FILTER EXISTS { GRAPH <${OWN}> { ?x ?y ?z FILTER(?z = ?o) } } }`,
    ])
      await expect(ask(sparql, undefined, { extra })).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
  });
});

test('whoever names the bookkeeping sees it', async () => {
  const ask = async (sparql: string) =>
    comparable(await textOf(queryEndpoint(SITES.parameter, sparql, 'application/sparql-results+json')), 'text/csv');
  expect(await ask(`SELECT * { GRAPH <${STORE}> { ?s ?p ?o } }`)).toHaveLength(5);
});

test.each<[string, ResultMediaType, RegExp]>([
  [`SELECT ?n { GRAPH <${A}> { <${A}> <${S}name> ?n } }`, 'text/csv', /^n\r\nA\r\n$/],
  [`SELECT ?n { GRAPH <${A}> { <${A}> <${S}name> ?n } }`, 'application/sparql-results+xml', /<literal>A<\/literal>/],
  ['ASK { ?s ?p 77 }', 'text/csv', /^false$/],
  ['ASK { ?s ?p 77 }', 'application/sparql-results+xml', /<boolean>false<\/boolean>/],
  [`DESCRIBE <${B}>`, 'text/turtle', /"B"@en/],
  [`DESCRIBE <${B}>`, 'application/ld+json', /"@value":"B"/],
])('%s as %s', async (sparql, mediaType, expected) => {
  expect(await textOf(queryEndpoint(SITES.parameter, sparql, mediaType))).toMatch(expected);
});
