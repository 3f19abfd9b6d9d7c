import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { loadCatalogueTexts } from '../../site/door.js';
import { EXPOSED_HEADERS } from '../http/cors.js';
import { streamText } from '../http/stream-text.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import { readingProblem } from '../site/page-response.js';
import type { ServerContext } from '../server-context.js';
import { acceptedForm, CATALOGUE_FORMS, type CatalogueForm } from './catalogue-forms.js';
import type { DirectoryEntry } from './crate-directory.js';

const READING = ['GET', 'HEAD'];

/**
 * Routes to the catalogue of all crates of the store: `/` for a client that likes a form of it better than the page, and
 * `/catalogue.ttl` and others for everybody.
 */
export function catalogueRoutes(context: ServerContext): Hono {
  const app = new Hono();
  app.on(READING, '/', async ({ req: { raw } }, next) => {
    // A search is a page.
    const form = new URL(raw.url).search === '' ? acceptedForm(raw.headers.get('accept')) : undefined;
    return form === undefined ? next() : answer(raw, form, context);
  });
  for (const form of CATALOGUE_FORMS)
    app.on(READING, `/catalogue${form.ending}`, ({ req: { raw } }: Context) => answer(raw, form, context));
  return app;
}

async function answer(request: Request, form: CatalogueForm, context: ServerContext): Promise<Response> {
  const { address, access, branding, directory } = context;
  const { tag, entries } = await directory.now();
  const headers = new Headers({
    'content-type': form.contentType,
    'content-location': `${address}catalogue${form.ending}`,
    'access-control-expose-headers': EXPOSED_HEADERS,
    'cache-control': access.isPrivate ? 'private, no-cache' : 'no-cache',
    vary: 'Accept',
    etag: `"${createHash('sha256').update(`${tag} ${address} ${branding.title}`).digest('base64url').slice(0, 27)}${form.ending}"`,
  });
  const unmet = unmetConditions(request, headers);
  if (unmet !== undefined) return unmet;
  if (request.method === 'HEAD') return new Response(null, { headers });
  const text = await textOf(form, entries, context);
  return text instanceof Response ? text : new Response(streamText(text), { headers });
}

async function textOf(
  { syntax }: CatalogueForm,
  listed: readonly DirectoryEntry[],
  { address, branding, described }: ServerContext,
): Promise<AsyncIterable<string> | Response> {
  // The first crates are read before the answer begins, so that an error still has a status.
  const problem = await readingProblem(async () => {
    await described.each(listed).next();
  });
  if (problem !== undefined) return problem;
  const { catalogueName, dcatText, schemaCatalogueText } = await loadCatalogueTexts();
  const name = catalogueName(branding, address);
  const entries = described.each(listed);
  if (syntax === undefined) return schemaCatalogueText({ '@id': address, name, url: address }, entries);
  const catalogue = { '@id': address, '@type': ['dcat:Catalog'], title: [name] };
  return dcatText(catalogue, entries, syntax);
}
