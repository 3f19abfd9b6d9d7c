import { NOT_UTF8 } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import type { ContainerEntry } from './container.js';

/** Device names of Windows, with any extension. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i;

/** Characters of a path: Linux takes 4,096 bytes, and every step of a longer one would be looked at. */
const LONGEST_PATH = 4_096;
/** Characters of a path in a message. */
const SHOWN = 200;

/** States why a path cannot be written safely on every system; undefined if it can. */
export function nameProblem(path: string): string | undefined {
  if (path === '') return 'has no name';
  if (path.length > LONGEST_PATH) return `has a path of ${path.length} characters, which no disk takes`;
  if (path.includes('\0')) return 'has a NUL character in its name';
  if (/\p{Surrogate}/u.test(path)) return 'has half of a character in its name, which no disk can write';
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

/** What is wrong with an entry that is neither file nor folder. */
const PROBLEMS: Readonly<Partial<Record<ContainerEntry['type'], string>>> = {
  link: 'is a link',
  other: 'is not a regular file',
  misread: NOT_UTF8,
};

/** A file or folder that a guard has seen. */
interface KnownName {
  readonly name: string;
  readonly isFolder: boolean;
  readonly number: number;
  readonly path: string;
}

/** A step of a path: the part of it from `start` to `end`. */
interface Step {
  readonly whole: string;
  readonly start: number;
  readonly end: number;
  readonly isFolder: boolean;
}

/**
 * Checks the entries of one container before they are written or read as payload. Refuses paths that leave the package,
 * absolute paths, links, special files, device names, duplicate names, and names that are equal on systems that ignore
 * case or Unicode normalisation.
 */
export class EntryGuard {
  readonly #container: string;
  /**
   * Files and folders by the number of the folder they are in and the key of their own name: no
   * path is looked at twice.
   */
  readonly #names = new Map<string, KnownName>();

  constructor(container: string) {
    this.#container = container;
  }

  /** Checks an entry and returns the path to use. @throws CrateError ERR_ARCHIVE_ENTRY */
  check({ path, type }: Pick<ContainerEntry, 'path' | 'type'>): string {
    const problem = nameProblem(path) ?? PROBLEMS[type];
    if (problem !== undefined) throw this.#refuse(path, problem);
    const tidy = tidyPath(path);
    const isFolder = type === 'folder';
    const whole = isFolder ? tidy.replace(/\/$/, '') : tidy;
    let above = 0;
    for (let start = 0; start <= whole.length;) {
      const next = whole.indexOf('/', start);
      const end = next < 0 ? whole.length : next;
      above = this.#add(above, { whole, start, end, isFolder: next >= 0 || isFolder }, path);
      start = end + 1;
    }
    return tidy;
  }

  /** A folder may occur repeatedly, but only in the same spelling, and not also as a file. @returns its number */
  #add(above: number, { whole, start, end, isFolder }: Step, path: string): number {
    const name = whole.slice(start, end);
    const key = `${above}/${looseKey(name)}`;
    const earlier = this.#names.get(key);
    if (earlier === undefined) {
      const number = this.#names.size + 1;
      this.#names.set(key, { name, isFolder, number, path: whole.slice(0, end) });
      return number;
    }
    if (isFolder && earlier.isFolder && earlier.name === name) return earlier.number;
    const isSame = earlier.name === name && !earlier.isFolder && !isFolder;
    throw this.#refuse(path, isSame ? 'is a duplicate' : `clashes with ${shown(earlier)}`);
  }

  #refuse(path: string, problem: string): CrateError {
    return new CrateError(
      'ERR_ARCHIVE_ENTRY',
      `${this.#container}: entry ${JSON.stringify(shorten(path))} ${problem}`,
      {
        details: { entry: path, problem },
      },
    );
  }
}

function shown({ path, isFolder }: KnownName): string {
  return shorten(path) + (isFolder ? '/' : '');
}

function shorten(path: string): string {
  return path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path;
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
