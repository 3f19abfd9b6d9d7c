import type { Quad } from '@rdfjs/types';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { serializeRdf } from '../../base/rdf/serialize-rdf.js';
import { JSONLD, NQUADS, syntaxOf } from '../../base/rdf/syntaxes.js';
import { writeTurtle } from '../../base/rdf/turtle/write-turtle.js';
import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { GRAPH_ANSWERS, ROW_ANSWERS } from './answer-formats.js';

const SD = 'http://www.w3.org/ns/sparql-service-description#';
const FORMATS = 'http://www.w3.org/ns/formats/';

/** The names of the formats in which a description can be written. */
export const DESCRIPTION_FORMATS = GRAPH_ANSWERS.filter((syntax) => syntax !== JSONLD);

/**
 * Describes the endpoint (SPARQL 1.1 Service Description).
 * @param endpoint its IRI
 * @param isWritable whether it takes updates
 * @param format one of {@link DESCRIPTION_FORMATS}
 */
export async function describeService(endpoint: string, isWritable: boolean, format: string): Promise<string> {
  const quads = await statements(endpoint, isWritable);
  const prefixes = { sd: SD, formats: FORMATS };
  const syntax = syntaxOf(format) ?? NQUADS;
  const chunks = syntax.writer === 'turtle' ? writeTurtle(quads, { prefixes }) : serializeRdf(quads, syntax, prefixes);
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
  const formats = [...ROW_ANSWERS, ...GRAPH_ANSWERS].flatMap(({ w3c }) => w3c ?? []);
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
