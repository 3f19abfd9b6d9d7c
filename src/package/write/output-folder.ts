import { constants } from 'node:fs';
import { access, lstat, mkdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { nameProblem } from '../container/entry-names.js';
import { makeFolder } from '../../base/disk/make-folder.js';
import { withOutputError } from '../../base/disk/write-file.js';
import { requireNoStore } from '../../base/disk/no-store.js';

/**
 * A folder that the user named, and the paths of files in it. The folder itself may be a link. Inside, another user
 * may have planted links, so a path never leads through one, not even to a target inside: two names would be one file.
 * A path never replaces anything but a file or link.
 */
export class OutputFolder {
  /** The path of the folder with links resolved. */
  readonly root: string;
  readonly #target: string;
  /** Subfolders that exist and are not links. */
  readonly #known = new Set<string>();
  readonly #writable = new Set<string>();

  private constructor(target: string, root: string) {
    this.#target = target;
    this.root = root;
    this.#known.add(root);
  }

  /** Opens a folder, and creates it if it is missing. @throws CrateError ERR_OUTPUT */
  static async open(target: string): Promise<OutputFolder> {
    return withOutputError(target, async () => {
      await makeFolder(target);
      return new OutputFolder(target, await realpath(target));
    });
  }

  /** Checks that a file can be written, without changing anything. @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY */
  async check(path: string): Promise<void> {
    await withOutputError(join(this.#target, path), () => this.#locate(path, false));
  }

  /**
   * Creates the folders above a file and returns its absolute path.
   * @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY
   */
  async prepare(path: string): Promise<string> {
    return withOutputError(join(this.#target, path), () => this.#locate(path, true));
  }

  /**
   * Creates the folders above a new file and returns its absolute path. Does not look at what is there: for many files,
   * that are renamed to their paths. @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY
   */
  async prepareNew(path: string): Promise<string> {
    requireInside(path);
    await withOutputError(join(this.#target, path), () => this.#folderOf(path, true));
    return join(this.root, path);
  }

  async #folderOf(path: string, make: boolean): Promise<string> {
    requireInside(path);
    const absolute = join(this.root, path);
    const steps = absolute.slice(this.root.length).split(sep).slice(0, -1);
    let folder = this.root;
    for (const step of steps) {
      const next = join(folder, step);
      if (!this.#known.has(next)) {
        if (make) await mkdir(next).catch(ignoreExisting);
        else if ((await statOf(next)) === undefined) break;
        await this.#requireFolder(next);
        this.#known.add(next);
      } else if (make) await this.#requireFolder(next); // another process may have put a link there since
      folder = next;
    }
    return folder;
  }

  async #locate(path: string, make: boolean): Promise<string> {
    const folder = await this.#folderOf(path, make);
    const absolute = join(this.root, path);
    if (!this.#writable.has(folder)) await access(folder, constants.W_OK);
    this.#writable.add(folder);
    const entry = await statOf(absolute);
    if (entry !== undefined && !entry.isFile() && !entry.isSymbolicLink())
      throw obstructed(absolute, entry.isDirectory() ? 'is a folder' : 'is not a regular file');
    await requireNoStore(absolute);
    return absolute;
  }

  async #requireFolder(path: string): Promise<void> {
    const entry = await lstat(path);
    if (entry.isSymbolicLink()) throw obstructed(path, 'is a link, which outputs do not follow');
    if (!entry.isDirectory()) throw obstructed(path, 'is a file where a folder is needed');
  }
}

/** Checks that a path stays inside the folder. @throws CrateError ERR_ARCHIVE_ENTRY */
export function requireInside(path: string): void {
  const problem = nameProblem(path);
  if (problem !== undefined)
    throw new CrateError('ERR_ARCHIVE_ENTRY', `${JSON.stringify(path)} ${problem}`, {
      details: { entry: path, problem },
    });
}

function obstructed(path: string, what: string): CrateError {
  return new CrateError('ERR_OUTPUT', `${path} ${what}`, { hint: 'remove it, or choose another output' });
}

async function statOf(path: string) {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
