import { Option } from 'commander';
import { relative } from 'node:path';
import type { NamedResult } from '../../check/check-crates.js';
import type { Severity } from '../../check/rule.js';
import { countOf } from '../count-of.js';
import { printMessage, writeJson } from '../io.js';
import { exclusive } from '../option-rules.js';
import {
  contextOptions,
  jsonOption,
  limitOption,
  OUTPUT_GROUP,
  quietOption,
  storeOption,
  withOptions,
} from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { printError } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';
import { ownVersion } from '../own-version.js';

interface CheckCommandOptions extends ReadingChoice, StoreOption, QuietOption, JsonOption {
  readonly failOn: 'error' | 'warning';
  readonly files: boolean;
  readonly checksums?: boolean;
  readonly all?: boolean;
  readonly sarif?: boolean;
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
    .option('--no-files', 'do not compare the files with their descriptions')
    .option('--checksums', 'also compare the checksums of files, which reads all of them')
    .addHelpText(
      'after',
      '\nAn error breaks a MUST of the format, a warning a SHOULD; a note is worth knowing.\nExit status 1 for errors (or --fail-on), and for a crate that cannot be opened.\n\nExamples:\n  crategraph check my-crate/\n  crategraph check crates/ --fail-on warning --json\n  crategraph check my-crate/ --sarif > crate.sarif\n  cat ro-crate-metadata.json | crategraph check -\n  crategraph check                # all crates of the store\n',
    );
  const ownOutput = [
    new Option('--all', 'show all findings, not only the first 5 of each rule'),
    new Option('--sarif', 'print a SARIF 2.1.0 log, for code hosts'),
  ].map((option) => option.helpGroup(OUTPUT_GROUP));
  withOptions(command, storeOption(), contextOptions(), [limitOption()], ownOutput, quietOption(), jsonOption());
  exclusive(command, '--json', '--sarif', 'choose one of them');
  exclusive(command, '--json', '--all', 'leave --all out: --json prints all findings');
  exclusive(command, '--sarif', '--all', 'leave --all out: --sarif prints all findings');
  exclusive(command, '--checksums', '--no-files', 'leave one of them out');
  command.action(async (crates: readonly string[], options: CheckCommandOptions) => {
    const { checkCrates } = await import('../../check/check-crates.js');
    const { printFindings, summaryOf, SEVERITIES } = await import('../print-findings.js');
    const { contexts, packages } = await readingOf(options, io);
    const { files, checksums } = options;
    const results: NamedResult[] = [];
    await withStore(options, 'read', async (store) => {
      for await (const result of checkCrates(crates, { contexts, packages, files, checksums, store })) {
        if ('error' in result) {
          status.code = 1;
          printError(io, result.error);
          if (options.json === true) await writeJson(io, [result]);
          continue;
        }
        const { document } = result;
        const shown = document === undefined ? result : { ...result, document: shortPath(document) };
        const named = result.crate === document ? { ...shown, crate: shortPath(document) } : shown;
        results.push(named);
        if (options.json === true) await writeJson(io, [named]);
        else if (options.sarif !== true) await printFindings(io, named, options.all === true);
      }
    });
    if (options.sarif === true) {
      const { sarifLog } = await import('../../check/sarif-log.js');
      await writeJson(io, [sarifLog(results, ownVersion())], 2);
    }
    const findings = results.flatMap((result) => result.findings);
    if (results.length > 1 && options.quiet !== true) printMessage(io, `${countOf(results.length, 'crate')}: ${summaryOf(findings)}`); // prettier-ignore
    const failing: readonly Severity[] = SEVERITIES.slice(0, SEVERITIES.indexOf(options.failOn) + 1);
    if (findings.some(({ severity }) => failing.includes(severity))) status.code = 1;
  });
};

/** A path as seen from the current folder; an address unchanged. */
function shortPath(place: string): string {
  return /^https?:/i.test(place) ? place : relative('.', place);
}
