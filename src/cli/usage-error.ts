import type { Command, CommanderError } from 'commander';
import { CrateError } from '../errors.js';

/**
 * The usage error for a command line that commander refuses, with a hint that names what to do.
 * @param verb the first argument
 */
export function usageError({ code, message }: CommanderError, program: Command, verb = ''): CrateError {
  const [, problem = message, suggestion] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\?\))?$/s.exec(message) ?? [];
  const known = program.commands.some((command) => command.name() === verb);
  const help = `see \`crategraph ${known ? `${verb} ` : ''}--help\``;
  const elsewhere = code === 'commander.unknownOption' ? verbsWith(program, problem) : undefined;
  if (elsewhere !== undefined && !known)
    return new CrateError('ERR_USAGE', problem, { hint: `write options after the verb; ${help}` });
  const advice = elsewhere ?? suggestion?.replace('Did', 'did').concat('?');
  return new CrateError('ERR_USAGE', problem, { hint: advice === undefined ? help : `${advice} ${help}` });
}

/** Names the verbs that have the option which a message of commander quotes; undefined when there are none. */
function verbsWith(program: Command, message: string): string | undefined {
  const [, flag] = /'(--?[\w-]+)/.exec(message) ?? [];
  const verbs = program.commands.filter(({ options }) =>
    options.some(({ long, short }) => flag === long || flag === short),
  );
  if (flag === undefined || verbs.length === 0) return undefined;
  return `leave it out: it is an option of ${verbs.map((command) => command.name()).join(', ')};`;
}
