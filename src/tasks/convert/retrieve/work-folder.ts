import { hash } from 'node:crypto';
import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { removeAbandoned } from '../../../base/disk/abandoned-files.js';
import { makeFolder } from '../../../base/disk/make-folder.js';
import { namedHasEnded, processName, readProcessName } from '../../../base/disk/running-process.js';
import { temporaryName, temporaryPath } from '../../../base/disk/temporary-path.js';
import { replaceFile, withOutputError } from '../../../base/disk/write-file.js';
import { CrateError } from '../../../base/errors.js';
import { isWritableArchiveName } from '../../../package/container/archive-names.js';
import { OutputFolder } from '../../../package/write/output-folder.js';
import type { Plan } from '../plan.js';
import type { Part } from './check-parts.js';

/** What a run leaves for the next one, while something is missing. */
interface Marker {
  /** SHA-256 of the metadata documents that were written, or were about to be. */
  readonly documents: readonly string[];
  /** The address of each file that a run retrieves, by its path. */
  readonly places: Readonly<Record<string, string>>;
  /** Files at these paths that were there before the first run; `--force` replaces them. */
  readonly foreign: readonly string[];
}

const MARKER = 'begun.json';
const RUNNING = 'running';
const UNPACKED = '.unpacked';

/** Where the folders of a run are. */
interface Places {
  /** The hidden folder: in the output folder, or next to the archive. */
  readonly hidden: string;
  /** The folder for the files of the crate. */
  readonly files: string;
}

/**
 * The folders of a run: one for the files of the crate, and a hidden one for what is not complete. The hidden folder
 * stays while something is missing, so that the same command continues.
 */
export class WorkFolder {
  readonly files: OutputFolder;
  /** Whether it was empty before. */
  readonly isNew: boolean;
  /** The folder for what is not complete. */
  readonly hidden: string;
  /** Paths that this or an earlier run retrieved or unpacked. */
  readonly #own: Set<string>;
  #marker: Marker;

  private constructor(files: OutputFolder, hidden: string, marker: Marker, own: readonly string[] | undefined) {
    this.files = files;
    this.hidden = hidden;
    this.#marker = marker;
    this.isNew = own === undefined;
    this.#own = new Set(own);
  }

  /** Reads what an earlier run of the same document left; undefined if there is nothing. */
  static async begun(output: string, { document }: Pick<Plan, 'document'>): Promise<Marker | undefined> {
    const { hidden } = placesOf(output, document);
    const found = await lstat(hidden).catch(() => undefined);
    if (found?.isDirectory() !== true) return undefined;
    const text = await readFile(join(hidden, MARKER), 'utf8').catch(() => undefined);
    return text === undefined ? { documents: [], places: {}, foreign: [] } : readMarker(text, hidden);
  }

  /**
   * Opens the folders for a plan. What an earlier run retrieved from another address goes away.
   * @throws CrateError ERR_OUTPUT if another run is writing, or without `force` if files of an
   * earlier plan are not in this one
   */
  static async open(
    output: string,
    plan: Pick<Plan, 'document'>,
    parts: readonly Part[],
    { force }: { readonly force?: boolean | undefined },
  ): Promise<WorkFolder> {
    const begun = await WorkFolder.begun(output, plan);
    const { hidden, files } = placesOf(output, plan.document);
    const stale = begun === undefined ? [] : await staleFiles(begun, { hidden, files }, parts);
    const unwanted = stale.filter(({ isPlanned }) => !isPlanned).map(({ path }) => path);
    if (unwanted.length > 0 && force !== true) throw notInPlan(output, unwanted);
    const isEmpty = begun === undefined && (await readdir(files).catch(() => [])).length === 0;
    await withOutputError(output, async () => {
      await makeFolder(files);
      await makeFolder(hidden, 0o700);
      await takeTurn(output, join(hidden, RUNNING));
    });
    const folder = await OutputFolder.open(files);
    for (const { path } of stale) {
      await folder.check(path);
      await rm(join(folder.root, path), { force: true });
    }
    const places = Object.fromEntries(
      parts.flatMap(({ path, change: { url } }) => (url === undefined ? [] : [[path, url]])),
    );
    const foreign = begun?.foreign ?? (isEmpty ? [] : await existing(files, Object.keys(places)));
    const marker: Marker = { documents: begun?.documents ?? [], places, foreign };
    const earlier = [Object.keys(begun?.places ?? {}), ...(await allUnpacked(hidden))].flat();
    const own = isEmpty ? undefined : earlier.filter((path) => !foreign.includes(path));
    const work = new WorkFolder(folder, hidden, marker, own);
    await work.#mark(marker);
    return work;
  }

  /** Whether this or an earlier run made a file, so that it may be kept or replaced. */
  owns(path: string): boolean {
    return this.#own.has(path);
  }

  /** The path of a file that is not complete. Two runs of one plan use the same. */
  partialOf({ path, change }: Part): string {
    return join(this.hidden, `${keyOf(path, change.url ?? '')}.part`);
  }

  /** The files that an archive brought along in this or an earlier run; undefined if it was not unpacked. */
  async unpackedFrom(part: Part): Promise<readonly string[] | undefined> {
    return readUnpacked(this.#unpackedPath(part));
  }

  /** Remembers that an archive is unpacked. @param paths relative to the crate root */
  async addUnpacked(part: Part, paths: readonly string[]): Promise<void> {
    await replaceFile(this.#unpackedPath(part), [JSON.stringify(paths)]);
    for (const path of paths) this.#own.add(path);
  }

  /** Remembers the metadata document that is about to be written, so that a later run knows it as ours. */
  async addDocument(sha256: string): Promise<void> {
    this.#marker = { ...this.#marker, documents: [...new Set([...this.#marker.documents, sha256])] };
    await this.#mark(this.#marker);
  }

  /** Does the work of the run. @throws CrateError as the work, with the folder in its hint */
  async named<T>(job: () => Promise<T>): Promise<T> {
    try {
      return await job();
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      const kept = `what arrived is kept in ${this.hidden}, and the same command continues`;
      const hint = error.hint === undefined ? kept : `${error.hint}; ${kept}`;
      throw new CrateError(error.code, error.message, {
        hint,
        details: { ...error.details, work: this.hidden },
        cause: error.cause,
      });
    }
  }

  /** Ends the run. @param isComplete nothing is missing, so the next run needs nothing of it */
  async close(isComplete: boolean): Promise<void> {
    await rm(join(this.hidden, RUNNING), { force: true });
    if (!isComplete) return;
    // In one step: without its marker, the hidden folder would look like a run that has not written the document.
    const gone = temporaryPath(dirname(this.hidden));
    await rename(this.hidden, gone.path);
    await gone.remove();
  }

  /** Removes what a run that was killed at its very end has left. */
  static async clear(output: string, { document }: Pick<Plan, 'document'>): Promise<void> {
    await removeAbandoned(dirname(placesOf(output, document).hidden));
  }

  #mark(marker: Marker): Promise<void> {
    return replaceFile(join(this.hidden, MARKER), [JSON.stringify(marker)]);
  }

  #unpackedPath({ path, change }: Part): string {
    return join(this.hidden, keyOf(path, change.url ?? '') + UNPACKED);
  }
}

/** The hidden name depends on the document, so that the work for one document is never continued with another. */
function placesOf(output: string, document: string): Places {
  const absolute = resolve(output);
  if (!isWritableArchiveName(output))
    return { files: absolute, hidden: join(absolute, temporaryName(document.slice(0, 16), 'work')) };
  const hidden = join(dirname(absolute), temporaryName(keyOf(basename(absolute), document), 'work'));
  return { hidden, files: join(hidden, 'files') };
}

function keyOf(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n')).slice(0, 16);
}

/** Finds the files of an earlier run that come from an address that the plan does not have for them. */
async function staleFiles(
  { places }: Marker,
  { hidden, files }: Places,
  parts: readonly Part[],
): Promise<{ readonly path: string; readonly isPlanned: boolean }[]> {
  const planned = new Map(parts.map((part) => [part.path, part.change.url]));
  const paths = Object.keys(places).filter((path) => !path.endsWith('/') && planned.get(path) !== places[path]);
  const archives = new Set(parts.map(({ path, change }) => keyOf(path, change.url ?? '') + UNPACKED));
  for (const name of await readdir(hidden))
    if (name.endsWith(UNPACKED) && !archives.has(name))
      for (const path of (await readUnpacked(join(hidden, name))) ?? []) paths.push(path);
  return (await existing(files, new Set(paths))).map((path) => ({ path, isPlanned: planned.has(path) }));
}

/** Which of these paths exist in a folder. */
async function existing(folder: string, paths: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const entry = await lstat(join(folder, path)).catch(() => undefined);
    if (entry !== undefined) found.push(path);
  }
  return found;
}

async function readUnpacked(file: string): Promise<readonly string[] | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as string[]);
}

/** The files of all archives that were unpacked. */
async function allUnpacked(hidden: string): Promise<readonly (readonly string[])[]> {
  const names = (await readdir(hidden)).filter((name) => name.endsWith(UNPACKED));
  return Promise.all(names.map(async (name) => (await readUnpacked(join(hidden, name))) ?? []));
}

/** Two runs that write the same files would spoil them. */
async function takeTurn(output: string, file: string): Promise<void> {
  const other = readProcessName(await readFile(file, 'utf8').catch(() => ''));
  if (other !== undefined && namedHasEnded(other) === false)
    throw new CrateError('ERR_OUTPUT', `${output}: another run (process ${other.pid}) is writing it`, {
      hint: `wait for it; if it does not exist any more, delete ${file}`,
    });
  await replaceFile(file, [processName()]);
}

function readMarker(text: string, hidden: string): Marker {
  try {
    const { documents, places, foreign } = JSON.parse(text) as Marker;
    return { documents: [...documents], places: { ...places }, foreign: [...foreign] };
  } catch (cause) {
    throw new CrateError('ERR_OUTPUT', `${hidden} is damaged`, {
      hint: 'delete this folder and run the command again, or choose another output',
      cause,
    });
  }
}

function notInPlan(output: string, paths: readonly string[]): CrateError {
  const named = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}`;
  return new CrateError(
    'ERR_OUTPUT',
    `${output} contains files of an earlier run that this plan leaves out: ${named}`,
    {
      hint: 'choose another output, or add --force to delete them',
      details: { files: paths },
    },
  );
}
