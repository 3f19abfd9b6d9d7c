import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the licences of all packages with code in what a bundler has written, which must go with it.
 * @param files the files whose code is in it
 * @param path the text file to write
 */
export function writeLicences(files, path) {
  const packages = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  const texts = [...new Set(packages)].sort().map(notice);
  writeFileSync(path, texts.join(`\n${'-'.repeat(78)}\n\n`));
}

/** What a package says about itself, and the text of its licence. */
function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${folder} has no licence file: its code cannot go into ours`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
