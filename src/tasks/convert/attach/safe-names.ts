import { isMetadataFileName } from '../../../crate/metadata-names.js';
import { isTemporaryName } from '../../../base/disk/temporary-path.js';
import { DEVICE_NAME, looseKey } from '../../../package/container/entry-names.js';
import { pathOfId, percentDecoded } from '../../../package/file-ids.js';

/** The longest name of a file or folder, in bytes: file systems have the same limit. */
const MOST_BYTES = 255;
/** The longest path in a crate, in bytes: file systems allow 4,096 with the folder that the crate is in. */
const MOST_PATH_BYTES = 1000;

/** Makes a name that every file system takes: no character that Windows forbids, no device, not too long. */
export function safeSegment(name: string): string {
  const legal = name.replace(/[<>:"|?*/\\\u0000-\u001F\u007F]|\p{Surrogate}/gu, '_').replace(/[. ]+$/, '');
  const harmless = legal === '' || DEVICE_NAME.test(legal) || isTemporaryName(legal) ? `_${legal}` : legal;
  return numbered(harmless);
}

/**
 * States why a path leaves the crate, also if some program decodes it once more; undefined if it does not.
 * @param path as plain text, with `/` or `\` as separator
 */
export function leavesCrate(path: string): string | undefined {
  let text = path;
  for (let round = 0; round < 4; round += 1) {
    const plain = text.replaceAll('\\', '/');
    if (plain.includes('\0')) return 'has a NUL character in its name';
    if (plain.startsWith('/') || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(plain)) return 'is absolute';
    let depth = 0;
    for (const segment of plain.split('/')) {
      depth += segment === '..' ? -1 : segment === '' || segment === '.' ? 0 : 1;
      if (depth < 0) return 'leaves the crate';
    }
    const decoded = percentDecoded(plain);
    if (decoded === plain) return undefined;
    text = decoded;
  }
  return 'is encoded more than once';
}

/** Splits a path into its segments; `..` goes up. */
export function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/** Where something should be, before its name becomes safe and unique. */
export interface Wanted {
  /** Path of the folder of a Dataset as {@link SafeNames.folder} gave it; '' for the root. */
  readonly folder: string;
  /** The path in it, of any characters. */
  readonly segments: readonly string[];
}

/** A file, a folder that a Dataset describes, or a folder between them. */
interface Place {
  readonly name: string;
  kind: 'file' | 'dataset' | 'between' | 'taken';
  readonly children: Map<string, Place>;
  /** The next number to try for a name that is taken, so that a thousand equal names take a thousand steps. */
  readonly numbers: Map<string, number>;
}

/**
 * The paths of a new crate. Each file and each folder gets one of its own, also where case and Unicode normalisation do
 * not count; a file is never also a folder.
 */
export class SafeNames {
  readonly #top: Place = place('', 'between');
  /** The folders of Datasets, by path: a part begins at its folder, however deep that is. */
  readonly #folders = new Map([['', this.#top]]);

  /** Keeps a path free that the crate uses for something else. @param id as written */
  reserve(id: string): void {
    const path = pathOfId(id);
    if (path === undefined || path === '') return;
    const { folder, last } = this.#descend({ folder: '', segments: segmentsOf(path) });
    if (!folder.children.has(looseKey(last))) folder.children.set(looseKey(last), place(last, 'taken'));
  }

  /** The path for a file. */
  file(wanted: Wanted): string {
    return this.#claim(wanted, 'file');
  }

  /** The path for the folder of a Dataset, with a final `/`. */
  folder(wanted: Wanted): string {
    return `${this.#claim(wanted, 'dataset')}/`;
  }

  #claim(wanted: Wanted, kind: 'file' | 'dataset'): string {
    const safe = { folder: wanted.folder, segments: wanted.segments.map(safeSegment) };
    const { folder, last, path } = this.#descend(
      isTooLong(safe) ? { folder: '', segments: safe.segments.slice(-1) } : safe,
    );
    const name = isFree(folder, last, { kind, isTop: path === '' }) ? last : this.#number(folder, last);
    const existing = folder.children.get(looseKey(name));
    const claimed = existing ?? place(name, kind);
    claimed.kind = kind;
    folder.children.set(looseKey(name), claimed);
    if (kind === 'dataset') this.#folders.set(`${path}${claimed.name}/`, claimed);
    return path + claimed.name;
  }

  /** Goes to the folder of a path, and makes the folders on the way. */
  #descend({ folder: begin, segments }: Wanted): { folder: Place; last: string; path: string } {
    let folder = this.#folders.get(begin) ?? this.#top;
    let path = begin;
    for (const segment of segments.slice(0, -1)) {
      let child = folder.children.get(looseKey(segment)) ?? place(segment, 'between');
      if (child.kind === 'file' || child.kind === 'taken') child = this.#besides(folder, segment);
      folder.children.set(looseKey(child.name), child);
      path += `${child.name}/`;
      folder = child;
    }
    return { folder, last: segments.at(-1) ?? '_', path };
  }

  /** The folder to use instead of a name that a file has: the same for all that want it. */
  #besides(folder: Place, segment: string): Place {
    for (let number = 2; ; number += 1) {
      const name = numbered(segment, number);
      const child = folder.children.get(looseKey(name)) ?? place(name, 'between');
      if (child.kind === 'between') return child;
    }
  }

  #number(folder: Place, name: string): string {
    const key = looseKey(name);
    let number = folder.numbers.get(key) ?? 2;
    while (folder.children.has(looseKey(numbered(name, number)))) number += 1;
    folder.numbers.set(key, number + 1);
    return numbered(name, number);
  }
}

function place(name: string, kind: Place['kind']): Place {
  return { name, kind, children: new Map(), numbers: new Map() };
}

/** Whether a file or a Dataset may have a name in a folder: a Dataset may describe a folder between. */
function isFree({ children }: Place, name: string, { kind, isTop }: { kind: Place['kind']; isTop: boolean }): boolean {
  const existing = children.get(looseKey(name));
  if (isTop && (isMetadataFileName(name.toLowerCase()) || /^(?:ro-)?crate-preview(?:\.html|_files)$/i.test(name)))
    return false;
  return existing === undefined || (kind === 'dataset' && existing.kind === 'between');
}

function isTooLong({ folder, segments }: Wanted): boolean {
  return Buffer.byteLength(folder + segments.join('/')) > MOST_PATH_BYTES;
}

/** A name with a number before its extension, shortened to what file systems take. */
function numbered(name: string, number?: number): string {
  const suffix = number === undefined ? '' : `-${number}`;
  if (suffix === '' && Buffer.byteLength(name) <= MOST_BYTES) return name;
  const extension = /[^.]((?:\.tar)?\.[A-Za-z0-9]{1,16})$/.exec(name)?.[1] ?? '';
  const ending = suffix + extension;
  let stem = '';
  let left = MOST_BYTES - Buffer.byteLength(ending);
  for (const character of name.slice(0, name.length - extension.length)) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    stem += character;
  }
  return stem + ending;
}
