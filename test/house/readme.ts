import { readFile, writeFile } from 'node:fs/promises';
import type { ErrorCode } from '../../src/base/errors.js';
import type { SavedQuery } from '../../src/store/saved-queries.js';

/** Returns the section of a page between `<!-- name -->` and `<!-- /name -->`. */
export async function sectionOf(page: string, name: string): Promise<string> {
  const [, text] = split(page, await readFile(page, 'utf8'), name);
  return text;
}

/** Rewrites a section of a page. */
export async function withSection(page: string, name: string, text: string): Promise<void> {
  const [before, , after] = split(page, await readFile(page, 'utf8'), name);
  await writeFile(page, before + text + after);
}

function split(page: string, text: string, name: string): [before: string, section: string, after: string] {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (from < start.length || to < from) throw new Error(`${page} has no section between ${start.trim()} and ${end}`);
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
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
