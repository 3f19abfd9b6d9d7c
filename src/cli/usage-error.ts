import type { Command, CommanderError } from 'commander';
import { CrateError } from '../base/errors.js';
import { runnableCommands } from './runnable-commands.js';

/**
 * The usage error for a command line that commander refuses, with a hint that names what to do.
 * @param argv the command line, without node and script
 */
export function usageError({ code, message }: CommanderError, program: Command, argv: readonly string[]): CrateError {
  const [, problem = message, suggestion] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\?\))?$/s.exec(message) ?? [];
  const known = knownBeginning(program, argv);
  const help = `see \`${['crategraph', ...known, '--help'].join(' ')}\``;
  const elsewhere = code === 'commander.unknownOption' ? verbsWith(program, problem) : undefined;
  if (elsewhere !== undefined && known.length === 0)
    return new CrateError('ERR_USAGE', problem, { hint: `write options after the verb; ${help}` });
  const advice = elsewhere ?? suggestion?.replace('Did', 'did').concat('?');
  return new CrateError('ERR_USAGE', problem, { hint: advice === undefined ? help : `${advice} ${help}` });
}

/** The verb of a command line, and its job, as far as they exist. */
function knownBeginning(program: Command, [word, ...more]: readonly string[]): string[] {
  const command = program.commands.find((one) => one.name() === word);
  return command === undefined ? [] : [command.name(), ...knownBeginning(command, more)];
}

/** Names the verbs that have the option which a message of commander quotes; undefined when there are none. */
function verbsWith(program: Command, message: string): string | undefined {
  const [, flag] = /'(--?[\w-]+)/.exec(message) ?? [];
  const verbs = runnableCommands(program).filter(({ command: { options } }) =>
    options.some(({ long, short }) => flag === long || flag === short),
  );
  if (flag === undefined || verbs.length === 0) return undefined;
  return `leave it out: it is an option of ${verbs.map(({ name }) => name).join(', ')};`;
}
