import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { METADATA_FILE_NAMES } from '../../../crate/metadata-names.js';
import { wouldReplace } from '../../../base/disk/existing-file.js';
import { isTemporaryName } from '../../../base/disk/temporary-path.js';
import { replaceFile } from '../../../base/disk/write-file.js';
import { CrateError } from '../../../base/errors.js';
import { DocumentBytes, inChunks } from '../../../package/bytes/document-bytes.js';
import { isWritableArchiveName } from '../../../package/container/archive-names.js';
import { writeFolderAsZip } from '../../../package/write/folder-as-zip.js';
import type { Change, Plan } from '../plan.js';
import { partsOf, type Part } from './check-parts.js';
import { hasFiles, writtenDocument } from './finished-crate.js';
import type { RetrieveOptions } from './retrieve-options.js';
import { retrieveParts } from './retrieve-parts.js';
import { WorkFolder } from './work-folder.js';
import { writeDistribution, type WrittenDistribution } from './write-distribution.js';

/** What became of an Attached Package. */
export interface Attached extends WrittenDistribution {
  /** Changes that do nothing, with the reason in `why`. */
  readonly left: readonly Change[];
}

/** Writes the document of a plan. */
export type DocumentOfPlan = (plan: Plan) => Promise<Iterable<Uint8Array>>;

/**
 * Writes the Attached Package of a plan: a folder, or a `.zip` or `.eln` archive. Retrieves the files first, and writes
 * the metadata document last, for the files that are there. While something is missing, a hidden folder in the output
 * (or next to the archive) keeps what the same call needs to continue.
 * @param write makes the document of the changes that succeeded
 * @throws CrateError ERR_PLAN_INVALID, ERR_OUTPUT, ERR_LIMIT for all files together; of a
 * distribution also as `openPackage`
 */
export async function writeAttached(
  output: string,
  plan: Plan,
  write: DocumentOfPlan,
  options: RetrieveOptions = {},
): Promise<Attached> {
  const parts = partsOf(plan);
  const left = plan.changes.filter(({ action }) => action === 'leave');
  const whole = plan.changes.find(({ step, action }) => step === 'distribution' && action === 'retrieve');
  const state = await stateOf(output, plan, parts, { ...options, write });
  if (whole !== undefined) {
    if (state === 'foreign' && options.force !== true && !(await hasCrate(output))) throw await notOurs(output, plan);
    const isOurs = state !== 'foreign' || options.force === true;
    return { ...(await writeDistribution(output, plan, whole, { ...options, force: isOurs })), left };
  }
  if (state === 'finished') {
    await WorkFolder.clear(output, plan);
    return { files: [], kept: [...parts.map(({ path }) => path), plan.name], failed: [], left };
  }
  if (state === 'foreign' && options.force !== true) throw await notOurs(output, plan);
  const whenAllSucceed = await write(plan); // refuses a plan that contradicts itself before anything is requested
  const work = await WorkFolder.open(output, plan, parts, options);
  let isComplete = false;
  return work
    .named(async () => {
      const { done, kept, failed } = await retrieveParts(parts, work, options);
      const missing = new Set(failed.map(({ change }) => change));
      const changes = plan.changes.filter((change) => !missing.has(change));
      const document = await bytesOf(
        failed.length === 0 ? whenAllSucceed : await write({ ...plan, changes }),
        plan.name,
      );
      const isWritten = await writeDocument(output, plan, work, { document, isNew: done.length > 0 });
      isComplete = failed.length === 0;
      const [files, same] = [done, kept].map((some) => some.map(({ path }) => path)) as [string[], string[]];
      (isWritten ? files : same).push(plan.name);
      return { files, kept: same, failed, left, ...(isComplete ? {} : { work: work.hidden }) };
    })
    .finally(() => work.close(isComplete));
}

/** Where an output stands before a run. */
type OutputState = 'new' | 'begun' | 'finished' | 'foreign';

/** Finds out who wrote an output. @throws CrateError ERR_OUTPUT if the user has edited its metadata document */
async function stateOf(
  output: string,
  plan: Plan,
  parts: readonly Part[],
  { force, write }: Pick<RetrieveOptions, 'force'> & { readonly write: DocumentOfPlan },
): Promise<OutputState> {
  const begun = await WorkFolder.begun(output, plan);
  if (begun !== undefined) {
    const written = await writtenDocument(output, plan.name);
    if (written === undefined || begun.documents.includes(written) || force === true) return 'begun';
    throw new CrateError('ERR_OUTPUT', `${output}: ${plan.name} was edited after it was written`, {
      hint: 'choose another output, or add --force to replace the document',
      details: { file: plan.name },
    });
  }
  const found = await lstat(output).catch(() => undefined);
  if (found === undefined) return 'new';
  if (!isWritableArchiveName(output) && (await readdir(output).catch(() => [''])).length === 0) return 'new';
  const isFinished = (await isSameDocument(output, plan, write)) && (await hasFiles(output, plan, parts));
  return isFinished ? 'finished' : 'foreign';
}

/** Whether an output may be the crate of an earlier run, so that it is worth comparing. */
async function hasCrate(output: string): Promise<boolean> {
  for (const name of METADATA_FILE_NAMES)
    if ((await writtenDocument(output, name).catch(() => undefined)) !== undefined) return true;
  return false;
}

async function isSameDocument(output: string, plan: Plan, write: DocumentOfPlan): Promise<boolean> {
  const written = await writtenDocument(output, plan.name).catch(() => undefined);
  if (written === undefined) return false;
  const document = await bytesOf(await write(plan), plan.name);
  return Buffer.from(document.sha256).toString('hex') === written;
}

async function notOurs(output: string, { name }: Plan): Promise<CrateError> {
  if (isWritableArchiveName(output)) return wouldReplace(output);
  const names = await readdir(output).catch(() => undefined);
  if (names === undefined) return new CrateError('ERR_OUTPUT', `${output} is not a folder`);
  if (names.includes(name) && !names.some(isTemporaryName))
    return new CrateError(
      'ERR_OUTPUT',
      `${output} contains another crate, or one that was made with other options or edited since; nothing was written`,
      {
        hint: 'choose a new or empty folder, or add --force to write into this one',
        details: { file: output },
      },
    );
  const other = names.some(isTemporaryName) ? ': perhaps those of an unfinished run for another document' : '';
  return new CrateError(
    'ERR_OUTPUT',
    `${output} contains files that are not of this crate${other}; nothing was written`,
    {
      hint: 'choose a new or empty folder, or add --force to write into this one',
      details: { file: output },
    },
  );
}

function bytesOf(chunks: Iterable<Uint8Array>, name: string): Promise<DocumentBytes> {
  return DocumentBytes.ofStream(
    (async function* () {
      yield* chunks;
    })(),
    Infinity,
    name,
  );
}

/** Writes the metadata document, last of all, or the whole archive. @returns false if it is there already */
async function writeDocument(
  output: string,
  { name }: Plan,
  work: WorkFolder,
  { document, isNew }: { readonly document: DocumentBytes; readonly isNew: boolean },
): Promise<boolean> {
  const sha256 = Buffer.from(document.sha256).toString('hex');
  const written = await writtenDocument(output, name).catch(() => undefined);
  const isArchive = isWritableArchiveName(output);
  if (written === sha256 && !(isArchive && isNew)) return false;
  await work.addDocument(sha256);
  if (isArchive) await writeFolderAsZip(work.files.root, output, { name, content: document });
  else await replaceFile(join(work.files.root, name), inChunks(document));
  return true;
}
