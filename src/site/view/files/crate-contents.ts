import type { CrateView, ViewEntity } from '../crate-view.js';
import type { ContentRow } from './content-row.js';
import { rowsOfFolder, rowsOfParts } from './content-rows.js';
import { ContentTree } from './content-tree.js';
import type { CrateFiles } from './crate-files.js';
import { describedContents } from './described-contents.js';

/** A folder says nothing when a file in it changes, so after so many milliseconds it is listed again. */
const LISTED_AGAIN = 5000;
/** What takes long to read is kept longer: its readers wait for at most a part of this of their time. */
const TIMES = 20;
/** Folders whose rows are kept for that time. */
const MOST_KEPT = 20;

/** What was made, and until when it counts; for ever while it is made. */
interface Kept<T> {
  readonly made: Promise<T>;
  until: number;
}

/** The beginning of what is in a folder. */
export interface ContentBeginning {
  readonly rows: readonly ContentRow[];
  /** How many rows there are. */
  readonly total: number;
  /** Whether the folder has still more than was listed. */
  readonly isCut: boolean;
}

/** What the files of a crate that is served from a folder have together. */
export interface FilesSum {
  readonly bytes: number;
  /** Whether there are more files, which were not looked at. */
  readonly isCut: boolean;
}

/** Files and folders that are looked at to say how large a crate is. */
const MOST_SUMMED = 1000;

interface OneFolder {
  readonly rows: readonly ContentRow[];
  readonly isCut: boolean;
}

/** What a crate contains, as its description and its folder say at the moment. */
export class CrateContents {
  readonly #view: CrateView;
  readonly #files: CrateFiles | undefined;
  readonly #folders = new Map<ViewEntity, Kept<OneFolder>>();
  #sum: Kept<FilesSum | undefined> | undefined;
  #tree: Kept<ContentTree> | undefined;

  /** @param files where the crate is served from a folder */
  constructor(view: CrateView, files: CrateFiles | undefined) {
    this.#view = view;
    this.#files = files;
  }

  /** All of it: the folder of the crate is read, which takes time for many files. */
  tree(): Promise<ContentTree> {
    if (this.#tree === undefined || this.#tree.until < performance.now())
      this.#tree = this.#keep(async () => new ContentTree(this.#view, await this.#files?.list()));
    return this.#tree.made;
  }

  /** How large the files in the folder of the crate are; undefined without a folder. */
  sum(): Promise<FilesSum | undefined> {
    if (this.#sum === undefined || this.#sum.until < performance.now()) this.#sum = this.#keep(() => this.#readSum());
    return this.#sum.made;
  }

  /**
   * The beginning of what is directly in a folder; no more of the disk is read than that.
   * @param folder the root, or an entity whose parts are wanted
   */
  async beginning(folder: ViewEntity, most: number): Promise<ContentBeginning> {
    const { rows, isCut } = await this.#folder(folder);
    const shown = rows.slice(0, most).map(async (row): Promise<ContentRow> => {
      if (row.kind !== 'file' || row.href === undefined) return row;
      return { ...row, size: await this.#files?.size(row.key) };
    });
    return { rows: await Promise.all(shown), total: rows.length, isCut };
  }

  #folder(folder: ViewEntity): Promise<OneFolder> {
    const known = this.#folders.get(folder);
    const kept =
      known === undefined || known.until < performance.now() ? this.#keep(() => this.#readFolder(folder)) : known;
    this.#folders.delete(folder);
    this.#folders.set(folder, kept);
    const [oldest] = this.#folders.keys();
    if (this.#folders.size > MOST_KEPT && oldest !== undefined) this.#folders.delete(oldest);
    return kept.made;
  }

  async #readFolder(folder: ViewEntity): Promise<OneFolder> {
    const described = describedContents(this.#view);
    const path = folder === this.#view.root ? '' : described.path(folder);
    const parts = rowsOfParts(described.loose(folder), this.#view);
    if (path === undefined || (path !== '' && !path.endsWith('/'))) return { rows: parts, isCut: false };
    const names = await this.#files?.names(path);
    const listed = names && { paths: new Set(names.paths), isCut: names.isCut, size: () => undefined };
    return { rows: [...rowsOfFolder(path, this.#view, listed), ...parts], isCut: names?.isCut === true };
  }

  async #readSum(): Promise<FilesSum | undefined> {
    const listed = await this.#files?.list(MOST_SUMMED);
    if (listed === undefined) return undefined;
    let bytes = 0;
    for (const size of listed.sizes.values()) bytes += size;
    return { bytes, isCut: listed.isCut || listed.unread.size > 0 };
  }

  /** What only the description says stays true as long as the view; what fails is tried again. */
  #keep<T>(make: () => Promise<T>): Kept<T> {
    const began = performance.now();
    const kept: Kept<T> = { made: make(), until: Infinity };
    const isLasting = this.#files === undefined;
    kept.made.then(
      () => {
        const took = performance.now() - began;
        if (!isLasting) kept.until = began + took + LISTED_AGAIN + TIMES * took;
      },
      () => (kept.until = -Infinity),
    );
    return kept;
  }
}
