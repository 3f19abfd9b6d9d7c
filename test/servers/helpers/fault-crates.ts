import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../../package/helpers/crate-forms.js';

/** More graphs than are written in one transaction. */
export const MANY = 70;

/** Folders of crates: the same crates in an older and in a newer version. */
export type FaultCrates = Readonly<Record<'few' | 'many' | 'fewNew' | 'manyNew', string>>;

/** Writes the crates into a new folder. */
export async function writeFaultCrates(): Promise<FaultCrates> {
  const folder = await scratch();
  return {
    few: await writeVersion(join(folder, 'few'), 2, 'Old'),
    many: await writeVersion(join(folder, 'many'), MANY, 'Old'),
    fewNew: await writeVersion(join(folder, 'fewNew'), 2, 'New'),
    manyNew: await writeVersion(join(folder, 'manyNew'), MANY, 'New'),
  };
}

/** Writes a number of crates. @returns the folder */
export async function writeVersion(folder: string, count: number, name: string): Promise<string> {
  for (let index = 0; index < count; index += 1) {
    await mkdir(join(folder, String(index)), { recursive: true });
    await writeFile(join(folder, String(index), 'ro-crate-metadata.json'), crateOf(index, name));
  }
  return folder;
}

/** A crate with a blank node; both versions have as many quads. */
function crateOf(index: number, name: string): string {
  const id = `https://example.org/faults/${index}/`;
  return JSON.stringify({
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      {
        '@id': `${id}ro-crate-metadata.json`,
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        about: { '@id': id },
      },
      { '@id': id, '@type': 'Dataset', name, author: { '@id': '_:author' }, version: 7 },
      { '@id': '_:author', '@type': 'Person', name: `Ada ${name}` },
    ],
  });
}
