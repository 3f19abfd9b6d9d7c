import { JSONLD } from '../../base/rdf/syntaxes.js';
import type { QueryFormat } from '../../tasks/query/result-formats.js';
import type { EntityFacts } from '../../site/door.js';
import { entityLinks, type CrateAddresses } from '../discovery/link-headers.js';
import { addVary } from '../http/cors.js';
import { plainAnswer } from '../http/plain-answer.js';
import type { ServerContext } from '../server-context.js';
import { askedForm } from '../site/asked-form.js';
import { answerWithPage, pageResponse } from '../site/page-response.js';
import { answerJob } from '../sparql/job-answer.js';
import { failedAnswer } from '../sparql/refusal.js';
import { DOCUMENT, type StoredFormat } from './stored-formats.js';

/** An entity that a client asks for. */
export interface AskedEntity {
  /** The key of the crate. */
  readonly key: string;
  readonly graph: string;
  /** The identifier of the entity, as written or absolute. */
  readonly id: string;
  /** The query of the address. */
  readonly search: string;
  /** What it is asked for as; a page has no `to`. */
  readonly format: StoredFormat;
  readonly addresses: CrateAddresses;
}

/**
 * Answers for an entity of a crate, `/crates/<key>/?entity=<id>`: with its page, or with its description in RDF, which
 * is what DESCRIBE gives, its triples and those of the blank nodes that they lead to.
 * @param rootLinks the `Link` header of the crate, for the entity that is the crate
 */
export async function answerEntity(
  request: Request,
  asked: AskedEntity,
  { context, rootLinks }: { readonly context: ServerContext; readonly rootLinks: () => Promise<string> },
): Promise<Response> {
  const { key, id, search, format, graph } = asked;
  const isPage = format.to === undefined;
  const page = isPage
    ? ({ page: 'entity', key, id, search, form: askedForm(request) } as const)
    : ({ page: 'entity-facts', key, id } as const);
  return answerWithPage(context, page, async (rendered) => {
    const { entity } = rendered;
    if (entity === undefined && !isPage) return plainAnswer(404, 'The crate does not describe such an entity.');
    const response =
      isPage || entity === undefined
        ? pageResponse(request, rendered, context)
        : await describeEntity(request, entity, { asked, context });
    addVary(response.headers, 'Accept');
    if (entity !== undefined && response.status < 400)
      response.headers.set('link', entity.iri === graph ? await rootLinks() : entityLinks(entity, asked.addresses));
    return response;
  });
}

/** What an IRI in a query cannot have. */
const FORBIDDEN = /[\0-\x20<>"{}|^`\\]/;

async function describeEntity(
  request: Request,
  { iri }: EntityFacts,
  { asked: { graph, format }, context }: { readonly asked: AskedEntity; readonly context: ServerContext },
): Promise<Response> {
  if (iri.startsWith('_:') || FORBIDDEN.test(iri))
    return plainAnswer(406, 'This entity has no IRI, so it is described as a part of others only: it is available as text/html.'); // prettier-ignore
  const { limits, queries, address } = context;
  const name = (format === DOCUMENT ? JSONLD.name : format.to) as QueryFormat;
  const contentType = format === DOCUMENT ? JSONLD.mediaType : format.contentType;
  const job = {
    do: 'query',
    sparql: `DESCRIBE <${iri}>`,
    format: name,
    base: address,
    dataset: { unnamed: [graph], named: [] },
    most: limits.rows,
  } as const;
  try {
    return await answerJob(queries, job, {
      request,
      chosen: { name, contentType },
      headers: { 'cache-control': 'no-cache' },
    });
  } catch (error) {
    return failedAnswer(error, request);
  }
}
