import { CrateError } from '../errors.js';
import type { HttpLimits, PackageLimits } from '../package/limits.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/**
 * The bounds that a person gave as `name=value`.
 * @throws CrateError ERR_USAGE for an unknown name or a value that is no number
 */
export function limitsOf(given: readonly string[]): { limits: Partial<PackageLimits>; http: Partial<HttpLimits> } {
  const bounds = Object.assign({}, ...given.map(parse)) as Record<string, number>;
  const { metadata, download, unpacked, ratio, entries, redirects, requests, seconds, duration, links } = bounds;
  const [answerMs, totalMs] = [seconds, duration].map((time) => (time === undefined ? undefined : time * 1000));
  return {
    limits: defined({ metadataBytes: metadata, downloadBytes: download, unpackedBytes: unpacked, ratio, entries }),
    http: defined({ redirects, requests, headersMs: answerMs, idleMs: answerMs, totalMs, ratio, links }),
  };
}

const NAMES = [
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
];

function parse(text: string): Record<string, number> {
  const [, name = '', number = '', unit = ''] = /^(\w+)=(\d+(?:\.\d+)?)\s*([kmgt]?b)?$/i.exec(text) ?? [];
  if (NAMES.includes(name)) return { [name]: Number(number) * (UNITS[unit.toLowerCase()] as number) };
  throw new CrateError('ERR_USAGE', `--limit ${text} is not understood`, {
    hint: `write --limit name=number, as in metadata=2GB; names are ${NAMES.join(', ')}`,
  });
}

function defined<T extends object>(bounds: T): Partial<{ [K in keyof T]: number }> {
  return Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined)) as never;
}
