import { readFileSync } from 'node:fs';
import { ownFile } from './own-files.js';

/** The version in the package.json of crategraph. */
export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(ownFile('package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
