import type { CrateError } from '../errors.js';
import { say, type Io } from './io.js';

/** The two lines of an error: what, with its place, and what to do. */
export function sayError(io: Io, error: CrateError): void {
  const file = error.details['file'] ?? error.details['crate'];
  const place = typeof file === 'string' && !error.message.includes(file) ? `${file}: ` : '';
  say(io, `${error.code}: ${place}${error.message}`);
  if (error.hint !== '') say(io, `  hint: ${error.hint}`);
}
