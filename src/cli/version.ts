import { readFileSync } from 'node:fs';

/** The version of this package, from its package.json. */
export function version(): string {
  const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return own;
}
