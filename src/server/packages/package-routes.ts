import { join } from 'node:path';
import { Hono } from 'hono';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { pathSegments } from '../path-segments.js';
import { plainAnswer } from '../http/plain-answer.js';
import type { ServedPackage, ServerContext } from '../server-context.js';
import { fileLinks, metadataLinks } from '../discovery/link-headers.js';
import { folderAddress } from './folder-base.js';
import { serveZip, ZIP } from './folder-zip.js';
import { fileTypeOf } from '../http/media-types.js';
import { findInside } from './resolve-file.js';
import { serveFile, serveSmallFile, type FileFacts } from './serve-file.js';
import { SmallFiles } from './small-files.js';
import { readdir, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PAGE_HEADERS } from '../site/page-response.js';
import { loadListings, type ListedEntry } from '../../site/door.js';

const READING = ['GET', 'HEAD'];

/**
 * Routes to the files of crate folders, `/crates/<name>/<path>`, and to all of them, `/crates/<name>.zip`. The crate
 * itself, `/crates/<name>/`, is left to others.
 */
export function packageRoutes(context: ServerContext): Hono {
  const packages = new Map(context.packages.map((one) => [one.name, new PackageAnswers(one, context)]));
  const app = new Hono();
  app.on(READING, '/crates/*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const [, name, ...inside] = pathSegments(pathname) ?? [];
    const answers = name === undefined ? undefined : packages.get(name);
    const zipped = answers === undefined && inside.length === 0 ? packages.get(keyOfZip(name) ?? '') : undefined;
    if (zipped !== undefined) return zipped.zip(c.req.raw);
    if (answers === undefined || (inside.length === 1 && inside[0] === '')) return next();
    if (inside.length === 0) return redirect(`./${encodeURIComponent(answers.name)}/${search}`);
    return (await answers.path(c.req.raw, inside, search)) ?? missing();
  });
  return app;
}

/**
 * Whether a path, given as its decoded segments, is that of a file of one of the served folders, or
 * of such a folder as a ZIP.
 */
export function isFileOf(folders: ReadonlySet<string>, [crates, name = '', ...inside]: readonly string[]): boolean {
  if (crates !== 'crates') return false;
  if (inside.length === 0) return !folders.has(name) && folders.has(keyOfZip(name) ?? '');
  return folders.has(name) && inside.at(-1) !== '';
}

/** The key in `survey.zip`; undefined for another ending. */
function keyOfZip(name: string | undefined): string | undefined {
  return name?.endsWith(ZIP.extension) === true ? name.slice(0, -ZIP.extension.length) : undefined;
}

/** The list of files at `/crates/<name>/`, for a crate that no page shows. Comes after all other routes. */
export function packageRootListing(context: ServerContext): Hono {
  const app = new Hono();
  app.on(READING, '/crates/:name/', async (c, next) => {
    const served = context.packages.find(({ name }) => name === c.req.param('name'));
    if (served === undefined) return next();
    const response = await listFolder(c.req.raw, { root: served.folder, crate: served.name, inside: [] }, context);
    response.headers.set('link', (await context.facts.of(served)).links);
    return response;
  });
  return app;
}

/** Answers for the files of one served folder. */
class PackageAnswers {
  readonly name: string;
  readonly #served: ServedPackage;
  readonly #address: string;
  readonly #facts: ServerContext['facts'];
  readonly #metadataHeaders: FileFacts['headers'];
  readonly #fileHeaders: FileFacts['headers'];
  readonly #site: BrandedSite;
  readonly #small = new SmallFiles();

  constructor(served: ServedPackage, context: Pick<ServerContext, 'address' | 'facts' | 'branding'>) {
    const { address: server, facts } = context;
    this.#site = context;
    this.name = served.name;
    this.#served = served;
    this.#facts = facts;
    this.#address = folderAddress(server, served);
    this.#metadataHeaders = { link: metadataLinks(this.#address) };
    this.#fileHeaders = { link: fileLinks(this.#address) };
  }

  /** All that is served of the folder. */
  zip(request: Request): Promise<Response> {
    return serveZip(request, this.#served, this.#address);
  }

  /** @returns undefined if there is nothing at the path */
  async path(request: Request, inside: readonly string[], search: string): Promise<Response | undefined> {
    const isFolder = inside.at(-1) === '';
    const segments = isFolder ? inside.slice(0, -1) : inside;
    const asked = join(this.#served.folder, ...segments);
    const kept = isFolder ? undefined : await this.#small.current(asked);
    const isText = new URLSearchParams(search).get('as') === 'text';
    if (kept !== undefined) return serveSmallFile(request, await this.#factsOf(segments, isText), kept);
    const found = await findInside(this.#served.folder, segments);
    if (found === undefined || (isFolder && found.kind === 'file')) return undefined;
    const name = segments.at(-1) as string;
    if (found.kind === 'folder') {
      if (!isFolder) return redirect(`./${encodeURIComponent(name)}/${search}`);
      return listFolder(request, { root: this.#served.folder, crate: this.name, inside: segments }, this.#site);
    }
    // A metadata file under another name would have another base, and so another set of IRIs.
    if (
      segments.length === 1 &&
      name !== this.#served.metadata &&
      isMetadataFileName(name) &&
      (await this.#isMetadata(found.path))
    )
      return redirect(`./${encodeURIComponent(this.#served.metadata)}${search}`);
    const keep = { files: this.#small, as: asked };
    return serveFile(request, { path: found.path, keep, ...(await this.#factsOf(segments, isText)) });
  }

  async #isMetadata(path: string): Promise<boolean> {
    return (await findInside(this.#served.folder, [this.#served.metadata]))?.path === path;
  }

  /** @param isText for a reader who wants to see a text that browsers would only keep */
  async #factsOf(segments: readonly string[], isText: boolean): Promise<FileFacts> {
    const path = segments.join('/');
    const name = segments.at(-1) as string;
    if (isText) return { type: 'text/plain', headers: this.#fileHeaders };
    if (path === this.#served.metadata || (segments.length === 1 && isMetadataFileName(path)))
      return { type: fileTypeOf(name), headers: this.#metadataHeaders };
    const described = (await this.#facts.of(this.#served)).mediaTypes.get(path);
    return { type: fileTypeOf(name, described), headers: this.#fileHeaders };
  }
}

/** Relative, so that it is right behind a proxy. */
function redirect(location: string): Response {
  return new Response(null, { status: 301, headers: { location } });
}

/** What an address in a crate says that is none of its files. */
export const NO_SUCH_FILE = 'The crate has no such file.';

function missing(): Response {
  return plainAnswer(404, NO_SUCH_FILE);
}

/** Entries whose facts are asked for at once. */
const BATCH = 200;

/** How the website presents itself. */
type BrandedSite = Pick<ServerContext, 'branding'>;

/** A folder inside a served one. */
interface FolderToList {
  /** Absolute path of the served folder. */
  readonly root: string;
  /** Decoded path inside it; nothing for the served folder itself. */
  readonly inside: readonly string[];
  /** Its name in addresses. */
  readonly crate: string;
}

/** Answers with the list of a folder: what can be requested, sorted by name, with relative links. */
async function listFolder(request: Request, folder: FolderToList, site: BrandedSite): Promise<Response> {
  const headers = { ...PAGE_HEADERS, 'cache-control': 'no-cache' };
  const names = (await readdir(join(folder.root, ...folder.inside))).filter((name) => !name.startsWith('.')).sort();
  if (request.method === 'HEAD') return new Response(null, { headers });
  const text = Readable.from(htmlOf(folder, names, site), { objectMode: false });
  return new Response(Readable.toWeb(text) as ReadableStream, { headers });
}

async function* htmlOf(
  folder: FolderToList,
  names: readonly string[],
  { branding }: BrandedSite,
): AsyncGenerator<string> {
  const { listingFrame, listingRows } = await loadListings();
  const [before, after] = listingFrame(folder.crate, folder.inside, branding);
  yield before;
  for (let at = 0; at < names.length; at += BATCH) {
    const entries = await Promise.all(names.slice(at, at + BATCH).map((name) => entryOf(folder, name)));
    yield listingRows(entries.filter((entry) => entry !== undefined));
  }
  yield after;
}

/** An entry as a request would find it; undefined for one that is not served. */
async function entryOf({ root, inside }: FolderToList, name: string): Promise<ListedEntry | undefined> {
  const found = await findInside(root, [...inside, name]);
  const facts = found && (await stat(found.path).catch(() => undefined));
  if (found === undefined || facts === undefined || /[\\\0]/.test(name)) return undefined;
  return { name, kind: found.kind, size: facts.size, changed: facts.mtime };
}
