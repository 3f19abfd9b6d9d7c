import { constants } from 'node:fs';
import { access, lstat, mkdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CrateError } from '../../errors.js';
import { nameProblem } from '../container/entry-names.js';
import { withOutputError } from '../../disk/write-file.js';
import { requireNoStore } from '../../disk/no-store.js';

/**
 * A folder that a person named, and the places for files inside. The folder may be behind a link; what is in it may be
 * put there by somebody else: no place is behind a link, not even one that stays inside, where two names are one file;
 * and none is taken by something that is no file.
 */
export class OutputFolder {
  /** Its path without links. */
  readonly root: string;
  readonly #target: string;
  /** Folders that are known to be there, inside, and no trap. */
  readonly #known = new Set<string>();
  readonly #writable = new Set<string>();

  private constructor(target: string, root: string) {
    this.#target = target;
    this.root = root;
    this.#known.add(root);
  }

  /** Opens a folder, which is made where it is missing. @throws CrateError ERR_OUTPUT */
  static async open(target: string): Promise<OutputFolder> {
    return withOutputError(target, async () => {
      await mkdir(target, { recursive: true });
      return new OutputFolder(target, await realpath(target));
    });
  }

  /** Makes sure that a file can be written here; nothing is changed. @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY */
  async check(path: string): Promise<void> {
    await withOutputError(join(this.#target, path), () => this.#locate(path, false));
  }

  /** The place for a file, with the folders above it. @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY */
  async prepare(path: string): Promise<string> {
    return withOutputError(join(this.#target, path), () => this.#locate(path, true));
  }

  async #locate(path: string, make: boolean): Promise<string> {
    requireInside(path);
    const place = join(this.root, path);
    const steps = place.slice(this.root.length).split(sep).slice(0, -1);
    let folder = this.root;
    for (const step of steps) {
      const next = join(folder, step);
      if (!this.#known.has(next)) {
        if (make) await mkdir(next).catch(ignoreExisting);
        else if ((await statOf(next)) === undefined) break;
        await this.#requireFolder(next);
        this.#known.add(next);
      }
      folder = next;
    }
    if (!this.#writable.has(folder)) await access(folder, constants.W_OK);
    this.#writable.add(folder);
    const entry = await statOf(place);
    if (entry !== undefined && !entry.isFile() && !entry.isSymbolicLink())
      throw obstructed(place, entry.isDirectory() ? 'is a folder' : 'is no regular file');
    await requireNoStore(place);
    return place;
  }

  async #requireFolder(path: string): Promise<void> {
    const there = await lstat(path);
    if (there.isSymbolicLink()) throw obstructed(path, 'is a link, and nothing is written through links');
    if (!there.isDirectory()) throw obstructed(path, 'is a file where a folder is needed');
  }
}

/** Nothing is written outside, whatever a path says. @throws CrateError ERR_ARCHIVE_ENTRY */
export function requireInside(path: string): void {
  const problem = nameProblem(path);
  if (problem !== undefined)
    throw new CrateError('ERR_ARCHIVE_ENTRY', `${JSON.stringify(path)} ${problem}`, {
      details: { entry: path, problem },
    });
}

function obstructed(place: string, what: string): CrateError {
  return new CrateError('ERR_OUTPUT', `${place} ${what}`, { hint: 'take it away, or choose another output' });
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
