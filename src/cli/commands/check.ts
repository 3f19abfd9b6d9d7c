import { Option } from 'commander';
import type { UncheckedCrate } from '../../check/check-crates.js';
import type { Severity } from '../../check/rule.js';
import { countOf } from '../count-of.js';
import { printMessage, writeJson } from '../io.js';
import { exclusive, onlyWith, refuse } from '../option-rules.js';
import { checkEnding, checkNew, withOutput, type OutputChoice } from '../output.js';
import type { CheckedResult } from '../checked-crates.js';
import {
  contextOptions,
  jsonOption,
  limitOption,
  OUTPUT_GROUP,
  repeatable,
  quietOption,
  storeOption,
  timeoutOption,
  withOptions,
} from '../options.js';
import type { DefineCommand, JsonOption, ReadingChoice, StoreOption } from '../options.js';
import { printError } from '../reporting.js';
import { readingOf, secondsOf, withStore } from '../resources.js';
import { ownVersion } from '../own-version.js';

interface CheckCommandOptions extends ReadingChoice, StoreOption, OutputChoice, JsonOption {
  readonly failOn: 'error' | 'warning';
  readonly files: boolean;
  readonly checksums?: boolean;
  readonly all?: boolean;
  readonly sarif?: boolean;
  readonly shapes?: string[];
  readonly timeout?: string;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
}

/** `crategraph check`: checks crates against the rules of RO-Crate. */
export const checkCommand: DefineCommand = (program, io, status) => {
  const command = program
    .command('check')
    .description('check crates against the rules of RO-Crate')
    .argument(
      '[crate...]',
      'crate folders, folder trees full of crates, metadata files, archives, bags, URLs, - for stdin, or crates of the store (default: all crates of the store)',
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit status 1 from this severity on').choices(['error', 'warning']).default('error'), // prettier-ignore
    )
    .addOption(
      repeatable('--shapes <shapes>', 'also run SHACL shapes: an RDF file, an address, or `profile` for those of the profiles that the root conforms to (repeatable)'), // prettier-ignore
    )
    .option(
      '--fix',
      'repair what has one right answer, in the text of the document, and show the difference; an archive, an address or a crate of the store needs --output',
    )
    .option('--dry-run', 'with --fix: only show the difference')
    .option('--no-files', 'do not compare the files with their descriptions')
    .option('--checksums', 'also compare the checksums of files, which reads all of them')
    .addHelpText(
      'after',
      '\nAn error breaks a MUST of the format, a warning a SHOULD, a note is worth\nknowing. Exit status 1 for errors (or --fail-on), and for a crate that cannot\nbe opened.\n\nExamples:\n  crategraph check my-crate/\n  crategraph check crates/ --json\n  crategraph check my-crate/ --sarif > crate.sarif\n  cat ro-crate-metadata.json | crategraph check -\n  crategraph check my-crate/ --fix --dry-run\n  crategraph check                # all crates of the store\n',
    );
  const ownOutput = [
    new Option('--all', 'show all findings, not only the first 5 of each rule'),
    new Option('--sarif', 'print a SARIF 2.1.0 log, for code hosts'),
  ].map((option) => option.helpGroup(OUTPUT_GROUP));
  withOptions(command, timeoutOption('the shapes of a crate (default: 30)'), storeOption(), contextOptions(), [
    limitOption(),
  ]);
  withOutput(command, 'with --fix: write the document to a file');
  withOptions(command, ownOutput, quietOption(), jsonOption());
  onlyWith(command, '--shapes', ['--timeout']);
  onlyWith(command, '--fix', ['--output', '--dry-run']);
  command.hook('preAction', () => checkEnding(command.opts()));
  command.hook('preAction', () => checkNew(command.opts()));
  command.hook('preAction', () => {
    if (command.args.length === 0) refuse(command, ['--fix'], 'without a crate', 'name the crates to repair');
  });
  exclusive(command, '--json', '--sarif', 'choose one of them');
  exclusive(command, '--json', '--all', 'leave --all out: --json prints all findings');
  exclusive(command, '--sarif', '--all', 'leave --all out: --sarif prints all findings');
  exclusive(command, '--checksums', '--no-files', 'leave one of them out');
  command.action(async (crates: readonly string[], options: CheckCommandOptions) => {
    const { checkedCrates, repairedCrates } = await import('../checked-crates.js');
    const { addCounts, countsOf, printFindings, countsInWords, SEVERITIES } = await import('../print-findings.js');
    const { contexts, packages } = await readingOf(options, io);
    const { files, checksums, shapes, timeout, output, dryRun, quiet } = options;
    const shapeSeconds = timeout === undefined ? undefined : secondsOf(timeout);
    // The repaired document takes stdout, so the findings go to stderr.
    const isDocumentOnStdout = options.fix === true && dryRun !== true && (output ?? crates[0]) === '-';
    if (isDocumentOnStdout)
      refuse(command, ['--json', '--sarif'], 'when the document goes to stdout', 'give -o a file');
    const ownIo = isDocumentOnStdout ? { ...io, stdout: io.stderr } : io;
    const logged: (CheckedResult | UncheckedCrate)[] = []; // only a SARIF log has them all at once
    const counts = countsOf([]);
    let [checked, unchecked] = [0, 0];
    await withStore(options, 'read', async (store) => {
      const checking = { contexts, packages, files, checksums, shapes, shapeSeconds, store };
      const all =
        options.fix === true
          ? repairedCrates(io, crates, { output, dryRun, quiet }, checking)
          : checkedCrates(crates, checking);
      for await (const result of all) {
        if (options.json === true) await writeJson(io, [result]);
        if (options.sarif === true) logged.push(result);
        if ('error' in result) {
          unchecked += 1;
          status.code = 1;
          printError(io, result.error);
          continue;
        }
        checked += 1;
        addCounts(counts, countsOf(result.findings));
        if (options.json !== true && options.sarif !== true) await printFindings(ownIo, result, options.all === true);
      }
    });
    if (options.sarif === true) {
      const { sarifLog } = await import('../../check/sarif-log.js');
      await writeJson(io, [sarifLog(logged, ownVersion())], 2);
    }
    const failures = unchecked === 0 ? '' : `; ${countOf(unchecked, 'crate')} could not be checked`;
    if (checked + unchecked > 1 && quiet !== true) printMessage(io, `${countOf(checked, 'crate')}: ${countsInWords(counts)}${failures}`); // prettier-ignore
    const failing: readonly Severity[] = SEVERITIES.slice(0, SEVERITIES.indexOf(options.failOn) + 1);
    if (failing.some((severity) => counts[severity] > 0)) status.code = 1;
  });
};
