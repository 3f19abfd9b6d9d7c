import type { FileHandle } from 'node:fs/promises';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { FolderContainer } from '../../../package/container/folder-container.js';
import { PACKAGE_LIMITS } from '../../../package/limits.js';

/** Some bytes of a file, and the size of all of it. */
export interface FilePart {
  readonly size: number;
  /** When the file was changed, in milliseconds since 1970. */
  readonly changed: number;
  readonly bytes: Uint8Array;
}

/** A file or folder of a package; a folder ends in `/`. */
export interface ListedFile {
  readonly path: string;
  readonly size: number;
}

/** The files of a crate, as pages need them. */
export interface CrateFiles {
  /**
   * Reads some bytes of a file; undefined if the package does not show such a file.
   * @param from how many bytes come before them. Default 0
   */
  part(path: string, bytes: number, from?: number): Promise<FilePart | undefined>;
  /** The names of the files and folders at the top, sorted; a folder ends in `/`. */
  top(): Promise<string[]>;
  /** Lists files and folders, those of a folder after it. */
  list(): AsyncIterable<ListedFile>;
}

/**
 * The files of a crate folder. Names that begin with a dot, and links that lead to them or out of
 * the folder, are not shown.
 */
export class FolderFiles implements CrateFiles {
  readonly #folder: string;

  /** @param folder its absolute path */
  constructor(folder: string) {
    this.#folder = folder;
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

  async top(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    const names = entries.map(async (entry) => {
      if (isHidden(entry.name) || entry.name.includes('\\')) return []; // as in the listings of folders
      const real = entry.isSymbolicLink() ? await this.#shown(entry.name).catch(() => undefined) : undefined;
      const kind = real === undefined ? entry : await stat(real).catch(() => entry);
      if (kind.isDirectory()) return [`${entry.name}/`];
      return kind.isFile() ? [entry.name] : [];
    });
    return (await Promise.all(names)).flat().sort();
  }

  async *list(): AsyncGenerator<ListedFile> {
    const container = new FolderContainer(this.#folder, this.#folder, PACKAGE_LIMITS);
    for await (const { path, type, size } of container.entries())
      if ((type === 'file' || type === 'folder') && (await this.#shown(path)) !== undefined) yield { path, size };
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
