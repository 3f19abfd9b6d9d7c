import type { EventEmitter } from 'node:events';
import { Option, type Command } from 'commander';
import { CrateError } from '../base/errors.js';
import { isWebIri } from '../base/rdf/iri.js';
import { quotedName } from '../base/quoted-name.js';
import { shellPath } from '../base/shell-word.js';

/**
 * Declares that two options of a verb exclude each other. A value from the environment is ignored.
 * @param hint what to do instead
 */
export function exclusive(command: Command, first: string, second: string, hint: string): Command {
  return command.hook('preAction', () => {
    if (isGiven(command, first) && isGiven(command, second))
      throw new CrateError('ERR_USAGE', `${first} and ${second} exclude each other`, { hint });
  });
}

/**
 * Lets people write an option in an earlier way too, which the help does not show.
 * @param flag the option, as in `--format`
 * @param earlier the other spelling, as in `--to`
 */
export function alsoSpelled(command: Command, flag: string, earlier: string): Command {
  const option = optionOf(command, flag);
  const value = option.required ? ' <value>' : '';
  const hidden = new EarlierOption(`${earlier}${value}`, `as ${flag}`).hideHelp();
  command.addOption(hidden);
  return command.on(`option:${hidden.name()}`, (text: string | null) => {
    eventsOf(command).emit(`option:${option.name()}`, text);
  });
}

/** An earlier spelling of another option. */
export class EarlierOption extends Option {}

/** A command as what emits its events: commander does not declare that it is that. */
export function eventsOf(command: Command): EventEmitter {
  return command as unknown as EventEmitter;
}

/** Ends a verb that lacks an argument: with the error, and with the beginning of its help. */
export function missingArgument(command: Command, message: string): never {
  return command.error(message, { code: 'commander.missingArgument' });
}

/** The error for an argument beside `--each`, which reads a list from stdin: people mean the file of the list. */
export function argumentBesideList(verb: string, argument: string): CrateError {
  return new CrateError('ERR_USAGE', `--each reads the crates from stdin, and ${quotedName(argument)} is an argument`, {
    hint: `if that is the list, write \`crategraph ${verb} --each < ${shellPath(argument)}\``,
  });
}

/** Declares that the options of a table do not go with `--json`. */
export function tableOrJson(command: Command): Command {
  for (const option of tableOptionsOf(command))
    exclusive(command, option, '--json', `leave ${option} out: --json prints everything`);
  return command;
}

/** `--columns` and `--wide`, if the verb declares them. */
function tableOptionsOf(command: Command): string[] {
  return ['--columns', '--wide'].filter((flag) => command.options.some(({ long }) => long === flag));
}

/** Declares `--format` of a verb whose result is a table: `json` is `--json`, and the columns of the others may be chosen. */
export function tableFormat(command: Command): Command {
  tableOrJson(command);
  exclusive(command, '--format', '--json', 'leave one of them out');
  return command.hook('preAction', () => {
    const { format } = command.opts<{ readonly format?: string }>();
    if (format === undefined || format === 'table') return;
    const refused = tableOptionsOf(command).filter((flag) => format === 'json' || flag === '--wide');
    refuse(command, refused, `with --format ${format}`, 'write a table');
    if (format === 'json') command.setOptionValue('json', true);
  });
}

/** Declares options of a verb that work only together with another option. */
export function onlyWith(command: Command, needed: string, dependent: readonly string[]): Command {
  return command.hook('preAction', () => {
    if (!isGiven(command, needed)) refuse(command, dependent, `without ${needed}`, `add ${needed}`);
  });
}

/**
 * Refuses options that do not work with the other arguments.
 * @param circumstance completes "--strict does not work ..."
 * @param remedy what to do instead of leaving the option out
 * @throws CrateError ERR_USAGE when one of them is given
 */
export function refuse(command: Command, flags: readonly string[], circumstance: string, remedy: string): void {
  const given = flags.find((flag) => isGiven(command, flag));
  if (given !== undefined)
    throw new CrateError('ERR_USAGE', `${given} does not work ${circumstance}`, {
      hint: `leave ${given} out, or ${remedy}`,
    });
}

/** Refuses empty arguments and values: in most places they would mean the current folder, which was not asked for. */
export function refuseEmpty(program: Command): void {
  program.hook('preAction', (_, command) => {
    const at = command.args.indexOf('');
    const { registeredArguments: declared } = command;
    if (at >= 0)
      throw emptyValue(
        `the argument <${declared[Math.min(at, declared.length - 1)]?.name() ?? at}>`,
        `${UNSET} The current folder is \`.\``,
      );
    const values = command.opts<Record<string, unknown>>();
    const option = command.options.find((one) => [values[one.attributeName()]].flat().includes(''));
    if (option === undefined) return;
    const isFromCommandLine = command.getOptionValueSource(option.attributeName()) === 'cli';
    throw emptyValue(isFromCommandLine ? (option.long ?? option.flags) : (option.envVar ?? option.flags));
  });
}

const UNSET = 'is a variable of your shell not set?';

function emptyValue(what: string, hint = UNSET): CrateError {
  return new CrateError('ERR_USAGE', `${what} is empty`, { hint });
}

/** Refuses what is said about an endpoint on a command line whose store is not an endpoint. Those of the environment wait for one. */
export function refuseWithoutEndpoint(program: Command): void {
  program.hook('preAction', (_, command) => {
    const { store, to } = command.opts<{ readonly store?: string; readonly to?: string }>();
    for (const [place, location, prefix] of [
      ['--store', store, '--'],
      ['--to', to, '--to-'],
    ] as const) {
      if (location === undefined || isWebIri(location)) continue;
      const declared = ['query-url', 'update-url', 'graph-url', 'engine']
        .map((name) => `${prefix}${name}`)
        .filter((flag) => command.options.some(({ long }) => long === flag));
      refuse(command, declared, 'with a store that is not a SPARQL endpoint', `give ${place} http://...`);
    }
  });
}

/** An option that may be given several times; any other with a value is given once. */
export class RepeatableOption extends Option {}

/** Refuses an option that is given twice with one value each: commander would keep the last one and say nothing. */
export function refuseRepeated(verb: Command): void {
  verb.commands.forEach(refuseRepeated);
  for (const option of verb.options) {
    if (option.isBoolean() || option instanceof RepeatableOption) continue;
    let isGivenBefore = false;
    verb.on(`option:${option.name()}`, () => {
      if (isGivenBefore)
        throw new CrateError('ERR_USAGE', `${option.long ?? option.flags} is given twice`, {
          hint: 'it takes one value; leave the others out',
        });
      isGivenBefore = true;
    });
  }
}

/** Whether the command line itself contains the option, whatever the environment or a default says. */
function isGiven(command: Command, flag: string): boolean {
  return command.getOptionValueSource(optionOf(command, flag).attributeName()) === 'cli';
}

function optionOf(command: Command, flag: string): Option {
  const option = command.options.find(({ long }) => long === flag);
  if (option === undefined) throw new CrateError('ERR_INTERNAL', `${command.name()} does not declare ${flag}`);
  return option;
}
