import { join } from 'node:path';
import { Hono } from 'hono';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { pathSegments } from '../path-segments.js';
import { plainAnswer } from '../http/plain-answer.js';
import type { ServedPackage, ServerContext } from '../server-context.js';
import { fileLinks, metadataLinks } from '../link-headers.js';
import { listFolder } from './list-folder.js';
import { contentTypeOf } from '../http/media-types.js';
import { findInside } from './resolve-file.js';
import { serveFile, serveSmallFile, type FileFacts } from './serve-file.js';
import { SmallFiles } from './small-files.js';

const READING = ['GET', 'HEAD'];

/** Routes to the files of crate folders: `/crates/<name>/<path>`. The crate itself, `/crates/<name>/`, is left to others. */
export function packageRoutes(context: ServerContext): Hono {
  const packages = new Map(context.packages.map((one) => [one.name, new PackageAnswers(one, context)]));
  const app = new Hono();
  app.on(READING, '/crates/*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const [, name, ...inside] = pathSegments(pathname) ?? [];
    const answers = name === undefined ? undefined : packages.get(name);
    if (answers === undefined || (inside.length === 1 && inside[0] === '')) return next();
    if (inside.length === 0) return redirect(`./${encodeURIComponent(answers.name)}/${search}`);
    return (await answers.path(c.req.raw, inside, search)) ?? missing();
  });
  return app;
}

/** Whether a path, given as its decoded segments, is that of a file of one of the served folders. */
export function isFileOf(folders: ReadonlySet<string>, [crates, name = '', ...inside]: readonly string[]): boolean {
  return crates === 'crates' && folders.has(name) && inside.length > 0 && inside.at(-1) !== '';
}

/** The list of files at `/crates/<name>/`, for a crate that no page shows. Comes after all other routes. */
export function packageRootListing(context: ServerContext): Hono {
  const app = new Hono();
  app.on(READING, '/crates/:name/', async (c, next) => {
    const served = context.packages.find(({ name }) => name === c.req.param('name'));
    if (served === undefined) return next();
    const response = await listFolder(c.req.raw, { root: served.folder, inside: [], title: served.name });
    response.headers.set('link', (await context.facts.of(served)).links);
    return response;
  });
  return app;
}

/** Answers for the files of one served folder. */
class PackageAnswers {
  readonly name: string;
  readonly #served: ServedPackage;
  readonly #facts: ServerContext['facts'];
  readonly #metadataHeaders: FileFacts['headers'];
  readonly #fileHeaders: FileFacts['headers'];
  readonly #small = new SmallFiles();

  constructor(served: ServedPackage, { address: server, facts }: Pick<ServerContext, 'address' | 'facts'>) {
    this.name = served.name;
    this.#served = served;
    this.#facts = facts;
    const address = `${server}crates/${encodeURIComponent(served.name)}/`;
    this.#metadataHeaders = { link: metadataLinks(address) };
    this.#fileHeaders = { link: fileLinks(address) };
  }

  /** @returns undefined if there is nothing at the path */
  async path(request: Request, inside: readonly string[], search: string): Promise<Response | undefined> {
    const isFolder = inside.at(-1) === '';
    const segments = isFolder ? inside.slice(0, -1) : inside;
    const asked = join(this.#served.folder, ...segments);
    const kept = isFolder ? undefined : await this.#small.current(asked);
    if (kept !== undefined) return serveSmallFile(request, await this.#factsOf(segments), kept);
    const found = await findInside(this.#served.folder, segments);
    if (found === undefined || (isFolder && found.kind === 'file')) return undefined;
    const name = segments.at(-1) as string;
    if (found.kind === 'folder') {
      if (!isFolder) return redirect(`./${encodeURIComponent(name)}/${search}`);
      const title = [this.name, ...segments].join('/');
      return listFolder(request, { root: this.#served.folder, inside: segments, title });
    }
    const keep = { files: this.#small, as: asked };
    return serveFile(request, { path: found.path, keep, ...(await this.#factsOf(segments)) });
  }

  async #factsOf(segments: readonly string[]): Promise<FileFacts> {
    const path = segments.join('/');
    const name = segments.at(-1) as string;
    if (path === this.#served.metadata || (segments.length === 1 && isMetadataFileName(path)))
      return { type: contentTypeOf(name, undefined), headers: this.#metadataHeaders };
    const described = (await this.#facts.of(this.#served)).mediaTypes.get(path);
    return { type: contentTypeOf(name, described), headers: this.#fileHeaders };
  }
}

/** Relative, so that it is right behind a proxy. */
function redirect(location: string): Response {
  return new Response(null, { status: 301, headers: { location } });
}

function missing(): Response {
  return plainAnswer(404, 'The crate has no such file.');
}
