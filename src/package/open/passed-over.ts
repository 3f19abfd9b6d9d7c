import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { firstBytesOf } from '../../base/disk/read-file.js';
import { detectKind } from '../bytes/first-bytes.js';
import { isFile } from './path-kind.js';

/** Why a file of a folder tree that may be a crate is not loaded. */
export const PASSED_OVER = {
  'other-name': 'a JSON file looks like a metadata document but has another name',
  nested: 'a metadata file is inside another crate',
  unsearched: 'there are too many files, or folders that cannot be read; not all of them were searched',
} as const;

/** A file of a folder tree that may be a crate but is not loaded; to load it, name it. */
export interface PassedOver {
  /** Absolute path of the file; of the folder for `unsearched`. */
  readonly file: string;
  readonly reason: keyof typeof PASSED_OVER;
}

/** How many JSON files, and how many folders inside crates, one search opens at most. */
const MOST = 10_000;
/** How much of a JSON file is read. */
const HEAD = 64 * 1024;

/** Looks for files that a folder tree passes over, without reading large files or searching large payloads in full. */
export class PassedOverSearch {
  readonly #onFound: (found: PassedOver) => void;
  readonly #most: number;
  #files = 0;
  #folders = 0;
  #complete = true;

  /** @param most how many JSON files, and how many folders inside crates, it opens */
  constructor(onFound: (found: PassedOver) => void, most = MOST) {
    this.#onFound = onFound;
    this.#most = most;
  }

  add(file: string, reason: PassedOver['reason']): void {
    this.#onFound({ file, reason });
  }

  /** Looks at JSON files outside crates. */
  addDocuments(folder: string, names: readonly string[]): void {
    for (const name of [...names].sort()) {
      if ((this.#files += 1) > this.#most) {
        this.#complete = false;
        return;
      }
      const file = join(folder, name);
      if (looksLikeMetadata(file)) this.add(file, 'other-name');
    }
  }

  /** Looks for metadata files in the folders inside a crate. */
  addNested(crate: string, names: readonly string[]): void {
    const folders = [...names]
      .sort()
      .reverse()
      .map((name) => join(crate, name));
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if ((this.#folders += 1) > this.#most) {
        this.#complete = false;
        return;
      }
      const below: string[] = [];
      for (const entry of this.#entriesOf(folder)) {
        if (entry.isDirectory() && isSearched(entry.name)) below.push(join(folder, entry.name));
        else if (entry.isFile() && isMetadataFileName(entry.name) && !entry.name.startsWith('._'))
          this.add(join(folder, entry.name), 'nested');
      }
      for (const next of below.sort().reverse()) folders.push(next);
    }
  }

  /** Ends the search of a folder tree; says if it was not complete. */
  end(folder: string): void {
    if (!this.#complete) this.add(folder, 'unsearched');
  }

  #entriesOf(folder: string) {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      this.#complete = false;
      return [];
    }
  }
}

/** Whether crates are looked for in a folder of this name. */
export function isSearched(name: string): boolean {
  return name !== 'node_modules' && !name.startsWith('.git');
}

/** Whether the first bytes of a file look like those of a metadata document. False if it cannot be read. */
function looksLikeMetadata(file: string): boolean {
  if (!isFile(file)) return false;
  try {
    const head = firstBytesOf(file, HEAD);
    if (detectKind(head) !== 'json') return false;
    const text = head.toString('utf8');
    return (
      /"@graph"\s*:/.test(text) || (/"@context"\s*:/.test(text) && /\/ro\/crate\/|crate-metadata\.json/.test(text))
    );
  } catch {
    return false;
  }
}
