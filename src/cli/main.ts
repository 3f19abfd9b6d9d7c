import { Command, CommanderError } from 'commander';
import { CrateError } from '../errors.js';
import { COMMANDS } from './commands.js';
import { hasOutput, writeJson, type Io } from './io.js';
import { printableMessage } from './printable.js';
import { sayError } from './say.js';
import { readFileSync } from 'node:fs';

const EXAMPLES = `
Examples:
  crategraph load crates/                     all crates of a folder tree into the store ./.crategraph
  crategraph list
  crategraph query --name people              a saved query; see \`crategraph queries\`
  crategraph query 'SELECT ?crate { GRAPH ?crate { ?crate a <http://schema.org/Dataset> } }'
  crategraph export <graph> -o ro-crate-metadata.json
  crategraph convert my-crate/ --to turtle    without a store

Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted (143 by SIGTERM).
`;

/**
 * Runs one command line. Data goes to stdout, words to stderr.
 * @param argv arguments without node and script
 * @returns the exit status: 0 done, 1 failed, 2 usage; 130 and 143 come from the process
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const status = { code: 0 };
  const program = new Command('crategraph')
    .description('RO-Crates in and out of RDF graph stores')
    .version(version(), '-V, --version', 'print the version')
    .helpCommand('help [verb]', 'help for a verb')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(add --help for the options)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text.split('\n').map(printableMessage).join('\n')),
      outputError: (text, write) => write(text.replace(/^error: /, 'ERR_USAGE: ')),
    });
  for (const define of COMMANDS) define(program, io, status);
  for (const command of program.commands)
    command.copyInheritedSettings(program).showHelpAfterError('(add --help for the options)');
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return status.code;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) return 0;
    // After a part of a result an error would be taken for more of it: then only stderr and the exit status tell.
    if (argv.includes('--json') && !hasOutput(io)) await writeJson(io, [{ error: failure }]);
    if (!(error instanceof CommanderError)) sayError(io, failure);
    return failure.exitStatus;
  }
}

/** @returns undefined for the end of `--help` and `--version`, which comes as an error */
function failureOf(error: unknown): CrateError | undefined {
  if (error instanceof CrateError) return error;
  if (!(error instanceof CommanderError)) return internal(error);
  return error.exitCode === 0 ? undefined : new CrateError('ERR_USAGE', error.message.replace(/^error: /, ''));
}

function internal(error: unknown): CrateError {
  return new CrateError('ERR_INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}

/** The version of this package, from its package.json. */
function version(): string {
  const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return own;
}
