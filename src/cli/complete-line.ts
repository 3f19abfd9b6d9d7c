import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Command, type Argument, type Option } from 'commander';
import { insertedByBash, readBashLine } from './bash-line.js';
import { ALL_VERBS } from './commands.js';
import { HELP_TOPICS } from './help-topics.js';
import { writeOutput, type Io } from './io.js';
import { knownWords, type KindOfWord, type KnownWord, type WordPlaces } from './known-words.js';
import { printable } from './printable.js';

/** The verbs that look for a crate only in the store: for others a path comes first. */
const IN_STORE = ['export', 'remove', 'dump', 'push'];

/** Values of options, and arguments, that are not among declared choices. Those of one verb have its name. */
const KINDS: Readonly<Record<string, KindOfWord>> = {
  '--crate': 'crate',
  'query --name': 'query',
  'queries name': 'query',
  'queries --remove': 'own query',
  'search --type': 'type',
  'show entity': 'entity',
  'set entity': 'entity',
  'unset entity': 'entity',
};

/**
 * Prints what may complete a command line, one word a line; after a tab what it means. A line for which it knows
 * nothing, or that makes no sense, gets no word: then the shell completes file names. It never fails, uses no network,
 * and changes nothing.
 * @param asked the shell, and all words after the program, of which the last is not finished; for bash the line to the
 * cursor and the part of it that bash replaces
 */
export async function printCompletions([shell = '', ...asked]: readonly string[], io: Io): Promise<void> {
  try {
    const lines = shell === 'bash' ? await bashWords(asked, io) : await wordsWithMeaning(shell, asked, io);
    await writeOutput(io, undefined, [lines.map((line) => `${line}\n`).join('')]);
  } catch {
    // A message would stand in the middle of the line that a person is typing.
  }
}

async function bashWords([line = '', replaced = '']: readonly string[], io: Io): Promise<string[]> {
  const read = readBashLine(line);
  if (/^\d*[<>]+$/.test(read.words.at(-2) ?? '')) return []; // the file of a redirection
  const words = await completions(read.words.slice(1), io);
  return words.map(({ text }) => insertedByBash(read, replaced, text)).filter((one) => one !== undefined);
}

/** For zsh and fish, which quote words themselves; fish gives the last one as it was typed. */
async function wordsWithMeaning(shell: string, asked: readonly string[], io: Io): Promise<string[]> {
  const typed = asked.at(-1) ?? '';
  const last = shell === 'fish' ? readBashLine(typed).words.join(' ') : typed;
  const words = await completions([...asked.slice(0, -1), last], io);
  return words.map(({ text, description }) => `${text}\t${printable(description, 100)}`);
}

/** The words that may stand for the last one of a command line. */
async function completions(words: readonly string[], io: Io): Promise<KnownWord[]> {
  const last = words.at(-1) ?? '';
  const found = await candidates(words.slice(0, -1), last, io);
  const begun = found.filter(({ text }) => text.startsWith(last) && printable(text) === text);
  return [...new Map(begun.map((one) => [one.text, one])).values()];
}

async function candidates(before: readonly string[], last: string, io: Io): Promise<readonly KnownWord[]> {
  const verbs = ALL_VERBS;
  const at = before.findIndex((word) => !word.startsWith('-'));
  const name = before[at];
  const names = verbs.map((verb) => ({ text: verb.name, description: brief(verb.summary) }));
  if (name === undefined) return last.startsWith('-') ? GLOBAL : [...names, HELP_VERB];
  if (name === HELP_VERB.text) return [...names, ...TOPICS];
  const verb = verbs.find((one) => one.name === name);
  if (verb === undefined) return [];
  const command = new Command(name);
  (await verb.define())(command, io, { code: 0 });
  return inCommand(command, before.slice(at + 1), last, io);
}

const HELP: KnownWord = { text: '--help', description: 'print the help' };
const HELP_VERB: KnownWord = { text: 'help', description: 'print the help of a verb, or of a topic' };
const TOPICS: readonly KnownWord[] = Object.entries(HELP_TOPICS).map(([text, { summary }]) => ({
  text,
  description: summary,
}));
const GLOBAL: readonly KnownWord[] = [
  HELP,
  { text: '--version', description: 'print the version' },
  { text: '--no-color', description: 'print no colours' },
];

/** @param words between the verb, or the job, and the last word */
async function inCommand(command: Command, words: readonly string[], last: string, io: Io): Promise<KnownWord[]> {
  if (command.commands.length > 0) {
    const at = words.findIndex((word) => !word.startsWith('-'));
    const job = command.commands.find((one) => one.name() === words[at]);
    if (job !== undefined) return inCommand(job, words.slice(at + 1), last, io);
    if (at >= 0) return [];
    return command.commands.map((one) => ({ text: one.name(), description: brief(one.description()) }));
  }
  const line = readWords(command, words);
  const places = { store: storeOf(command, line, io), crate: line.arguments[0], io };
  // with --save the argument is a file
  const argument = () => (line.values.has('--save') ? [] : ofArgument(command, line.arguments.length, last, places));
  if (line.open !== undefined) return ofOption(command, line.open, last, places);
  if (line.isEnded) return argument();
  if (!last.startsWith('-')) {
    const found = await argument();
    return found.filter(({ text }) => !text.startsWith('-')); // it would be an option
  }
  const [, flag = '', value = ''] = /^(--[\w-]+)=(.*)$/s.exec(last) ?? [];
  const option = optionOf(command, flag);
  if (option?.required !== true) return [...command.options.filter((one) => !one.hidden).map(ofFlag), HELP];
  const values = await ofOption(command, option, value, places);
  return values.map((one) => ({ ...one, text: `${flag}=${one.text}` }));
}

/** What the words after a verb say. */
interface ReadWords {
  readonly arguments: readonly string[];
  /** Values of options, by their long flag. */
  readonly values: ReadonlyMap<string | undefined, string>;
  /** The option whose value comes next. */
  readonly open: Option | undefined;
  /** Whether `--` has ended the options. */
  readonly isEnded: boolean;
}

function readWords(command: Command, words: readonly string[]): ReadWords {
  const given: string[] = [];
  const values = new Map<string | undefined, string>();
  let open: Option | undefined;
  let isEnded = false;
  for (const word of words) {
    if (open !== undefined) {
      values.set(open.long, word);
      open = undefined;
    } else if (isEnded || !word.startsWith('-') || word === '-') given.push(word);
    else if (word === '--') isEnded = true;
    else {
      const [flag, value] = word.startsWith('--')
        ? word.split(/=(.*)/s)
        : [word.slice(0, 2), word.slice(2) || undefined];
      const option = optionOf(command, flag);
      if (option?.required !== true) continue;
      if (value === undefined) open = option;
      else values.set(option.long, value);
    }
  }
  return { arguments: given, values, open, isEnded };
}

function optionOf(command: Command, flag: string | undefined): Option | undefined {
  return command.options.find(({ long, short }) => flag === long || flag === short);
}

/** The store of a command line; undefined for a verb that uses none. */
function storeOf(command: Command, { values }: ReadWords, { env }: Io): string | undefined {
  const option = optionOf(command, '--store');
  if (option === undefined) return undefined;
  return values.get('--store') ?? env[option.envVar ?? ''] ?? String(option.defaultValue);
}

async function ofOption(
  command: Command,
  { argChoices, long }: Option,
  text: string,
  places: WordPlaces,
): Promise<KnownWord[]> {
  if (argChoices !== undefined) return argChoices.map(ofChoice);
  const kind = KINDS[`${command.name()} ${long}`] ?? KINDS[long ?? ''];
  return kind === undefined ? [] : knownWords(kind, text, places);
}

async function ofArgument(command: Command, at: number, text: string, places: WordPlaces): Promise<KnownWord[]> {
  const { registeredArguments: declared } = command;
  const argument = declared[at] ?? declared.at(-1);
  if (argument === undefined || (at >= declared.length && !argument.variadic)) return [];
  if (argument.argChoices !== undefined) return argument.argChoices.map(ofChoice);
  const kind = KINDS[`${command.name()} ${argument.name()}`];
  if (kind !== undefined) return knownWords(kind, text, places);
  if (places.store === undefined || !mayBeStored(command, argument)) return [];
  return !IN_STORE.includes(command.name()) && (await isPath(text)) ? [] : knownWords('crate', text, places);
}

/** Whether an argument may be a crate of the store. */
function mayBeStored(command: Command, argument: Argument): boolean {
  return /^crate\b(?!-)/.test(argument.name()) && command.name() !== 'load';
}

/** Whether the path of a file or folder begins so. */
async function isPath(text: string): Promise<boolean> {
  const folder = text.endsWith('/') ? text : dirname(text);
  const name = text.endsWith('/') ? '' : basename(text);
  const names = await readdir(folder).catch(() => []);
  return names.some((one) => one.startsWith(name));
}

function ofFlag({ long, short, description }: Option): KnownWord {
  return { text: long ?? short ?? '', description: brief(description) };
}

function ofChoice(text: string): KnownWord {
  return { text, description: '' };
}

/** The first clause of a description: a shell shows it on one line. */
function brief(description: string): string {
  return (/^.*?(?=[;:] | \(|$)/.exec(description) ?? [''])[0];
}
