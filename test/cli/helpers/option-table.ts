import { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/commands.js';
import type { Io } from '../../../src/cli/io.js';

const CONTEXTS = ['--offline', '--contexts', '--allow-private-contexts'];
const READING = [...CONTEXTS, '--limit', '--strict'];
const BASE = ['--base', '--arcp'];

/** For each verb the options that it takes, and no others. */
export const TAKES: Readonly<Record<string, readonly string[]>> = {
  load: ['--mode', '--jobs', '--no-layout', ...BASE, '--store', ...READING, '--quiet', '--json'],
  list: ['--store', '--json'],
  query: [
    ...['--file', '--name', '--crate', '--in', '--align', '--format', '--output', '--timeout', '--store', '--json'],
    ...[...READING, '--quiet'], // with --in
  ],
  queries: ['--json'],
  update: ['--file', '--crate', '--timeout', '--store', '--json'],
  export: [
    ...['--output', '--with-payload', '--jsonld-alias', '--context', '--no-layout', '--keep-base', '--store'],
    ...[...CONTEXTS, '--limit', '--quiet'],
  ],
  remove: ['--store', '--json'],
  dump: ['--to', '--output', '--store'],
  verify: ['--store', '--json'],
  backup: ['--store', '--json'],
  convert: ['--to', ...BASE, '--output', '--store', ...READING, '--quiet'],
  diff: ['--store', ...READING, '--quiet', '--json'],
  fetch: ['--output', '--metadata-only', ...READING, '--quiet', '--json'],
  inventory: ['--all', '--no-checksums', '--store', ...READING, '--quiet', '--json'],
  root: ['--all', ...BASE, '--store', ...READING, '--quiet', '--json'],
  flatten: ['--output', '--store', ...READING, '--quiet'],
  expand: ['--output', ...READING, '--quiet'],
  relativize: ['--base', '--keep-base', '--output', ...READING, '--quiet'],
  completion: [],
};

/** The verbs as commander knows them. */
export function verbsOf(): readonly Command[] {
  const program = new Command();
  for (const define of COMMANDS) define(program, {} as Io, { code: 0 });
  return program.commands;
}
