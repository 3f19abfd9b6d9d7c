import { Hono } from 'hono';
import { ContentResponse } from '../http/content-response.js';
import { EXPOSED_HEADERS, preflight } from '../http/cors.js';
import { plainAnswer } from '../http/plain-answer.js';
import type { DirectoryEntry } from '../discovery/crate-directory.js';
import { xmlDocument, xmlElement } from '../discovery/xml-text.js';
import type { ServerContext } from '../server-context.js';
import { readingProblem } from '../site/page-response.js';
import { failedAnswer } from '../sparql/refusal.js';
import { formOf, parametersIn } from '../sparql/request-parameters.js';
import { oaiAnswer } from './oai-answers.js';
import { OaiError, oaiRequest, type OaiRequest } from './oai-arguments.js';
import { OaiItems } from './oai-items.js';

const METHODS = 'GET, HEAD, POST, OPTIONS';
const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/';

/** Route of OAI-PMH 2.0, `/oai`, by which harvesters collect descriptions of all crates of the store. */
export function oaiRoutes(context: ServerContext): Hono {
  const app = new Hono();
  app.onError((error, c) => failedAnswer(error, c.req.raw));
  const known = new WeakMap<readonly DirectoryEntry[], OaiItems>();
  app.on(['GET', 'HEAD', 'POST'], '/oai', async ({ req: { raw } }) => {
    const parameters = raw.method === 'POST' ? await formOf(raw) : parametersIn(new URL(raw.url).search);
    const moment = await context.directory.now();
    const items = known.get(moment.entries) ?? new OaiItems(moment);
    known.set(moment.entries, items);
    let text = '';
    const problem = await readingProblem(async () => {
      text = await documentOf(parameters, { ...context, items });
    });
    const headers = new Headers({
      'content-type': 'text/xml; charset=utf-8',
      'access-control-expose-headers': EXPOSED_HEADERS,
      'cache-control': context.access.isPrivate ? 'private, no-cache' : 'no-cache',
    });
    return problem ?? new ContentResponse(text, { headers });
  });
  app.all('/oai', ({ req: { method } }) =>
    method === 'OPTIONS' ? preflight(METHODS) : plainAnswer(405, `/oai takes ${METHODS}.`, { allow: METHODS }),
  );
  return app;
}

async function documentOf(
  parameters: URLSearchParams,
  sources: ServerContext & { readonly items: OaiItems },
): Promise<string> {
  const base = `${sources.address}oai`;
  let request: OaiRequest | undefined;
  try {
    request = oaiRequest(parameters);
    const content = await oaiAnswer(request, sources);
    return oaiDocument(xmlElement('request', base, { ...request.values, verb: request.verb }), `<${request.verb}>${content}</${request.verb}>`); // prettier-ignore
  } catch (error) {
    if (!(error instanceof OaiError)) throw error;
    // With these errors the element has no attributes (section 3.2).
    const asked = request === undefined || error.code === 'badArgument' ? {} : { ...request.values, verb: request.verb }; // prettier-ignore
    return oaiDocument(xmlElement('request', base, asked), xmlElement('error', error.message, { code: error.code }));
  }
}

function oaiDocument(request: string, content: string): string {
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  return xmlDocument(
    `<OAI-PMH xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} ${NAMESPACE}OAI-PMH.xsd">${xmlElement('responseDate', time)}${request}${content}</OAI-PMH>`,
  );
}
