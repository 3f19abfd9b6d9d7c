import { createReadStream, renameSync } from 'node:fs';
import { lstat, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareFile, wouldReplace } from '../../../base/disk/existing-file.js';
import { outputError, withOutputError } from '../../../base/disk/write-file.js';
import type { CrateError } from '../../../base/errors.js';
import { untilAborted } from '../../../package/abortable.js';
import { looseKey } from '../../../package/container/entry-names.js';
import { differencesOf } from '../../../package/described-files.js';
import { AT_ONCE, Retrieval, type FileOptions } from '../../../package/http/retrieval.js';
import { ByteBudget, PACKAGE_LIMITS } from '../../../package/limits.js';
import type { Change } from '../plan.js';
import type { Part } from './check-parts.js';
import { getsCredentials } from './credential-hosts.js';
import { PartProgress } from './part-progress.js';
import { withHint } from './retrieve-hints.js';
import { settingsFor, type RetrieveOptions } from './retrieve-options.js';
import { unpackPart, type Unpacking } from './unpack-part.js';
import type { WorkFolder } from './work-folder.js';

/** What became of each part. */
export interface RetrievedParts {
  readonly done: readonly Part[];
  /** Parts that were in place already. */
  readonly kept: readonly Part[];
  readonly failed: readonly FailedPart[];
}

/** A part that could not be retrieved, and why. */
export interface FailedPart {
  readonly change: Change;
  readonly error: CrateError;
}

/**
 * Retrieves files and archives into a folder, and makes its other folders. Many at once, but few from each host. A part
 * that fails does not stop the others. A file appears under its name when it is complete and checked.
 * @throws CrateError ERR_OUTPUT when the disk fails, ERR_LIMIT for all files together; the reason of `options.signal`
 */
export async function retrieveParts(
  parts: readonly Part[],
  folder: WorkFolder,
  options: RetrieveOptions = {},
): Promise<RetrievedParts> {
  return untilAborted(options.signal, () => new PartRetrieval(parts, folder, options).run());
}

/** One run of {@link retrieveParts}. */
class PartRetrieval implements Unpacking {
  readonly folder: WorkFolder;
  readonly planned: ReadonlyMap<string, string>;
  readonly settings;
  readonly #parts: readonly Part[];
  readonly #options: RetrieveOptions;
  readonly #retrieval: Retrieval;
  readonly #progress: PartProgress;
  readonly #done: Part[] = [];
  readonly #kept: Part[] = [];
  readonly #failed: FailedPart[] = [];

  constructor(parts: readonly Part[], folder: WorkFolder, options: RetrieveOptions) {
    this.#parts = parts;
    this.folder = folder;
    this.#options = options;
    const addresses = parts.flatMap(({ change }) => addressesOf(change));
    // Otherwise a connection that ends a response counts as busy for a moment, and twice as many are opened. Not
    // `perHost`: redirects may lead from several hosts to one, and who waits for a connection may be given up.
    const http = { connections: Math.max(1, options.parallel ?? AT_ONCE.parallel), ...options.packages?.http };
    const byteBudget = new ByteBudget(
      'all files together',
      options.maxTotal ?? options.packages?.limits?.unpackedBytes ?? PACKAGE_LIMITS.unpackedBytes,
    );
    this.#retrieval = new Retrieval({ ...options, byteBudget });
    const { signal } = this.#retrieval;
    this.settings = settingsFor({ ...options, packages: { ...options.packages, http } }, addresses, signal);
    this.planned = new Map(parts.map(({ path }) => [looseKey(path), path]));
    this.#progress = new PartProgress(parts, options.onProgress);
  }

  async run(): Promise<RetrievedParts> {
    const ofAction = (action: Change['action']) => this.#parts.filter(({ change }) => change.action === action);
    for (const part of ofAction('folder')) await this.#makeFolder(part);
    const archives = await this.#missing(ofAction('unpack'), (part) => this.#isUnpacked(part));
    await this.#inTurns(archives, (part, busy) => this.#unpack(part, busy));
    const files = await this.#missing(ofAction('retrieve'), (part) => this.#isInPlace(part));
    await this.#inTurns(files, (part, busy) => this.#retrieve(part, busy));
    return { done: this.#done, kept: this.#kept, failed: this.#failed };
  }

  async #makeFolder(part: Part): Promise<void> {
    const path = join(this.folder.files.root, part.path);
    const exists = !this.folder.isNew && (await stat(path).catch(() => undefined)) !== undefined;
    await this.folder.files.prepareNew(part.path);
    (exists ? this.#kept : this.#done).push(part);
  }

  /** Keeps the parts that are in place and returns the others. */
  async #missing(parts: readonly Part[], isInPlace: (part: Part) => Promise<boolean>): Promise<readonly Part[]> {
    const missing: Part[] = [];
    for (const part of parts) {
      this.#retrieval.signal.throwIfAborted();
      if (await isInPlace(part)) {
        this.#progress.begin(part).end();
        this.#kept.push(part);
      } else missing.push(part);
    }
    return missing;
  }

  async #isUnpacked(part: Part): Promise<boolean> {
    const paths = this.folder.isNew ? undefined : await this.folder.unpackedFrom(part);
    for (const path of paths ?? []) if ((await this.#sizeOf(path)) === undefined) return false;
    return paths !== undefined;
  }

  /** Whether an earlier run retrieved a file, or an archive brought it along, or it is there with its checksum. */
  async #isInPlace({ path, change }: Part): Promise<boolean> {
    if (this.folder.isNew && !this.folder.owns(path)) return false;
    const size = await this.#sizeOf(path);
    if (size === undefined || (!this.folder.owns(path) && change.sha256 === undefined)) return false;
    const content = () => createReadStream(join(this.folder.files.root, path));
    const sha256 = change.sha256?.toLowerCase();
    return (await differencesOf({ size: change.size, sha256 }, { size, content })).length === 0;
  }

  /** The size of a file of the crate; undefined if it is not there. */
  async #sizeOf(path: string): Promise<number | undefined> {
    const found = await lstat(join(this.folder.files.root, path)).catch(() => undefined);
    if (found?.isFile() === true) await this.folder.files.check(path);
    return found?.isFile() === true ? found.size : undefined;
  }

  /** Does the work of each part when its host has a turn, and lists the parts that fail. */
  async #inTurns(parts: readonly Part[], work: (part: Part, receiving: Receiving) => Promise<Part[]>): Promise<void> {
    const jobs = parts.map((part) => ({ part, url: part.change.url, counted: this.#progress.begin(part) }));
    await this.#retrieval.run(
      this.settings.client,
      jobs,
      async ({ part, counted }, onBusy) => {
        (await work(part, { onBusy, onBytes: counted.add })).push(part);
        counted.end();
      },
      ({ part, counted }, error) => {
        this.#failed.push({ change: part.change, error: withHint(error, this.#options) });
        counted.end();
      },
    );
  }

  /** @returns the list that the part belongs to */
  async #retrieve(part: Part, receiving: Receiving): Promise<Part[]> {
    const { path } = part;
    const { files } = this.folder;
    const partial = this.folder.partialOf(part);
    await this.#receive(part, partial, receiving);
    const target = await files.prepareNew(path);
    const isOurs = this.folder.isNew || this.folder.owns(path) || this.#options.force === true;
    const state = isOurs ? 'missing' : await compareFile(target, partial);
    if (state === 'differs' || (!isOurs && state === 'missing' && (await this.#exists(path)))) {
      await rm(partial, { force: true });
      throw wouldReplace(target);
    }
    if (state === 'same') {
      await rm(partial, { force: true });
      return this.#kept;
    }
    try {
      renameSync(partial, target); // promises take several times as long
    } catch (error) {
      throw outputError(target, error);
    }
    return this.#done;
  }

  async #unpack(part: Part, receiving: Receiving): Promise<Part[]> {
    const partial = this.folder.partialOf(part);
    const archive = `${partial}.archive`;
    if ((await stat(archive).catch(() => undefined)) === undefined) {
      await this.#receive(part, partial, receiving);
      await withOutputError(archive, () => rename(partial, archive));
    }
    await unpackPart(part, archive, this);
    return this.#done;
  }

  /** Credentials only go to the host that an address names, if the user trusts it with them. */
  async #receive({ change }: Part, partial: string, receiving: Receiving): Promise<void> {
    const limit = this.#options.maxSize ?? this.settings.limits.unpackedBytes;
    const { size, sha256 } = change;
    const credentialsOrigin = (url: URL) => (getsCredentials(url.href, this.#options) ? url.origin : null);
    const resume = !this.folder.isNew;
    await this.#retrieval.receive(
      this.settings.client,
      { addresses: addressesOf(change), credentialsOrigin },
      partial,
      { ...receiving, size, sha256, limit, resume },
    );
  }

  async #exists(path: string): Promise<boolean> {
    return (await lstat(join(this.folder.files.root, path)).catch(() => undefined)) !== undefined;
  }
}

type Receiving = Pick<FileOptions, 'onBusy' | 'onBytes'>;

function addressesOf({ url = '', otherUrls = [] }: Change): readonly string[] {
  return [url, ...otherUrls];
}
