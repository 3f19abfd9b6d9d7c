import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileVersion, type FileVersion } from '../http/conditions.js';

/** A small file in memory. */
export class SmallFile {
  readonly stats: BigIntStats;
  readonly version: FileVersion;
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(stats: BigIntStats, bytes: Uint8Array<ArrayBuffer>) {
    this.stats = stats;
    this.version = fileVersion(stats);
    this.bytes = bytes;
  }
}

/** Bytes of files that are kept; their encodings add less than twice as much. */
const MOST = 32 * 1024 * 1024;
/**
 * Nanoseconds that a file must be old to be kept: one that changes twice within a tick of the clock of its disk would
 * look the same, and its old content would stay. The clocks of some disks tick every two seconds.
 */
const SETTLED = 3_000_000_000n;

/** Small files that were asked for last, by their paths as asked for. One that has changed is not known any more. */
export class SmallFiles {
  readonly #files = new Map<string, SmallFile>();
  #bytes = 0;

  /** The file at a path, if it is still the one that was kept. This asks the disk once. */
  async current(path: string): Promise<SmallFile | undefined> {
    const known = this.#files.get(path);
    if (known === undefined) return undefined;
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    if (found !== undefined && isSame(found, known.stats)) return known;
    this.#forget(path);
    return undefined;
  }

  /** Keeps a file that was read from a path, with its facts from before and after. */
  keep(path: string, file: SmallFile, after: BigIntStats): void {
    const { ctimeNs, mtimeNs } = file.stats;
    const newest = ctimeNs > mtimeNs ? ctimeNs : mtimeNs;
    if (!isSame(file.stats, after) || BigInt(Date.now()) * 1_000_000n - newest < SETTLED) return;
    this.#forget(path);
    this.#files.set(path, file);
    this.#bytes += file.bytes.length;
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= MOST) return;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#bytes -= this.#files.get(path)?.bytes.length ?? 0;
    this.#files.delete(path);
  }
}

/** Whether two moments saw the same file with the same content. Programs can set `mtime` back, but not `ctime`. */
function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return (
    one.ino === other.ino &&
    one.dev === other.dev &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
}
