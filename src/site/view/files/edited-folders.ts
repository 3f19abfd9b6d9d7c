import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadRecord } from '../../../tasks/stored/load-records.js';

/** A crate folder, and the name of its metadata file. */
export interface FolderWithMetadata {
  /** Absolute path. */
  readonly folder: string;
  readonly metadata: string;
}

/** Knows whether the metadata files of folders are still those that were loaded: pages show what was. */
export class EditedFolders {
  /** The SHA-256 of each file, and the state of the file that has it. */
  readonly #known = new Map<string, { readonly state: string; readonly sha256: string }>();

  /** Whether no load has read the file as it is now. Only a file that was touched since is read. */
  async has({ folder, metadata }: FolderWithMetadata, records: readonly LoadRecord[]): Promise<boolean> {
    const path = join(folder, metadata);
    try {
      const { size, mtimeMs, ctimeMs } = await stat(path);
      const last = records.reduce((latest, { loaded }) => Math.max(latest, Date.parse(loaded)), 0);
      if (Math.max(mtimeMs, ctimeMs) < last) return false;
      const state = `${size} ${mtimeMs} ${ctimeMs}`;
      const known = this.#known.get(path);
      const sha256 = known?.state === state ? known.sha256 : await sha256Of(path);
      this.#known.set(path, { state, sha256 });
      return records.every((record) => record.sha256 !== sha256);
    } catch {
      return true; // it is gone, or may not be read
    }
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
