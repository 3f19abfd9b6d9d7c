import oxigraph from 'oxigraph';
import { withExactPaths } from '../../../../src/store/endpoint/query/exact-paths.js';
import { generateSparql, parseSparql } from '../../../../src/store/engine/parse-sparql.js';
import { sortedRows } from '../../../helpers/sorted-rows.js';

// An engine that knows paths answers the same before and after, except where it counts alternatives once.

const DATA = `@prefix : <urn:> .
:r :part :a, :b . :a :part :c . :b :part :c . :c :part :d . :d :part :c .
:r :author :p, "Literal", "Lit"@en, _:b . :r :creator :p . :a :author 7 .
:p :org :o, "Uni" . :o :org :o . _:b :org :o . :o :name "O" .`;
const store = new oxigraph.Store();
store.load(DATA, { format: 'text/turtle', to_graph_name: oxigraph.namedNode('urn:g') });

const rows = (sparql: string): string[] => sortedRows(store, sparql, { use_default_graph_as_union: true });
const rewritten = (pattern: string): string =>
  generateSparql(withExactPaths(parseSparql(`PREFIX : <urn:> SELECT * ${pattern}`)!));

test.each([
  ['{ :r :part* ?x }', 5],
  ['{ :r :part+ ?x . ?x :part ?y }', 4],
  ['{ ?x :part+ :d }', 5],
  ['{ :r :author/:org? ?x }', 7],
  ['{ :r :author ?p . ?p :org? ?x }', 7],
  ['{ :r :author ?p . ?p :org* ?x . ?p :org ?y }', 8],
  ['{ ?c :author/:org?/:org* ?x }', 11],
  ['{ ?c :author [ :org* ?x ] }', 8],
  ['{ :o ^:org/:org? ?x }', 6],
  ['{ GRAPH ?g { ?c :author/:org? ?x } }', 8],
  ['{ { ?c :author/:org? ?x } UNION { ?c :part+ :d } }', 13],
  ['{ ?c :author ?x OPTIONAL { :r :author/:org? ?x } }', 5],
])('%s', (pattern, count) => {
  const text = rewritten(pattern);
  expect(text).toContain('DISTINCT');
  const found = rows(text);
  expect(found).toEqual(rows(`PREFIX : <urn:> SELECT * ${pattern}`));
  expect(found).toHaveLength(count);
});

test('each alternative counts', () => {
  const found = rows(rewritten('{ :r (:author|:creator)/:org? ?x }'));
  expect(found.filter((row) => row === 'x=<urn:p>')).toHaveLength(2);
  expect(found.filter((row) => row === 'x="Literal"')).toHaveLength(1);
});

test.each(['{ ?a :part+ ?b }', '{ :r :part/:part ?x }', '{ ?x :part :c OPTIONAL { ?x :part* ?y } }'])(
  'a block without a node to begin at, or without such a path, stays: %s',
  (pattern) => {
    expect(rewritten(pattern)).not.toContain('DISTINCT');
  },
);
