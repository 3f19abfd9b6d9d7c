import { existsSync } from 'node:fs';
import { CrateError } from '../base/errors.js';
import { placeOrContent, withBase } from '../package/open/crate-argument.js';
import type { ListedArgument } from '../tasks/load/load-crates.js';

/**
 * Reads the crates of a list that is still being written. An entry is the place of a crate; that, a TAB and its base;
 * or a JSON object with `crate` and perhaps `base`, such as a line of a report.
 * @param end ends each entry
 * @throws CrateError ERR_USAGE for no list
 */
export async function* listedCrates(stdin: AsyncIterable<Uint8Array>, end: string): AsyncGenerator<ListedArgument> {
  for await (const entry of entriesOf(stdin, end)) yield crateOf(entry);
}

function crateOf(entry: string): ListedArgument {
  const { crate, base } = /^[\ufeff\s]*\{/.test(entry) ? objectOf(entry) : pairOf(entry);
  // The text of a document is a crate for the library. A list has places: one line of such a text is no crate.
  if (typeof placeOrContent(crate) !== 'string') throw notACrate(entry);
  return base === undefined ? crate : withBase(crate, base);
}

/** A path may contain a TAB, but hardly one before an IRI. */
function pairOf(entry: string): { crate: string; base?: string | undefined } {
  const [, crate = entry, base] = /^(.+)\t([^\t]*)$/s.exec(entry) ?? [];
  const isPath = base !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(base) && existsSync(entry);
  return isPath ? { crate: entry } : { crate, base };
}

function objectOf(entry: string): { crate: string; base?: string | undefined } {
  try {
    const { crate, base } = JSON.parse(entry.replace(/^\ufeff/, '')) as {
      readonly crate: unknown;
      readonly base?: unknown;
    };
    if (typeof crate === 'string' && (base === undefined || typeof base === 'string')) return { crate, base };
  } catch {
    // the error below names the entry
  }
  throw notACrate(entry);
}

function notACrate(entry: string): CrateError {
  return new CrateError('ERR_USAGE', `an entry of the list is no crate: ${entry.slice(0, 100)}`, {
    hint: 'write {"crate": "my-crate/", "base": "https://example.org/my-crate/"}; a path that begins with { as ./{2024}',
  });
}

/** The longest entry of a list, in characters: what is longer is no list of crates. */
const LONGEST = 1 << 20;

/** The entries of a list that is still being written; without empty ones. @throws CrateError ERR_USAGE for no list */
async function* entriesOf(stdin: AsyncIterable<Uint8Array>, end: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  const entry = (text: string) => (end === '\n' && text.endsWith('\r') ? text.slice(0, -1) : text);
  for await (const chunk of stdin) {
    const entries = (rest + decoder.decode(chunk, { stream: true })).split(end);
    rest = entries.pop() as string;
    if (rest.length > LONGEST)
      throw new CrateError(
        'ERR_USAGE',
        'standard input is not a list of crates: an entry has more than a million characters',
        { hint: 'write one crate on each line: its path or URL, optionally with its base after a TAB' },
      );
    for (const text of entries) if (entry(text) !== '') yield entry(text);
  }
  rest += decoder.decode();
  if (entry(rest) !== '') yield entry(rest);
}
