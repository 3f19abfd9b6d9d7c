import { addTerms } from '../../../src/tasks/vocabulary/add-terms.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { readTermTable } from '../../../src/tasks/vocabulary/term-table.js';

const contexts = openContexts({ offline: true });
const read = (text: string, project?: string) => readTermTable(text, { name: 't.csv', project });

it('reads a term on each row, with what the columns say', () => {
  const text = '\uFEFFTerm,iri,type,label,description\ngauge,https://e.example/g,class,Gauge,"What measures,\nat sea"\n\nzero,,,,\n';
  expect(read(text, 'test')).toEqual([
    {
      name: 'gauge',
      iri: 'https://e.example/g',
      role: 'class',
      label: 'Gauge',
      description: 'What measures,\nat sea',
      place: 't.csv, line 2',
    },
    { name: 'zero', iri: 'https://w3id.org/ro/terms/test#zero', place: 't.csv, line 5' },
  ]);
}); // prettier-ignore

it.each([';', '\t'])('separates by %j, if the first row does', (separator) => {
  const [term] = read(`term${separator}iri${separator}comment\na${separator}urn:a${separator}x, y\n`);
  expect(term).toMatchObject({ name: 'a', iri: 'urn:a', description: 'x, y' });
});

it.each([
  ['', 't.csv: it is empty'],
  ['term,iri\n', 't.csv: it has no terms'],
  ['name,iri\n', 't.csv, line 1, column name: nothing is known of it'],
  ['iri\nurn:a\n', 't.csv, line 1: no column is called term'],
  ['term,iri,comment,description\n', 't.csv, line 1: two columns are comment'],
  ['term,iri\na,urn:a\nb\n', 't.csv, line 3, column iri: the row has 1 cells, the first one 2'],
  ['term,iri\na,urn:a,b\n', 't.csv, line 2, column 3: the row has 3 cells, the first one 2'],
  ['term,iri\n,urn:a\n', 't.csv, line 2, column term: there is no term'],
  ['term,iri\na,\n', 't.csv, line 2, column iri: a has no IRI'],
  ['term,iri,type\na,urn:a,thing\n', 't.csv, line 2, column type: thing is no kind of term'],
  ['term,iri\na,urn:a\na,urn:b\n', 't.csv, line 3, column term: a is on line 2 already'],
  ['term,iri\na,urn:a\nb,urn:a\n', 't.csv, line 3, column iri: urn:a is on line 2 already'],
  ['term,iri\n"a,urn:a\n', 't.csv: Quote Not Closed'],
])('refuses %j', (text, message) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'ERR_USAGE', message: expect.stringContaining(message) })); // prettier-ignore
});

it.each([
  ['height,https://e.example/t#height', 'line 3, column term: cannot add height: in RO-Crate it is'],
  ['a b,https://e.example/t#ab', 'line 3, column term: cannot add a b: a term is one word'],
  ['urn,https://e.example/t#', 'line 3, column term: cannot add urn: as a prefix'],
  ['depth,t#depth', 'line 3, column iri: cannot add depth: "t#depth" is not an absolute IRI'],
])('a crate that cannot have the term %s says which row it is', async (row, message) => {
  const terms = read(`term,iri\nzero,https://e.example/t#zero\n${row}\n`);
  await expect(addTerms('data/crates/rainfall-survey', terms, { contexts })).rejects.toMatchObject({
    code: 'ERR_USAGE',
    message: expect.stringContaining(`t.csv, ${message}`),
  });
});
