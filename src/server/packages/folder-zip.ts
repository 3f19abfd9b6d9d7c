import { Readable } from 'node:stream';
import { CrateError } from '../../base/errors.js';
import { FolderContainer } from '../../package/container/folder-container.js';
import type { PackageFile } from '../../package/crate-package.js';
import { PACKAGE_LIMITS } from '../../package/limits.js';
import { zipChunks } from '../../package/write/write-zip.js';
import { EXPOSED_HEADERS } from '../http/cors.js';
import { plainAnswer } from '../http/plain-answer.js';
import { fileLinks } from '../discovery/link-headers.js';
import { pathSegments } from '../path-segments.js';
import { contentChunks } from './serve-file.js';
import { findInside } from './resolve-file.js';
import type { ServedFolder } from './served-folders.js';

/** The end of the address of a crate as a ZIP, and its media type. */
export const ZIP = { extension: '.zip', mediaType: 'application/zip' } as const;

/**
 * Answers with a served folder as a ZIP: exactly the files that are served, the metadata file at the top. It is made
 * while the client reads. A file that fails ends the connection, so that no client takes a part for the whole.
 * @param address that of the crate
 */
export async function serveZip(request: Request, served: ServedFolder, address: string): Promise<Response> {
  const headers = {
    'content-type': ZIP.mediaType,
    'cache-control': 'no-cache',
    'access-control-expose-headers': EXPOSED_HEADERS,
    link: fileLinks(address),
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  try {
    const chunks = Readable.from(zipChunks(await servedFiles(served, request.signal)), { objectMode: false });
    return new Response(Readable.toWeb(chunks) as ReadableStream<Uint8Array>, { headers });
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    return plainAnswer(500, `This crate cannot be written as ${ZIP.mediaType}: ${error.code}: ${error.message}`);
  }
}

/** The files of a folder that requests can have, and its folders without any. @throws CrateError ERR_LIMIT */
async function servedFiles({ name, folder }: ServedFolder, signal: AbortSignal): Promise<PackageFile[]> {
  const files: PackageFile[] = [];
  let empty: PackageFile | undefined; // a folder in which nothing has been found yet
  for await (const { path, type, size } of new FolderContainer(name, folder, PACKAGE_LIMITS).entries()) {
    signal.throwIfAborted();
    const segments = path.split('/').filter((segment) => segment !== '');
    if (!isServed(segments)) continue;
    const isFile = type === 'file' && (await findInside(folder, segments))?.kind === 'file';
    if (!isFile && type !== 'folder') continue;
    if (empty !== undefined && !path.startsWith(empty.path)) files.push(empty);
    empty = isFile ? undefined : { path, size: 0, content: nothing };
    if (isFile) files.push({ path, size, content: () => contentOf(folder, segments) });
  }
  return empty === undefined ? files : [...files, empty];
}

/** Whether a request may have this path, see `pathSegments`. */
function isServed(segments: readonly string[]): boolean {
  return (
    segments.every((segment) => segment.isWellFormed()) &&
    pathSegments(`/${segments.map(encodeURIComponent).join('/')}`) !== undefined
  );
}

/** The content when its turn comes: by then another process may have put a link there. */
async function* contentOf(folder: string, segments: readonly string[]): AsyncGenerator<Uint8Array> {
  const found = await findInside(folder, segments);
  const chunks = found?.kind === 'file' ? await contentChunks(found.path) : undefined;
  if (chunks === undefined) throw new Error('a file of the crate disappeared while it was sent');
  yield* chunks;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
