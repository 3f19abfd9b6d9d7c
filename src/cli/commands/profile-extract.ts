import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { AdoptingCrate } from '../../tasks/vocabulary/extract-profile.js';
import type { NearMiss } from '../../tasks/vocabulary/term-survey.js';
import type { WrittenProfile } from '../../tasks/vocabulary/write-profile.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { isWebAddress } from '../../package/package-options.js';
import { CrateError } from '../../base/errors.js';
import { countOf } from '../count-of.js';
import { printLines, printMessage, writeJson, type Io } from '../io.js';
import { exclusive } from '../option-rules.js';
import {
  jsonOption,
  quietOption,
  readingOptions,
  withOptions,
  type DefineCommand,
  type ReadingChoice,
} from '../options.js';
import { checkPlaceName } from '../output-format.js';
import { withOutput, type WrittenChoice } from '../output.js';
import { notedReading } from '../noted-reading.js';

interface ExtractCommandOptions extends ReadingChoice, WrittenChoice {
  readonly permalink?: string;
  readonly contextAddress?: string;
  readonly name?: string;
  readonly license?: string;
  readonly outputCrates?: string;
  readonly define?: boolean;
  readonly dryRun?: boolean;
}

const HELP = `
Moves the terms that several crates name and define in the same way to a new
profile crate, and changes the metadata files of these crates to use it: where
they are, or into --output-crates. The folder of the profile also works as
--contexts, until its context is published. A crate that only names a term
keeps it; with --define it moves too, and the profile defines what no crate
defines.

Examples:
  crategraph profile extract north/ south/ --dry-run \\
    --permalink https://example.org/tides
  crategraph profile extract north/ south/ -o tides-profile/ \\
    --permalink https://example.org/tides
`;

/** `crategraph profile extract`: makes a profile of the terms that crates share. */
export const extractProfileCommand: DefineCommand = (command, io) => {
  command
    .argument('<crate...>', 'crates that share terms')
    .option('--permalink <iri>', 'IRI of the profile; its terms become <iri>#<term>')
    .option('--context-address <url>', 'where its context will be (default: <permalink>/context.jsonld)')
    .option('--name <text>', 'name of the profile (default: its permalink)')
    .option('--license <iri>', 'licence of the profile (default: that of all crates)')
    .option('--output-crates <folder>', 'write the changed metadata files there, one folder for each crate')
    .option('--define', 'also move terms that crates name without a definition, and define them')
    .option('--dry-run', 'print what would move, and write nothing')
    .addHelpText('after', HELP);
  withOptions(command, readingOptions());
  withOutput(command, 'folder for the profile crate', '<folder>');
  withOptions(command, quietOption(), jsonOption());
  exclusive(command, '--dry-run', '--output', 'leave --output out: --dry-run writes nothing');
  command.action((crates: string[], options: ExtractCommandOptions) => extract(crates, options, io));
};

async function extract(crates: readonly string[], options: ExtractCommandOptions, io: Io): Promise<void> {
  const { permalink, output, dryRun = false, contextAddress, name, license, define } = options;
  if (permalink === undefined)
    throw new CrateError('ERR_USAGE', 'profile extract needs --permalink, the IRI of the profile');
  if (!dryRun && (output === undefined || output === '-'))
    throw new CrateError('ERR_USAGE', 'profile extract needs a folder for the profile crate', {
      hint: 'name it with -o, or look first with --dry-run',
    });
  if (output !== undefined) checkPlaceName(output, false);
  const { extractProfile, usesProfile } = await import('../../tasks/vocabulary/extract-profile.js');
  const { finishProfile, writeProfile } = await import('../../tasks/vocabulary/write-profile.js');
  const { outputCrates = '', force } = options;
  const places = crates.map((crate) => (isWebAddress(crate) ? crate : resolve(crate)));
  const request = [
    permalink,
    contextAddress ?? '',
    outputCrates && resolve(outputCrates),
    ...(define === true ? ['--define'] : []),
    ...places,
  ];
  let extracted = dryRun ? undefined : await finishProfile(output as string, request);
  if (extracted === undefined) {
    const date = await dateOf(output, permalink);
    // Crates of an earlier run name the context of the profile, which may not be published yet.
    const contexts = date === undefined ? options.contexts : [...(options.contexts ?? []), output as string];
    const reading = await notedReading({ ...options, ...(contexts && { contexts }) }, io);
    let using = 0;
    const onDocument = (document: CrateDocument) => {
      if (usesProfile(document, { permalink, contextAddress })) using += 1;
      reading.onDocument(document);
    };
    const making = { ...reading, onDocument, permalink, contextAddress, name, license, date, define };
    const found = await extractProfile(crates, making).catch((error: unknown) => {
      // What is left of a finished run: crates without terms of their own, and their profile.
      if (!(error instanceof CrateError) || error.code !== 'ERR_USAGE' || date === undefined || using < 2) throw error;
      return undefined;
    });
    if (found === undefined) return nothingToDo(options, io);
    const targets = found.crates.map((crate) => targetOf(crate, options));
    requireApart(targets);
    extracted = dryRun
      ? { ...found, crates: found.crates.map((one, at) => ({ ...one, output: targets[at] ?? '' })) }
      : await writeProfile(output as string, found, targets, { request, force });
  }
  if (options.json === true) {
    const { terms, files, different, near } = extracted;
    const adopting = extracted.crates.map((one) => ({
      crate: one.crate,
      output: dryRun ? undefined : one.output,
      terms: one.terms,
    }));
    await writeJson(
      io,
      [
        {
          output: dryRun ? undefined : output,
          terms,
          files: files.map(({ path }) => path),
          crates: adopting,
          different,
          near,
        },
      ],
      2,
    );
  } else await printLines(io, profileLines(extracted));
  if (options.quiet === true) return;
  for (const line of warningsOf(extracted, define)) printMessage(io, `warning: ${line}`);
  if (dryRun) printMessage(io, 'dry run: nothing is written');
  else
    printMessage(
      io,
      `wrote ${output ?? ''}: profile crate, ${countOf(extracted.terms.length, 'term')}; ${countOf(extracted.crates.length, 'crate')} changed`,
    );
}

/** Where the new metadata document of a crate goes. @throws CrateError ERR_USAGE */
function targetOf({ crate, replaces }: AdoptingCrate, { outputCrates, dryRun }: ExtractCommandOptions): string {
  if (outputCrates !== undefined) {
    const file = replaces === undefined ? 'ro-crate-metadata.json' : basename(replaces.path);
    const own = replaces === undefined ? crate.replace(/[?#].*$/, '') : dirname(resolve(replaces.path));
    return join(outputCrates, basename(own) || 'crate', file);
  }
  if (replaces !== undefined || dryRun === true) return replaces?.path ?? '';
  throw new CrateError('ERR_USAGE', `${crate} cannot be changed where it is`, {
    hint: 'write the changed crates to a folder with --output-crates',
  });
}

/** Says that an earlier run has done it all. */
async function nothingToDo({ json, output, quiet }: ExtractCommandOptions, io: Io): Promise<void> {
  if (json === true) await writeJson(io, [{ output, terms: [], files: [], crates: [], different: [], near: [] }], 2);
  if (quiet !== true) printMessage(io, `nothing to do: the crates use the profile in ${output ?? ''} already`);
}

/** @throws CrateError ERR_USAGE */
function requireApart(targets: readonly string[]): void {
  const twice = targets.find((target, index) => targets.indexOf(target) !== index);
  if (twice !== undefined)
    throw new CrateError('ERR_USAGE', `two crates would be written to ${twice}`, { hint: 'rename one of the folders' });
}

/**
 * The date of the profile that an earlier run wrote, so that the same command gives the same files; undefined for none.
 */
async function dateOf(output: string | undefined, permalink: string): Promise<string | undefined> {
  const text = await readFile(join(output ?? '', METADATA_FILE_NAME), 'utf8').catch(() => '');
  const [, date] = /"datePublished": "(\d{4}-\d{2}-\d{2})"/.exec(text) ?? [];
  return text.includes(JSON.stringify(permalink)) ? date : undefined;
}

function profileLines({ terms, crates }: WrittenProfile): string[] {
  return [
    ...terms.map(
      ({ name, from, to, crates: count }) => `term    ${name}  ${from} -> ${to}  in ${countOf(count, 'crate')}`,
    ),
    ...crates.map(({ crate, terms: names }) => `crate   ${crate}  ${names.join(', ')}`),
  ];
}

/** What is not moved, and what the profile still lacks. */
function warningsOf({ terms, different, near }: WrittenProfile, define = false): string[] {
  const isNear = new Set(near.map(({ name }) => name));
  return [
    ...near.map((miss) => `${miss.name} stays in ${placesOf(miss.crates)}: ${reasonOf(miss, define)}`),
    ...different
      .filter((name) => !isNear.has(name))
      .map((name) => `${name} stays: the crates give it different IRIs, or no entry of their own`),
    ...terms
      .filter(({ isNew }) => isNew === true)
      .map(({ name }) => `${name} has no description: write one in the profile`),
  ];
}

function reasonOf({ reason, like, differs }: NearMiss, define: boolean): string {
  if (reason === 'foreign') return 'its definition is nested, or uses terms that other crates do not know';
  if (reason === 'undefined' && differs.length === 0)
    return `no entity defines it there${define ? ', and others differ' : ' (--define moves it too)'}`;
  return `${differs.map((key) => (key === '@context' ? 'the entry of the context' : key)).join(', ')} not as in ${like ?? ''}`;
}

/** Some of many crates. */
function placesOf(crates: readonly string[]): string {
  return crates.length <= 3 ? crates.join(', ') : `${crates.slice(0, 2).join(', ')} and ${crates.length - 2} more`;
}
