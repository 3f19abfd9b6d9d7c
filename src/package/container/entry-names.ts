import { CrateError } from '../../errors.js';
import type { ContainerEntry } from './container.js';

/** Device names of Windows, with any extension. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i;

/** States why a path cannot be written safely on every system; undefined if it can. */
export function nameProblem(path: string): string | undefined {
  if (path === '') return 'has no name';
  if (path.includes('\0')) return 'has a NUL character in its name';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'has an absolute path';
  const segments = path.replace(/\/$/, '').split('/');
  if (segments.includes('..')) return 'leaves the package with ../';
  if (segments.some((segment) => segment === '' || segment === '.')) return undefined;
  const device = segments.find((segment) => DEVICE_NAME.test(segment.replace(/[. ]+$/, '')));
  return device === undefined ? undefined : `has the name of a device (${device})`;
}

/** Removes empty and `.` segments, which some writers leave in paths. */
export function tidyPath(path: string): string {
  if (!/(?:^|\/)\.?(?:\/|$)/.test(path.replace(/\/$/, ''))) return path;
  const tidy = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  return path.endsWith('/') ? `${tidy}/` : tidy;
}

/**
 * Checks the entries of one container before they are written or read as payload. Refuses paths that leave the package,
 * absolute paths, links, special files, device names, duplicate names, and names that are equal on systems that ignore
 * case or Unicode normalisation.
 */
export class EntryGuard {
  readonly #container: string;
  readonly #names = new Map<string, string>();

  constructor(container: string) {
    this.#container = container;
  }

  /** Checks an entry and returns the path to use. @throws CrateError ERR_ARCHIVE_ENTRY */
  check({ path, type }: Pick<ContainerEntry, 'path' | 'type'>): string {
    const problem =
      nameProblem(path) ?? (type === 'link' ? 'is a link' : type === 'other' ? 'is not a regular file' : undefined);
    if (problem !== undefined) throw this.#refuse(path, problem);
    const tidy = tidyPath(path);
    if (type === 'folder') this.#checkFolders(tidy.replace(/\/$/, ''), path);
    else {
      const parent = tidy.lastIndexOf('/');
      if (parent > 0) this.#checkFolders(tidy.slice(0, parent), path);
      this.#addName(tidy, path);
    }
    return tidy;
  }

  /** A folder may occur repeatedly, but only in the same spelling, and not also as a file. */
  #checkFolders(folder: string, path: string): void {
    let end = folder.indexOf('/');
    for (;;) {
      const one = end < 0 ? folder : folder.slice(0, end);
      const key = looseKey(one);
      const earlier = this.#names.get(key);
      if (earlier === undefined) this.#names.set(key, `${one}/`);
      else if (earlier !== `${one}/`) throw this.#refuse(path, `clashes with ${earlier}`);
      if (end < 0) return;
      end = folder.indexOf('/', end + 1);
    }
  }

  #addName(tidy: string, path: string): void {
    const earlier = this.#names.get(looseKey(tidy));
    if (earlier !== undefined)
      throw this.#refuse(path, earlier === tidy ? 'is a duplicate' : `clashes with ${earlier}`);
    this.#names.set(looseKey(tidy), tidy);
  }

  #refuse(path: string, problem: string): CrateError {
    return new CrateError('ERR_ARCHIVE_ENTRY', `${this.#container}: entry ${JSON.stringify(path)} ${problem}`, {
      details: { entry: path, problem },
    });
  }
}

/** Returns a key that is equal for paths that are one file on systems that ignore case or Unicode normalisation. */
export function looseKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Splits a path into folder (with a final `/`) and name. */
export function splitPath(path: string): { folder: string; name: string } {
  const end = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, end), name: path.slice(end) };
}
