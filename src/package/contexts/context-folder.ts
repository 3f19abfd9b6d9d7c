import { realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { addressKey } from '../../crate/context/context-address.js';
import { contextInDocument, contextUnavailable, type ContextSource } from '../../crate/context/context-source.js';
import { readJson } from '../../crate/json/value.js';
import { readWhole } from '../../base/disk/file-streams.js';
import { unreadable } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';

const INDEX_HINT = 'a folder of contexts needs an index.json: [{"file": "x.json", "urls": ["https://..."]}]';

/**
 * Opens a folder of contexts whose `index.json` lists `[{file, urls}]`, with `file` relative to the folder or to its
 * parent and always inside the folder. `http` or `https`, `www.` and a final slash make no difference in an address.
 * Reads the index once, and a document at each request.
 * @throws CrateError (from `load`) ERR_NOT_FOUND without index.json, ERR_CONTEXT_UNAVAILABLE
 * for an invalid index or file
 */
export function folderSource(folder: string): ContextSource {
  let index: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    async load(address) {
      index ??= readIndex(folder);
      const files = await index.catch((error: unknown) => {
        index = undefined;
        throw error;
      });
      const file = files.get(addressKey(address));
      return file === undefined
        ? undefined
        : contextInDocument(await readListed(folder, file, address), address, address);
    },
  };
}

/** Checks that a folder has a valid `index.json`. @throws CrateError ERR_NOT_FOUND, ERR_CONTEXT_UNAVAILABLE */
export async function checkContextFolder(folder: string): Promise<void> {
  await readIndex(folder);
}

async function readIndex(folder: string): Promise<Map<string, string>> {
  const path = join(folder, 'index.json');
  const bytes = await readWhole(path).catch((cause: unknown) => {
    throw unreadable(path, cause, { hint: INDEX_HINT, details: { file: path } });
  });
  const files = new Map<string, string>();
  for (const { file, urls } of parseIndex(bytes, path)) {
    for (const url of urls) files.set(addressKey(url), file);
  }
  return files;
}

interface IndexEntry {
  readonly file: string;
  readonly urls: readonly string[];
}

function parseIndex(bytes: Uint8Array, path: string): IndexEntry[] {
  const invalid = (reason: string, cause?: unknown): CrateError =>
    new CrateError('ERR_CONTEXT_UNAVAILABLE', `${path}: ${reason}`, {
      hint: INDEX_HINT,
      details: { file: path },
      cause,
    });
  let entries: unknown;
  try {
    entries = readJson(bytes, { strict: false });
  } catch (cause) {
    throw invalid('is not JSON', cause);
  }
  if (!Array.isArray(entries)) throw invalid('is not an array');
  const index = entries.findIndex((entry) => !isEntry(entry));
  if (index >= 0) throw invalid(`entry /${index} needs "file" and "urls"`);
  return entries as IndexEntry[];
}

function isEntry(entry: unknown): entry is IndexEntry {
  const { file, urls } = (entry ?? {}) as Partial<Record<keyof IndexEntry, unknown>>;
  return typeof file === 'string' && Array.isArray(urls) && urls.every((url) => typeof url === 'string');
}

async function readListed(folder: string, file: string, address: string): Promise<unknown> {
  const root = await realpath(folder);
  const candidates = [resolve(root, file), resolve(dirname(root), file)];
  let cause: unknown;
  for (const path of candidates.filter((candidate) => candidate.startsWith(root + sep))) {
    try {
      return readJson(await readWhole(path), { strict: false });
    } catch (error) {
      cause ??= error;
      if (error instanceof SyntaxError) break;
    }
  }
  const reason = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
  throw contextUnavailable(address, `${join(folder, file)}, which index.json lists, ${reason}`, {
    hint: `correct ${join(folder, 'index.json')}`,
    details: { file: join(folder, file) },
    cause,
  });
}
