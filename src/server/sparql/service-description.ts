import type { Quad } from '@rdfjs/types';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { RDF_TYPE, RDFS } from '../../base/rdf/vocabulary.js';
import type { StoreFacts } from '../../site/door.js';
import { VOID, voidStatistics } from '../discovery/void-quads.js';
import { GRAPH_ANSWERS, ROW_ANSWERS } from './answer-formats.js';
import { descriptionText } from './description-text.js';

const SD = 'http://www.w3.org/ns/sparql-service-description#';
const FORMATS = 'http://www.w3.org/ns/formats/';

/** What a service says of itself. */
export interface DescribedService {
  /** Its IRI. */
  readonly endpoint: string;
  /** Whether it takes updates. */
  readonly isWritable: boolean;
  /** How much its store contains; undefined while that is not known. */
  readonly facts: StoreFacts | undefined;
  /** Where its statistics and examples of queries are. */
  readonly seeAlso: readonly string[];
}

/**
 * Describes the endpoint (SPARQL 1.1 Service Description), with the statistics of its store in VoID.
 * @param format the name of one of the formats of descriptions
 */
export async function describeService(service: DescribedService, format: string): Promise<string> {
  return descriptionText(await statements(service), format, { sd: SD, formats: FORMATS, void: VOID });
}

async function statements({ endpoint, isWritable, facts, seeAlso }: DescribedService): Promise<Quad[]> {
  const factory = await dataFactory();
  const { namedNode, blankNode, quad } = factory;
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
    ...seeAlso.map((place) => quad(service, namedNode(`${RDFS}seeAlso`), namedNode(place))),
    quad(service, sd('defaultDataset'), dataset),
    quad(dataset, namedNode(RDF_TYPE), sd('Dataset')),
    quad(dataset, sd('defaultGraph'), graph),
    quad(graph, namedNode(RDF_TYPE), sd('Graph')),
    ...(facts === undefined ? [] : voidStatistics(dataset, facts, factory)),
  ];
}
