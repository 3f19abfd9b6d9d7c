import { CrateError } from '../base/errors.js';
import type { HttpLimits, PackageLimits } from '../package/limits.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** The limits that `--limit name=value` can set. */
export const LIMIT_NAMES = [
  'metadata',
  'download',
  'unpacked',
  'ratio',
  'entries',
  'redirects',
  'requests',
  'seconds',
  'duration',
  'links',
  'crates',
];

/**
 * Reads the values of `--limit`; of several with one name the last one counts.
 * @throws CrateError ERR_USAGE for an unknown name or an invalid number
 */
export function limitsOf(given: readonly string[]): { limits: Partial<PackageLimits>; http: Partial<HttpLimits> } {
  const values = Object.assign({}, ...given.map(checkLimit)) as Record<string, number>;
  const { metadata, download, unpacked, ratio, entries, redirects, requests, seconds, duration, links, crates } =
    values;
  const [answerMs, totalMs] = [seconds, duration].map((time) => (time === undefined ? undefined : time * 1000));
  return {
    limits: defined({
      metadataBytes: metadata,
      downloadBytes: download,
      unpackedBytes: unpacked,
      ratio,
      entries,
      crates,
    }),
    http: defined({ redirects, requests, headersMs: answerMs, idleMs: answerMs, totalMs, ratio, links }),
  };
}

/** Reads a number of bytes, such as 10MB or 1.5GB. @throws CrateError ERR_USAGE */
export function readSize(flag: string, text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?b)?$/i.exec(text) ?? [];
  if (number !== '') return Math.round(Number(number) * (UNITS[unit.toLowerCase()] as number));
  throw new CrateError('ERR_USAGE', `invalid ${flag} ${text}`, { hint: `write ${flag} 10MB, 1.5GB or 5000` });
}

/** Reads one `name=value`. @throws CrateError as {@link limitsOf} */
export function checkLimit(text: string): Record<string, number> {
  const [, name = '', number = '', unit = ''] = /^(\w+)=(\d+(?:\.\d+)?)\s*([kmgt]?b)?$/i.exec(text) ?? [];
  if (LIMIT_NAMES.includes(name)) return { [name]: Number(number) * (UNITS[unit.toLowerCase()] as number) };
  throw new CrateError('ERR_USAGE', `invalid --limit ${text}`, {
    hint: `write --limit name=number, as in metadata=2GB; the names are ${LIMIT_NAMES.join(', ')}`,
  });
}

function defined<T extends object>(limits: T): Partial<{ [K in keyof T]: number }> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as never;
}
