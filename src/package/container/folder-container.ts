import { createReadStream } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { limitExceeded, type PackageLimits } from '../limits.js';
import { isMisread, isThere } from '../../base/disk/read-file.js';
import { isTemporaryName } from '../../base/disk/temporary-path.js';
import type { Container, ContainerEntry } from './container.js';

/**
 * A folder on the local disk. A symbolic link to a file inside the folder counts as a file, any other as a link.
 * Temporary files are left out. What has a name that is not UTF-8 is named, and not looked into.
 */
export class FolderContainer implements Container {
  readonly kind = 'folder';
  readonly randomAccess = true;
  readonly size = undefined;
  readonly name: string;
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly #limits: PackageLimits;

  constructor(name: string, folder: string, limits: PackageLimits) {
    this.name = name;
    this.folder = folder;
    this.#limits = limits;
  }

  async *entries(): AsyncGenerator<ContainerEntry> {
    let count = 0;
    for await (const entry of this.#below('')) {
      count += 1;
      if (count > this.#limits.entries) throw limitExceeded(this.name, `${this.#limits.entries} files`);
      yield entry;
    }
  }

  digest(): undefined {
    return undefined;
  }

  async close(): Promise<void> {}

  async *#below(prefix: string): AsyncGenerator<ContainerEntry> {
    const names: { name: string; folder: boolean }[] = [];
    for await (const entry of await opendir(join(this.folder, prefix)))
      if (!isTemporaryName(entry.name)) names.push({ name: entry.name, folder: entry.isDirectory() });
    for (const { name, folder } of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = prefix + name;
      if (isMisread(name) && !(await isThere(join(this.folder, path)))) {
        yield { path, type: 'misread', size: 0, packed: 0, content: () => createReadStream(join(this.folder, path)) };
      } else if (folder) {
        yield {
          path: `${path}/`,
          type: 'folder',
          size: 0,
          packed: 0,
          content: () => createReadStream(join(this.folder, path)),
        };
        yield* this.#below(`${path}/`);
      } else {
        yield await this.#file(path);
      }
    }
  }

  async #file(path: string): Promise<ContainerEntry> {
    const absolute = join(this.folder, path);
    const found = await stat(absolute).catch(() => undefined);
    const inside = found !== undefined && (await this.#isInside(absolute));
    const type = !inside ? 'link' : found.isFile() ? 'file' : found.isDirectory() ? 'link' : 'other';
    const size = found?.size ?? 0;
    return { path, type, size, packed: size, content: () => createReadStream(absolute) };
  }

  async #isInside(absolute: string): Promise<boolean> {
    const [root, real] = await Promise.all([realpath(this.folder), realpath(absolute)]);
    return real.startsWith(root.endsWith(sep) ? root : root + sep);
  }
}
