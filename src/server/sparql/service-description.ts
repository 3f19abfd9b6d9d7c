import type { Quad } from '@rdfjs/types';
import type { QueryFormat } from '../../query/result-formats.js';
import { dataFactory } from '../../rdf/data-factory.js';
import { quadsToNQuads } from '../../rdf/nquads.js';
import { writeTurtle } from '../../rdf/turtle/write-turtle.js';
import { RDF_TYPE } from '../../rdf/vocabulary.js';
import { GRAPH_ANSWERS, ROW_ANSWERS } from './answer-formats.js';

const SD = 'http://www.w3.org/ns/sparql-service-description#';
const FORMATS = 'http://www.w3.org/ns/formats/';

/** W3C's names of the formats of rows; those of graphs are our labels. */
const ROW_NAMES: Partial<Record<QueryFormat, string>> = {
  json: 'SPARQL_Results_JSON',
  xml: 'SPARQL_Results_XML',
  csv: 'SPARQL_Results_CSV',
  tsv: 'SPARQL_Results_TSV',
};

/** The names of the formats in which a description can be written. */
export const DESCRIPTION_FORMATS = GRAPH_ANSWERS.filter(({ name }) => name !== 'jsonld');

/**
 * Describes the endpoint (SPARQL 1.1 Service Description).
 * @param endpoint its IRI
 * @param isWritable whether it takes updates
 * @param format one of {@link DESCRIPTION_FORMATS}
 */
export async function describeService(endpoint: string, isWritable: boolean, format: string): Promise<string> {
  const quads = await statements(endpoint, isWritable);
  const prefixes = { sd: SD, formats: FORMATS };
  const chunks = ['turtle', 'trig'].includes(format) ? writeTurtle(quads, { prefixes }) : quadsToNQuads(quads);
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

async function statements(endpoint: string, isWritable: boolean): Promise<Quad[]> {
  const { namedNode, blankNode, quad } = await dataFactory();
  const service = namedNode(endpoint);
  const dataset = blankNode('dataset');
  const graph = blankNode('graph');
  const sd = (name: string) => namedNode(`${SD}${name}`);
  const rows = ROW_ANSWERS.flatMap(({ name }) => ROW_NAMES[name] ?? []);
  const formats = [...rows, ...GRAPH_ANSWERS.map(({ label }) => label)];
  const languages = ['SPARQL11Query', ...(isWritable ? ['SPARQL11Update'] : [])];
  return [
    quad(service, namedNode(RDF_TYPE), sd('Service')),
    quad(service, sd('endpoint'), service),
    ...languages.map((language) => quad(service, sd('supportedLanguage'), sd(language))),
    quad(service, sd('feature'), sd('UnionDefaultGraph')),
    ...formats.map((format) => quad(service, sd('resultFormat'), namedNode(`${FORMATS}${format}`))),
    quad(service, sd('defaultDataset'), dataset),
    quad(dataset, namedNode(RDF_TYPE), sd('Dataset')),
    quad(dataset, sd('defaultGraph'), graph),
    quad(graph, namedNode(RDF_TYPE), sd('Graph')),
  ];
}
