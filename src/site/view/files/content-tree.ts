import type { CrateView, ViewEntity } from '../crate-view.js';
import { contentFacts, type ContentRow } from './content-row.js';
import { rowsOfFolder, rowsOfParts, type ListedFolder } from './content-rows.js';
import type { ListedTree } from './crate-files.js';
import { describedContents, folderAround } from './described-contents.js';

/** What is below a folder. */
export interface ContentSum {
  files: number;
  folders: number;
  /** Of the files whose size is known. */
  bytes: number;
  sized: number;
}

/** One folder of a crate. */
export interface ContentFolder {
  /** What asks for it: its path, the identifier of a collection without a path; empty for the crate. */
  readonly key: string;
  readonly entity: ViewEntity | undefined;
  /** What is directly in it: folders, files, other parts, what is on the web. */
  readonly rows: readonly ContentRow[];
}

/** All that a crate contains, as its description and its folder say. */
export class ContentTree {
  /** All files and folders, each folder before what is in it, then parts without a path, then what is on the web. */
  readonly rows: readonly ContentRow[];
  /** Whether the folder of the crate was read; without it, nothing is known to be missing. */
  readonly hasFolder: boolean;
  /** Whether its folder has more than was listed. */
  readonly isCut: boolean;
  readonly view: CrateView;
  readonly #folders = new Map<string, ContentRow[]>();
  readonly #sums = new Map<string, ContentSum>();

  constructor(view: CrateView, listed: ListedTree | undefined) {
    this.view = view;
    this.hasFolder = listed !== undefined;
    this.isCut = listed?.isCut === true;
    const local = this.#read(new ListedFolders(listed));
    this.rows = [...local, ...rowsOfParts(describedContents(view).withoutPath, view)];
  }

  /** A folder; undefined if there is none. @param key a path with a final `/`, an identifier, or empty for the crate */
  folder(key: string): ContentFolder | undefined {
    const described = describedContents(this.view);
    const named = key === '' ? this.view.root : (described.entity(key) ?? this.view.entity(key));
    const path = key === '' || this.#folders.has(key) ? key : named && described.path(named);
    const entity = path === undefined || path === '' ? named : described.entity(path);
    const local = path === undefined ? undefined : this.#folders.get(path);
    if (local === undefined && (named === undefined || described.loose(named).length === 0)) return undefined;
    const loose = entity === undefined ? [] : rowsOfParts(described.loose(entity), this.view);
    return { key: local === undefined ? key : (path as string), entity, rows: [...(local ?? []), ...loose] };
  }

  /** What is below a folder of the crate; empty for the crate. */
  below(path: string): ContentSum | undefined {
    return this.#sums.get(path);
  }

  /** The bytes of a row; those of a folder are those of the files below it. */
  size(row: ContentRow): number | undefined {
    const below = row.kind === 'folder' ? this.below(row.key) : undefined;
    if (below !== undefined) return below.sized === 0 ? undefined : below.bytes;
    return contentFacts(this.view).size(row);
  }

  #read(folders: ListedFolders): ContentRow[] {
    const facts = contentFacts(this.view);
    const all: ContentRow[] = [];
    /** With the sums of the folders that each row is in; the last one is the next. */
    const waiting: { readonly row: ContentRow; readonly sums: readonly ContentSum[] }[] = [];
    const enter = (path: string, above: readonly ContentSum[]) => {
      const own: ContentSum = { files: 0, folders: 0, bytes: 0, sized: 0 };
      const rows = rowsOfFolder(path, this.view, folders.of(path));
      this.#sums.set(path, own);
      this.#folders.set(path, rows);
      const sums = [...above, own];
      for (let at = rows.length - 1; at >= 0; at -= 1) waiting.push({ row: rows[at] as ContentRow, sums });
    };
    enter('', []);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { row, sums } = next;
      all.push(row);
      if (row.kind === 'file') addFile(sums, facts.size(row));
      else for (const sum of sums) sum.folders += 1;
      if (row.inside !== undefined) enter(row.key, sums);
    }
    return all;
  }
}

function addFile(sums: readonly ContentSum[], size: number | undefined): void {
  for (const sum of sums) {
    sum.files += 1;
    if (size === undefined) continue;
    sum.bytes += size;
    sum.sized += 1;
  }
}

/** The listing of a package, folder by folder. */
class ListedFolders {
  readonly #listed: ListedTree | undefined;
  readonly #paths = new Map<string, Set<string>>();

  constructor(listed: ListedTree | undefined) {
    this.#listed = listed;
    for (const path of listed?.sizes.keys() ?? []) {
      const folder = folderAround(path);
      const known = this.#paths.get(folder);
      if (known === undefined) this.#paths.set(folder, new Set([path]));
      else known.add(path);
    }
  }

  /** What is directly in a folder; undefined where nothing was listed. */
  of(folder: string): ListedFolder | undefined {
    if (this.#listed === undefined) return undefined;
    const { sizes, unread, isCut } = this.#listed;
    for (let above = folder; unread.size > 0 && above !== ''; above = folderAround(above))
      if (unread.has(above)) return undefined;
    return { paths: this.#paths.get(folder) ?? new Set(), isCut, size: (path) => sizes.get(path) };
  }
}
