import { Command } from 'commander';
import { runnableCommands, type RunnableCommand } from '../../../src/cli/runnable-commands.js';
import { VERB_GROUPS } from '../../../src/cli/commands.js';
import type { Io } from '../../../src/cli/io.js';

const CONTEXTS = ['--offline', '--contexts', '--allow-private-contexts'];
const READING = [...CONTEXTS, '--limit', '--strict'];
const OUTPUT = ['--output', '--force', '--quiet'];
const WRITTEN = [...OUTPUT, '--json'];
const TABLE = ['--columns', '--wide'];
const BASE = ['--base', '--arcp'];
const RDF = ['--from', '--root'];
/** What is said about the endpoint of `push --to`. */
export const OTHER_ADDRESSES = ['--to-query-url', '--to-update-url', '--to-graph-url', '--to-engine'];
const STORE = ['--store', '--query-url', '--update-url', '--graph-url', '--engine'];

/** For each verb the options that it takes, and no others. */
export const TAKES: Readonly<Record<string, readonly string[]>> = {
  load: [
    ...[
      '--mode',
      '--follow',
      '--jobs',
      '--each',
      '--null',
      '--reference',
      '--name',
      '--with-rdf',
      '--apart',
      '--no-layout',
      '--report',
      ...BASE,
      ...RDF,
      ...STORE,
      ...READING,
    ],
    ...['--quiet', '--json'],
  ],
  sync: [
    ...['--as', '--dry-run', '--prune', '--full', '--diff', '--no-robots', '--contact', '--config', '--parallel'],
    ...[...STORE, ...READING, '--quiet', '--json'],
  ],
  list: ['--rows', '--sort', '--name', '--references', '--format', ...TABLE, ...STORE, '--json'],
  show: ['--all', ...STORE, ...READING, '--quiet', '--json'],
  search: ['--type', '--crate', '--rows', '--format', ...TABLE, ...STORE, '--quiet', '--json'],
  query: [
    ...[
      '--file',
      '--name',
      '--param',
      '--crate',
      '--crates-from',
      '--in',
      '--align',
      '--same',
      '--format',
      ...OUTPUT,
      '--timeout',
      ...STORE,
    ],
    ...['--rows', '--safe-csv', '--count', '--explain', ...TABLE, '--json'],
    ...[...RDF, ...READING], // with --in
  ],
  queries: ['--save', '--remove', '--force', '--format', ...TABLE, '--json'],
  update: ['--file', '--crate', '--dry-run', '--param', '--timeout', ...STORE, '--quiet', '--json'],
  export: [
    ...[
      '--format',
      ...WRITTEN,
      '--with-files',
      '--no-files',
      '--jsonld-alias',
      '--context',
      '--no-layout',
      '--keep-base',
      ...STORE,
    ],
    ...[...CONTEXTS, '--limit'],
  ],
  remove: ['--foreign', ...STORE, '--json'],
  dump: ['--format', '--catalogue', '--shards', '--skolem', ...WRITTEN, ...STORE, ...CONTEXTS],
  identities: ['--dry-run', ...STORE, '--quiet', '--json'],
  index: ['--rebuild', '--store', '--quiet', '--json'],
  verify: [...STORE, '--json'],
  backup: ['--store', '--json'],
  push: ['--to', '--mode', '--plain', '--dry-run', ...OTHER_ADDRESSES, ...STORE, '--quiet', '--json'],
  convert: [
    ...['--format', '--graph', '--keep-base', '--each', '--null', '--skolem', '--jobs', '--report', '--exit-zero'],
    ...[...BASE, ...RDF, ...WRITTEN, ...STORE, ...READING],
  ],
  diff: ['--exit-code', ...RDF, ...STORE, ...READING, '--quiet', '--json'],
  serve: [
    ...['--host', '--port', '--address', '--site', '--permalink', '--contact', '--private', '--origin', '--token-file'],
    ...['--timeout', '--rows', '--threads', '--store', ...READING, '--quiet', '--json'],
  ],
  fetch: [...OUTPUT, '--metadata-only', '--parallel', ...READING, '--json'],
  detach: [
    '--kind',
    ...['--published', '--files', '--map', '--no-browsing', '--describe', '--check-links', '--verify', '--plan'],
    ...['--mint-contextual', '--mint-seed', '--keep-base', '--dry-run', ...TABLE, ...BASE, ...WRITTEN, ...STORE],
    ...READING,
  ],
  attach: [
    '--kind',
    ...['--snapshot', '--fork', '--download', '--relative-root', '--author', '--date-published', '--publisher'],
    ...[
      '--max-size',
      '--max-total',
      '--include',
      '--exclude',
      '--hosts',
      '--credentials',
      '--media-type',
      '--license',
      '--parallel',
    ],
    ...['--dry-run', '--plan', ...TABLE, ...WRITTEN, ...STORE, ...READING],
  ],
  init: [
    ...['--name', '--description', '--license', '--author', '--date-published', '--spec', '--include', '--exclude'],
    ...[
      '--exclude-from',
      '--keep',
      '--no-checksums',
      '--update',
      '--drop',
      '--dry-run',
      '--force',
      '--quiet',
      '--json',
    ],
  ],
  check: [
    ...[
      '--kind',
      '--select',
      '--ignore',
      '--profile',
      '--config',
      '--no-config',
      '--rules',
      '--explain',
      '--fail-on',
      '--fail-on-not-run',
      '--baseline',
      '--write-baseline',
      '--format',
      '--no-files',
      '--checksums',
      '--all',
      '--sarif',
      '--shapes',
      '--timeout',
      '--fix',
      '--dry-run',
      '--output',
      '--force',
      ...STORE,
      ...CONTEXTS,
      '--limit',
      '--quiet',
      '--json',
    ],
  ],
  set: ['--type', '--as', '--dry-run', ...STORE, ...CONTEXTS, '--limit', '--quiet', '--json'],
  unset: ['--entity', '--dry-run', ...STORE, ...CONTEXTS, '--limit', '--quiet', '--json'],
  inventory: ['--kind', '--format', ...TABLE, '--all', '--no-checksums', ...STORE, ...READING, '--quiet', '--json'],
  terms: [
    ...[
      '--all',
      '--add',
      '--define',
      '--project',
      '--type',
      '--label',
      '--description',
      '--rdfs',
      '--dry-run',
      '--format',
      ...TABLE,
    ],
    ...[...WRITTEN, ...STORE, ...READING],
  ],
  'profile extract': [
    ...['--permalink', '--context-address', '--name', '--license', '--output-crates', '--define', '--dry-run'],
    ...[...WRITTEN, ...READING],
  ],
  'profile diff': [...READING, '--quiet', '--json'],
  stats: ['--format', ...STORE, ...READING, '--quiet', '--json'],
  preview: [...WRITTEN, ...STORE, ...READING],
  root: ['--all', '--from', ...BASE, ...STORE, ...READING, '--quiet', '--json'],
  flatten: [...WRITTEN, ...STORE, ...READING],
  expand: [...WRITTEN, ...STORE, ...READING],
  relativize: ['--base', '--keep-base', ...WRITTEN, ...STORE, ...READING],
  completion: [],
};

/** Options with an earlier spelling, which still works: the one of the table, and the earlier one. */
export const EARLIER: Readonly<Record<string, readonly (readonly [now: string, before: string])[]>> = {
  export: [
    ['--format', '--to'],
    ['--with-files', '--with-payload'],
    ['--no-files', '--no-payload'],
  ],
  dump: [['--format', '--to']],
  convert: [['--format', '--to']],
};

/** Whether an option is an earlier spelling of one in the table. */
export function isEarlier(verb: string, option: string): boolean {
  return EARLIER[verb]?.some(([, before]) => before === option) === true;
}

const program = new Command();
for (const { name, summary, define } of Object.values(VERB_GROUPS).flat())
  (await define())(program.command(name).description(summary), {} as Io, { code: 0 });

/** The verbs, and the jobs of those that have several, as commander knows them. */
export function verbsOf(): readonly RunnableCommand[] {
  return runnableCommands(program);
}

/** The verbs that take an option. */
export function verbsWith(option: string): string[] {
  return Object.keys(TAKES).filter((verb) => TAKES[verb]?.includes(option) === true);
}

/** The verbs that read crates; `export` only reads the files of a stored one. */
export const READ_CRATES = verbsWith('--limit').filter((verb) => verb !== 'export');

/** The verbs whose argument may be a crate of the store or elsewhere; other arguments do not name one. */
export const NAME_ANY_CRATE = READ_CRATES.filter(
  (verb) => verbsWith('--store').includes(verb) && !['load', 'sync', 'query', 'serve'].includes(verb),
);

/** The verbs that look only in the store for a crate that they are given, as an argument or with `--crate`. */
export const NAME_STORED_CRATE = ['export', 'remove', 'dump', 'push', ...verbsWith('--crate')];

/** The verbs whose result is the file that they write. */
export const WRITING = ['export', 'dump', 'convert', 'flatten', 'expand', 'relativize', 'detach', 'preview'];

/** The verbs that print one JSON value per line. */
export const BY_LINE = ['check', 'load', 'sync', 'update', 'remove', 'push'];
