import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openPackage } from '../../open/open-package.js';
import { isWritableArchiveName } from '../../package/container/archive-names.js';
import type { CratePackage } from '../../package/crate-package.js';
import type { Plan } from '../plan.js';
import type { Part } from './check-parts.js';

/** Documents above this size are not read to find out whether they are finished. */
const LARGEST = 256 * 1024 * 1024;

/** The SHA-256 of the metadata document of an output in hexadecimal digits; undefined if there is none. */
export async function writtenDocument(output: string, name: string): Promise<string | undefined> {
  return withOutput(output, name, async ({ metadata }) => Buffer.from(metadata.content.sha256).toString('hex'));
}

/**
 * Tells whether an earlier run has finished the parts of a plan in an output: each is there with its size, and its entity
 * says in `contentUrl` where it came from.
 */
export async function isFinished(
  output: string,
  { name }: Pick<Plan, 'name'>,
  parts: readonly Part[],
): Promise<boolean> {
  const finished = await withOutput(output, name, async (opened) => {
    if (opened.metadata.content.length > LARGEST) return false;
    const { '@graph': graph } = JSON.parse(new TextDecoder().decode(opened.metadata.content.bytes)) as {
      '@graph': Entity[];
    };
    const entities = new Map(graph.map((entity) => [entity['@id'], entity]));
    const sizes = new Map<string, number>();
    if (isWritableArchiveName(output)) for await (const { path, size } of opened.files()) sizes.set(path, size);
    for (const { path, change } of parts) {
      const entity = entities.get(change.newId);
      if (entity === undefined) return false;
      if (change.action !== 'retrieve') continue;
      const sources = [entity.contentUrl ?? []].flat().map((one) => (typeof one === 'string' ? one : one['@id']));
      const size = isWritableArchiveName(output) ? sizes.get(path) : await sizeOf(join(resolve(output), path));
      if (!sources.some((one) => one === change.url || one === change.id)) return false;
      if (size === undefined || (change.size !== undefined && change.size !== size)) return false;
    }
    return true;
  }).catch(() => false);
  return finished === true;
}

interface Entity {
  readonly '@id'?: string;
  readonly contentUrl?: string | { readonly '@id'?: string } | readonly (string | { readonly '@id'?: string })[];
}

/** Opens the crate in an output; undefined if there is none. */
async function withOutput<T>(
  output: string,
  name: string,
  job: (opened: CratePackage) => Promise<T>,
): Promise<T | undefined> {
  const file = isWritableArchiveName(output) ? resolve(output) : join(resolve(output), name);
  if ((await lstat(file).catch(() => undefined))?.isFile() !== true) return undefined;
  const opened = await openPackage(file, { verify: 'metadata' });
  try {
    return await job(opened);
  } finally {
    await opened.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true ? found.size : undefined;
}
