import { Command, CommanderError } from 'commander';
import { CrateError } from '../base/errors.js';
import { takeNoColor } from './colours.js';
import { ALL_VERBS, VERB_GROUPS } from './commands.js';
import { COMPLETE } from './completion-script.js';
import { HELP_TOPICS, helpTopic } from './help-topics.js';
import { isInterrupted } from './interruption.js';
import { writeJson, writeOutput, type Io } from './io.js';
import { refuseEmpty, refuseRepeated, refuseWithoutEndpoint } from './option-rules.js';
import { ownVersion } from '../base/own-manifest.js';
import { printableMessage } from './printable.js';
import { printError } from './reporting.js';
import { shortHelp, usageError } from './usage-error.js';

const ALL = ALL_VERBS.map(({ name }) => name);

const FOOTER = `
What writes crates: export one as RO-Crate, dump all as RDF, push to another
store, backup the store file, convert a crate without a store.

Topics of the help:
${Object.entries(HELP_TOPICS)
  .map(([name, { summary }]) => `  ${name.padEnd(13)}  ${summary}`)
  .join('\n')}

Examples:
  crategraph load crates/                     # all crates of a folder tree, into the store ./.crategraph
  crategraph list                             # with a handle for each crate, such as 47c378
  crategraph query --name people              # a saved query; see \`crategraph queries\`
  crategraph query 'SELECT ?crate ?name { GRAPH ?crate { ?crate a schema:Dataset ; schema:name ?name } }'
  crategraph export 47c378 -o ro-crate-metadata.json
  crategraph convert my-crate/ -o my-crate.ttl  # without a store

Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted (143 by SIGTERM).
`;

/**
 * Runs one command line. Data goes to stdout, messages go to stderr.
 * @param commandLine arguments without node and script
 * @returns the exit status: 0 done, 1 failed, 2 wrong usage; 130 and 143 come from the process
 */
export async function main(commandLine: readonly string[], surroundings: Io): Promise<number> {
  if (commandLine[0] === COMPLETE) {
    const { printCompletions } = await import('./complete-line.js');
    await printCompletions(commandLine.slice(1), surroundings);
    return 0;
  }
  const { argv, io } = takeNoColor(commandLine, surroundings);
  const status = { code: 0 };
  const topic = argv[0] === 'help' && argv.length === 2 ? helpTopic(argv[1] as string) : undefined;
  if (topic !== undefined) {
    await writeOutput(io, undefined, [topic.text]);
    return 0;
  }
  const program = await newProgram(verbsOf(argv), io, status);
  try {
    // commander answers `help nosuch` with the whole help and no error, but names an unknown verb
    const isHelpOfUnknown = argv[0] === 'help' && /^[^-]/.test(argv[1] ?? '') && !hasVerb(program, argv[1]);
    await program.parseAsync(isHelpOfUnknown ? argv.slice(1) : [...argv], { from: 'user' });
    return status.code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // the end of --help and --version
    if (isInterrupted()) return 1; // the signal has said so, and sets the status
    const failure = await failureOf(error, argv, io);
    // The failure may be that of stdout itself; stderr then says it.
    if (wantsJson(argv)) await writeJson(io, [{ error: failure }]).catch(() => undefined);
    if (isHelp(error)) return failure.exitStatus;
    printError(io, failure);
    if (isMissing(error) && !wantsJson(argv)) io.stderr.write(`\n${shortHelp(program, argv)}`);
    return failure.exitStatus;
  }
}

/**
 * The verbs whose code a command line needs: the one that it names, none for the help of all, all for hints.
 */
function verbsOf([verb = '', second = '']: readonly string[]): readonly string[] {
  if (['', '-h', '--help', '-V', '--version'].includes(verb) || (verb === 'help' && second === '')) return [];
  const named = verb === 'help' ? second : verb;
  return ALL.includes(named) ? [named] : ALL;
}

/** The command line. @param verbs those that can run; of the others it has names and summaries */
async function newProgram(verbs: readonly string[], io: Io, status: { code: number }): Promise<Command> {
  const program = new Command('crategraph')
    .description('RO-Crates in and out of RDF graph stores')
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print the help')
    .option('--no-color', 'print no colours; also after the verb')
    .configureHelp({ subcommandTerm: (verb) => (verb.name() === 'help' ? 'help [word]' : verb.name()) })
    .usage('[options] [verb]')
    .addHelpText('after', FOOTER)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text.split('\n').map(printableMessage).join('\n')),
      outputError: () => undefined, // main prints errors itself, with a hint
    });
  refuseEmpty(program);
  refuseWithoutEndpoint(program);
  for (const [heading, group] of Object.entries(VERB_GROUPS)) {
    program.commandsGroup(`${heading}:`);
    for (const { name, summary, define } of group) {
      const command = program.command(name).description(summary);
      if (!verbs.includes(name)) continue;
      (await define())(command, io, status);
      refuseRepeated(command);
    }
  }
  program.helpCommand('help [word]', 'print the help of a verb, or of a topic');
  return program;
}

/**
 * Whether to print errors as JSON. A command line that commander refuses has no parsed options, so we look at the text.
 */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const words = argv.slice(0, end < 0 ? argv.length : end);
  const isFormat = words.some(
    (word, at) => word === '--format=json' || (word === '--format' && words[at + 1] === 'json'),
  );
  return words.includes('--json') || (isFormat && argv[0] !== 'query'); // of rows, JSON has no place for an error
}

function hasVerb(program: Command, name: string | undefined): boolean {
  return name === 'help' || program.commands.some((command) => command.name() === name);
}

/** Whether a command line lacks an argument; people who begin get the beginning of the help then. */
function isMissing(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.missingArgument';
}

/** Without a verb, commander prints the help to stderr. */
function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.help';
}

async function failureOf(error: unknown, argv: readonly string[], io: Io): Promise<CrateError> {
  if (error instanceof CrateError) return error;
  if (isHelp(error))
    return new CrateError('ERR_USAGE', `the ${ALL.includes(argv[0] ?? '') ? 'job' : 'verb'} is missing`);
  // Its hint may name other verbs.
  if (error instanceof CommanderError) return usageError(error, await newProgram(ALL, io, { code: 0 }), argv);
  return new CrateError('ERR_INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}
