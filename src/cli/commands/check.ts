import { withCheckOptions, type CheckCommandOptions } from '../check-options.js';
import { refuse } from '../option-rules.js';
import type { DefineCommand } from '../options.js';

const HELP = `
An error breaks a MUST of the format, a warning a SHOULD, a note is worth
knowing. Exit status 1 for errors (or --fail-on), and for a crate that cannot
be opened.

Examples:
  crategraph check my-crate/
  crategraph check --explain root-license
  crategraph check crates/ --json
  crategraph check my-crate/ --format junit -o report.xml
  crategraph check my-crate/ --sarif > crate.sarif
  crategraph check my-crate/ --write-baseline known.json
  cat ro-crate-metadata.json | crategraph check -
  crategraph check my-crate/ --fix --dry-run
  crategraph check                # all crates of the store
`;

/** `crategraph check`: checks crates against the rules of RO-Crate. */
export const checkCommand: DefineCommand = (command, io, status) => {
  command
    .argument(
      '[crate...]',
      'crate folders, folder trees full of crates, metadata files, archives, bags, URLs, - for stdin, or crates of the store (default: all crates of the store)',
    )
    .addHelpText('after', HELP);
  withCheckOptions(command);
  command.action(async (crates: readonly string[], options: CheckCommandOptions) => {
    if (options.rules === true || options.explain !== undefined) {
      const { explainRule, listRules } = await import('../explain-rule.js');
      if (options.explain === undefined) await listRules(io, options);
      else await explainRule(io, options.explain, options);
      return;
    }
    const isDocumentOnStdout = options.fix === true && options.dryRun !== true && (options.output ?? crates[0]) === '-';
    if (isDocumentOnStdout)
      refuse(command, ['--json', '--sarif', '--format'], 'when the document goes to stdout', 'give -o a file');
    const { runCheck } = await import('../run-check.js');
    if (await runCheck(io, crates, { ...options, isDocumentOnStdout })) status.code = 1;
  });
};
