import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';

/** The example crates that come with the repository. */
export const EXAMPLES = resolve('data/crates');
export const SURVEY = join(EXAMPLES, 'rainfall-survey');

/** The parts of a test crate. */
export interface CrateParts {
  readonly name?: string;
  readonly root?: string;
  readonly descriptor?: string;
  readonly context?: JsonValue;
  /** Additional keys of the root. */
  readonly more?: JsonObject;
  /** Entities in addition to descriptor and root. */
  readonly entities?: readonly JsonObject[];
}

/** A small metadata document. */
export function crate({
  name = 'A crate',
  root = './',
  descriptor = 'ro-crate-metadata.json',
  context,
  more,
  entities = [],
}: CrateParts = {}): JsonObject {
  return {
    '@context': context ?? 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      {
        '@id': descriptor,
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        about: { '@id': root },
      },
      { '@id': root, '@type': 'Dataset', name, ...more },
      ...entities,
    ],
  };
}

/** Writes a crate folder. @returns its path */
export async function writeCrate(
  folder: string,
  document: JsonValue | string,
  file = 'ro-crate-metadata.json',
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), typeof document === 'string' ? document : JSON.stringify(document, null, 2));
  return folder;
}
