import { InvalidArgumentError, Option, type Command } from 'commander';
import { CrateError } from '../base/errors.js';
import type { PackageKind } from '../crate/package-kind.js';
import { RDF_NAMES, syntaxOf } from '../base/rdf/syntaxes.js';
import type { Io } from './io.js';
import { checkLimit, LIMIT_NAMES } from './limit-option.js';
import { exclusive, RepeatableOption } from './option-rules.js';
import { wholeNumber } from './whole-number.js';

/**
 * Declares arguments and options of a verb, and runs it. A verb that fails in part without an
 * error sets the exit status.
 */
export type DefineCommand = (command: Command, io: Io, status: { code: number }) => void;

/** Values of {@link contextOptions}. */
export interface ContextChoice {
  readonly offline?: boolean;
  readonly contexts?: string[];
  readonly allowPrivateContexts?: boolean;
}

/** Values of {@link readingOptions}. */
export interface ReadingChoice extends ContextChoice {
  readonly limit?: string[];
  /** Of {@link kindOption}. */
  readonly kind?: PackageKind;
  readonly strict?: boolean;
}

/** Values of {@link rdfOptions}. */
export interface RdfChoice {
  readonly from?: string;
  readonly root?: string;
}

/** Value of {@link quietOption}. */
export interface QuietOption {
  readonly quiet?: boolean;
}

/** Value of {@link jsonOption}. */
export interface JsonOption {
  readonly json?: boolean;
}

/** Value of {@link storeOption}. */
export interface StoreOption {
  readonly store: string;
  readonly queryUrl?: string;
  readonly updateUrl?: string;
  readonly graphUrl?: string;
  readonly engine?: string;
}

/** Values of {@link withBaseOptions}. */
export interface BaseChoice {
  readonly base?: string;
  readonly arcp?: string;
}

const READING_GROUP = 'Reading options:';

/** The group of options about results, in the help of a verb. The options of the verb itself come first. */
export const OUTPUT_GROUP = 'Output options:';

function grouped(group: string, options: readonly Option[]): Option[] {
  return options.map((option) => option.helpGroup(group));
}

/** Adds groups of options to a verb. A verb takes only options that it obeys. */
export function withOptions(command: Command, ...groups: readonly (readonly Option[])[]): Command {
  for (const option of groups.flat()) command.addOption(option);
  return command;
}

/** For verbs that load contexts. */
export function contextOptions(): Option[] {
  return grouped(READING_GROUP, [
    new Option('--offline', 'never use the network'),
    repeatable('--contexts <folder>', 'folder of contexts with an index.json, searched first (repeatable)'),
    new Option('--allow-private-contexts', 'also fetch contexts from private and loopback addresses'),
  ]);
}

/** For verbs that open packages. @param needed ends the description */
export function limitOption(needed = ''): Option {
  const names = LIMIT_NAMES.join(', ');
  return repeatable(
    '--limit <name=value>',
    `set a limit for packages, as in metadata=2GB; names: ${names} (repeatable${needed})`,
    checkLimit,
  ).helpGroup(READING_GROUP);
}

/** For verbs that treat Attached and Detached Packages differently. */
export function kindOption(): Option {
  return new Option('--kind <kind>', 'treat the package as this kind, whatever its files say')
    .choices(['attached', 'detached'])
    .helpGroup(READING_GROUP);
}

/** For verbs that read crates. */
export function readingOptions(): Option[] {
  return [
    ...contextOptions(),
    limitOption(),
    ...grouped(READING_GROUP, [new Option('--strict', 'refuse a crate that needs a repair')]),
  ];
}

/** For verbs that read RDF where a crate may stand. */
export function rdfOptions(): Option[] {
  return [
    formatOption('--from <format>', 'read RDF in this format, whatever the name says', RDF_NAMES),
    new Option('--root <iri>', 'root of the crate in RDF that describes several crates, or names none'),
  ];
}

/** An option for a format: one of the names, or the file name extension or media type of an RDF format among them. */
export function formatOption(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, description).choices([...names]).argParser((value) => {
    const name = names.includes(value) ? value : syntaxOf(value)?.name;
    if (name !== undefined && names.includes(name)) return name;
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`);
  });
}

/** For verbs that retrieve the files of a crate. */
export function parallelOption(): Option[] {
  return [new Option('--parallel <number>', 'requests at once (default: 8)').argParser(wholeNumber(1, 9999))];
}

/** For verbs that print notes, a summary or progress to stderr. */
export function quietOption(): Option[] {
  return grouped(OUTPUT_GROUP, [new Option('--quiet', 'print nothing but errors to stderr')]);
}

/** For verbs that have results, and those that write a file. */
export function jsonOption(description = 'print results, or an error, as JSON'): Option[] {
  return grouped(OUTPUT_GROUP, [new Option('--json', description)]);
}

/** For verbs that read many crates. */
export function jobsOption(description: string): Option {
  return new Option('--jobs <n>', description).argParser((text) => {
    const jobs = Number(text);
    if (Number.isInteger(jobs) && jobs > 0) return jobs;
    throw new InvalidArgumentError('Give a whole number, 1 or more.');
  });
}

const STORE_GROUP = 'Store options:';

/** For verbs that use a store in a file. @param description of the place */
export function storeFileOption(description = 'file of the store'): Option[] {
  return grouped(STORE_GROUP, [
    new Option('--store <file>', description).env('CRATEGRAPH_STORE').default('./.crategraph'),
  ]);
}

/** For verbs that use a store of any kind. */
export function storeOption(): Option[] {
  const places =
    'file of the store, address of a SPARQL endpoint (see `crategraph help endpoints`), or memory: for an empty store that is not kept';
  return grouped(STORE_GROUP, [
    new Option('--store <place>', places).env('CRATEGRAPH_STORE').default('./.crategraph'),
    ...addressOptions('--store', '--').map((option) => option.env(`CRATEGRAPH_${envName(option)}`)),
  ]);
}

/** What is said about an endpoint that is the other store. */
export function otherAddressOptions(): Option[] {
  return addressOptions('--to', '--to-');
}

/** In `help endpoints`. @param place the option that has the endpoint @param prefix of the options about it */
function addressOptions(place: string, prefix: string): Option[] {
  const address = (what: string) => `address of ${what}, if it cannot be found from ${place}`;
  return [
    new Option(`${prefix}query-url <url>`, address('queries')),
    new Option(`${prefix}update-url <url>`, address('updates')),
    new Option(`${prefix}graph-url <url>`, address('graphs (?graph=)')),
    new Option(`${prefix}engine <name>`, `what answers at ${place}, if that cannot be found out`),
  ].map((option) => option.hideHelp());
}

function envName(option: Option): string {
  return option.name().replace('-', '_').toUpperCase();
}

/** For verbs that run SPARQL. */
export function parameterOption(): Option[] {
  const description =
    'set a parameter or variable of the text: <iri>, "text"@en, "5"^^xsd:integer, or text (repeatable)';
  return [repeatable('--param <name=value>', description, (value) => parametersFrom([value]))];
}

/**
 * The values of `--param` by name.
 * @throws CrateError ERR_USAGE for a value without a name, and for a name given twice
 */
export function parametersFrom(values: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const value of values) {
    const [, name, text = ''] = /^[?$]?(\w+)=(.*)$/su.exec(value) ?? [];
    if (name === undefined)
      throw new CrateError('ERR_USAGE', `invalid --param ${value}`, { hint: 'write --param name=value' });
    if (name in parameters) throw new CrateError('ERR_USAGE', `--param ${name} is given twice`);
    parameters[name] = text;
  }
  return parameters;
}

/** The formats of a table that is a result of its own. */
export const TABLE_FORMATS = ['table', 'csv', 'tsv', 'json'] as const;

/** For verbs whose result is a table; with `tableFormat` of the rules. */
export function tableFormatOption(): Option[] {
  const description =
    'format of the result: csv and tsv have all columns and values in full; json is --json (default: table)';
  return grouped(OUTPUT_GROUP, [new Option('--format <format>', description).choices(TABLE_FORMATS)]);
}

/** For verbs that print a table. */
export function tableOptions(): Option[] {
  const columns = new Option('--columns <names>', 'only these columns of the table, in this order, as in name,size');
  return grouped(OUTPUT_GROUP, [
    columns.argParser((value: string) => value.split(',')),
    new Option('--wide', 'never shorten a value to fit the terminal'),
  ]);
}

/** For verbs that run the SPARQL engine. */
export function timeoutOption(what = 'stop the SPARQL engine after this time'): Option[] {
  return [new Option('--timeout <seconds>', what)];
}

/** Adds `--base` and `--arcp`, which exclude each other and are checked before the verb begins. */
export function withBaseOptions(command: Command): Command {
  command
    .option(
      '--base <iri>',
      'IRI of the crate root, which relative identifiers resolve against; with the name of the metadata file, `#x` becomes what it is on the web',
    )
    .option('--arcp <choice>', 'name for a crate without an address: hash, uuid (random), or a UUID (default: hash)');
  exclusive(command, '--arcp', '--base', 'leave --arcp out: --base names the crate already');
  return command.hook('preAction', async () => {
    const { base, arcp } = command.opts<BaseChoice>();
    if (base === undefined && arcp === undefined) return;
    const { checkBaseOptions } = await import('../crate/judge-base.js');
    checkBaseOptions({ given: base, arcp });
  });
}

/**
 * An option that may be given several times, with one value each time, so that arguments can follow.
 * @param check throws for an invalid value
 */
export function repeatable(flags: string, description: string, check?: (value: string) => unknown): Option {
  return new RepeatableOption(flags, description).argParser((value: string, earlier: string[] = []) => {
    check?.(value);
    return [...earlier, value];
  });
}
