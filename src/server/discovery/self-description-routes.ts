import { Hono } from 'hono';
import type { Quad } from '@rdfjs/types';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { DCTERMS, RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { loadCatalogueTexts, type StoreFacts } from '../../site/door.js';
import { plainAnswer } from '../http/plain-answer.js';
import type { ServerContext } from '../server-context.js';
import { readingProblem } from '../site/page-response.js';
import { failedAnswer } from '../sparql/refusal.js';
import { answerDescription, descriptionFormat } from './description-answer.js';
import { EXAMPLES_PATH, queryExamples } from './query-examples.js';
import { VOID, voidStatistics } from './void-quads.js';

const FOAF = 'http://xmlns.com/foaf/0.1/';

/** Where the statistics of a server are, below its address. */
export const VOID_PATH = '.well-known/void';

/**
 * Routes to what the server says of itself in RDF: the statistics of the store in VoID, `/.well-known/void`, which are those
 * of the page of statistics, and examples of queries, `/.well-known/sparql-examples`.
 */
export function selfDescriptionRoutes(context: ServerContext): Hono {
  const app = new Hono();
  app.onError((error, c) => failedAnswer(error, c.req.raw));
  app.on(['GET', 'HEAD'], `/${VOID_PATH}`, async ({ req: { raw } }) => {
    descriptionFormat(raw); // before anything is counted
    const facts = await factsOfStore(context);
    if (facts instanceof Response) return facts;
    if (facts.pending > 0)
      return plainAnswer(503, `${facts.pending} crates are still to be counted.`, { 'retry-after': '2' });
    const quads = await statements(context, facts);
    return answerDescription(raw, { quads, prefixes: { void: VOID, foaf: FOAF, dcterms: DCTERMS } }, context);
  });
  app.on(['GET', 'HEAD'], `/${EXAMPLES_PATH}`, async ({ req: { raw } }) =>
    answerDescription(raw, await queryExamples(context.address), context),
  );
  return app;
}

/** How much the store contains, or the answer that says why that takes too much. */
export async function factsOfStore({ pages }: Pick<ServerContext, 'pages'>): Promise<StoreFacts | Response> {
  let facts: StoreFacts | undefined;
  const problem = await readingProblem(async () => {
    facts = JSON.parse((await pages.render({ page: 'store-facts' })).body) as StoreFacts;
  });
  return facts ?? (problem as Response);
}

async function statements({ address, branding }: ServerContext, facts: StoreFacts): Promise<Quad[]> {
  const { catalogueName } = await loadCatalogueTexts();
  const factory = await dataFactory();
  const { namedNode, literal, quad } = factory;
  const document = namedNode(`${address}${VOID_PATH}`);
  const dataset = namedNode(`${address}${VOID_PATH}#dataset`);
  return [
    quad(document, namedNode(RDF_TYPE), namedNode(`${VOID}DatasetDescription`)),
    quad(document, namedNode(`${FOAF}primaryTopic`), dataset),
    quad(dataset, namedNode(`${DCTERMS}title`), literal(catalogueName(branding, address))),
    quad(dataset, namedNode(`${FOAF}homepage`), namedNode(address)),
    quad(dataset, namedNode(`${VOID}sparqlEndpoint`), namedNode(`${address}sparql`)),
    ...voidStatistics(dataset, facts, factory),
  ];
}
