/**
 * Prints the section of the change log that a release has: `node .config/release-notes.js v0.9.0`. Without a tag, that of
 * the version in package.json. Fails if the tag is not that version, or if the section is missing or empty.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const tag = process.argv[2] || `v${version}`;
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1);
const section = sections.find((text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`));
const notes = section?.slice(section.indexOf('\n')).trim() ?? '';

const problem =
  tag !== `v${version}`
    ? `the tag ${tag} is not the version of package.json, ${version}`
    : notes === ''
      ? `CHANGELOG.md has no section for ${version}, or an empty one`
      : undefined;
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
process.stdout.write(`${notes}\n`);
