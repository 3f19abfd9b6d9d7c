import { basename } from 'node:path';
import { CrateError } from '../base/errors.js';
import {
  archiveExtension,
  isWritableArchiveName,
  READ_ARCHIVES,
  WRITTEN_ARCHIVES,
} from '../package/container/archive-names.js';
import { resultFormats } from '../tasks/query/result-formats.js';
import { RDF_SYNTAXES, type Format } from '../base/rdf/syntaxes.js';

/** A format that a verb writes to a file. */
export type OutputFormat = Pick<Format, 'name' | 'label' | 'extensions' | 'alsoExtensions'> & {
  /** Whether it may be compressed, in a file whose name ends in `.gz` too. */
  readonly gzip?: boolean;
};

/** The metadata document of a crate. */
export const METADATA_DOCUMENT: OutputFormat = {
  name: 'document',
  label: 'metadata document',
  extensions: ['json', 'jsonld'],
};

/** An archive that is kept as it was retrieved. */
export const READ_ARCHIVE: OutputFormat = {
  name: 'archive',
  label: 'archive',
  extensions: READ_ARCHIVES,
};

/** A page for browsers. */
export const WEB_PAGE: OutputFormat = { name: 'page', label: 'web page', extensions: ['html', 'htm'] };

/** What decides about the format of an output. */
export interface FormatRule {
  /** What the verb writes; of two with the same ending the first counts. */
  readonly formats: readonly OutputFormat[];
  /** The option that names a format; undefined for a verb without one. */
  readonly option?: string;
  /** The name that the option gives. */
  readonly chosen?: string | undefined;
}

/** Formats that may be compressed. */
export function compressible(formats: readonly Format[]): OutputFormat[] {
  return formats.map((format) => ({ ...format, gzip: true }));
}

/**
 * The name of the format that an output gets: that of the option, else that of the ending of its name. A name without
 * an ending, stdout and a folder decide nothing.
 * @returns undefined where nothing decides, so that the verb takes its default
 * @throws CrateError ERR_USAGE for an ending that the verb cannot write, and one that contradicts the option
 */
export function outputFormat(output = '-', { formats, option, chosen }: FormatRule): string | undefined {
  const { ending, isCompressed } = endingOf(output);
  const writes = (format: OutputFormat) => !isCompressed || format.gzip === true;
  const fits = ({ extensions, alsoExtensions = [] }: OutputFormat) =>
    ending === '' || [...extensions, ...alsoExtensions].includes(ending);
  if (chosen !== undefined) {
    const format = formats.find(({ name }) => name === chosen);
    if (format === undefined || (writes(format) && (fits(format) || !isKnown(ending)))) return chosen;
    const given = option === '--json' ? option : `${option} ${chosen}`;
    throw new CrateError('ERR_USAGE', `${given} and the ending of ${basename(output)} contradict each other`, {
      hint: `leave ${option} out, or end the name in ${endings([format])}`,
    });
  }
  if (ending === '' && (!isCompressed || formats.some(writes))) return undefined;
  const meant = formats.find((format) => writes(format) && format.extensions.includes(ending));
  if (meant !== undefined) return meant.name;
  const what = `.${[ending, ...(isCompressed ? ['gz'] : [])].filter((part) => part !== '').join('.')}`;
  throw new CrateError('ERR_USAGE', `${basename(output)} ends in ${what}, which cannot be written here`, {
    hint: `use ${endings(formats)}${option === undefined ? ', or a name without ending' : `, or name the format with ${option}`}`,
  });
}

/**
 * Checks the name of an output that is a folder, or an archive that we write.
 * @param archives whether it may be an archive. Default: true
 * @throws CrateError ERR_USAGE for the ending of a file of another kind
 */
export function checkPlaceName(output: string, archives = true): void {
  const { ending, isCompressed } = endingOf(output);
  if ((ending === '' && !isCompressed) || (archives && isWritableArchiveName(output))) return;
  if (!isCompressed && !isKnown(ending)) return; // folders have names like data.v2
  throw new CrateError('ERR_USAGE', `${basename(output)} is the name of a file, and the output is a folder`, {
    hint: `end the name of a folder in /${archives ? `, or that of an archive in ${WRITTEN_ARCHIVES.map((one) => `.${one}`).join(' or ')}` : ''}`,
  });
}

/** Whether the name of a file says that it is compressed. */
export function isCompressedName(name: string): boolean {
  return /\.gz$/i.test(name);
}

/** The ending of a file name, in lower case. Longer ones, and those that begin with a digit, are parts of the name. */
function endingOf(output: string): { ending: string; isCompressed: boolean } {
  if (output === '-' || /[\\/]$/.test(output)) return { ending: '', isCompressed: false };
  const isCompressed = isCompressedName(output);
  const name = basename(isCompressed ? output.slice(0, -'.gz'.length) : output);
  return { ending: /[^.]\.([a-z][a-z0-9]{0,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '', isCompressed };
}

/** Whether an ending means a format that some verb reads or writes. Any text may be in a `.txt`. */
function isKnown(ending: string): boolean {
  if (ending === 'txt') return false;
  if (archiveExtension(`.${ending}`) !== undefined) return true;
  return [...RDF_SYNTAXES, ...resultFormats('SELECT'), METADATA_DOCUMENT, WEB_PAGE].some(({ extensions }) =>
    extensions.includes(ending),
  );
}

/** `.nq, .trig, also with .gz`. */
function endings(formats: readonly OutputFormat[]): string {
  const names = [...new Set(formats.flatMap(({ extensions }) => extensions.map((one) => `.${one}`)))];
  return `${names.join(', ')}${formats.some(({ gzip }) => gzip === true) ? ', also with .gz' : ''}`;
}
