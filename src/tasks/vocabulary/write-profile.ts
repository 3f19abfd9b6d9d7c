import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { makeFolder } from '../../base/disk/make-folder.js';
import { temporaryName } from '../../base/disk/temporary-path.js';
import { replaceUnchanged } from '../../base/disk/replace-unchanged.js';
import { withOutputError, writeNamedFile } from '../../base/disk/write-file.js';
import { writeFolder } from '../../package/write/write-folder.js';
import type { ExtractedProfile } from './extract-profile.js';

/** What a finished run says about a crate. */
export interface WrittenCrate {
  readonly crate: string;
  /** The file that has its new metadata document. */
  readonly output: string;
  readonly terms: readonly string[];
}

/** What an extraction writes: all that a later run needs to finish it. */
interface Journal extends Pick<ExtractedProfile, 'terms' | 'files' | 'different' | 'near'> {
  readonly crates: readonly (WrittenCrate & {
    /** SHA-256 of the file that the document replaces; undefined for a new file. */
    readonly before?: string | undefined;
    readonly after: string;
  })[];
}

/** What was written, by this run and an earlier one. */
export interface WrittenProfile extends Pick<ExtractedProfile, 'terms' | 'files' | 'different' | 'near'> {
  readonly crates: readonly WrittenCrate[];
}

/** How to write an extracted profile. */
export interface WriteProfileOptions {
  /** What distinguishes this extraction from others into the same folder: the same words name the same extraction. */
  readonly request: readonly string[];
  /** Replace files that differ. Default: false. */
  readonly force?: boolean | undefined;
}

const JOURNAL = 'journal.json';

/**
 * Writes a profile crate and the crates that use it. All of it is first kept in a hidden folder of the output, so that
 * a run that was killed can be finished: {@link finishProfile}.
 * @param targets the files of the changed crates, in their order
 * @throws CrateError ERR_OUTPUT for a file that is in the way, before anything is written
 */
export async function writeProfile(
  output: string,
  extracted: ExtractedProfile,
  targets: readonly string[],
  { request, force }: WriteProfileOptions,
): Promise<WrittenProfile> {
  const { terms, files, different, near } = extracted;
  const folder = workFolder(output, request);
  await rm(folder, { recursive: true, force: true }); // without a journal, of a run that ended before it wrote anything
  const isNew = (await withOutputError(output, () => makeFolder(resolve(output)))) !== undefined;
  await withOutputError(folder, () => mkdir(folder));
  try {
    const crates: Journal['crates'][number][] = [];
    for (const [index, { crate, chunks, replaces, terms: names }] of extracted.crates.entries()) {
      const target = resolve(targets[index] ?? '');
      const bytes = Buffer.concat(chunks);
      const isInPlace = replaces !== undefined && resolve(replaces.path) === target;
      const before = isInPlace ? hex(replaces.sha256) : force === true ? await digestOf(target) : undefined;
      const entry = { crate, output: target, terms: names, before, after: sha256(bytes) };
      await requireState(entry);
      await withOutputError(folder, () => writeFile(join(folder, `${index}`), bytes));
      crates.push(entry);
    }
    const journal: Journal = { terms, files, different, near, crates };
    await writeFolder(output, profileFilesOf(journal), { force });
    await writeNamedFile(join(folder, JOURNAL), [JSON.stringify(journal)]);
  } catch (error) {
    await rm(isNew ? resolve(output) : folder, { recursive: true, force: true });
    throw error;
  }
  return (await finishProfile(output, request)) as WrittenProfile;
}

/**
 * Finishes an extraction that was interrupted between its files.
 * @returns undefined if there is none
 * @throws CrateError ERR_OUTPUT for a file that has changed since
 */
export async function finishProfile(output: string, request: readonly string[]): Promise<WrittenProfile | undefined> {
  const folder = workFolder(output, request);
  const text = await readFile(join(folder, JOURNAL), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const journal = JSON.parse(text) as Journal;
  await writeFolder(output, profileFilesOf(journal));
  for (const [index, entry] of journal.crates.entries()) {
    if (!(await requireState(entry))) continue;
    const bytes = await withOutputError(folder, () => readFile(join(folder, `${index}`)));
    await withOutputError(entry.output, () => makeFolder(dirname(entry.output)));
    if (entry.before === undefined) await writeNamedFile(entry.output, [bytes]);
    else await replaceUnchanged({ path: entry.output, sha256: Buffer.from(entry.before, 'hex') }, [bytes]);
  }
  await rm(folder, { recursive: true, force: true });
  const { terms, files, different, near, crates } = journal;
  return {
    terms,
    files,
    different,
    near,
    crates: crates.map(({ crate, output: file, terms: names }) => ({ crate, output: file, terms: names })),
  };
}

/** Whether a file has still to be written. @throws CrateError ERR_OUTPUT if it is another one than before and after */
async function requireState({ output, before, after }: Journal['crates'][number]): Promise<boolean> {
  const now = await digestOf(output);
  if (now === after) return false;
  if (now === before) return true;
  const what = before === undefined ? 'exists and is another file' : 'has changed meanwhile';
  throw new CrateError('ERR_OUTPUT', `${output} ${what}; nothing was written to it`, {
    hint:
      before === undefined
        ? 'choose another folder, or add --force to replace it'
        : 'put the file back that was there, and run the same command again',
  });
}

async function digestOf(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return bytes && sha256(bytes);
}

function profileFilesOf({ files }: Pick<Journal, 'files'>) {
  return files.map(({ path, text }) => {
    const bytes = new TextEncoder().encode(text);
    return {
      path,
      size: bytes.length,
      content: async function* () {
        yield bytes;
      },
    };
  });
}

function workFolder(output: string, request: readonly string[]): string {
  return join(resolve(output), temporaryName(sha256(Buffer.from(JSON.stringify(request))).slice(0, 16), 'work'));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
