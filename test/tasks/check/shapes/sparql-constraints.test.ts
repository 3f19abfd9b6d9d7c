import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCrate } from '../../../../src/tasks/check/check-crate.js';
import type { JsonObject } from '../../../../src/crate/json/value.js';
import { documentText, sampleCrate, type Change } from '../helpers/sample-crate.js';

const PREFIXES = `@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix schema: <http://schema.org/> .
@prefix ex: <https://shapes.example/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:prefixes sh:declare [ sh:prefix "schema" ; sh:namespace "http://schema.org/"^^xsd:anyURI ] .
`;
const FILES = 'ex:File a sh:NodeShape ; sh:targetClass schema:MediaObject ;';
const select = (text: string, more = '') => `sh:sparql [ sh:prefixes ex:prefixes ; sh:select """${text}""" ${more} ]`;

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'crategraph-sparql-'))));
afterEach(() => rm(folder, { recursive: true }));

async function found(turtle: string, change: Change = () => undefined, options: object = {}) {
  const draft = sampleCrate();
  change(draft);
  const file = join(folder, 'shapes.ttl');
  await writeFile(file, PREFIXES + turtle);
  const crate = JSON.parse(documentText(draft) as string) as JsonObject;
  const { findings } = await checkCrate(crate as never, { shapes: [file], select: ['shape*'], ...options });
  return findings.map(({ rule, entity, message, severity, component }) => ({ rule, entity, message, severity, component })); // prettier-ignore
}

const TWO: Change = ({ add }) => void add({ '@id': 'b.csv', '@type': 'File', name: 'B', contentSize: '7' }, 'hasPart');

describe('SPARQL constraints', () => {
  it('run with $this bound, with prefixes, value and message', async () => {
    const text = 'SELECT $this ?value WHERE { $this schema:contentSize ?value . FILTER(STRLEN(?value) < 3) }';
    expect(
      await found(`${FILES} ${select(text, '; sh:message "{$this} has only {?value} bytes, {?nothing}"')} .`, TWO),
    ).toMatchObject([
      // prettier-ignore
      { rule: 'shape', entity: 'b.csv', severity: 'error', component: 'SPARQL', message: expect.stringMatching(/b\.csv has only 7 bytes, \{\?nothing\}: "7"$/) as string }, // prettier-ignore
    ]);
  });

  it('find the path, and take the severity of the shape', async () => {
    const text = 'SELECT $this ?path ?value WHERE { $this ?path ?value . FILTER(?path = schema:name && ?value = "B") }';
    expect(await found(`${FILES} sh:severity sh:Warning ; ${select(text, '; sh:message "no"')} .`, TWO)).toMatchObject([
      { severity: 'warning', message: 'no (http://schema.org/name): "B"' },
    ]);
  });

  it.each([
    ['a property', 'schema:name'],
    ['a sequence', '( schema:author schema:name )'],
    ['an inverse', '[ sh:inversePath schema:hasPart ]'],
    ['alternatives', '[ sh:alternativePath ( schema:name schema:nothing ) ]'],
    ['a repetition', '[ sh:oneOrMorePath schema:name ]'],
  ])('have $PATH: %s', async (_, path) => {
    const text = 'SELECT $this ?value WHERE { $this $PATH ?value }';
    const author: Change = ({ entity }) => (entity('levels.csv')['author'] = { '@id': 'https://orcid.org/0000-0002-1825-0097' }); // prettier-ignore
    const findings = await found(`${FILES} sh:property [ sh:path ${path} ; ${select(text)} ] .`, author);
    expect(findings).toMatchObject([{ rule: 'shape', entity: 'levels.csv' }]);
  });

  it.each([
    ['OPTIONAL', 'OPTIONAL { FILTER(isIRI($this)) BIND(1 AS ?one) } FILTER(BOUND(?one))'],
    ['UNION', '{ FILTER($this = <http://none.example/>) } UNION { $this schema:contentSize "7" }'],
    ['EXISTS', 'FILTER EXISTS { $this schema:contentSize "7" }'],
    ['NOT EXISTS', 'FILTER NOT EXISTS { $this schema:encodingFormat ?f }'],
    ['a SELECT', '{ SELECT $this (COUNT(?p) AS ?n) WHERE { $this ?p ?o } GROUP BY $this } FILTER(?n > 0)'],
  ])('see $this in %s', async (_, pattern) => {
    const findings = await found(`${FILES} ${select(`SELECT DISTINCT $this WHERE { ${pattern} }`)} .`, TWO);
    expect(findings.map(({ rule }) => rule)).not.toContain('shape-not-run');
    expect(findings.map(({ entity }) => entity)).toContain('b.csv');
  });

  it('see blank nodes, the shape and its graph', async () => {
    const blank: Change = ({ add }) => void add({ '@id': '_:area', '@type': 'GeoShape', name: 'x' });
    const text = `SELECT $this ?value WHERE { FILTER(isBlank($this)) $this schema:name ?value .
      GRAPH $shapesGraph { $currentShape <http://www.w3.org/ns/shacl#targetClass> schema:GeoShape } }`;
    expect(
      await found(`ex:Geo a sh:NodeShape ; sh:targetClass schema:GeoShape ; ${select(text)} .`, blank),
    ).toMatchObject([
      // prettier-ignore
      { rule: 'shape', entity: '_:area' },
    ]);
  });

  it('count inside of other shapes', async () => {
    const shape = `[ ${select('SELECT $this WHERE { $this schema:contentSize "7" }')} ]`;
    expect(await found(`${FILES} sh:not ${shape} .`, TWO)).toMatchObject([{ entity: 'levels.csv', component: 'Not' }]);
  });

  it.each([
    ['SELECT $this WHERE { $this ?p ?o MINUS { $this ?p 1 } }', 'MINUS'],
    ['SELECT $this WHERE { VALUES ?x { 1 } $this ?p ?x }', 'VALUES'],
    ['SELECT $this WHERE { SERVICE <http://127.0.0.1:9/> { $this ?p ?o } }', 'SERVICE'],
    ['SELECT ?x WHERE { $this ?p ?x }', 'does not select $this'],
    ['SELECT $this WHERE { { SELECT ?o WHERE { $this ?p ?o } } }', 'a SELECT in it does not select $this'],
    ['SELECT $this WHERE { BIND(1 AS $this) }', 'assigns $this'],
    ['SELECT $this WHERE { GRAPH ?g { $this ?p ?o } }', 'GRAPH ?g'],
    ['SELECT $this WHERE { $this $PATH ?o }', 'no sh:path'],
    ['ASK { $this ?p ?o }', 'no SELECT'],
    ['SELECT $this WHERE {', 'no SPARQL'],
    ['SELECT $this (true AS ?failure) WHERE { $this ?p ?o }', 'reports a failure'],
  ])('that SHACL does not allow are not run, and say so: %s', async (text, reason) => {
    expect(await found(`${FILES} ${select(text)} .`)).toMatchObject([
      { rule: 'shape-not-run', severity: 'note', message: expect.stringMatching(/^sh:sparql of https:\/\/shapes\.example\/File is not run: /) as string }, // prettier-ignore
    ]);
    expect((await found(`${FILES} ${select(text)} .`))[0]?.message).toContain(reason);
  });

  it('end at the time limit', async () => {
    const many: Change = ({ add }) => {
      for (let i = 0; i < 60; i += 1) add({ '@id': `#p${i}`, '@type': 'Person', name: `p${i}` });
    };
    const text = 'SELECT $this WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . FILTER(?a = ?l && ?c = ?j && $this = ?z) }'; // prettier-ignore
    await expect(found(`${FILES} ${select(text)} .`, many, { shapeSeconds: 0.3 })).rejects.toMatchObject({ code: 'ERR_TIMEOUT' }); // prettier-ignore
  });
});

describe('a shape without a message', () => {
  const property = (demand: string, path = 'schema:name') => `${FILES} sh:property [ sh:path ${path} ; ${demand} ] .`;

  it.each([
    ['a missing property', property('sh:minCount 1', 'schema:award'), 'schema:award is missing'],
    ['too few values', property('sh:minCount 3'), 'schema:name has fewer than 3 values'],
    [
      'too many values',
      property('sh:maxCount 1', 'schema:encodingFormat'),
      'schema:encodingFormat has more than 1 value',
    ],
    ['a datatype', property('sh:datatype xsd:integer'), 'the value of schema:name is not of the datatype xsd:integer: "Water levels"'], // prettier-ignore
    ['a class', property('sh:class schema:Person'), 'the value of schema:name is not a schema:Person: "Water levels"'],
    ['a pattern', property('sh:pattern "^x"'), 'the value of schema:name does not match the pattern "^x": "Water levels"'], // prettier-ignore
    ['a length', property('sh:maxLength 3'), 'the value of schema:name is longer than 3 characters: "Water levels"'],
    ['a list', property('sh:in ( "a" ex:b )'), 'the value of schema:name is none of "a", https://shapes.example/b: "Water levels"'], // prettier-ignore
    ['a value', property('sh:hasValue "a"'), 'schema:name does not have the value "a"'],
    ['alternatives', `${FILES} sh:or ( [ sh:path schema:award ; sh:minCount 1 ] [ sh:class schema:Person ] ) .`, 'it fits none of: (schema:award with minCount 1), (class schema:Person)'], // prettier-ignore
    ['exactly one', `${FILES} sh:xone ( [ sh:class schema:Person ] ex:Other ) . ex:Other a sh:NodeShape ; sh:nodeKind sh:Literal .`, 'it does not fit exactly one of: (class schema:Person), (https://shapes.example/Other)'], // prettier-ignore
    [
      'all of them',
      `${FILES} sh:and ( [ sh:class schema:Person ] ) .`,
      'it does not fit all of: (class schema:Person)',
    ],
    ['a negation', `${FILES} sh:not [ sh:nodeKind sh:IRI ] .`, 'it fits what it must not: nodeKind sh:IRI'],
    ['a path', property('sh:minCount 1', '( schema:author [ sh:inversePath schema:name ] )'), 'schema:author/^schema:name is missing'], // prettier-ignore
  ])('says what is demanded: %s', async (_, turtle, message) => {
    expect((await found(turtle)).map((one) => one.message)).toEqual([`does not fit the shape: ${message}`]);
  });

  it('says which property a closed shape does not allow', async () => {
    const findings = await found(`${FILES} sh:closed true ; sh:property [ sh:path schema:name ] ; sh:ignoredProperties ( schema:description schema:encodingFormat <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ) .`); // prettier-ignore
    expect(findings.map(({ message }) => message)).toEqual([
      'does not fit the shape: it has the property schema:contentSize, which the closed shape does not allow: "5120"',
    ]);
  });
});
