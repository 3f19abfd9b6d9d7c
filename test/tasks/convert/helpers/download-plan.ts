import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change, Plan } from '../../../../src/tasks/convert/plan.js';

/** A plan of `attach --download` with these changes. */
export function downloadPlan(changes: readonly Change[], document = 'c0ffee'): Plan {
  const name = 'ro-crate-metadata.json';
  const sha256 = createHash('sha256').update(document).digest('hex');
  return { verb: 'attach', mode: 'download', crate: 'atlas.json', document: sha256, name, changes };
}

/** A change that retrieves a file. */
export function retrieval(url: string, newId: string, more: Partial<Change> = {}): Change {
  return { step: 'B4', action: 'retrieve', id: url, newId, url, why: 'the policy accepts it', ...more };
}

/** Stands in for `applyChanges`: a document with the files of the changes. */
export function standIn({ changes, name }: Plan): Promise<Iterable<Uint8Array>> {
  const files = changes.filter(({ action }) => action === 'retrieve' || action === 'unpack' || action === 'folder');
  const parts = files.map(({ newId, id, action, url }) => ({
    '@id': newId,
    '@type': action === 'retrieve' ? 'File' : 'Dataset',
    ...(action === 'retrieve' && { contentUrl: url ?? id }),
  }));
  const graph = [
    { '@id': name, '@type': 'CreativeWork', about: { '@id': './' } },
    { '@id': './', '@type': 'Dataset', hasPart: parts.map((part) => ({ '@id': part['@id'] })) },
    ...parts,
  ];
  const document = { '@context': 'https://w3id.org/ro/crate/1.2/context', '@graph': graph };
  return Promise.resolve([Buffer.from(JSON.stringify(document, null, 2))]);
}

/** All files of a folder by path, with their text; also the hidden ones. */
export async function treeOf(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      files[path.slice(folder.length + 1)] = await readFile(path, 'utf8');
    }
  return files;
}

/** The SHA-256 of text, in hexadecimal digits. */
export const sha256Of = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
