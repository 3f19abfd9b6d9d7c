import { readFile, writeFile } from 'node:fs/promises';
import type { ErrorCode } from '../../src/errors.js';
import type { SavedQuery } from '../../src/store/saved-queries.js';

const README = 'README.md';

/** Returns the section of README.md between `<!-- name -->` and `<!-- /name -->`. */
export async function sectionOf(name: string): Promise<string> {
  const [, text] = split(await readFile(README, 'utf8'), name);
  return text;
}

/** Rewrites a section of README.md. */
export async function withSection(name: string, text: string): Promise<void> {
  const [before, , after] = split(await readFile(README, 'utf8'), name);
  await writeFile(README, before + text + after);
}

function split(readme: string, name: string): [before: string, section: string, after: string] {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [readme.indexOf(start) + start.length, readme.indexOf(end)];
  if (from < start.length || to < from) throw new Error(`${README} has no section between ${start.trim()} and ${end}`);
  return [readme.slice(0, from), readme.slice(from, to), readme.slice(to)];
}

/** Formats the error codes as a table. */
export function errorTable(codes: Readonly<Record<string, ErrorCode>>): string {
  const rows = Object.entries(codes).map(([code, { meaning }]) => `| \`${code}\` | ${cell(meaning)} |\n`);
  return `| code | meaning |\n| --- | --- |\n${rows.join('')}`;
}

/** Formats the saved queries as a table. */
export function queryTable(queries: readonly SavedQuery[]): string {
  const rows = queries.map(({ name, parameters, summary }) => {
    const names = parameters.map((parameter) => `\`${parameter.name}\``).join(', ');
    return `| \`${name}\` | ${names} | ${cell(summary)} |\n`;
  });
  return `| query | parameters | summary |\n| --- | --- | --- |\n${rows.join('')}`;
}

/** Formats the help as a fenced block. */
export function helpBlock(help: string): string {
  return `\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
