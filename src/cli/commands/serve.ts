import { availableParallelism } from 'node:os';
import { Option, type Command } from 'commander';
import { CrateError } from '../../base/errors.js';
import type { RunningServer } from '../../server/open-server.js';
import { firstSignal, onInterruption } from '../interruption.js';
import { printMessage, writeJson, type Io } from '../io.js';
import { jsonOption, quietOption, readingOptions, repeatable, storeFileOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { readingOf, secondsOf } from '../resources.js';
import { textOfFile } from '../saved-plan.js';
import { wholeNumber } from '../whole-number.js';

interface ServeCommandOptions extends ReadingChoice, StoreOption, QuietOption, JsonOption {
  readonly host: string;
  readonly port: number;
  readonly address?: string;
  readonly site?: string;
  readonly permalink?: string[];
  readonly contact?: string;
  readonly private?: boolean;
  readonly origin?: string[];
  readonly tokenFile?: string;
  readonly timeout: number;
  readonly rows: number;
  readonly threads: number;
}

const HELP = `
The first Ctrl-C or SIGTERM lets requests under way end, with exit status 0; the
second one stops at once. CRATEGRAPH_TOKEN sets the token too.

A store file that is served keeps the names of what is removed from then on, for
harvesters (OAI-PMH); crategraph 0.9.0 cannot open it after that.

Examples:
  crategraph serve my-crate/
  crategraph serve --port 8080
  crategraph serve --site site.json
  crategraph serve my-crate/ --permalink /w/mine=/crates/my-crate/
`;

/** `crategraph serve`: serves crate folders and a store over HTTP until it is stopped. */
export const serveCommand: DefineCommand = (command, io) => {
  command
    .argument(
      '[crate-dir...]',
      'crate folders, each served at /crates/<its name>/; without --store they are loaded into a temporary store',
    )
    .option('--host <host>', 'address to listen on; 0.0.0.0 for every network', '127.0.0.1')
    .addOption(
      new Option('--port <n>', 'port to listen on; 0 for any free one').argParser(wholeNumber(0, 65_535)).default(3000),
    )
    .option(
      '--address <url>',
      'public address of the server, if it is behind a proxy; requests for its host are answered',
    )
    .option('--site <file>', 'JSON file with title, introduction, logo, imprint and accent of the website')
    .addOption(
      repeatable('--permalink <path=path>', 'redirect a permalink, as in /w/survey=/crates/survey/ (repeatable)'),
    )
    .option('--contact <email>', 'whom harvesters (OAI-PMH) may write to')
    .addHelpText('after', HELP);
  const access = [
    new Option('--private', 'require the token for reading too, and let no other website read'),
    repeatable('--origin <url>', "a website whose scripts may read, '*' for every one (repeatable)", checkOrigin),
    new Option('--token-file <file>', 'file with the token that writing needs (default: no client can write)'),
  ];
  const limits = [
    new Option('--timeout <seconds>', 'longest time of a query or update').argParser(secondsOf).default(30),
    new Option('--rows <n>', 'rows or triples of one result').argParser(wholeNumber(1)).default(1_000_000),
    new Option('--threads <n>', 'threads for queries')
      .argParser(wholeNumber(1, 64))
      .default(Math.max(4, availableParallelism()), 'processors, at least 4'),
  ];
  withOptions(
    command,
    access,
    limits,
    storeFileOption('file of the store, or memory: for an empty one that is not kept'),
    readingOptions(),
    quietOption(),
    jsonOption('print the address as JSON'),
  );
  command.action(async (folders: string[], options: ServeCommandOptions, self: Command) => {
    const { openServer } = await import('../../server/open-server.js');
    const token = await tokenOf(options, io);
    const reading = await readingOf(options, io);
    const server = await openServer({
      ...reading,
      folders,
      ...(usesStore(self, folders) && { store: options.store }),
      host: options.host,
      port: options.port,
      address: options.address,
      site: options.site,
      permalinks: options.permalink,
      contact: options.contact,
      token,
      isPrivate: options.private,
      origins: options.origin,
      limits: { seconds: options.timeout, rows: options.rows, threads: options.threads },
      ...(options.quiet !== true && { onAccess: (line: string) => printMessage(io, line) }),
      onFault: (error) =>
        printMessage(io, `ERR_INTERNAL: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    });
    // Until now a signal ends the process at once, and with it the temporary store.
    onInterruption('requests under way were cut off');
    const stopping = firstSignal();
    try {
      if (options.quiet !== true) announce(io, server, options, token !== undefined);
      if (options.json === true) await writeJson(io, [summaryOf(server)]);
      await stopping;
      if (options.quiet !== true) printMessage(io, 'stopping: waiting for requests to finish');
    } finally {
      await server.stop();
    }
  });
};

/** Whether the server uses a store that exists: that of `--store`, or the usual one if there are no folders. */
function usesStore(command: Command, folders: readonly string[]): boolean {
  return folders.length === 0 || command.getOptionValueSource('store') === 'cli';
}

function summaryOf({ address, listensAt, packages, notes }: RunningServer): Record<string, unknown> {
  const served = packages.map(({ name, folder, graph }) => ({ name, folder, ...(graph !== undefined && { graph }) }));
  return { address, listensAt, packages: served, notes };
}

function announce(io: Io, server: RunningServer, options: ServeCommandOptions, hasToken: boolean): void {
  const { address, listensAt, packages, notes } = server;
  const isPrivate = options.private === true;
  printMessage(io, `serving ${address}${address === listensAt ? '' : `, listening on ${listensAt}`}`);
  for (const { name, folder } of packages) printMessage(io, `  crates/${name}/ from ${folder}`);
  if (isPrivate)
    printMessage(io, `private: ${hasToken ? 'every request needs the token' : 'no other website may read'}`);
  for (const origin of options.origin ?? [])
    printMessage(io, `  scripts of ${origin === '*' ? 'every website' : origin} may read`);
  if (hasToken) printMessage(io, 'writing needs the token');
  for (const note of notes) printMessage(io, `note: ${note}`);
  if (!server.isLoopback && address.startsWith('http:')) {
    if (hasToken) printMessage(io, 'note: the token travels unencrypted over http: put a proxy with https in front');
    if (options.address === undefined)
      printMessage(io, 'note: other computers know this one by another address: say it with --address');
  }
  printMessage(io, 'Ctrl-C stops');
}

/** The token for writing. @throws CrateError ERR_NOT_FOUND, ERR_USAGE for one that no request can carry */
async function tokenOf({ tokenFile }: ServeCommandOptions, { env }: Io): Promise<string | undefined> {
  const text = tokenFile === undefined ? env['CRATEGRAPH_TOKEN'] : await textOfFile(tokenFile);
  if (text === undefined) return undefined;
  const token = text.trim();
  if (/^[\x21-\x7e]{8,}$/.test(token)) return token;
  const source = tokenFile === undefined ? 'CRATEGRAPH_TOKEN' : `the file ${tokenFile}`;
  throw new CrateError('ERR_USAGE', `${source} has no token`, {
    hint: 'a token is one word of at least 8 letters, digits or signs; `openssl rand -hex 32` makes one',
  });
}

/** @throws CrateError ERR_USAGE for what no browser sends as `Origin` */
function checkOrigin(text: string): void {
  if (text === '*' || (URL.canParse(text) && new URL(text).origin === text)) return;
  throw new CrateError('ERR_USAGE', `invalid --origin ${text}`, {
    hint: "write scheme and host only, as in https://data.example.org, or '*' for every website",
  });
}
