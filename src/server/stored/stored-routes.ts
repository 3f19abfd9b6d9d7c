import { crateAddress } from '../../tasks/stored/crate-keys.js';
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { isMetadataFileName, METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { CrateError } from '../../base/errors.js';
import { askedForm } from '../site/asked-form.js';
import { answerPage } from '../site/page-response.js';
import { addVary, EXPOSED_HEADERS } from '../http/cors.js';
import { pathSegments } from '../path-segments.js';
import { preferredType } from '../http/preferred-type.js';
import { plainAnswer } from '../http/plain-answer.js';
import type { ServedPackage, ServerContext } from '../server-context.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import { metadataLinks } from '../discovery/link-headers.js';
import type { StoredCrates } from './stored-crates.js';
import { answerEntity } from './entity-answers.js';
import {
  acceptedFormat,
  DOCUMENT,
  formatOfName,
  OFFERED_TYPES,
  HTML_PAGE,
  type StoredFormat,
} from './stored-formats.js';

const READING = ['GET', 'HEAD'];
/** Parameters that only pages have. */
const PAGE_PARAMETERS = ['view', 'page', 'property', 'type', 'types', 'cite', 'format'];

/** Routes to the crates of the store: `/crates/<key>/` by `Accept`, and `/crates/<key>.ttl` and others by extension. */
export function storedRoutes(context: ServerContext): Hono {
  const answers = new StoredAnswers(context);
  const app = new Hono();
  app.on(READING, '/crates', () => redirect(308, './crates/'));
  app.on(READING, '/crates/', ({ req }) => answers.byIri(new URL(req.url).searchParams));
  app.on(READING, '/crates/*', async ({ req: { raw } }, next) => {
    const { pathname, search } = new URL(raw.url);
    const [, key = '', ...inside] = pathSegments(pathname) ?? [];
    const [name] = inside;
    if (key === '' || inside.length > 1) return next();
    if (name === undefined) return answers.named(raw, key, search);
    if (name === '') return (await answers.crate(raw, key, search)) ?? next();
    if (!isMetadataFileName(name)) return next();
    // Another name would be another base, and so another set of IRIs.
    return name === METADATA_FILE_NAME ? answers.document(raw, key) : redirect(308, `./${METADATA_FILE_NAME}`);
  });
  return app;
}

/** Answers for the crates of the store. */
class StoredAnswers {
  readonly #context: ServerContext;
  readonly #crates: StoredCrates;

  constructor(context: ServerContext) {
    this.#context = context;
    this.#crates = context.crates;
  }

  /** `/crates/?graph=IRI`: the crate of an IRI, or the entity of a crate. */
  async byIri(search: URLSearchParams): Promise<Response> {
    const iri = search.get('graph') ?? search.get('iri');
    if (iri === null || iri === '') return redirect(302, '../');
    const found = await this.#crates.crateOf(iri);
    const key = found && (await this.#crates.keyOf(found.graph));
    if (found === undefined || key === undefined)
      return plainAnswer(
        404,
        `No crate of this server has the IRI ${shown(iri)}. See /mentions?iri= for the crates that mention it.`,
      );
    const entity = found.isRoot ? '' : `?entity=${encodeURIComponent(iri)}`;
    return redirect(303, `./${encodeURIComponent(key)}/${entity}`);
  }

  /** `/crates/<key>`, `/crates/<key>.ttl`. */
  async named(request: Request, name: string, search: string): Promise<Response> {
    if (await this.#exists(name)) return redirect(308, `./${encodeURIComponent(name)}/${search}`);
    const zipped = name.replace(/\.zip$/, '');
    if (zipped !== name && (await this.#exists(zipped)))
      return plainAnswer(
        404,
        `The store has the metadata of this crate, not its files, so there is no ZIP of it: see /crates/${encodeURIComponent(zipped)}/${METADATA_FILE_NAME}.`,
      );
    const { key, format } = formatOfName(name) ?? {};
    if (key === undefined || format === undefined || !(await this.#exists(key))) return this.#missing(name);
    // In another folder the relative identifiers and links would mean something else.
    if (format === DOCUMENT) return redirect(308, `./${encodeURIComponent(key)}/${this.#metadataOf(key)}`);
    if (format.to === undefined) return redirect(303, `./${encodeURIComponent(key)}/?view=crate`);
    const graph = await this.#crates.graphOf(key);
    return graph === undefined ? notInStore(key) : this.#graph(request, { key, graph, format });
  }

  /**
   * `/crates/<key>/`, in the form that the client likes best; undefined for a folder that others have to answer for.
   */
  async crate(request: Request, key: string, search: string): Promise<Response | undefined> {
    const parameters = new URLSearchParams(search);
    const id = parameters.get('entity');
    if (id !== null) return this.#entity(request, { key, id, search });
    const isPage = PAGE_PARAMETERS.some((name) => parameters.has(name));
    const format = isPage ? undefined : acceptedFormat(request.headers.get('accept'));
    if (!isPage && format === undefined && acceptsZip(request) && this.#served(key) !== undefined)
      return new Response(null, {
        status: 303,
        headers: { location: `../${encodeURIComponent(key)}.zip`, vary: 'Accept' },
      });
    if (!isPage && format === undefined)
      return plainAnswer(406, `This crate is available as ${offered(this.#served(key) !== undefined)}.`, {
        vary: 'Accept',
      });
    const graph = await this.#crates.graphOf(key);
    if (graph === undefined && this.#served(key) === undefined)
      return format?.to === undefined ? this.#page(request, key, '') : this.#missing(key);
    let response: Response;
    // Its relative identifiers mean something at the location of the metadata document only.
    if (format === DOCUMENT) response = redirect(303, `./${this.#metadataOf(key)}`);
    else if (graph === undefined) return format?.to === undefined ? undefined : notInStore(key);
    else if (format?.to === undefined) response = await this.#page(request, key, search);
    else response = await this.#graph(request, { key, graph, format });
    addVary(response.headers, 'Accept');
    if (response.status < 400) response.headers.set('link', await this.#context.signposts.links(key, graph));
    return response;
  }

  /** `/crates/<key>/ro-crate-metadata.json`. */
  async document(request: Request, key: string): Promise<Response> {
    const graph = await this.#crates.graphOf(key);
    if (graph === undefined) return this.#missing(key);
    const response = await this.#graph(request, { key, graph, format: DOCUMENT });
    if (response.status < 400) response.headers.set('link', metadataLinks(this.#addressOf(key)));
    return response;
  }

  #page(request: Request, key: string, search: string): Promise<Response> {
    return answerPage(request, { page: 'crate', key, search, form: askedForm(request) }, this.#context);
  }

  /** `/crates/<key>/?entity=<id>`, in the form that the client likes best. */
  async #entity(request: Request, { key, id, search }: EntityChoice): Promise<Response> {
    const parameters = new URLSearchParams(search);
    // A page of the values of a property has no other form.
    const isPage = PAGE_PARAMETERS.some((name) => parameters.has(name));
    const format = isPage ? HTML_PAGE : acceptedFormat(request.headers.get('accept'));
    if (format === undefined)
      return plainAnswer(406, `This entity is available as ${OFFERED_TYPES.join(', ')}.`, { vary: 'Accept' });
    const graph = await this.#crates.graphOf(key);
    if (graph === undefined && format.to === undefined) return this.#page(request, key, '');
    if (graph === undefined) return this.#missing(key);
    const address = this.#addressOf(key);
    const addresses = { address, metadata: `${address}${this.#metadataOf(key)}` };
    return answerEntity(
      request,
      { key, graph, id, search, format, addresses },
      { context: this.#context, rootLinks: () => this.#context.signposts.links(key, graph) },
    );
  }

  async #graph(request: Request, { key, graph, format }: StoredChoice): Promise<Response> {
    const { store, exports } = this.#context;
    const address = `${this.#addressOf(key)}${METADATA_FILE_NAME}`;
    for (let tries = 0; tries < 10; tries += 1) {
      const mark = (await store.marks([graph])).get(graph);
      if (mark === undefined) return this.#missing(key);
      const headers = new Headers({
        'content-type': format.contentType,
        'access-control-expose-headers': EXPOSED_HEADERS,
        'cache-control': 'no-cache', // keep it, but ask whether it has changed
        etag: await this.#tag(graph, mark, { format, address }),
      });
      const unmet = unmetConditions(request, headers);
      if (unmet !== undefined) return unmet;
      // Any graph can be written as RDF, but not each one as a document: only the beginning of that tells.
      const isHead = request.method === 'HEAD';
      if (isHead && format !== DOCUMENT) return new Response(null, { headers });
      try {
        const body = await exports.open({ graph, to: format.to as NonNullable<StoredFormat['to']>, mark, address });
        if (isHead) await body?.cancel();
        if (body !== undefined) return new Response(isHead ? null : body, { headers });
      } catch (error) {
        if (!(error instanceof CrateError) || !UNWRITABLE.has(error.code)) throw error;
        return plainAnswer(500, `This crate cannot be written as ${format.mediaType}: ${error.code}: ${error.message}`);
      }
    }
    return plainAnswer(503, 'The crate is changing all the time.', { 'retry-after': '1' });
  }

  /** Changes with the graph, and with the documents that an export follows. */
  async #tag(graph: string, mark: string, { format, address }: TaggedForm): Promise<string> {
    const hash = createHash('sha256').update(`${format.extension} ${mark}`);
    if (format === DOCUMENT) hash.update(address); // its base depends on it
    if (format === DOCUMENT)
      for (const { sha256, changed } of await this.#context.store.records({ graph }))
        hash.update(`${sha256} ${changed}`);
    return `"${hash.digest('base64url').slice(0, 27)}"`;
  }

  #served(key: string): ServedPackage | undefined {
    return this.#context.packages.find(({ name }) => name === key);
  }

  /** The name of the metadata document in addresses. */
  #metadataOf(key: string): string {
    return encodeURIComponent(this.#served(key)?.metadata ?? METADATA_FILE_NAME);
  }

  #addressOf(key: string): string {
    return crateAddress(this.#context.address, key);
  }

  async #exists(key: string): Promise<boolean> {
    return this.#served(key) !== undefined || (await this.#crates.graphOf(key)) !== undefined;
  }

  async #missing(name: string): Promise<Response> {
    const nearest = await this.#crates.nearest(name);
    const hint =
      nearest.length === 0
        ? ''
        : ` Did you mean ${nearest.map((key) => `/crates/${encodeURIComponent(key)}/`).join(' or ')}?`;
    return plainAnswer(404, `There is no crate ${shown(name)} here.${hint}`);
  }
}

/** A crate of the store in a form. */
interface StoredChoice {
  readonly key: string;
  readonly graph: string;
  readonly format: StoredFormat;
}

/** An entity of a crate, and the query of its address. */
interface EntityChoice {
  readonly key: string;
  readonly id: string;
  readonly search: string;
}

/** A form, and the address of the metadata document. */
interface TaggedForm {
  readonly format: StoredFormat;
  readonly address: string;
}

/** Reasons of the crate itself; the other errors are ours. */
const UNWRITABLE: ReadonlySet<string> = new Set([
  'ERR_CONTEXT_UNAVAILABLE',
  'ERR_CONTEXT_INVALID',
  'ERR_ROOT_AMBIGUOUS',
]);

function notInStore(key: string): Response {
  return plainAnswer(404, `The folder ${shown(key)} is served as files only: the store does not have its graph.`);
}

/** The media types of a crate; only a folder has files, and so a ZIP. */
function offered(isFolder: boolean): string {
  return [...OFFERED_TYPES, ...(isFolder ? ['application/zip'] : [])].join(', ');
}

/** Whether a client takes a ZIP. One that takes something else too gets that: the ZIP of a crate may be very large. */
function acceptsZip({ headers }: Request): boolean {
  return preferredType(headers.get('accept'), ['application/zip']) !== undefined;
}

/** A text of the client, in an answer. */
function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}

/** Relative, so that it is right behind a proxy. */
function redirect(status: 302 | 303 | 308, location: string): Response {
  return new Response(null, { status, headers: { location } });
}
