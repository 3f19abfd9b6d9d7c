import type { Command } from 'commander';
import { onlyWith } from './option-rules.js';
import { jobsOption, withOptions } from './options.js';

/** Values of {@link withEach}. */
export interface EachChoice {
  readonly each?: boolean;
  readonly null?: boolean;
  readonly skolem?: boolean;
  readonly jobs: number;
  readonly report?: string;
  readonly exitZero?: boolean;
}

/** Adds `--each`, and the options that only it has, to a verb. */
export function withEach(command: Command): Command {
  command
    .option(
      '--each',
      'convert each crate of a list, read from stdin, to N-Quads with graph names: one a line, optionally with its base after a TAB',
    )
    .option('-0, --null', 'the list ends each crate with NUL instead of a line end')
    .option('--skolem', 'write blank nodes as IRIs, urn:crategraph:blank:LABEL, so that loading twice adds nothing');
  withOptions(command, [jobsOption('threads that read the crates of a list').default(1)]);
  command
    .option('--report <file>', 'write the report of --each, a JSON line for each crate, to a file instead of stderr')
    .option('--exit-zero', 'with --each, end with status 0 even if crates failed: the report names them');
  return onlyWith(command, '--each', ['--null', '--skolem', '--jobs', '--report', '--exit-zero']);
}
