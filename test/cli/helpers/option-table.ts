import { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/commands.js';
import type { Io } from '../../../src/cli/io.js';

const CONTEXTS = ['--offline', '--contexts', '--allow-private-contexts'];
const READING = [...CONTEXTS, '--limit', '--strict'];
const BASE = ['--base', '--arcp'];
const RDF = ['--from', '--root'];

/** For each verb the options that it takes, and no others. */
export const TAKES: Readonly<Record<string, readonly string[]>> = {
  load: ['--mode', '--jobs', '--no-layout', ...BASE, ...RDF, '--store', ...READING, '--quiet', '--json'],
  list: ['--store', '--json'],
  query: [
    ...['--file', '--name', '--crate', '--in', '--align', '--format', '--output', '--timeout', '--store', '--json'],
    ...[...RDF, ...READING, '--quiet'], // with --in
  ],
  queries: ['--json'],
  update: ['--file', '--crate', '--timeout', '--store', '--json'],
  export: [
    ...['--to', '--output', '--with-payload', '--jsonld-alias', '--context', '--no-layout', '--keep-base', '--store'],
    ...[...CONTEXTS, '--limit', '--quiet'],
  ],
  remove: ['--store', '--json'],
  dump: ['--to', '--output', '--store'],
  verify: ['--store', '--json'],
  backup: ['--store', '--json'],
  convert: ['--to', '--graph', ...BASE, ...RDF, '--output', ...READING, '--quiet'],
  diff: [...RDF, '--store', ...READING, '--quiet', '--json'],
  fetch: ['--output', '--metadata-only', ...READING, '--quiet', '--json'],
  inventory: ['--all', '--no-checksums', ...READING, '--quiet', '--json'],
  root: ['--all', '--from', ...BASE, ...READING, '--quiet', '--json'],
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
