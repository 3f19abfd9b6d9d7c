import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BIN } from './build.js';

/** Writes crates with a blank node each, and a list of them that also names one that is missing. */
export async function writeListedCrates(folder: string, list: string, count: number): Promise<void> {
  const { tinyCrate } = (await import('../bench/generate.mjs' as string)) as { tinyCrate(index: number): string };
  const paths: string[] = [join(folder, 'missing')];
  for (let index = 0; index < count; index += 1) {
    const crate = JSON.parse(tinyCrate(index)) as { '@graph': Record<string, unknown>[] };
    const root = crate['@graph'].find((entity) => entity['@id'] === './') as Record<string, unknown>;
    root['position'] = { '@id': '_:place' };
    crate['@graph'].push({ '@id': '_:place', '@type': 'PropertyValue', name: `Place “${index}”` });
    const path = join(folder, `${Math.floor(index / 1000)}`, `crate ${index}`);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'ro-crate-metadata.json'), JSON.stringify(crate));
    paths.push(path);
  }
  await writeFile(list, `${paths.join('\n')}\n`);
}

/** Puts a command `crategraph` into a folder, for programs that look it up in PATH; it adds its times to a file. */
export async function writeCommand(folder: string): Promise<void> {
  const file = join(folder, 'crategraph');
  const lines = [
    '#!/usr/bin/env bash',
    "TIMEFORMAT='%U %S'",
    // The message of `time` goes to the file, that of the command to where it would go.
    `{ time ${process.execPath} '${resolve(BIN)}' "$@" 2>&3; } 3>&2 2>>'${join(folder, 'times')}'`,
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(file, 0o755);
}

/** The lines of files in an order that does not depend on who wrote which. */
export function sortedLines(texts: readonly string[]): string[] {
  return texts
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}
