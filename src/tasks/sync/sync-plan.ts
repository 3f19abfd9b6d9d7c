import { createReadStream } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryPath, type TemporaryPath } from '../../base/disk/temporary-path.js';
import { isWebAddress } from '../../package/package-options.js';
import type { LoadRecord } from '../stored/load-records.js';
import type { CatalogueItem } from './catalogue.js';

/** Why an item is read: nobody knows it, the catalogue says that it has changed, or only its server can tell. */
export type ItemAction = 'new' | 'changed' | 'ask';

/** An item that is to be read. */
export interface PlannedItem extends CatalogueItem {
  readonly action: ItemAction;
  /** What the store knows of it; undefined for a new one. */
  readonly known?: Pick<LoadRecord, 'graph' | 'sha256' | 'base' | 'validators'> | undefined;
}

/** Characters that are kept in memory before they are written. */
const BUFFER = 1 << 16;

/**
 * The items that a sync reads, by the hosts that have them. They wait on the disk, because a catalogue may list any
 * number of them.
 */
export class SyncPlan {
  readonly #folder: TemporaryPath;
  /** For each host, the number of its file and what is not written yet. */
  readonly #hosts = new Map<string, { readonly file: string; text: string }>();
  readonly #counts: Record<ItemAction, number> = { new: 0, changed: 0, ask: 0 };
  #buffered = 0;

  private constructor(folder: TemporaryPath) {
    this.#folder = folder;
  }

  static async open(): Promise<SyncPlan> {
    const folder = temporaryPath(tmpdir());
    await mkdir(folder.path, { mode: 0o700 });
    return new SyncPlan(folder);
  }

  /** How many items are read, and why. */
  get counts(): Readonly<Record<ItemAction, number>> {
    return this.#counts;
  }

  get hosts(): readonly string[] {
    return [...this.#hosts.keys()];
  }

  async add(item: PlannedItem): Promise<void> {
    const name = hostOf(item);
    let host = this.#hosts.get(name);
    if (host === undefined) this.#hosts.set(name, (host = { file: join(this.#folder.path, `${this.#hosts.size}`), text: '' })); // prettier-ignore
    const line = `${JSON.stringify(item)}\n`;
    host.text += line;
    this.#counts[item.action] += 1;
    this.#buffered += line.length;
    if (this.#buffered > BUFFER) await this.#write();
  }

  /** The items of a host, in the order in which they were added. */
  async *itemsOf(host: string): AsyncGenerator<PlannedItem> {
    await this.#write();
    const file = this.#hosts.get(host)?.file;
    if (file === undefined) return;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
      yield JSON.parse(line) as PlannedItem;
  }

  close(): Promise<void> {
    return this.#folder.remove();
  }

  async #write(): Promise<void> {
    this.#buffered = 0;
    for (const host of this.#hosts.values()) {
      const { file, text } = host;
      if (text === '') continue;
      host.text = '';
      await appendFile(file, text, { mode: 0o600 });
    }
  }
}

/** The host that has an item; empty for this machine. */
export function hostOf({ source, crate = source }: CatalogueItem): string {
  return isWebAddress(crate) ? new URL(crate.trim()).host : '';
}
