import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { listingFrame, listingRows, type ListedEntry } from '../../pages/folder-listing.js';
import { findInside } from './resolve-file.js';

/** Entries whose facts are asked for at once. */
const BATCH = 200;

/** A folder inside a served one. */
export interface FolderToList {
  /** Absolute path of the served folder. */
  readonly root: string;
  /** Decoded path inside it; nothing for the served folder itself. */
  readonly inside: readonly string[];
  readonly title: string;
}

/** Answers with the list of a folder: what can be requested, sorted by name, with relative links. */
export async function listFolder(request: Request, folder: FolderToList): Promise<Response> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control': 'no-cache',
  };
  const names = (await readdir(join(folder.root, ...folder.inside))).filter((name) => !name.startsWith('.')).sort();
  if (request.method === 'HEAD') return new Response(null, { headers });
  const text = Readable.from(htmlOf(folder, names), { objectMode: false });
  return new Response(Readable.toWeb(text) as ReadableStream, { headers });
}

async function* htmlOf(folder: FolderToList, names: readonly string[]): AsyncGenerator<string> {
  const [before, after] = listingFrame(folder.title);
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
