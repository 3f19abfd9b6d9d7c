import type { Dirent } from 'node:fs';
import { access, constants, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { isMisread, isThere, unreadable } from '../../base/disk/read-file.js';
import { pathGlobs, type Matches } from '../../package/globs.js';
import { GitRules, ignoresBelow, patternText, rulesAround } from './git-rules.js';
import { madeContent, madeFolder } from './made-folders.js';

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
  /** A `keep` pattern describes it all the same. */
  readonly keepable?: true;
}

/** Which entries to look at. */
export interface TreeOptions {
  /** Globs for paths: a file has to match one. Default: all files. */
  readonly include?: readonly string[] | undefined;
  /** Globs for paths of files and folders: none may match. */
  readonly exclude?: readonly string[] | undefined;
  /** Files with patterns of what to leave out, as in `.gitignore`. */
  readonly excludeFrom?: readonly string[] | undefined;
  /**
   * Globs for paths of files and folders that would be left out: hidden ones, what git ignores,
   * caches and build folders.
   */
  readonly keep?: readonly string[] | undefined;
  /** Is called for each file. */
  readonly onFile?: ((count: number, path: string) => void) | undefined;
}

/** What {@link readTree} finds, in the order of paths, each folder before its content. */
export interface FolderTree {
  readonly found: readonly FoundEntry[];
  readonly leftOut: readonly LeftOut[];
  /**
   * Whether the exclude patterns leave out a path or a folder around it, also where nothing is there.
   * @param path that of a folder ends in `/`
   */
  excludes(path: string): boolean;
}

/** Why a file is left out that would be described otherwise. */
export const NOT_INCLUDED = 'no include pattern matches';

/** What the user can do about a file or folder that cannot be read. */
export const UNREADABLE = { hint: 'make it readable, or leave it out with an exclude pattern' };

/** So many files are looked at together. */
const TOGETHER = 64;

/** A folder that is being read. */
interface OpenFolder {
  /** Its path, '' or with a final `/`. */
  readonly prefix: string;
  readonly entries: readonly Dirent[];
  readonly names: ReadonlySet<string>;
  /** What git ignores in it; undefined in a folder that is kept. */
  readonly rules: GitRules | undefined;
}

/** What crategraph or another tool writes next to the metadata. */
const OWN = /^(?:ro-)?crate-(?:metadata\.json(?:ld)?|preview\.html|preview_files)$/;

/**
 * Lists what is in a folder. A link counts as the file that it leads to if that is in the folder;
 * other links are left out.
 * @throws CrateError ERR_NOT_FOUND for what cannot be read, ERR_USAGE for an invalid glob
 */
export async function readTree(folder: string, options: TreeOptions = {}): Promise<FolderTree> {
  const real = await realpath(folder).catch((error) => notReadable(folder, error));
  let excluded = new GitRules();
  for (const path of options.excludeFrom ?? []) excluded = excluded.with(await patternText(path));
  const walk = new Walk(folder, real, { ...options, excluded, around: await rulesAround(folder) });
  await walk.readTop();
  return walk;
}

class Walk implements FolderTree {
  readonly found: FoundEntry[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly #folder: string;
  readonly #real: string;
  readonly #include: Matches | undefined;
  readonly #exclude: Matches | undefined;
  readonly #excluded: GitRules;
  readonly #around: GitRules;
  readonly #keep: Matches | undefined;
  readonly #onFile: TreeOptions['onFile'];
  #files = 0;

  constructor(
    folder: string,
    real: string,
    options: TreeOptions & { readonly excluded: GitRules; readonly around: GitRules },
  ) {
    this.#folder = folder;
    this.#real = real.endsWith(sep) ? real : real + sep;
    this.#include = pathGlobs('include', options.include);
    this.#exclude = pathGlobs('exclude', options.exclude?.map(bare));
    this.#excluded = options.excluded;
    this.#around = options.around;
    this.#keep = pathGlobs('keep', options.keep?.map(bare));
    this.#onFile = options.onFile;
  }

  /** Reads all of it. */
  async readTop(): Promise<void> {
    await this.#readFolder(await this.#open('', this.#around));
  }

  excludes(path: string): boolean {
    const folders = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
    return [...folders, path].some((one) => this.#exclusionOf(one) !== undefined);
  }

  async #open(prefix: string, rules: GitRules | undefined): Promise<OpenFolder> {
    const entries = await this.#list(prefix);
    const names = new Set(entries.map(({ name }) => name));
    const hasRules = rules !== undefined && entries.some((one) => one.name === '.gitignore' && one.isFile());
    const own = hasRules ? await patternText(join(this.#folder, prefix, '.gitignore')) : '';
    return { prefix, entries, names, rules: own === '' ? rules : rules?.with(own, prefix) };
  }

  async #readFolder(open: OpenFolder): Promise<void> {
    const { prefix } = open;
    const entries = open.entries.filter(({ name }) => prefix !== '' || !OWN.test(name));
    for (let at = 0; at < entries.length;) {
      const folder = entries[at] as Dirent;
      if (folder.isDirectory()) {
        await this.#folderAt(folder.name, open);
        at += 1;
        continue;
      }
      const files: Promise<FoundEntry | LeftOut>[] = [];
      for (; files.length < TOGETHER && entries[at]?.isDirectory() === false; at += 1)
        files.push(this.#fileAt(entries[at] as Dirent, open));
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

  async #folderAt(name: string, parent: OpenFolder): Promise<void> {
    const path = `${parent.prefix}${name}/`;
    const why = await this.#reasonFor(path, name, parent);
    if (why !== undefined) {
      this.leftOut.push({ path, ...why });
      return;
    }
    const isKept = this.#isKept(path);
    const open = await this.#open(path, isKept ? undefined : parent.rules);
    const made = isKept ? undefined : madeContent(open.names);
    if (made !== undefined) {
      this.leftOut.push({ path, why: made, keepable: true });
      return;
    }
    const metadata = METADATA_FILE_NAMES.find((one) =>
      open.entries.some((entry) => entry.name === one && entry.isFile()),
    );
    const place = this.found.length;
    this.found.push({
      path,
      type: metadata === undefined ? 'folder' : 'crate',
      size: 0,
      ...(metadata !== undefined && { metadata }),
    });
    if (metadata !== undefined) return;
    await this.#readFolder(open);
    const isEmpty = open.entries.length === 0 && this.#include === undefined;
    if (this.found.length === place + 1 && !isEmpty) this.found.pop(); // all of it is left out
  }

  async #fileAt(entry: Dirent, parent: OpenFolder): Promise<FoundEntry | LeftOut> {
    const path = parent.prefix + entry.name;
    const leaveOut = (why: string): LeftOut => ({ path, why });
    const reason = await this.#reasonFor(path, entry.name, parent);
    if (reason !== undefined) return { path, ...reason };
    if (this.#include?.(path) === false) return leaveOut(NOT_INCLUDED);
    const absolute = join(this.#folder, path);
    if (entry.isSymbolicLink()) {
      const target = await realpath(absolute).catch(() => undefined);
      if (target === undefined) return leaveOut('a link to nothing');
      if (!(target + sep).startsWith(this.#real)) return leaveOut('a link out of the folder');
      const file = target.slice(this.#real.length).split(sep).join('/');
      const mayKeep = parent.rules === undefined || this.#isKept(path) || this.#isKept(file) || file === '';
      if (!mayKeep && (await ignoresBelow(this.#folder, file, this.#around)))
        return { ...leaveOut('a link to a file that git ignores'), keepable: true };
    }
    try {
      const { size, ...kind } = await this.#statOf(absolute);
      if (kind.isFolder) return leaveOut('a link to a folder');
      if (!kind.isFile) return leaveOut('neither file nor folder');
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

  /** Why a file or folder is left out before anybody looks at it. @param path that of a folder ends in `/` */
  async #reasonFor(
    path: string,
    name: string,
    { names, rules }: OpenFolder,
  ): Promise<Omit<LeftOut, 'path'> | undefined> {
    const why = this.#demandFor(path, name) ?? (await this.#reasonToMiss(path));
    if (why !== undefined) return { why };
    if (this.#isKept(path)) return undefined;
    const made = path.endsWith('/') ? madeFolder(name, names) : undefined;
    const advice = made ?? (name.startsWith('.') ? 'hidden' : undefined);
    if (advice !== undefined) return { why: advice, keepable: true };
    return rules?.ignores(path) === true ? { why: 'ignored by git', keepable: true } : undefined;
  }

  /** Why a file or folder must be left out. */
  #demandFor(path: string, name: string): string | undefined {
    const why = this.#exclusionOf(path);
    if (why === undefined && name.includes('\\')) return 'a name with `\\`, which separates folders on Windows';
    return why;
  }

  #exclusionOf(path: string): string | undefined {
    if (this.#exclude?.(bare(path)) === true) return 'an exclude pattern matches';
    return this.#excluded.ignores(path) ? 'a pattern of an exclude file matches' : undefined;
  }

  #isKept(path: string): boolean {
    return this.#keep?.(bare(path)) === true;
  }

  /** Why nothing is found under a name that a listing has. */
  async #reasonToMiss(path: string): Promise<string | undefined> {
    if (!isMisread(path) || (await isThere(join(this.#folder, bare(path)), UNREADABLE))) return undefined;
    return 'a name that is not UTF-8';
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

/** A path without the `/` that marks a folder. */
export function bare(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function notReadable(place: string, error: unknown): never {
  throw unreadable(place, error, UNREADABLE);
}
