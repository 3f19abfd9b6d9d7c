import type { Dirent } from 'node:fs';
import { access, constants, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { METADATA_FILE_NAMES } from '../crate/metadata-names.js';
import { isMisread, isThere, unreadable } from '../disk/read-file.js';
import { pathGlobs, type Matches } from '../package/globs.js';

/** A file or folder that a crate can describe. */
export interface FoundEntry {
  /** Relative to the folder, with `/` as separator; a folder ends in `/`. */
  readonly path: string;
  /** A crate in the crate is not looked into. */
  readonly type: 'file' | 'folder' | 'crate';
  /** Bytes of a file. */
  readonly size: number;
  /** Name of the metadata file of a crate. */
  readonly metadata?: string;
}

/** A file or folder that is left out, and why. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

/** Which entries to look at. */
export interface TreeOptions {
  /** Globs for paths: a file has to match one. Default: all files. */
  readonly include?: readonly string[] | undefined;
  /** Globs for paths of files and folders: none may match. */
  readonly exclude?: readonly string[] | undefined;
  /** Is called for each file. */
  readonly onFile?: ((count: number, path: string) => void) | undefined;
}

/** What {@link readTree} finds, in the order of paths, each folder before its content. */
export interface FolderTree {
  readonly found: readonly FoundEntry[];
  readonly leftOut: readonly LeftOut[];
}

/** So many files are looked at together. */
const TOGETHER = 64;

/** What crategraph or another tool writes next to the metadata. */
const OWN = /^(?:ro-)?crate-(?:metadata\.json(?:ld)?|preview\.html|preview_files)$/;

/**
 * Lists what is in a folder. A link counts as the file that it leads to if that is in the folder; other links are left out.
 * @throws CrateError ERR_NOT_FOUND for what cannot be read, ERR_USAGE for an invalid glob
 */
export async function readTree(folder: string, options: TreeOptions = {}): Promise<FolderTree> {
  const walk = new Walk(folder, await realpath(folder).catch((error) => notReadable(folder, error)), options);
  await walk.readFolder('');
  return walk;
}

class Walk implements FolderTree {
  readonly found: FoundEntry[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly #folder: string;
  readonly #real: string;
  readonly #include: Matches | undefined;
  readonly #exclude: Matches | undefined;
  readonly #onFile: TreeOptions['onFile'];
  #files = 0;

  constructor(folder: string, real: string, { include, exclude, onFile }: TreeOptions) {
    this.#folder = folder;
    this.#real = real.endsWith(sep) ? real : real + sep;
    this.#include = pathGlobs('include', include);
    this.#exclude = pathGlobs('exclude', exclude);
    this.#onFile = onFile;
  }

  /** Reads a folder. @param prefix its path, '' or with a final `/` */
  async readFolder(prefix: string): Promise<void> {
    const listed = await this.#list(prefix);
    const entries = listed.filter(({ name }) => prefix !== '' || !OWN.test(name));
    for (let at = 0; at < entries.length;) {
      const folder = entries[at] as Dirent;
      if (folder.isDirectory()) {
        await this.#folderAt(prefix + folder.name);
        at += 1;
        continue;
      }
      const files: Promise<FoundEntry | LeftOut>[] = [];
      for (; files.length < TOGETHER && entries[at]?.isDirectory() === false; at += 1)
        files.push(this.#fileAt(prefix + (entries[at] as Dirent).name, entries[at] as Dirent));
      for (const file of await Promise.all(files)) this.#add(file);
    }
  }

  #add(one: FoundEntry | LeftOut): void {
    if ('why' in one) {
      this.leftOut.push(one);
      return;
    }
    this.found.push(one);
    this.#files += 1;
    this.#onFile?.(this.#files, one.path);
  }

  async #folderAt(path: string): Promise<void> {
    const why = this.#reasonByName(path) ?? (await this.#reasonToMiss(path));
    if (why !== undefined) {
      this.leftOut.push({ path: `${path}/`, why });
      return;
    }
    const listed = await this.#list(`${path}/`);
    const metadata = METADATA_FILE_NAMES.find((name) => listed.some((one) => one.name === name && one.isFile()));
    const place = this.found.length;
    this.found.push({ path: `${path}/`, type: metadata === undefined ? 'folder' : 'crate', size: 0, ...(metadata !== undefined && { metadata }) }); // prettier-ignore
    if (metadata !== undefined) return;
    await this.readFolder(`${path}/`);
    const isEmpty = listed.length === 0 && this.#include === undefined;
    if (this.found.length === place + 1 && !isEmpty) this.found.pop(); // all of it is left out
  }

  async #fileAt(path: string, entry: Dirent): Promise<FoundEntry | LeftOut> {
    const leaveOut = (why: string): LeftOut => ({ path, why });
    const why = this.#reasonByName(path) ?? (await this.#reasonToMiss(path));
    if (why !== undefined) return leaveOut(why);
    if (this.#include?.(path) === false) return leaveOut('no include pattern matches');
    const absolute = join(this.#folder, path);
    if (entry.isSymbolicLink()) {
      const target = await realpath(absolute).catch(() => undefined);
      if (target === undefined) return leaveOut('it is a link to nothing');
      if (!(target + sep).startsWith(this.#real)) return leaveOut('it is a link out of the folder');
    }
    try {
      const { size, ...kind } = await this.#statOf(absolute);
      if (kind.isFolder) return leaveOut('it is a link to a folder');
      if (!kind.isFile) return leaveOut('it is neither file nor folder');
      await access(absolute, constants.R_OK);
      return { path, type: 'file', size };
    } catch (error) {
      throw notReadable(absolute, error);
    }
  }

  async #statOf(absolute: string): Promise<{ size: number; isFile: boolean; isFolder: boolean }> {
    const found = await stat(absolute);
    return { size: found.size, isFile: found.isFile(), isFolder: found.isDirectory() };
  }

  /** Why the name of a file or folder alone leaves it out. */
  #reasonByName(path: string): string | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name.startsWith('.')) return 'it is hidden';
    if (this.#exclude?.(path) === true) return 'an exclude pattern matches';
    if (name.includes('\\')) return 'its name has a `\\`, which separates folders on Windows';
    return undefined;
  }

  /** Why nothing is found under a name that a listing has. */
  async #reasonToMiss(path: string): Promise<string | undefined> {
    if (!isMisread(path) || (await isThere(join(this.#folder, path)))) return undefined;
    return 'its name is not UTF-8';
  }

  async #list(prefix: string): Promise<Dirent[]> {
    const place = join(this.#folder, prefix);
    try {
      const entries = await readdir(place, { withFileTypes: true });
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      throw notReadable(place, error);
    }
  }
}

function notReadable(place: string, error: unknown): never {
  throw unreadable(place, error, { hint: 'make it readable, or leave it out with an exclude pattern' });
}
