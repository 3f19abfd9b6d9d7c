import { parsedSparql } from '../../../src/store/engine/parse-sparql.js';
import { engineSearch } from '../../../src/store/search/engine-search.js';
import { mentionsSearch } from '../../../src/store/search/mentions-search.js';
import { refuseSearch } from '../../../src/store/search/refuse-search.js';
import { searchedQuery, type SearchedQuery } from '../../../src/store/search/search-triples.js';

const PREFIX = 'PREFIX cg: <https://w3id.org/ro/terms/crategraph#>';

function read(pattern: string): SearchedQuery {
  const text = /^(?:SELECT|ASK|CONSTRUCT|DESCRIBE)/.test(pattern) ? pattern : `SELECT * { ${pattern} }`;
  const parsed = parsedSparql(`${PREFIX}\n${text}`);
  if (parsed === undefined) throw new Error(`no SPARQL: ${text}`);
  return searchedQuery(parsed);
}

const searches = (pattern: string): string[] =>
  read(pattern).searches.map(({ subject, score, text, words }) =>
    [...[subject, score, text].map((term) => term?.value ?? '-'), ...words.map(({ value }) => value)].join(' '),
  );

const refused = (pattern: string, message: RegExp) =>
  expect(() => read(pattern)).toThrow(
    expect.objectContaining({ code: 'ERR_USAGE', message: expect.stringMatching(message) as unknown }),
  );

test('an entity, or a list with its score and its text, is found by a string', () => {
  expect(searches('?e cg:search "rain"')).toEqual(['e - - rain']);
  expect(searches('<urn:e> cg:search "rain"@en')).toEqual(['urn:e - - rain']);
  expect(searches('(?e) cg:search "rain"')).toEqual(['e - - rain']);
  expect(searches('(?e ?score) cg:search "rain"')).toEqual(['e score - rain']);
  expect(searches('?e a ?t . (?e ?score ?text) cg:search "rain", "gauge*" . ?e ?p ?o')).toEqual([
    'e score text rain',
    'e score text gauge*',
  ]);
  expect(searches('?e <urn:p> ?o')).toEqual([]);
  expect(searches('CONSTRUCT { ?e cg:search "found" } WHERE { ?e <urn:p> ?o }')).toEqual([]);
  expect(searches('?e ?p cg:search FILTER(?p != cg:search)')).toEqual([]);
});

test('the words may be those of VALUES or BIND that hold for the triple', () => {
  expect(searches('VALUES ?w { "a" "b" } ?e cg:search ?w')).toEqual(['e - - a b']);
  expect(searches('?e cg:search ?w VALUES (?w ?x) { ("a" 1) ("b" UNDEF) }')).toEqual(['e - - a b']);
  expect(searches('BIND("a" AS ?w) GRAPH ?g { { ?e cg:search ?w } UNION { ?f cg:search ?w } }')).toEqual([
    'e - - a',
    'f - - a',
  ]);
  expect(searches('SELECT ?e { ?e cg:search ?w } VALUES ?w { "a" }')).toEqual(['e - - a']);
  expect(searches('VALUES ?w { "a" } OPTIONAL { ?e cg:search ?w } FILTER EXISTS { ?e cg:search ?w }')).toHaveLength(2);
});

test.each([
  ['?e cg:search ?w', /nothing says what the words \?w/],
  ['?e cg:search ?w VALUES ?w { "a" UNDEF }', /nothing says/],
  ['OPTIONAL { ?e cg:search ?w } VALUES ?w { "a" }', /nothing says/], // a row without ?w fits any words
  ['?e a ?t MINUS { ?e cg:search ?w } VALUES ?w { "a" }', /nothing says/],
  ['VALUES ?w { "a" } { ?e a ?t FILTER EXISTS { ?e cg:search ?w } }', /nothing says/],
  ['{ VALUES ?w { "a" } } UNION { ?e cg:search ?w }', /nothing says/],
  ['VALUES ?w { "a" } { SELECT ?e { ?e cg:search ?w } }', /nothing says/],
  ['?e cg:search 5', /not a string/],
  ['?e cg:search <urn:rain>', /not a string/],
  ['?e cg:search ("a" 10)', /not a string/],
  ['VALUES ?w { "a" 5 } ?e cg:search ?w', /not a string/],
  ['?e cg:search ""', /no word to look for/],
  ['?e cg:search "*"', /no word to look for/],
  ['?e cg:search "-draft"', /no word to look for/],
  ['?e cg:search/a ?t', /property path/],
  ['?e !(a|^cg:search) ?t', /property path/],
  ['() cg:search "a"', /empty/],
  ['(?e ?s ?t ?more) cg:search "a"', /too long/],
  ['_:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> ?e . _:l cg:search "a"', /no list/],
  ['(?e ?s) cg:search "a" ; a ?t', /used elsewhere/],
])('a wrong use is an error: %s', (pattern, message) => refused(pattern, message));

test('a text mentions the property by its IRI or a prefixed name, not in a string or comment', () => {
  for (const text of [
    'ASK { ?e cg:search "a" }',
    `${PREFIX.replace('cg:', 'x:')} ASK { ?e x:search "a" }`,
    'ASK { ?e <https://w3id.org/ro/terms/crategraph#search> "a" }',
  ])
    expect([text, mentionsSearch(text)]).toEqual([text, true]);
  for (const text of [
    'ASK { ?e ?p "cg:search" }',
    'ASK { } # cg:search',
    'ASK { ?e x:search "a" }',
    `${PREFIX} ASK { ?e cg:researcher 1 }`,
  ])
    expect([text, mentionsSearch(text)]).toEqual([text, false]);
});

test('the engine gets no path that would see what a search finds', () => {
  const refusal = expect.objectContaining({ code: 'ERR_UNSUPPORTED' }) as Error;
  for (const path of ['?x <urn:p>* ?y', '?x (<urn:p>|<urn:q>?) ?y', '?x !<urn:p> ?y', '?x <urn:q>/!<urn:p> <urn:y>'])
    expect(() => engineSearch(read(`?e cg:search "a" . ${path}`))).toThrow(refusal);
  for (const path of ['?x <urn:p>+ ?y', '<urn:x> <urn:p>* ?y', '?x <urn:p>/<urn:q> ?y'])
    expect(engineSearch(read(`?e cg:search "a" . ${path}`)).sparql).toContain('hit0');
});

test('an update that matches the property is refused; one that only writes it is not', () => {
  const refusal = expect.objectContaining({ code: 'ERR_UNSUPPORTED' }) as Error;
  for (const text of [
    'INSERT { GRAPH ?g { ?e a <urn:T> } } WHERE { GRAPH ?g { ?e cg:search "a" } }',
    'DELETE WHERE { GRAPH ?g { ?e cg:search "a" } }',
  ])
    expect(() => refuseSearch(`${PREFIX} ${text}`)).toThrow(refusal);
  for (const text of [
    'INSERT DATA { GRAPH <urn:g> { <urn:e> cg:search "a" } }',
    'INSERT { GRAPH ?g { ?e cg:search "a" } } WHERE { GRAPH ?g { ?e a ?t } }',
  ])
    expect(() => refuseSearch(`${PREFIX} ${text}`)).not.toThrow();
});
