import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { PIECE_SIZE } from '../nquads-lines.js';
import { diskFailure } from './durable.js';
import type { SegmentFile } from './manifest.js';

/** A segment file while it is written: under a temporary name until it is whole and on the disk. */
export class SegmentWriter {
  readonly #path: string;
  readonly #name: string;
  readonly #file: FileHandle;
  #gathered: Uint8Array[] = [];
  #waiting = 0;
  #bytes = 0;

  private constructor(path: string, name: string, file: FileHandle) {
    this.#path = path;
    this.#name = name;
    this.#file = file;
  }

  /** Starts segment `number` of the store. @throws CrateError ERR_OUTPUT */
  static async start(store: string, number: number, kind: '' | '.deleted' = ''): Promise<SegmentWriter> {
    const name = `${String(number).padStart(6, '0')}${kind}.nq`;
    const path = join(store, 'segments', name);
    try {
      await mkdir(join(store, 'segments'), { recursive: true });
      return new SegmentWriter(path, name, await open(`${path}.tmp`, 'w'));
    } catch (error) {
      throw diskFailure(error, path);
    }
  }

  /** Path of the finished file. */
  get path(): string {
    return this.#path;
  }

  /** Adds bytes; small ones are gathered, for an import of many small graphs. @throws CrateError ERR_OUTPUT */
  async write(bytes: Uint8Array): Promise<void> {
    this.#gathered.push(bytes);
    this.#bytes += bytes.length;
    this.#waiting += bytes.length;
    if (this.#waiting >= PIECE_SIZE) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#waiting = 0;
    try {
      await this.#file.writeFile(bytes);
    } catch (error) {
      throw diskFailure(error, this.#path);
    }
  }

  /** Brings the file to the disk under its name. The folder is still to be synced. @throws CrateError ERR_OUTPUT */
  async finish(quads: number): Promise<SegmentFile> {
    await this.#flush();
    try {
      await this.#file.sync();
      await this.#file.close();
      await rename(`${this.#path}.tmp`, this.#path);
    } catch (error) {
      throw diskFailure(error, this.#path);
    }
    return { file: this.#name, bytes: this.#bytes, quads };
  }

  /** Removes the unfinished file; a finished one may be in the manifest already, the next sweep knows. */
  async abandonUnfinished(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(`${this.#path}.tmp`, { force: true }).catch(() => undefined);
  }
}
