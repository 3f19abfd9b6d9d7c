import { readFileSync } from 'node:fs';

/** The version in the package.json of crategraph. */
export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
