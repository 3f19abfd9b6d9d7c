import { rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { baseForRoot } from '../../../crate/base.js';
import { METADATA_FILE_NAME, isMetadataFileName } from '../../../crate/metadata-names.js';
import { compareFile, wouldReplace } from '../../../base/disk/existing-file.js';
import { replaceFile, withOutputError } from '../../../base/disk/write-file.js';
import { CrateError } from '../../../base/errors.js';
import { openPackageDocument } from '../../../package/open/open-crate.js';
import { openPackage } from '../../../package/open/open-package.js';
import { openRetrieved } from '../../../package/open/open-url.js';
import { retrieve, type Retrieved } from '../../../package/open/retrieve-url.js';
import { untilAborted } from '../../../package/abortable.js';
import { inChunks } from '../../../package/bytes/document-bytes.js';
import { isWritableArchiveName } from '../../../package/container/archive-names.js';
import { describedFiles } from '../../../package/described-files.js';
import { addressOfId, idOfPath } from '../../../package/file-ids.js';
import { receiveFile } from '../../../package/http/receive-file.js';
import { ByteBudget } from '../../../package/limits.js';
import { withoutCredentials, type PackageSettings } from '../../../package/package-options.js';
import { writeFolderAsZip } from '../../../package/write/folder-as-zip.js';
import { writeFolder } from '../../../package/write/write-folder.js';
import type { Change, Plan } from '../plan.js';
import { partsOf, type Part } from './check-parts.js';
import { getsCredentials } from './credential-hosts.js';
import { writtenDocument } from './finished-crate.js';
import { PartProgress } from './part-progress.js';
import { settingsFor, type RetrieveOptions } from './retrieve-options.js';
import { retrieveParts, type FailedPart } from './retrieve-parts.js';
import { WorkFolder } from './work-folder.js';

/** What became of a retrieved package. */
export interface WrittenDistribution {
  /** Files that were written, relative to the crate root, also the metadata document; folders end in `/`. */
  readonly files: readonly string[];
  /** Files that were in place already. */
  readonly kept: readonly string[];
  /** What could not be retrieved, and why. These entities stay on the web. */
  readonly failed: readonly FailedPart[];
  /** The hidden folder of what is not complete, where the same call continues; undefined if nothing is missing. */
  readonly work?: string | undefined;
  /**
   * Of a retrieved distribution: the base for `load --base` that makes the `@id` of the root of it, if there is one.
   */
  readonly base?: string | undefined;
}

/**
 * Writes the package that a root names as its distribution: an archive, or a package that is published as files. Its
 * documents stay as they are.
 * @param change retrieves the root
 * @throws CrateError as `openPackage`; ERR_CHECKSUM, ERR_LIMIT, ERR_OUTPUT
 */
export async function writeDistribution(
  output: string,
  plan: Plan,
  change: Change,
  options: RetrieveOptions,
): Promise<WrittenDistribution> {
  const { signal } = options;
  const address = change.url ?? change.id;
  const packages = getsCredentials(address, options) ? options.packages : withoutCredentials(options.packages);
  const settings = settingsFor({ ...options, packages }, [address], signal);
  return untilAborted(signal, async () => {
    const found = await retrieve(address, settings.client, settings.limits);
    const work = await WorkFolder.open(output, plan, [], options);
    let isComplete = false;
    try {
      const run = { output, work, settings, options };
      const written =
        found.kind === 'metadata' ? await retrieveFiles(found, change, run) : await unpackArchive(found, change, run);
      isComplete = written.failed.length === 0;
      const isLeft = !isComplete && options.force === true;
      return { ...written, base: baseForRoot(change.id), ...(isLeft ? { work: work.hidden } : {}) };
    } finally {
      await work.close(isComplete || options.force !== true); // in a crate that may not be ours nothing stays
    }
  });
}

/** What both kinds of distribution need. */
interface Run {
  readonly output: string;
  readonly work: WorkFolder;
  readonly settings: PackageSettings;
  readonly options: RetrieveOptions;
}

async function unpackArchive(found: Extract<Retrieved, { kind: 'archive' }>, change: Change, run: Run) {
  const { output, work, settings, options } = run;
  found.response.cancel();
  const part: Part = { path: '', change: { ...change, url: change.url ?? change.id } };
  const partial = work.partialOf(part);
  const archive = `${partial}.archive`;
  if ((await stat(archive).catch(() => undefined)) === undefined) {
    const counted = new PartProgress([part], options.onProgress).begin({ ...part, path: basename(output) });
    await receiveFile(settings.client, found.target, partial, {
      size: change.size,
      sha256: change.sha256,
      limit: options.maxSize ?? settings.limits.downloadBytes,
      byteBudget: new ByteBudget(change.url ?? change.id, options.maxTotal ?? settings.limits.downloadBytes),
      resume: true,
      onBytes: counted.add,
    });
    await withOutputError(archive, () => rename(partial, archive));
    counted.end();
  }
  const opened = await openPackage(archive, { ...options.packages, signal: options.signal });
  try {
    if (opened.container === undefined) throw notAPackage(change);
    await options.checkDownload?.(opened, change.url ?? change.id);
    if (options.force === true) await work.addDocument(Buffer.from(opened.metadata.content.sha256).toString('hex'));
    const written = await writeFolder(work.files.root, opened.files(), { force: options.force });
    if (isWritableArchiveName(output)) await writeAsZip(run);
    return { ...written, failed: [] };
  } finally {
    await opened.close();
  }
}

async function retrieveFiles(found: Extract<Retrieved, { kind: 'metadata' }>, change: Change, run: Run) {
  const { output, work, settings, options } = run;
  const opened = await openRetrieved(change.url ?? change.id, found, settings);
  try {
    const { contexts, signal } = options;
    const document = await openPackageDocument(opened, { contexts, signal });
    if (opened.kindOf(document) === 'detached') throw notAPackage(change);
    await options.checkDownload?.(opened, change.url ?? change.id);
    const { content, name: named } = opened.metadata;
    const name = isMetadataFileName(named) ? named : METADATA_FILE_NAME;
    const changes = describedFiles(document).flatMap(({ id, path, folder, size, sha256, references }): Change[] => {
      const [reference] = references;
      if (path === undefined || folder || reference === undefined) return [];
      const { href } = addressOfId(reference, opened.url ?? '');
      return [{ ...change, action: 'retrieve', step: 'B4', id, newId: idOfPath(path), url: href, size, sha256 }];
    });
    const parts = partsOf({ changes, name });
    const sha256 = Buffer.from(content.sha256).toString('hex');
    if (options.force !== true && ![undefined, sha256].includes(await writtenDocument(output, name)))
      throw wouldReplace(join(output, name), ' and is not the document of this crate');
    const { done, kept, failed } = await retrieveParts(parts, work, options);
    await work.addDocument(sha256);
    await replaceFile(join(work.files.root, name), inChunks(content));
    if (isWritableArchiveName(output)) await writeAsZip(run);
    return { files: [...done.map(({ path }) => path), name], kept: kept.map(({ path }) => path), failed };
  } finally {
    await opened.close();
  }
}

/** Writes the output archive. Without `force` it only may be there with the same content. */
async function writeAsZip({ output, work, options }: Run): Promise<void> {
  const archive = join(work.hidden, basename(output));
  await writeFolderAsZip(work.files.root, archive);
  const state = await compareFile(output, archive);
  if (state === 'differs' && options.force !== true) throw wouldReplace(output);
  if (state !== 'same') await withOutputError(output, () => rename(archive, output));
}

function notAPackage({ url, id }: Change): CrateError {
  return new CrateError('ERR_NOT_A_CRATE', `${url ?? id} is a document without files, not the package`, {
    hint: 'choose another way to attach the crate: --snapshot, --fork or --download',
  });
}
