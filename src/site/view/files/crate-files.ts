import type { FileHandle } from 'node:fs/promises';
import { open, opendir, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isTemporaryName } from '../../../base/disk/temporary-path.js';

/** Some bytes of a file, and the size of all of it. */
export interface FilePart {
  readonly size: number;
  /** When the file was changed, in milliseconds since 1970. */
  readonly changed: number;
  readonly bytes: Uint8Array;
}

/** What is directly in a folder. */
export interface FolderNames {
  /** Paths relative to the crate; a folder ends in `/`. */
  readonly paths: readonly string[];
  /** Whether the folder has more than is listed. */
  readonly isCut: boolean;
}

/** The files and folders of a package. */
export interface ListedTree {
  /** The size of each file; that of a folder is 0. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Folders whose contents are not listed, because they are links. */
  readonly unread: ReadonlySet<string>;
  /** Whether the package has more than is listed. */
  readonly isCut: boolean;
}

/** The files of a crate, as pages need them. Folders are paths relative to the crate, with a final `/`. */
export interface CrateFiles {
  /**
   * Reads some bytes of a file; undefined if the package does not show such a file.
   * @param from how many bytes come before them. Default 0
   */
  part(path: string, bytes: number, from?: number): Promise<FilePart | undefined>;
  /** Lists one folder; it is empty if the package does not show it. */
  names(folder: string): Promise<FolderNames>;
  /** The size of a file; undefined if the package does not show such a file. */
  size(path: string): Promise<number | undefined>;
  /** Lists everything. Links to folders are not followed. @param most names that are listed. Default: 200,000 */
  list(most?: number): Promise<ListedTree>;
}

/** Names of one folder, and of a package, that are listed; more would hold up all other pages. */
const MOST_LISTED = 200_000;
/** Files that are looked at together. */
const AT_ONCE = 64;

/**
 * The files of a crate folder. Names that begin with a dot, and links that lead to them or out of
 * the folder, are not shown.
 */
export class FolderFiles implements CrateFiles {
  readonly #folder: string;
  readonly #most: number;

  /**
   * @param folder its absolute path
   * @param most names that are listed
   */
  constructor(folder: string, most = MOST_LISTED) {
    this.#folder = folder;
    this.#most = most;
  }

  async part(path: string, bytes: number, from = 0): Promise<FilePart | undefined> {
    let handle: FileHandle | undefined;
    try {
      const real = await this.#shown(path);
      // The kind first: opening a pipe would wait for a writer.
      if (real === undefined || !(await stat(real)).isFile()) return undefined;
      handle = await open(real);
      const { size, mtimeMs: changed } = await handle.stat();
      const length = Math.max(0, Math.min(bytes, size - from));
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: from });
      return { size, changed, bytes: buffer.subarray(0, bytesRead) };
    } catch {
      // It is not there, or may not be read: the page says that it cannot show it.
      return undefined;
    } finally {
      await handle?.close();
    }
  }

  async names(folder: string): Promise<FolderNames> {
    const real = await this.#shown(folder).catch(() => undefined);
    return real === undefined ? { paths: [], isCut: false } : this.#namesIn(real, folder, this.#most);
  }

  async size(path: string): Promise<number | undefined> {
    try {
      const real = await this.#shown(path);
      const found = real === undefined ? undefined : await stat(real);
      return found?.isFile() === true ? found.size : undefined;
    } catch {
      return undefined; // it is gone, or may not be read
    }
  }

  async list(most = this.#most): Promise<ListedTree> {
    const sizes = new Map<string, number>();
    const unread = new Set<string>();
    let isCut = false;
    for (const waiting = ['']; waiting.length > 0;) {
      const folder = waiting.pop() as string;
      if (folder !== '' && (await this.#isLink(folder))) {
        unread.add(folder); // links may lead in a circle
        continue;
      }
      const names = await this.#namesIn(join(this.#folder, folder), folder, most - sizes.size);
      isCut ||= names.isCut;
      for (let at = 0; at < names.paths.length; at += AT_ONCE) {
        const paths = names.paths.slice(at, at + AT_ONCE);
        const found = await Promise.all(paths.map((path) => this.#bytes(path)));
        for (const [place, path] of paths.entries()) sizes.set(path, found[place] ?? 0);
      }
      for (const path of names.paths) if (path.endsWith('/')) waiting.push(path);
    }
    return { sizes, unread, isCut };
  }

  /** What is listed is shown: nothing of its path is hidden, and links were resolved. */
  async #bytes(path: string): Promise<number | undefined> {
    if (path.endsWith('/')) return undefined;
    return (await stat(join(this.#folder, path)).catch(() => undefined))?.size;
  }

  async #isLink(folder: string): Promise<boolean> {
    const [above, real] = await Promise.all([
      realpath(join(this.#folder, folder, '..')),
      realpath(join(this.#folder, folder)),
    ]).catch(() => ['', '']);
    return join(above, folder.replace(/\/$/, '').replace(/^.*\//s, '')) !== real;
  }

  async #namesIn(real: string, folder: string, most: number): Promise<FolderNames> {
    const paths: string[] = [];
    const links: string[] = [];
    const opened = await opendir(real, { bufferSize: 1024 }).catch(() => undefined);
    if (opened === undefined) return { paths, isCut: false };
    let isCut = false;
    for await (const entry of opened) {
      if (isHidden(entry.name) || entry.name.includes('\\') || isTemporaryName(entry.name)) continue; // as in the listings of folders
      if (paths.length + links.length >= most) {
        isCut = true;
        break;
      }
      if (entry.isDirectory()) paths.push(`${folder}${entry.name}/`);
      else if (entry.isFile()) paths.push(folder + entry.name);
      else if (entry.isSymbolicLink()) links.push(folder + entry.name);
    }
    for (const path of links) {
      const target = await this.#shown(path).catch(() => undefined);
      const kind = target === undefined ? undefined : await stat(target).catch(() => undefined);
      if (kind?.isDirectory() === true) paths.push(`${path}/`);
      else if (kind?.isFile() === true) paths.push(path);
    }
    return { paths, isCut };
  }

  /** The absolute path of a file without links; undefined if it is not shown. */
  async #shown(path: string): Promise<string | undefined> {
    if (path.includes('\0') || isHidden(path)) return undefined;
    const [root, real] = await Promise.all([realpath(this.#folder), realpath(join(this.#folder, path))]);
    return isHidden(relative(root, real)) ? undefined : real;
  }
}

/** Whether a path has a hidden part; `..`, which leads out of a folder, is one too. */
function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((segment) => segment.startsWith('.'));
}
