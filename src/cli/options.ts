import { type Command, Option } from 'commander';
import type { Io } from './io.js';
import { checkLimit, LIMIT_NAMES } from './limit-option.js';
import { exclusive } from './option-rules.js';

/** Adds one verb to the program. A verb that fails in part without an error sets the exit status. */
export type DefineCommand = (program: Command, io: Io, status: { code: number }) => void;

/** Values of {@link contextOptions}. */
export interface ContextChoice {
  readonly offline?: boolean;
  readonly contexts?: string[];
  readonly allowPrivateContexts?: boolean;
}

/** Values of {@link readingOptions}. */
export interface ReadingChoice extends ContextChoice {
  readonly limit?: string[];
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
}

/** Values of {@link withBaseOptions}. */
export interface BaseChoice {
  readonly base?: string;
  readonly arcp?: string;
}

/** Adds groups of options to a verb. A verb takes only options that it obeys. */
export function withOptions(command: Command, ...groups: readonly (readonly Option[])[]): Command {
  for (const option of groups.flat()) command.addOption(option);
  return command;
}

/** For verbs that load contexts. */
export function contextOptions(): Option[] {
  return [
    new Option('--offline', 'never use the network'),
    repeatable('--contexts <folder>', 'folder of contexts with an index.json, searched first (repeatable)'),
    new Option('--allow-private-contexts', 'also fetch contexts from private and loopback addresses'),
  ];
}

/** For verbs that open packages. @param needed ends the description */
export function limitOption(needed = ''): Option {
  const names = LIMIT_NAMES.join(', ');
  return repeatable('--limit <name=value>', `set a limit for packages, as in metadata=2GB; names: ${names} (repeatable${needed})`, checkLimit); // prettier-ignore
}

/** For verbs that read crates. */
export function readingOptions(): Option[] {
  return [...contextOptions(), limitOption(), new Option('--strict', 'refuse a crate that needs a repair')];
}

/** For verbs that read RDF where a crate may stand. */
export function rdfOptions(): Option[] {
  return [
    new Option('--from <format>', 'read RDF in this format, whatever the name says').choices(RDF_INPUTS),
    new Option('--root <iri>', 'root of the crate in RDF that describes several crates, or names none'),
  ];
}

/** The names of the RDF formats that we read; a test compares them with the table of syntaxes. */
export const RDF_INPUTS = ['nquads', 'ntriples', 'turtle', 'trig', 'jsonld', 'rdfxml'];

/** For verbs that print notes, a summary or progress to stderr. */
export function quietOption(): Option[] {
  return [new Option('--quiet', 'print nothing but errors to stderr')];
}

/** For verbs that have results; a document or RDF is not one. */
export function jsonOption(): Option[] {
  return [new Option('--json', 'print results, and an error, as JSON')];
}

/** For verbs that use a store. @param description of the place */
export function storeOption(description = 'file of the store, or memory: for an empty one that is not kept'): Option[] {
  return [new Option('--store <file>', description).env('CRATEGRAPH_STORE').default('./.crategraph')];
}

/** For verbs that write a document, RDF or a table. */
export function outputOption(description = 'write to a file instead of stdout'): Option[] {
  return [new Option('-o, --output <file>', description)];
}

/** For verbs that run the SPARQL engine. */
export function timeoutOption(): Option[] {
  return [new Option('--timeout <seconds>', 'stop the SPARQL engine after this time')];
}

/** Adds `--base` and `--arcp`, which exclude each other and are checked before the verb begins. */
export function withBaseOptions(command: Command): Command {
  command
    .option('--base <iri>', 'IRI of the crate root, which relative identifiers resolve against')
    .option('--arcp <choice>', 'name for a crate without an address: hash, uuid (random), or a UUID (default: hash)'); // prettier-ignore
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
  return new Option(flags, description).argParser((value: string, earlier: string[] = []) => {
    check?.(value);
    return [...earlier, value];
  });
}
