import { readFileSync } from 'node:fs';
import { ownFile } from './own-files.js';

/** What the package.json of crategraph says that we need. */
export interface OwnManifest {
  readonly version: string;
  /** `node` is a range such as `>=20.18`. */
  readonly engines: { readonly node: string };
}

/** Reads the package.json of crategraph. */
export function ownManifest(): OwnManifest {
  return JSON.parse(readFileSync(ownFile('package.json'), 'utf8')) as OwnManifest;
}

/** The version of crategraph. */
export function ownVersion(): string {
  return ownManifest().version;
}
