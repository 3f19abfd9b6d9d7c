import type { Command, CommanderError } from 'commander';
import { CrateError } from '../base/errors.js';
import { didYouMean, nearNames } from '../base/rdf/near-names.js';
import { ALL_VERBS } from './commands.js';
import { HELP_TOPICS } from './help-topics.js';
import { EarlierOption, eventsOf } from './option-rules.js';
import { runnableCommands } from './runnable-commands.js';

/**
 * The usage error for a command line that commander refuses, with a hint that names what to do.
 * @param argv the command line, without node and script
 */
export function usageError({ code, message }: CommanderError, program: Command, argv: readonly string[]): CrateError {
  const [, problem = message, suggestion] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\?\))?$/s.exec(message) ?? [];
  const known = knownCommands(program, argv).map((command) => command.name());
  const shown = problem.replace(/^unknown command/, known.length === 0 ? 'unknown verb' : 'unknown job');
  const help = `see \`${['crategraph', ...known, '--help'].join(' ')}\``;
  const elsewhere = code === 'commander.unknownOption' ? verbsWith(program, problem) : undefined;
  if (elsewhere !== undefined && known.length === 0)
    return new CrateError('ERR_USAGE', shown, { hint: `write options after the verb; ${help}` });
  const meant = code === 'commander.unknownCommand' && known.length === 0 ? meantBy(argv) : undefined;
  if (meant !== undefined) return new CrateError('ERR_USAGE', shown, { hint: meant });
  const advice = elsewhere ?? suggestion?.replace('Did', 'did').concat('?');
  return new CrateError('ERR_USAGE', shown, { hint: advice === undefined ? help : `${advice} ${help}` });
}

/** A hint for a word that other tools have for a verb of ours, and for one like a topic of the help. */
function meantBy([verb = '', second = '']: readonly string[]): string | undefined {
  const isHelp = verb === 'help';
  const word = isHelp ? second : verb;
  if (word === 'version') return '`crategraph --version` prints it';
  const topics = Object.keys(HELP_TOPICS);
  const meant = isHelp ? nearNames(word, topics) : topics.filter((topic) => topic === word);
  if (meant.length > 0) return didYouMean(meant.map((topic) => `\`crategraph help ${topic}\``));
  const ours = ALL_VERBS.find(({ alsoCalled = [] }) => alsoCalled.includes(word.toLowerCase()));
  return ours && `the verb for that is ${ours.name}: ${ours.summary}; see \`crategraph ${ours.name} --help\``;
}

/**
 * How to use the verb of a command line, with its examples: for people who begin, and gave it nothing.
 * @param argv the command line, without node and script
 */
export function shortHelp(program: Command, argv: readonly string[]): string {
  const command = knownCommands(program, argv).at(-1) ?? program;
  let after = '';
  eventsOf(command).emit('afterHelp', { error: true, command, write: (text: string) => void (after += text) });
  return `Usage: ${command.createHelp().commandUsage(command)}\n\n${/^Examples?:\n(?: +.*\n)*/m.exec(after)?.[0] ?? ''}`;
}

/** The verb of a command line, and its job, as far as they exist. */
function knownCommands(program: Command, [word, ...more]: readonly string[]): Command[] {
  const command = program.commands.find((one) => one.name() === word);
  return command === undefined ? [] : [command, ...knownCommands(command, more)];
}

/** Names the verbs that have the option which a message of commander quotes; undefined when there are none. */
function verbsWith(program: Command, message: string): string | undefined {
  const [, flag] = /'(--?[\w-]+)/.exec(message) ?? [];
  const verbs = runnableCommands(program).filter(({ command: { options } }) =>
    options.some((one) => !(one instanceof EarlierOption) && (flag === one.long || flag === one.short)),
  );
  if (flag === undefined || verbs.length === 0) return undefined;
  return `leave it out: it is an option of ${verbs.map(({ name }) => name).join(', ')};`;
}
