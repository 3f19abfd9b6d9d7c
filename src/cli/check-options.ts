import { Option, type Command } from 'commander';
import { FAIL_ON, type FailOn } from '../tasks/check/rule.js';
import { SETTINGS_FILE } from '../package/tool-files.js';
import { exclusive, onlyWith, refuse, RepeatableOption } from './option-rules.js';
import {
  contextOptions,
  jsonOption,
  kindOption,
  limitOption,
  OUTPUT_GROUP,
  quietOption,
  repeatable,
  storeOption,
  timeoutOption,
  withOptions,
  type JsonOption,
  type ReadingChoice,
  type StoreOption,
} from './options.js';
import { checkEnding, checkNew, withOutput, type OutputChoice } from './output.js';

/** The formats of the report of a check. */
export const REPORT_FORMATS = ['text', 'csv', 'tsv', 'json', 'sarif', 'junit', 'github'] as const;

/** One of {@link REPORT_FORMATS}. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The options of `check`. */
export interface CheckCommandOptions extends ReadingChoice, StoreOption, OutputChoice, JsonOption {
  readonly failOn?: FailOn;
  readonly failOnNotRun?: boolean;
  readonly files: boolean;
  readonly checksums?: boolean;
  readonly all?: boolean;
  readonly sarif?: boolean;
  readonly format?: ReportFormat;
  readonly shapes?: string[];
  readonly timeout?: string;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
  readonly select?: string[];
  readonly ignore?: string[];
  readonly profile?: string[];
  readonly config?: string | false;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly explain?: string;
  readonly rules?: boolean;
}

const RULES_GROUP = 'Which rules:';
const REPAIR_GROUP = 'Repairs:';
const SHAPES_GROUP = 'Shapes:';
const FAILURE_GROUP = 'What fails:';

/** Declares the options of `check`, in groups, and which of them exclude each other. */
export function withCheckOptions(command: Command): void {
  const inGroup = (group: string, ...options: Option[]) => options.map((option) => option.helpGroup(group));
  withOptions(
    command,
    inGroup(
      RULES_GROUP,
      list('--select <rules>', 'only these rules; `root-*` means all that begin with root-'),
      list('--ignore <rules>', 'skip these rules'),
      list('--profile <iri>', 'demand that the root conforms to a profile, and run its rules if we know them'),
      new Option('--config <file>', `settings for all crates (default: ${SETTINGS_FILE} beside each crate)`),
      new Option('--no-config', 'read no settings'),
      new Option('--no-files', 'do not compare the files with their descriptions'),
      new Option('--checksums', 'also compare the checksums of files, which reads all of them'),
      new Option('--rules', 'list all rules'),
      new Option('--explain <rule>', 'say what a rule asks for, with an example'),
    ),
    inGroup(
      FAILURE_GROUP,
      new Option('--fail-on <severity>', 'exit status 1 from this severity on (default: error)').choices(FAIL_ON),
      new Option('--fail-on-not-run', 'exit status 1 for shapes that are not run'),
      new Option('--baseline <file>', 'report only findings that are not in this file'),
      new Option('--write-baseline <file>', 'write all findings to this file, and do not fail'),
    ),
    inGroup(
      REPAIR_GROUP,
      new Option(
        '--fix',
        'repair what has only one right answer, in the text of the document, and show the difference; an archive, an address or a crate of the store needs --output',
      ),
      new Option('--dry-run', 'with --fix: only show the difference; exit status 1 if there is one'),
    ),
    inGroup(
      SHAPES_GROUP,
      repeatable(
        '--shapes <shapes>',
        'also run SHACL shapes: an RDF file, an address, or `profile` for those of the profiles that the root conforms to (repeatable)',
      ),
      ...timeoutOption('stop the shapes of a crate after this time (default: 30)'),
    ),
    storeOption(),
    contextOptions(),
    [limitOption(), kindOption()],
  );
  withOutput(command, 'write the report to a file; with --fix: the document');
  withOptions(
    command,
    inGroup(
      OUTPUT_GROUP,
      new Option('--format <format>', 'format of the report (default: text)').choices(REPORT_FORMATS),
      new Option('--all', 'show all findings, not only examples for each rule'),
      new Option('--sarif', 'the same as --format sarif: a SARIF 2.1.0 log, for code hosts'),
    ),
    quietOption(),
    jsonOption('the same as --format json: results, or an error, as JSON lines'),
  );
  withRulesOfOptions(command);
}

function withRulesOfOptions(command: Command): void {
  onlyWith(command, '--shapes', ['--timeout', '--fail-on-not-run']);
  onlyWith(command, '--fix', ['--dry-run']);
  command.hook('preAction', () =>
    command.opts<CheckCommandOptions>().fix === true ? checkEnding(command.opts()) : undefined,
  );
  command.hook('preAction', () => checkNew(command.opts()));
  command.hook('preAction', () => {
    if (command.args.length === 0) refuse(command, ['--fix'], 'without a crate', 'name the crates to repair');
    const { explain, rules } = command.opts<CheckCommandOptions>();
    for (const flag of ['--explain', '--rules'])
      if ((flag === '--rules' ? rules === true : explain !== undefined) && command.args.length > 0)
        refuse(command, [flag], 'with a crate', 'leave the crate out');
  });
  for (const [first, second] of [
    ['--json', '--sarif'],
    ['--json', '--format'],
    ['--sarif', '--format'],
    ['--baseline', '--write-baseline'],
    ['--fix', '--write-baseline'],
    ['--explain', '--rules'],
  ] as const)
    exclusive(command, first, second, 'choose one of them');
  exclusive(command, '--json', '--all', 'leave --all out: --json prints all findings');
  exclusive(command, '--sarif', '--all', 'leave --all out: --sarif prints all findings');
  command.hook('preAction', () => {
    const { format = 'text' } = command.opts<CheckCommandOptions>();
    if (format !== 'text')
      refuse(command, ['--all'], `with --format ${format}`, 'choose another format: it has all findings');
  });
  exclusive(command, '--checksums', '--no-files', 'leave one of them out');
}

/** An option for a list: given several times, or with commas. */
function list(flags: string, description: string): Option {
  return new RepeatableOption(flags, `${description} (repeatable, or with commas)`).argParser(
    (value: string, earlier: string[] = []) => [...earlier, ...value.split(',').map((one) => one.trim())],
  );
}
