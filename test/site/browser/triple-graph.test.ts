import { parseNQuads } from '../../../src/base/rdf/parse-rdf.js';
import { tableOfTriples } from '../../../src/site/browser/query/graph-table.js';
import { MOST_DRAWN, tripleGraph } from '../../../src/site/browser/query/triple-graph.js';

const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const triples = parseNQuads(`
<urn:a> ${TYPE} <http://schema.org/Person> .
<urn:a> <http://schema.org/name> "Ada" .
<urn:a> <urn:knows> _:b .
<urn:a> <urn:likes> _:b .
_:b <urn:knows> <urn:a> .
_:b <urn:self> _:b .
`);

describe('the picture of a result', () => {
  it('has IRIs and blank nodes, with what they are called and are', () => {
    const { nodes, edges, notes } = tripleGraph(triples);
    expect(nodes).toEqual([
      { id: 'urn:a', name: 'Ada', kind: 'person', links: 2 },
      { id: '_:b', name: undefined, kind: 'other', links: 2 },
    ].sort((a, b) => nodes.findIndex(({ id }) => id === a.id) - nodes.findIndex(({ id }) => id === b.id))); // prettier-ignore
    const named = edges.map(({ source, target, properties }) => [nodes[source]?.id, properties, nodes[target]?.id]);
    expect(named).toEqual([
      ['urn:a', ['urn:knows', 'urn:likes'], '_:b'],
      ['_:b', ['urn:knows'], 'urn:a'],
    ]);
    expect(notes).toEqual(['1 text is left out.', 'Types are shown by colour and shape.']);
  });

  it('has types as nodes where there is nothing else', () => {
    const { nodes, edges, notes } = tripleGraph(triples.slice(0, 1));
    expect([nodes.map(({ id }) => id), edges.length, notes]).toEqual([['urn:a', 'http://schema.org/Person'], 1, []]);
  });

  it('has the most linked nodes and their neighbours, and says how many there are', () => {
    const star = Array.from({ length: 100 }, (_, at) => `<urn:hub> <urn:p> <urn:n${at}> .`);
    const { nodes, edges, notes } = tripleGraph(parseNQuads([`<urn:x> <urn:p> <urn:y> .`, ...star].join('\n')));
    expect([nodes.length, nodes[0]?.id, edges.length]).toEqual([MOST_DRAWN, 'urn:hub', MOST_DRAWN - 1]);
    expect(notes).toEqual([`The picture shows ${MOST_DRAWN} of 103 nodes, the most linked ones.`]);
  });
});

test('triples are rows with the terms of SPARQL results', () => {
  const [, name, blank] = tableOfTriples(parseNQuads('_:b <urn:p> "a"@en-GB . <urn:a> <urn:p> "1"^^<urn:d> . _:b <urn:p> _:c .'.replaceAll(' . ', ' .\n'))).rows; // prettier-ignore
  expect(name?.['object']).toEqual({ type: 'literal', value: '1', datatype: 'urn:d' });
  expect(blank).toEqual({
    subject: { type: 'bnode', value: 'b' },
    property: { type: 'uri', value: 'urn:p' },
    object: { type: 'bnode', value: 'c' },
  });
});
