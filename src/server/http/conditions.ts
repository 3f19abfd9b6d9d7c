import type { BigIntStats } from 'node:fs';
import fresh from 'fresh';
import { encodedTag, type Encoding } from './encodings.js';

/** What distinguishes one version of a file from another. */
export interface Validators {
  /** Strong entity tag, with its quotes. */
  readonly etag: string;
  /** Time of the last change, as HTTP writes it. */
  readonly lastModified: string;
}

/** A version of a file. */
export interface FileVersion extends Validators {
  readonly size: number;
}

/**
 * The version of a file with a strong tag: besides size and place of the file it has both times in nanoseconds.
 * Programs can set back the time of the content (`mtime`), but not that of the last change (`ctime`).
 */
export function fileVersion({ ino, size, mtimeNs, ctimeNs, mtimeMs }: BigIntStats): FileVersion {
  const parts = [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36));
  return {
    size: Number(size),
    etag: `"${parts.join('-')}"`,
    lastModified: new Date(Number(mtimeMs)).toUTCString(),
  };
}

/** The version whose content has an encoding. */
export function encodedVersion({ etag, ...version }: FileVersion, encoding: Encoding): FileVersion {
  return { ...version, etag: encodedTag(etag, encoding) };
}

/** What the conditions of a GET or HEAD request ask for (RFC 9110, section 13.2.2). */
export function evaluateConditions(
  headers: Headers,
  { etag, lastModified }: Pick<Validators, 'etag'> & Partial<Validators>,
): 200 | 304 | 412 {
  const ifMatch = headers.get('if-match');
  if (ifMatch !== null) {
    if (!hasTag(ifMatch, etag)) return 412;
  } else {
    const since = Date.parse(headers.get('if-unmodified-since') ?? '');
    if (lastModified !== undefined && Date.parse(lastModified) > since) return 412;
  }
  const conditions = {
    'if-none-match': headers.get('if-none-match') ?? undefined,
    'if-modified-since': headers.get('if-modified-since') ?? undefined,
  };
  return fresh(conditions, { etag, 'last-modified': lastModified }) ? 304 : 200;
}

/**
 * Whether the condition of a range holds: without one, or if the client has a part of this version (section 13.1.5).
 */
export function rangeHolds(headers: Headers, { etag, lastModified }: Validators): boolean {
  const condition = headers.get('if-range');
  return condition === null || condition === etag || condition === lastModified;
}

/** Whether a list of entity tags has this one; weak tags never do. */
function hasTag(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((tag) => tag.trim() === etag);
}
