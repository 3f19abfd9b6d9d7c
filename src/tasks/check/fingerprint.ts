import { createHash } from 'node:crypto';
import type { Finding } from './finding.js';

/** What is wrong, as a sentence without its full stop. */
export function sentenceOf({ entity, message }: Pick<Finding, 'entity' | 'message'>): string {
  return entity === undefined ? message : `${entity} ${message}`;
}

/** A short name of a finding that stays the same when lines and entities of the document move. */
export function fingerprintOf({ rule, entity = '', message }: Finding): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, entity, message]))
    .digest('hex')
    .slice(0, 16);
}
