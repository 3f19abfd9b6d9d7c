import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Quad } from '@rdfjs/types';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { loadCatalogueTexts, type StoreFacts } from '../../site/door.js';
import { EXPOSED_HEADERS } from '../http/cors.js';
import { ContentResponse } from '../http/content-response.js';
import { plainAnswer } from '../http/plain-answer.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import type { ServerContext } from '../server-context.js';
import { readingProblem } from '../site/page-response.js';
import { chooseFormat } from '../sparql/answer-formats.js';
import { DESCRIPTION_FORMATS, descriptionText } from '../sparql/description-text.js';
import { failedAnswer } from '../sparql/refusal.js';
import { VOID, voidStatistics } from './void-quads.js';

const DCTERMS_TITLE = 'http://purl.org/dc/terms/title';
const FOAF = 'http://xmlns.com/foaf/0.1/';

/** Where the statistics of a server are, below its address. */
export const VOID_PATH = '.well-known/void';

/** Route to the statistics of the store in VoID, `/.well-known/void`. They are those of the page of statistics. */
export function voidRoutes(context: ServerContext): Hono {
  const app = new Hono();
  app.onError((error, c) => failedAnswer(error, c.req.raw));
  app.on(['GET', 'HEAD'], `/${VOID_PATH}`, async ({ req: { raw } }) => {
    const { name, contentType } = chooseFormat(VOID_FORMATS, raw.headers.get('accept'), undefined);
    const facts = await storeFacts(context);
    if (facts instanceof Response) return facts;
    if (facts.pending > 0)
      return plainAnswer(503, `${facts.pending} crates are still to be counted.`, { 'retry-after': '2' });
    const text = await descriptionText(await statements(context, facts), name, { void: VOID, foaf: FOAF });
    const headers = new Headers({
      'content-type': contentType,
      'access-control-expose-headers': EXPOSED_HEADERS,
      'cache-control': context.access.isPrivate ? 'private, no-cache' : 'no-cache',
      vary: 'Accept',
      etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
    });
    return unmetConditions(raw, headers) ?? new ContentResponse(text, { headers });
  });
  return app;
}

/** Turtle first, for whoever has no wish. */
const VOID_FORMATS = [...DESCRIPTION_FORMATS].sort((a, b) => Number(b.name === 'turtle') - Number(a.name === 'turtle'));

/** How much the store contains, or the answer that says why that takes too much. */
export async function storeFacts({ pages }: Pick<ServerContext, 'pages'>): Promise<StoreFacts | Response> {
  let facts: StoreFacts | undefined;
  const problem = await readingProblem(async () => {
    facts = JSON.parse((await pages.render({ page: 'store-facts' })).body) as StoreFacts;
  });
  return facts ?? (problem as Response);
}

async function statements({ address }: ServerContext, facts: StoreFacts): Promise<Quad[]> {
  const { catalogueName } = await loadCatalogueTexts();
  const factory = await dataFactory();
  const { namedNode, literal, quad } = factory;
  const document = namedNode(`${address}${VOID_PATH}`);
  const dataset = namedNode(`${address}${VOID_PATH}#dataset`);
  return [
    quad(document, namedNode(RDF_TYPE), namedNode(`${VOID}DatasetDescription`)),
    quad(document, namedNode(`${FOAF}primaryTopic`), dataset),
    quad(dataset, namedNode(DCTERMS_TITLE), literal(catalogueName(address))),
    quad(dataset, namedNode(`${FOAF}homepage`), namedNode(address)),
    quad(dataset, namedNode(`${VOID}sparqlEndpoint`), namedNode(`${address}sparql`)),
    ...voidStatistics(dataset, facts, factory),
  ];
}
