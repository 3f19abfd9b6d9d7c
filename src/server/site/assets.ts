import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import mime from 'mime-types';
import { ContentResponse } from '../http/content-response.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import { ownFile } from '../../disk/own-files.js';

/** Our build writes them there; a path from the sources leads there too. */
const FOLDER = ownFile('dist/assets/');

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

const assets = new Map<string, Promise<Asset | undefined>>();

/** Answers a request for a script or style of the website; undefined if there is none of this name. */
export async function answerAsset(request: Request, name: string): Promise<Response | undefined> {
  // The names of our build; nothing else is looked for.
  if (!/^[\w-]+(?:\.[\w-]+)*\.(?:js|css|json|svg|wasm|txt)$/.test(name)) return undefined;
  let reading = assets.get(name);
  if (reading === undefined) reading = readAsset(name);
  const asset = await reading;
  if (asset === undefined) return undefined;
  assets.set(name, reading);
  const { bytes, etag } = asset;
  const type = mime.contentType(name);
  const headers = new Headers({
    'Content-Type': type === false ? 'application/octet-stream' : type,
    'X-Content-Type-Options': 'nosniff',
    // The name of a file stays when its content changes, so clients ask each time, and mostly get 304.
    'Cache-Control': 'no-cache',
    ETag: etag,
  });
  return unmetConditions(request, headers) ?? new ContentResponse(bytes, { headers });
}

async function readAsset(name: string): Promise<Asset | undefined> {
  const bytes = await readFile(new URL(name, FOLDER)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { bytes: new Uint8Array(bytes), etag };
}
