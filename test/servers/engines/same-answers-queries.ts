/** A query that all stores are asked. */
export interface AskedQuery {
  readonly name: string;
  readonly sparql: string;
  /** Whether its ORDER BY leaves nothing open, so that the rows are compared in their order. */
  readonly isOrdered?: boolean;
}

const PREFIXES = `PREFIX s: <http://schema.org/>
PREFIX t: <https://example.org/terms#>
PREFIX p: <https://example.org/p/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
`;
const RIVERS = '<https://example.org/rivers/>';
const WORDS = '<https://example.org/words/>';

/** Queries as people ask them of crates. */
export const ASKED_QUERIES: readonly AskedQuery[] = [
  // texts
  ask('texts behind a text', `SELECT ?d ?n { ?d a s:Dataset ; s:name ?n FILTER(?n > "Rivers") }`),
  ask('texts before a text', `SELECT ?d ?n { ?d s:name ?n FILTER("R" >= ?n) }`),
  ask('anything behind a text', `SELECT DISTINCT ?s ?o { ?s ?p ?o FILTER(?o > "A") }`),
  ask('dates as texts behind a text', `SELECT ?d { ?s s:datePublished ?d FILTER(?d > "2000") }`),
  // paths
  ask('alternative paths', `SELECT ?who { ${RIVERS} s:author|s:creator ?who }`),
  ask('alternative, then an optional step', `SELECT ?x { ${RIVERS} (s:author|s:creator)/s:affiliation? ?x }`),
  ask(
    'alternative, then an optional step, of every crate',
    `SELECT ?c ?x { ?c (s:author|s:creator)/s:affiliation? ?x }`,
  ),
  ask(
    'alternatives inside of a sequence',
    `SELECT ?n { ${RIVERS} (s:author|s:creator)/(s:name|^s:creator)/s:name ?n }`,
  ),
  ask('an inverse of alternatives', `SELECT ?c { p:ada ^(s:author|s:creator) ?c }`),
  ask('alternatives of a sequence', `SELECT ?n { ${RIVERS} (s:author/s:name)|(s:creator/s:name) ?n }`),
  ask('the same alternative twice', `SELECT ?n { p:ada s:name|s:name ?n }`),
  ask('alternatives from a node without a name', `SELECT ?n { [] s:author|s:creator [ s:name|s:jobTitle ?n ] }`),
  ask('alternatives in OPTIONAL', `SELECT ?n ?w { ?c s:name ?n ; s:hasPart ?f OPTIONAL { ?c s:author|s:creator ?w } }`),
  ask('a number of alternatives', `SELECT ?w (COUNT(?c) AS ?n) { GRAPH ?c { ?c s:author|s:creator ?w } } GROUP BY ?w`),
  ask('an optional step of alternatives', `SELECT ?x { ${RIVERS} (s:author|s:creator)? ?x }`),
  ask('a negated set of both directions', `SELECT ?x { ${RIVERS} !(s:hasPart|s:keywords|^s:about) ?x }`),
  ask('a negated set between two nodes', `SELECT ?x { ?x !s:name p:ada }`),
  ask('a negated set between two fixed nodes', `SELECT (COUNT(*) AS ?n) { ${RIVERS} !s:name p:ada }`),
  ask('a star of alternatives', `SELECT ?x { ${RIVERS} (s:hasPart|s:author)* ?x }`),
  ask('a plus', `SELECT ?x { ${RIVERS} s:hasPart+ ?x }`),
  ask('a star, then a step', `SELECT ?n { ${RIVERS} s:hasPart*/s:name ?n }`),
  ask('a star towards a node', `SELECT ?x { ?x s:hasPart* <https://example.org/rivers/sub/deep/d.txt> }`),
  ask('a star between variables', `SELECT ?c ?x { ?c s:name "Sub" . ?c s:hasPart* ?x }`),
  ask('a cycle', `SELECT ?a ?b { ?a (s:memberOf|s:parentOrganization)+ ?b }`),
  ask('an inverse', `SELECT ?x { p:cy ^s:author/s:name ?x }`),
  ask('an inverse in a sequence', `SELECT ?a ?b { ?a s:affiliation/^s:affiliation ?b }`),
  ask('a negated set', `SELECT ?v { p:cy !(s:name|s:affiliation) ?v }`),
  ask('a negated inverse set', `SELECT ?x { ${RIVERS} !(^s:about) ?x }`),
  ask('an optional step', `SELECT ?x { ${WORDS} s:isBasedOn? ?x }`),
  ask('an optional step at itself', `SELECT ?x { <https://example.org/words/#self> s:isBasedOn? ?x }`),
  ask('two optional steps', `SELECT ?x { <https://example.org/values/> s:isBasedOn?/s:isBasedOn? ?x }`),
  ask(
    'a way over two nodes',
    `SELECT ?x { <https://example.org/org> (s:memberOf|s:parentOrganization|^s:affiliation)* ?x }`,
  ),
  ask('an optional step to a known node', `SELECT ?c ?n { ?c s:author/s:affiliation? p:cy ; s:name ?n }`),
  ask(
    'an optional step to a known node that is not the same',
    `SELECT ?c ?n { ?c s:author/s:affiliation? <https://example.org/org> ; s:name ?n }`,
  ),
  ask(
    'an optional step between two known nodes',
    `SELECT ?c ?a ?b { ?c s:author ?a ; s:creator ?b . ?a s:affiliation? ?b }`,
  ),
  ask('a star between two known nodes', `SELECT ?a ?b { ${RIVERS} s:hasPart ?a , ?b . ?a s:hasPart* ?b }`),
  ask('a star to a known node in a graph', `SELECT ?g ?a { GRAPH ?g { ?a s:hasPart* ${RIVERS} ; s:name ?n } }`),
  ask('a star from a crate to itself', `SELECT ?n { ${RIVERS} s:hasPart* ${RIVERS} ; s:name ?n }`),
  ask('an optional step of a literal to itself', `SELECT ?c ?k { ?c s:keywords ?k ; s:keywords/s:name? ?k }`),
  ask('an optional step from an author', `SELECT ?c ?x { ?c s:author ?p . ?p s:affiliation? ?x }`),
  // joins
  ask('OPTIONAL', `SELECT ?n ?a { ?p a s:Person ; s:name ?n OPTIONAL { ?p s:affiliation ?a } }`),
  ask(
    'OPTIONAL in OPTIONAL',
    `SELECT ?f ?w ?o { ?f a s:MediaObject OPTIONAL { ?f s:author ?w OPTIONAL { ?w s:affiliation ?o } } }`,
  ),
  ask(
    'OPTIONAL with FILTER',
    `SELECT ?f ?z { ?f a s:MediaObject OPTIONAL { ?f s:contentSize ?z FILTER(isNumeric(?z)) } }`,
  ),
  ask('MINUS', `SELECT ?f { ?f a s:MediaObject MINUS { ?f s:encodingFormat "text/csv" } }`),
  ask('NOT EXISTS', `SELECT ?p { ?p a s:Person FILTER NOT EXISTS { ?p s:affiliation ?o } }`),
  ask(
    'UNION',
    `SELECT ?x ?k { { ?x a s:Person BIND("person" AS ?k) } UNION { ?x a s:Organization BIND("org" AS ?k) } }`,
  ),
  ask('VALUES', `SELECT ?p ?n { VALUES (?p ?n) { (p:ada "Ada") (p:cy "Bo") (p:cy "Cy") } ?p s:name ?n }`),
  ask('VALUES with UNDEF', `SELECT ?p ?n { VALUES (?p ?n) { (p:ada UNDEF) (UNDEF "Cy") } ?p a s:Person ; s:name ?n }`),
  ask(
    'VALUES with UNDEF and FILTER',
    `SELECT ?p ?n { VALUES (?p ?n) { (p:ada UNDEF) (UNDEF "Cy") } ?p s:name ?n FILTER(STRLEN(?n) < 3) }`,
  ),
  ask('VALUES after the query', `SELECT ?p ?n { ?p s:name ?n } VALUES (?p ?n) { (p:ada UNDEF) (UNDEF "Lab") }`),
  ask(
    'VALUES of UNDEF only, then OPTIONAL',
    `SELECT ?x ?n { VALUES ?x { UNDEF p:ada } OPTIONAL { ?x s:jobTitle ?n } }`,
  ),
  ask(
    'alternatives and an optional step towards VALUES',
    `SELECT ?c ?x { ?c (s:author|s:creator)/s:affiliation? ?x ; s:name ?n VALUES ?x { p:cy } }`,
  ),
  ask(
    'alternatives and an optional step towards several VALUES',
    `SELECT ?c ?x { VALUES ?x { p:cy p:ada <https://example.org/org> } ?c (s:author|s:creator)/s:affiliation? ?x ; s:name ?n }`,
  ),
  ask('an optional step towards VALUES', `SELECT ?c ?x { ?c s:author/s:affiliation? ?x VALUES ?x { p:cy p:ada } }`),
  ask('a star in each graph', `SELECT ?g ?p ?x { GRAPH ?g { ?p s:name ?n ; s:affiliation* ?x } }`),
  ask('a star in a graph', `SELECT ?p ?x { GRAPH ${RIVERS} { ?p s:name ?n ; s:affiliation* ?x } }`),
  ask(
    'an optional step beside UNDEF',
    `SELECT ?p ?n ?x { VALUES (?p ?n) { (p:ada UNDEF) (UNDEF "Cy") } ?p s:name ?n ; s:affiliation? ?x }`,
  ),
  ask(
    'a star of alternatives beside UNDEF',
    `SELECT ?p ?n ?x { VALUES (?p ?n) { (p:cy UNDEF) (UNDEF "Lab") } ?p s:name ?n ; (s:affiliation|s:parentOrganization|s:memberOf)* ?x }`,
  ),
  ask(
    'alternatives and an optional step, before UNDEF',
    `SELECT ?c ?p ?x { ?c (s:author|s:creator)/s:affiliation? ?x . ?c s:name ?n VALUES (?n ?x) { ("Rivers" UNDEF) (UNDEF p:cy) } }`,
  ),
  ask(
    'a star in OPTIONAL beside UNDEF',
    `SELECT ?p ?n ?x { VALUES (?p ?n) { (p:cy UNDEF) (UNDEF "Bo Ångström") (UNDEF "Ada") } ?p s:name ?n OPTIONAL { ?p s:affiliation/(s:parentOrganization|s:memberOf)* ?x } }`,
  ),
  ask(
    'a star beside UNDEF in braces',
    `SELECT ?p ?n ?x { { VALUES (?p ?n) { (p:cy UNDEF) (UNDEF "Lab") } } ?p s:name ?n ; (s:affiliation|s:memberOf)* ?x }`,
  ),
  ask(
    'a star and UNDEF after the query',
    `SELECT ?p ?n ?x { ?p s:name ?n ; (s:affiliation|s:memberOf)* ?x } VALUES (?p ?n) { (p:cy UNDEF) (UNDEF "Lab") }`,
  ),
  ask(
    'a star beside UNDEF that two rows allow',
    `SELECT ?p ?x { VALUES (?p ?x) { (p:cy UNDEF) (UNDEF p:cy) (UNDEF UNDEF) } ?p a s:Person ; s:affiliation* ?x }`,
  ),
  ask(
    'a plus in each graph beside UNDEF',
    `SELECT ?g ?p ?x { VALUES (?g ?p) { (${RIVERS} UNDEF) (UNDEF p:cy) } GRAPH ?g { ?p s:name ?n ; s:affiliation+ ?x } }`,
  ),
  ask(
    'a number of ways beside UNDEF',
    `SELECT ?p (COUNT(?x) AS ?k) { VALUES (?p ?n) { (p:cy UNDEF) (UNDEF "Lab") } ?p s:name ?n ; (s:affiliation|s:memberOf)* ?x } GROUP BY ?p`,
  ),
  ask(
    'sub-select with LIMIT',
    `SELECT ?n ?k { { SELECT ?f ?n { ?f a s:MediaObject ; s:name ?n } ORDER BY ?n LIMIT 2 } ?c s:hasPart ?f . ?c s:name ?k }`,
  ),
  ask(
    'sub-select with ORDER BY and LIMIT, beside what it has nothing in common with',
    `SELECT ?n ?k { ?c s:hasPart ?p ; s:name ?k { SELECT ?n { ?f a s:MediaObject ; s:name ?n } ORDER BY DESC(?n) LIMIT 3 } }`,
  ),
  ask(
    'sub-select with ORDER BY and OFFSET, at the end',
    `SELECT ?n ?k { ?c s:hasPart ?f ; s:name ?k { SELECT ?f ?n { ?f a s:MediaObject ; s:name ?n } ORDER BY ?n OFFSET 1 } }`,
  ),
  ask(
    'sub-select with DISTINCT, ORDER BY and LIMIT',
    `SELECT ?f ?k { ?c s:hasPart ?f ; s:name ?k { SELECT DISTINCT ?f { ?f s:name|s:encodingFormat ?n } ORDER BY DESC(?f) LIMIT 5 } }`,
  ),
  ask(
    'sub-select with ORDER BY and LIMIT in OPTIONAL',
    `SELECT ?f ?n { ?c s:hasPart ?f OPTIONAL { SELECT ?f ?n { ?f a s:MediaObject ; s:name ?n } ORDER BY ?n LIMIT 3 } }`,
  ),
  ask(
    'sub-select with ORDER BY and LIMIT in EXISTS',
    `SELECT ?f { ?c s:hasPart ?f FILTER EXISTS { { SELECT ?f ?n { ?f a s:MediaObject ; s:name ?n } ORDER BY ?n LIMIT 3 } } }`,
  ),
  ask(
    'sub-select with ORDER BY and LIMIT in GRAPH',
    `SELECT ?x ?n { ?x s:name ?n GRAPH ${RIVERS} { { SELECT ?x { ?x s:name ?m } ORDER BY ?m LIMIT 4 } } }`,
  ),
  ask(
    'two sub-selects with ORDER BY and LIMIT, one in the other',
    `SELECT ?w ?o { ?w s:affiliation ?o { SELECT ?w { { SELECT ?w { ?w a s:Person ; s:name ?n } ORDER BY ?n LIMIT 2 } ?c s:creator ?w } ORDER BY DESC(?w) LIMIT 2 } }`,
  ),
  ask(
    'sub-select of values with ORDER BY and LIMIT',
    `SELECT ?x ?v { ?x t:size|t:moment ?v { SELECT ?x ?v { ?x t:size|t:moment ?v FILTER(DATATYPE(?v) NOT IN (xsd:double, xsd:float)) } ORDER BY ?x LIMIT 30 } }`,
  ),
  ask(
    'sub-select of numbers with an exponent with ORDER BY and LIMIT, that are joined',
    `SELECT ?s ?v { { SELECT DISTINCT ?v { ?x t:size ?v FILTER(DATATYPE(?v) = xsd:double && ?v < 1) } ORDER BY STR(?v) LIMIT 3 } ?s t:size ?v }`,
  ),
  ask(
    'sub-select of INF with ORDER BY and LIMIT',
    `SELECT ?x ?v { ?x t:size ?v { SELECT ?x ?v { ?x t:size ?v } ORDER BY ?x LIMIT 30 } }`,
  ),
  ask(
    'sub-select of a long text with ORDER BY and LIMIT',
    `SELECT (STRLEN(?d) AS ?l) { ?x s:description ?d { SELECT ?x ?d { ?x s:description ?d } ORDER BY ?x LIMIT 3 } }`,
  ),
  ask(
    'sub-select without all values, with ORDER BY and LIMIT',
    `SELECT ?n ?w ?k { ?c s:hasPart ?f ; s:name ?k { SELECT ?f ?n ?w { ?f a s:MediaObject ; s:name ?n OPTIONAL { ?f s:author ?w } } ORDER BY ?n LIMIT 3 } }`,
  ),
  ask(
    'sub-select with ORDER BY and LIMIT that finds nothing',
    `SELECT ?n ?k { ?c s:name ?k { SELECT ?n { ?f a s:Nothing ; s:name ?n } ORDER BY ?n LIMIT 3 } }`,
  ),
  ask(
    'sub-select that counts',
    `SELECT ?n ?c { ?p s:name ?n { SELECT ?p (COUNT(?a) AS ?c) { ?p s:affiliation ?a } GROUP BY ?p } }`,
  ),
  // aggregates
  ask(
    'COUNT',
    `SELECT (COUNT(*) AS ?all) (COUNT(?z) AS ?some) (COUNT(DISTINCT ?e) AS ?kinds) { ?f a s:MediaObject OPTIONAL { ?f s:contentSize ?z } OPTIONAL { ?f s:encodingFormat ?e } }`,
  ),
  ask('COUNT of nothing', `SELECT (COUNT(*) AS ?n) (SUM(?z) AS ?sum) { ?f s:contentSize ?z . ?f a s:Person }`),
  ask(
    'GROUP BY and HAVING',
    `SELECT ?o (COUNT(DISTINCT ?p) AS ?n) { ?p s:affiliation ?o } GROUP BY ?o HAVING(COUNT(DISTINCT ?p) > 1)`,
  ),
  ask(
    'SUM, AVG, MIN and MAX',
    `SELECT (SUM(?v) AS ?sum) (AVG(?v) AS ?avg) (MIN(?v) AS ?min) (MAX(?v) AS ?max) { VALUES ?v { 1 2 3.5 } }`,
  ),
  ask('SUM of what is no number', `SELECT (SUM(?z) AS ?sum) { ?f a s:MediaObject ; s:contentSize ?z }`),
  ask(
    'GROUP_CONCAT',
    `SELECT ?c (GROUP_CONCAT(DISTINCT ?e ; separator="|") AS ?all) { ?c s:hasPart ?f . ?f s:encodingFormat ?e } GROUP BY ?c`,
  ),
  ask('GROUP BY an expression', `SELECT ?l (COUNT(*) AS ?n) { ?p a s:Person ; s:name ?m } GROUP BY (STRLEN(?m) AS ?l)`),
  ask('an aggregate with a name of the pattern', `SELECT (COUNT(?n) AS ?n) { ?p s:name ?n }`),
  ask('BIND with a name of the pattern', `SELECT ?n { ?p s:name ?n BIND("x" AS ?n) }`),
  // order
  {
    ...ask('ORDER BY and LIMIT', `SELECT ?n { ?f a s:MediaObject ; s:name ?n } ORDER BY DESC(?n) LIMIT 3`),
    isOrdered: true,
  },
  {
    ...ask(
      'ORDER BY with no value',
      `SELECT ?f ?w { ?f a s:MediaObject OPTIONAL { ?f s:author ?w } } ORDER BY ?w ?f OFFSET 1 LIMIT 2`,
    ),
    isOrdered: true,
  },
  {
    ...ask('ORDER BY numbers', `SELECT ?x { VALUES ?v { 7 1.5 1e3 10 } BIND(?v AS ?x) } ORDER BY ?v`),
    isOrdered: true,
  },
  // strings and languages
  ask('REGEX', `SELECT ?n { ?x s:name ?n FILTER REGEX(?n, "^[a-c]$", "i") }`),
  ask(
    'string functions',
    `SELECT (UCASE(?n) AS ?u) (SUBSTR(?n, 4, 3) AS ?s) (STRLEN(?n) AS ?l) (STRBEFORE(?n, " ") AS ?b) (STRAFTER(?n, "x") AS ?a) (REPLACE(?n, "o", "0") AS ?r) { <https://example.org/rivers/#bo> s:name ?n }`,
  ),
  ask(
    'long and unusual text',
    `SELECT (STRLEN(?d) AS ?l) ?t ?q { ${WORDS} s:description ?d . <https://example.org/words/#quote> s:text ?t ; s:name ?q }`,
  ),
  ask(
    'characters beyond the first plane',
    `SELECT ?n (STRLEN(?n) AS ?l) { ${WORDS} s:alternateName ?n FILTER(CONTAINS(?n, "言")) }`,
  ),
  ask('LANG', `SELECT ?n (LCASE(LANG(?n)) AS ?l) { ${WORDS} s:alternateName ?n }`),
  ask('LANGMATCHES', `SELECT (STR(?n) AS ?t) { ${WORDS} s:alternateName ?n FILTER LANGMATCHES(LANG(?n), "EN") }`),
  ask('a tag in another case', `SELECT ?x { ?x s:alternateName "Words"@EN-gb }`),
  ask(
    'CONCAT of languages',
    `SELECT (CONCAT("a"@en, "b"@en) AS ?same) (CONCAT("a"@en, "b") AS ?mixed) (STRLANG("a", "fr") AS ?made) {}`,
  ),
  ask('an empty string', `SELECT ?x { ?x s:name "" }`),
  ask('ENCODE_FOR_URI', `SELECT (ENCODE_FOR_URI(?n) AS ?e) { <https://example.org/rivers/#bo> s:name ?n }`),
  // values
  ask('division by zero', `SELECT (7/0 AS ?none) (7.0e0/0 AS ?infinite) {}`),
  ask('no comparison of numbers', `SELECT ?x { ?x t:size ?v FILTER(!(?v >= 7)) }`),
  ask('isNumeric', `SELECT ?x { ?x t:size ?v FILTER isNumeric(?v) }`),
  ask('comparison of numbers', `SELECT ?x { ?x t:size ?v FILTER(?v >= 7) }`),
  ask('equal numbers', `SELECT ?a ?b { ?a t:size ?v . ?b t:size ?w FILTER(?v = ?w && STR(?a) < STR(?b)) }`),
  ask('DATATYPE', `SELECT ?x (DATATYPE(?v) AS ?d) { ?x t:size ?v }`),
  ask('booleans', `SELECT ?x ?v { ?x t:size ?v FILTER(?v = true) }`),
  ask(
    'calculation',
    `SELECT (1/4 AS ?q) (2*3.5 AS ?m) (ABS(-3) AS ?a) (ROUND(2.5) AS ?r) (CEIL(1.2) AS ?c) (xsd:integer("12")+1 AS ?i) {}`,
  ),
  ask(
    'IF, COALESCE and IN',
    `SELECT ?n (IF(?n IN ("A", "B"), "yes", "no") AS ?i) (COALESCE(?z, "none") AS ?c) { ?f a s:MediaObject ; s:name ?n OPTIONAL { ?f s:contentSize ?z } }`,
  ),
  ask('BIND that fails', `SELECT ?n ?x { ?p a s:Person ; s:name ?n BIND(?n + 1 AS ?x) }`),
  ask('YEAR', `SELECT ?x (YEAR(?v) AS ?y) { ?x t:moment ?v }`),
  ask('comparison of times', `SELECT ?x { ?x t:moment ?v FILTER(?v = "2023-05-06T05:08:09Z"^^xsd:dateTime) }`),
  ask('comparison of dates', `SELECT ?x { ?x t:moment ?v FILTER(?v >= "2024-02-01"^^xsd:date) }`),
  ask('kinds of nodes', `SELECT ?p (isBlank(?g) AS ?b) (isIRI(?g) AS ?i) (isLiteral(?g) AS ?l) { ?p s:geo ?g }`),
  ask('blank nodes', `SELECT ?lat { ?p s:geo ?g . ?g s:latitude ?lat FILTER isBlank(?g) }`),
  // graphs and forms
  ask('GRAPH', `SELECT ?g ?b { GRAPH ?g { ?b s:identifier ?n } }`),
  ask('FROM', `SELECT ?n FROM ${WORDS} { ?p s:identifier|s:jobTitle ?n }`),
  ask('a triple of two crates', `SELECT ?b ?n { ?b s:identifier ?n }`),
  ask('DISTINCT', `SELECT DISTINCT ?t { ?x a ?t }`),
  ask('CONSTRUCT', `CONSTRUCT { ?o s:member ?p . ?p s:note [ s:name ?n ] } { ?p s:affiliation ?o ; s:name ?n }`),
  ask('DESCRIBE', `DESCRIBE <https://example.org/rivers/#place>`),
  ask('ASK', `ASK { ?x s:name "Deep" FILTER NOT EXISTS { ?x s:author ?y } }`),
];

function ask(name: string, sparql: string): AskedQuery {
  return { name, sparql: PREFIXES + sparql };
}
