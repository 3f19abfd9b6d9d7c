import { dirname, resolve } from 'node:path';
import { CrateError } from '../base/errors.js';
import { isThere } from '../base/disk/read-file.js';
import { isWebAddress } from '../package/package-options.js';
import { fieldsOf, fieldsOfToml, MalformedText, type Fields } from '../tasks/author/fields.js';
import { textOfFile } from './saved-plan.js';

/** A catalogue that a store is kept in step with. */
export interface SyncSource {
  /** Path or address. */
  readonly catalogue: string;
  /** Its kind, if it is named. */
  readonly kind?: string | undefined;
  /** Whether the `robots.txt` of its hosts counts. */
  readonly robots?: boolean | undefined;
}

/** What a file says about the catalogues of a store. */
export interface SyncSettings {
  readonly store?: string | undefined;
  readonly contact?: string | undefined;
  readonly sources: readonly SyncSource[];
}

/** The file that `sync` reads if it is given no catalogue. */
export const SYNC_FILE = 'crategraph.toml';

const FIELDS: readonly string[] = ['store', 'contact', 'source'];
const SOURCE_FIELDS: readonly string[] = ['catalogue', 'kind', 'robots'];

/**
 * Reads the settings of `sync`. Paths in them are relative to their file.
 * @param path undefined for {@link SYNC_FILE} in this folder
 * @throws CrateError ERR_USAGE, ERR_NOT_FOUND
 */
export async function syncSettings(path: string | undefined): Promise<SyncSettings> {
  const file = path ?? SYNC_FILE;
  if (path === undefined && !(await isThere(file)))
    throw new CrateError('ERR_USAGE', `no catalogue is named, and there is no ${SYNC_FILE} here`, {
      hint: `give a catalogue, or write one into ${SYNC_FILE}: see \`crategraph sync --help\``,
    });
  const fields = parsed(await textOfFile(file), file);
  const wrong = (reason: string) => new CrateError('ERR_USAGE', `${file}: ${reason}`, { hint: 'see `crategraph sync --help`', details: { file } }); // prettier-ignore
  refuseUnknown(fields, FIELDS, wrong);
  const { source: list } = fields;
  if (!Array.isArray(list) || list.length === 0)
    throw wrong('it names no catalogue: write [[source]] and catalogue = "..."');
  const from = (place: string) => (isWebAddress(place) ? place : resolve(dirname(file), place));
  const store = textIn(fields, 'store', wrong);
  return {
    store: store === undefined || store.startsWith('memory:') ? store : from(store),
    contact: textIn(fields, 'contact', wrong),
    sources: list.map((one: unknown) => {
      const source = fieldsOf(one);
      refuseUnknown(source, SOURCE_FIELDS, wrong);
      const catalogue = textIn(source, 'catalogue', wrong);
      if (catalogue === undefined) throw wrong('a [[source]] has no catalogue');
      const { robots } = source;
      if (robots !== undefined && typeof robots !== 'boolean') throw wrong('robots has to be true or false');
      return { catalogue: from(catalogue), kind: textIn(source, 'kind', wrong), robots };
    }),
  };
}

function parsed(text: string, file: string): Fields {
  try {
    return fieldsOfToml(text);
  } catch (error) {
    if (!(error instanceof MalformedText)) throw error;
    throw new CrateError('ERR_USAGE', `${file}: ${error.message}`, { hint: 'correct the file', details: { file }, cause: error }); // prettier-ignore
  }
}

function textIn(fields: Fields, name: string, wrong: (reason: string) => CrateError): string | undefined {
  const value = fields[name];
  if (value !== undefined && (typeof value !== 'string' || value === '')) throw wrong(`${name} has to be a text`);
  return value;
}

/** A setting that has no effect would be a surprise. */
function refuseUnknown(fields: Fields, known: readonly string[], wrong: (reason: string) => CrateError): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(`there is no setting ${unknown}: it may be ${known.join(', ')}`);
}
