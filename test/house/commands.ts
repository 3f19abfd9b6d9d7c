import { readdirSync, readFileSync } from 'node:fs';
import { verbsOf } from '../cli/helpers/option-table.js';
import { runHere } from '../cli/helpers/run-here.js';

/** Programs whose command lines the documents show. */
const PROGRAMS = 'crategraph|npm|jq|sqlite3|node|echo|cat';

/** The command lines of a place of the documents, in their order. */
export interface Shown {
  readonly place: string;
  readonly commands: readonly string[];
}

/** The pages for users: the README, and those of `docs/` that have commands. */
export const PAGES: readonly string[] = [
  'README.md',
  '.github/CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && name !== 'dependencies.md')
    .sort()
    .map((name) => `docs/${name}`),
];

/** The blocks of commands in a Markdown file. Those of one block follow one another, so they share a folder. */
export function blocksOf(file: string): Shown[] {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/```sh\n(.*?)```/gs)];
  return blocks.map(([, text = ''], at) => ({ place: `${file}, block ${at + 1}`, commands: commandLines(text) }));
}

/** The commands inside the sentences of a Markdown file. */
export function inlineOf(file: string): Shown[] {
  const text = readFileSync(file, 'utf8').replace(/```.*?```/gs, '');
  const commands = [...text.matchAll(new RegExp(`\`((?:${PROGRAMS}) [^\`]+)\``, 'g'))].map(([, line = '']) => line);
  return [...new Set(commands)].map((line) => ({ place: `${file}, in a sentence`, commands: [line] }));
}

/** Options that a Markdown file names. */
export function optionNamesOf(file: string): string[] {
  const names = readFileSync(file, 'utf8').match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
  return [...new Set(names)];
}

/** Options that a Markdown file names together with their verb, as in `query --strict`. */
export function optionsOf(file: string): { verb: string; option: string }[] {
  const verbs = verbsOf().map(({ name }) => name);
  const code = [...readFileSync(file, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  return code.flatMap((text) => {
    const words = text.replace(/^crategraph /, '').split(' ');
    const verb = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => verbs.includes(name));
    if (verb === undefined) return [];
    return [...text.replace(' --help', '').matchAll(/ (--[a-z-]+)/g)].map(([, option = '']) => ({ verb, option }));
  });
}

/** The examples in the help of crategraph and of each verb. */
export async function examplesOf(): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const verb of ['', ...verbsOf().map(({ name }) => name)]) {
    const { stdout } = await runHere(...verb.split(' ').filter((word) => word !== ''), '--help');
    const [, text = ''] = /^Examples?:\n(.*?)(?=^\S|$(?![^]))/ms.exec(stdout) ?? [];
    const place = verb === '' ? 'crategraph --help' : `crategraph ${verb} --help`;
    const lines = commandLines(text);
    if (lines.length === 0) throw new Error(`${place} has no example`);
    for (const line of lines) shown.push({ place, commands: [line] });
  }
  return shown;
}

/** Splits a text into command lines: quotes and backslashes at the end of a line join it with the next. */
function commandLines(text: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of text.split('\n')) {
    open = open === '' ? line.trim() : `${open}\n${line}`;
    const quotes = open.replace(/"[^"]*"|'[^']*'/g, '');
    if (/['"]/.test(quotes) || open.endsWith('\\')) continue;
    if (open !== '') commands.push(open);
    open = '';
  }
  if (open !== '') throw new Error(`an example does not end: ${open}`);
  return commands;
}

/** A command line without the comment at its end. */
export function withoutComment(line: string): string {
  return line.replace(/ +#[^'"]*$/, '');
}

/** The words of a command line, or undefined if only a shell can run it. */
export function wordsOf(line: string): string[] | undefined {
  const command = withoutComment(line).replaceAll('\\\n', ' ');
  const bare = command.replace(/'[^']*'|"[^"$`\\]*"/g, '');
  if (/[|<>;&#$`\\()*?[\]{}~]/.test(bare)) return undefined;
  const words = command.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, (_all, single: string, double: string) => single ?? double)); // prettier-ignore
}
