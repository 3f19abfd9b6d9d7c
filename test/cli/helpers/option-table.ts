import { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/commands.js';
import type { Io } from '../../../src/cli/io.js';

const CONTEXTS = ['--offline', '--contexts', '--allow-private-contexts'];
const READING = [...CONTEXTS, '--limit', '--strict'];
const BASE = ['--base', '--arcp'];

/** For each verb the options that it takes, and no others. */
export const TAKES: Readonly<Record<string, readonly string[]>> = {
  load: ['--mode', '--jobs', '--no-layout', ...BASE, '--store', ...READING, '--quiet', '--json'],
  list: ['--columns', '--wide', '--store', '--json'],
  query: [
    ...['--file', '--name', '--crate', '--in', '--align', '--format', '--output', '--timeout', '--store', '--json'],
    ...['--rows', '--count', '--columns', '--wide', '--quiet'],
    ...READING, // with --in
  ],
  queries: ['--columns', '--wide', '--json'],
  update: ['--file', '--crate', '--timeout', '--store', '--json'],
  export: [
    ...['--output', '--with-payload', '--jsonld-alias', '--context', '--no-layout', '--keep-base', '--store'],
    ...[...CONTEXTS, '--limit', '--quiet'],
  ],
  remove: ['--store', '--json'],
  dump: ['--to', '--output', '--store'],
  verify: ['--store', '--json'],
  backup: ['--store', '--json'],
  convert: ['--to', ...BASE, '--output', ...READING, '--quiet'],
  diff: ['--store', ...READING, '--quiet', '--json'],
  fetch: ['--output', '--metadata-only', ...READING, '--quiet', '--json'],
  inventory: ['--columns', '--wide', '--all', '--no-checksums', ...READING, '--quiet', '--json'],
  root: ['--all', ...BASE, ...READING, '--quiet', '--json'],
  flatten: ['--output', ...READING, '--quiet'],
  expand: ['--output', ...READING, '--quiet'],
  relativize: ['--base', '--keep-base', '--output', ...READING, '--quiet'],
};

/** The verbs as commander knows them. */
export function verbsOf(): readonly Command[] {
  const program = new Command();
  for (const define of COMMANDS) define(program, {} as Io, { code: 0 });
  return program.commands;
}
