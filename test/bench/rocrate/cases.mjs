import { FORMATS, LICENCES, triplesOf, WORDS } from './crates.mjs';

const S = 'PREFIX s: <http://schema.org/> ';

/** Sorts by code points, as IRIs are sorted. */
const sorted = (all) => [...all].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
const column = (all) => sorted(new Set(all)).map((value) => [value]);

/**
 * The cases RC01 to RC14 of Craqle's benchmark, in SPARQL, with the values of their rows, computed from the model. Those
 * without ORDER BY are sorted. `graphs`: the graphs that a case sees, by default all.
 */
export function casesOf({ crates }) {
  const cases = [];
  const add = (id, sparql, rows, graphs) => cases.push({ id, sparql: S + sparql, rows, graphs });
  const target = crates[Math.min(7, crates.length - 1)];
  const g = target.iri;
  for (const one of [target, crates.find(({ licence }) => licence === undefined)])
    add(`RC01-open-${crates.indexOf(one)}`, `SELECT ?name ?date ?licence { GRAPH <${one.iri}> { ?d s:about <${one.iri}> . <${one.iri}> a s:Dataset ; s:name ?name ; s:datePublished ?date . OPTIONAL { <${one.iri}> s:license ?licence } } }`, [[one.title, one.date, one.licence ?? '']]); // prettier-ignore
  const files = target.direct;
  add('RC02-files-page', `SELECT ?f ?name ?format ?size { GRAPH <${g}> { <${g}> s:hasPart ?f . ?f a s:MediaObject ; s:name ?name ; s:encodingFormat ?format ; s:contentSize ?size } } ORDER BY ?f LIMIT 5 OFFSET 2`, files.slice(2, 7).map(({ iri, name, format, size }) => [iri, name, format, String(size)])); // prettier-ignore
  add(
    'RC03-keywords',
    `SELECT ?word { GRAPH <${g}> { <${g}> s:keywords ?word } } ORDER BY ?word`,
    column(target.keywords),
  );
  const authors = target.authors.map(({ iri, name }) => [iri, name]).sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [label, limit] of [['complete', ''], ['first', 'LIMIT 1']])
    add(`RC03-authors-${label}`, `SELECT ?a ?name { GRAPH <${g}> { <${g}> s:author ?a . ?a s:name ?name } } ORDER BY ?a ${limit}`, limit ? authors.slice(0, 1) : authors); // prettier-ignore
  const cratesBy = (key) => {
    const found = new Map();
    for (const one of crates)
      for (const { [key]: value } of one.authors) found.set(value, [...(found.get(value) ?? []), one.iri]);
    return [...found].sort((left, right) => left[1].length - right[1].length);
  };
  for (const [name, key, pattern] of [
    ['person', 'iri', '?g s:author <X>'],
    ['org', 'org', '?g s:author ?p . ?p s:affiliation <X>'],
  ]) {
    const all = cratesBy(key);
    for (const [label, [value, graphs]] of [['rare', all[0]], ['common', all.at(-1)]])
      add(`RC04-${name}-${label}`, `SELECT DISTINCT ?g { GRAPH ?g { ?d s:about ?g . ${pattern.replace('X', value)} } } ORDER BY ?g`, column(graphs)); // prettier-ignore
  }
  const matching = crates.filter(({ keywords, licence, direct }) => keywords.includes(WORDS[0]) && licence === LICENCES[0] && direct.some(({ format }) => format === FORMATS[0])); // prettier-ignore
  add('RC05-match', `SELECT DISTINCT ?g { GRAPH ?g { ?d s:about ?g . ?g s:keywords "${WORDS[0]}" ; s:license <${LICENCES[0]}> ; s:hasPart ?f . ?f s:encodingFormat "${FORMATS[0]}" } } ORDER BY ?g`, column(matching.map(({ iri }) => iri))); // prettier-ignore
  const recent = crates.filter(({ date }) => date >= '2024-01-01').map(({ iri, date }) => [iri, date]);
  recent.sort(([one, first], [other, second]) => (first === second ? (one < other ? -1 : 1) : first > second ? -1 : 1));
  for (const [label, date] of [['', '?date'], ['-str', 'STR(?date)']])
    add(`RC06-recent${label}`, `SELECT ?g ?date { GRAPH ?g { ?d s:about ?g . ?g s:datePublished ?date } FILTER(${date} >= "2024-01-01") } ORDER BY DESC(?date) ?g LIMIT 10`, recent.slice(0, 10)); // prettier-ignore
  const facets = {
    license: ['?g s:license ?value', ({ licence }) => (licence === undefined ? [] : [licence])],
    format: ['?g s:hasPart ?f . ?f s:encodingFormat ?value', ({ direct }) => direct.map(({ format }) => format)],
    keyword: ['?g s:keywords ?value', ({ keywords }) => keywords],
  };
  for (const [name, [pattern, valuesOf]] of Object.entries(facets)) {
    const counts = new Map();
    for (const one of crates)
      for (const value of new Set(valuesOf(one))) counts.set(value, (counts.get(value) ?? 0) + 1);
    add(`RC07-facet-${name}`, `SELECT ?value (COUNT(DISTINCT ?g) AS ?crates) { GRAPH ?g { ?d s:about ?g . ${pattern} } } GROUP BY ?value ORDER BY ?value`, sorted(counts.keys()).map((value) => [value, String(counts.get(value))])); // prettier-ignore
  }
  add('RC08-optional', `SELECT ?f ?text { GRAPH <${g}> { <${g}> s:hasPart ?f . ?f a s:MediaObject . OPTIONAL { ?f s:description ?text } } } ORDER BY ?f`, files.map(({ iri, description }) => [iri, description ?? ''])); // prettier-ignore
  add('RC08-absent', `SELECT ?f { GRAPH <${g}> { <${g}> s:hasPart ?f . ?f a s:MediaObject . FILTER NOT EXISTS { ?f s:description ?any } } } ORDER BY ?f`, column(files.filter(({ description }) => description === undefined).map(({ iri }) => iri))); // prettier-ignore
  const peopleOf = (some) => [...new Map(some.flatMap((one) => one.authors.map(({ iri, name }) => [iri, name])))].sort(([left], [right]) => (left < right ? -1 : 1)); // prettier-ignore
  for (const [label, some] of [['one', crates.slice(0, 1)], ['few', crates.slice(0, 3)], ['more', crates.slice(0, 10)], ['duplicate', [crates[0], crates[0]]]]) // prettier-ignore
    add(`RC09-set-${label}`, 'SELECT DISTINCT ?p ?name { ?p a s:Person ; s:name ?name } ORDER BY ?p', peopleOf(some), some.map(({ iri }) => iri)); // prettier-ignore
  // Without DISTINCT: a triple of several graphs is one triple of the default graph.
  add('RC09-set-union', 'SELECT ?p { ?p a s:Person } ORDER BY ?p', peopleOf(crates.slice(0, 10)).map(([iri]) => [iri]), crates.slice(0, 10).map(({ iri }) => iri)); // prettier-ignore
  const [agent] = target.authors;
  add('RC10-provenance', `SELECT ?action ?agent ?name ?result { GRAPH <${g}> { ?action a s:CreateAction ; s:agent ?agent ; s:result ?result . ?agent s:name ?name } }`, [[`${g}#create`, agent.iri, agent.name, target.files[0].iri]]); // prettier-ignore
  const parts = column([...target.files.map(({ iri }) => iri), `${g}data/`]);
  add('RC10-path', `SELECT ?part { GRAPH <${g}> { <${g}> s:hasPart+ ?part } } ORDER BY ?part`, parts);
  add('RC10-path-dataset', `SELECT ?part { <${g}> s:hasPart+ ?part } ORDER BY ?part`, parts, [g]);
  for (const [label, word] of [
    ['common', WORDS[0]],
    ['rare', WORDS.at(-1)],
    ['absent', 'nowhere'],
  ]) {
    const has = (text) => text?.split(' ').includes(word) === true;
    const found = crates.flatMap((one) => [...(has(one.title) || one.keywords.includes(word) ? [one.iri] : []), ...one.files.filter(({ description }) => has(description)).map(({ iri }) => iri)]); // prettier-ignore
    add(`RC11-match-${label}`, `SELECT DISTINCT ?s { GRAPH ?g { ?s ?p ?text FILTER(?p IN (s:name, s:description, s:keywords) && REGEX(?text, "(^| )${word}( |$)")) } } ORDER BY ?s`, column(found)); // prettier-ignore
  }
  const [first] = crates[0].authors;
  const byFirst = crates.filter((one) => one.authors.includes(first));
  add('RC12-author', `SELECT DISTINCT ?g { GRAPH ?g { ?d s:about ?g . ?g s:author <${first.iri}> ; s:keywords ?word FILTER(CONTAINS(?word, "${WORDS[0]}")) } } ORDER BY ?g`, column(byFirst.filter(({ keywords }) => keywords.some((word) => word.includes(WORDS[0]))).map(({ iri }) => iri))); // prettier-ignore
  add('RC13-export', `SELECT ?s ?p ?o { GRAPH <${g}> { ?s ?p ?o } }`, triplesOf(target).map((triple) => /^<(.*?)> <(.*?)> [<"](.*?)(?:[>"]|"\^\^.*)$/.exec(triple).slice(1))); // prettier-ignore
  for (const percent of [100, 10, 1, 0]) {
    const readable = percent === 0 ? [] : crates.filter((_, at) => at % (100 / percent) === 0);
    const allowed = byFirst.filter((one) => readable.includes(one));
    const values = readable.map(({ iri }) => `<${iri}>`).join(' ');
    add(`RC14-readable-${percent}`, `SELECT DISTINCT ?g { VALUES ?g { ${values} } GRAPH ?g { ?d s:about ?g . ?g s:author <${first.iri}> } } ORDER BY ?g`, column(allowed.map(({ iri }) => iri))); // prettier-ignore
    add(`RC14-graphs-${percent}`, `SELECT DISTINCT ?g { GRAPH ?g { ?d s:about ?g . ?g s:author <${first.iri}> } } ORDER BY ?g`, column(allowed.map(({ iri }) => iri)), readable.map(({ iri }) => iri)); // prettier-ignore
  }
  return cases;
}
