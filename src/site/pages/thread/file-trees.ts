import type { CrateView } from '../../view/crate-view.js';
import type { CrateFiles } from '../../view/files/crate-files.js';
import { fileTree, type FileTree } from '../../view/files/file-tree.js';

/** A folder says nothing when a file in it changes, so after so many milliseconds it is listed again. */
const LISTED_AGAIN = 5000;

interface KeptTree {
  readonly tree: FileTree;
  readonly at: number;
}

/** Keeps the files of the crates that were shown last, as long as their views are kept. */
export class FileTrees {
  readonly #trees = new WeakMap<CrateView, KeptTree>();

  /** The files of a crate. @param files where the crate is served from a folder */
  async of(view: CrateView, files: CrateFiles | undefined): Promise<FileTree> {
    const kept = this.#trees.get(view);
    if (kept !== undefined && (files === undefined || performance.now() - kept.at < LISTED_AGAIN)) return kept.tree;
    const tree = await fileTree(view, files);
    this.#trees.set(view, { tree, at: performance.now() });
    return tree;
  }
}
