import { CrateError } from '../../errors.js';
import type { ContainerEntry } from './container.js';

/** Names that Windows gives to devices, with any extension. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i;

/** Why a path cannot be written safely on every system; undefined when it can. */
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

/** The path without empty and `.` segments, which some writers leave in. */
export function tidyPath(path: string): string {
  if (!/(?:^|\/)\.?(?:\/|$)/.test(path.replace(/\/$/, ''))) return path;
  const tidy = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  return path.endsWith('/') ? `${tidy}/` : tidy;
}

/**
 * Checks entries before they are written or read as payload, one after the other, and remembers their names.
 * Refused by name: path escapes, absolute paths, links, special files, device names, the same name twice, and names
 * that fall together where case or Unicode normalisation does not count.
 */
export class EntryGuard {
  readonly #container: string;
  readonly #names = new Map<string, string>();

  constructor(container: string) {
    this.#container = container;
  }

  /** The path to use. @throws CrateError ERR_ARCHIVE_ENTRY */
  check({ path, type }: Pick<ContainerEntry, 'path' | 'type'>): string {
    const problem =
      nameProblem(path) ?? (type === 'link' ? 'is a link' : type === 'other' ? 'is no regular file' : undefined);
    if (problem !== undefined) throw this.#refuse(path, problem);
    const tidy = tidyPath(path);
    if (type === 'folder') this.#checkFolders(tidy.replace(/\/$/, ''), path);
    else {
      const parent = tidy.lastIndexOf('/');
      if (parent > 0) this.#checkFolders(tidy.slice(0, parent), path);
      this.#take(tidy, path);
    }
    return tidy;
  }

  /** A folder may come again, but only in the same spelling, and never as a file. */
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

  #take(tidy: string, path: string): void {
    const earlier = this.#names.get(looseKey(tidy));
    if (earlier !== undefined)
      throw this.#refuse(path, earlier === tidy ? 'is there twice' : `clashes with ${earlier}`);
    this.#names.set(looseKey(tidy), tidy);
  }

  #refuse(path: string, problem: string): CrateError {
    return new CrateError('ERR_ARCHIVE_ENTRY', `${this.#container}: entry ${JSON.stringify(path)} ${problem}`, {
      details: { entry: path, problem },
    });
  }
}

/** What paths have in common that mean one file on systems where neither case nor Unicode normalisation counts. */
export function looseKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Folder (with its last `/`) and name of a path. */
export function splitPath(path: string): { folder: string; name: string } {
  const end = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, end), name: path.slice(end) };
}
