import { lstat, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasContent, wouldReplace } from '../../../base/disk/existing-file.js';
import { replaceFile, writeNamedFile } from '../../../base/disk/write-file.js';
import { OutputFolder } from '../../../package/write/output-folder.js';
import type { PreviewFile } from './preview-crate.js';
import { filesFolder } from './preview-links.js';
import { PREVIEW_GENERATOR } from './static-preview.js';

/** Refuses a path where something else than a preview of ours is. @throws CrateError ERR_OUTPUT */
export async function requireOurPreview(path: string): Promise<void> {
  if ((await hasContent(path)) && !(await isOurs(path))) throw wouldReplace(path, ', and crategraph did not make it');
}

/**
 * Writes a preview: its further pages first, so that the first page leads nowhere that is not there. Pages of an
 * earlier, longer preview are removed. A link in place of their folder is not followed.
 * @returns the number of pages
 * @throws CrateError ERR_OUTPUT
 */
export async function writePreview(target: string, pages: AsyncIterable<PreviewFile>, force: boolean): Promise<number> {
  const folder = dirname(target);
  const further = join(folder, filesFolder(basename(target)));
  const written = new Set<string>();
  let first: PreviewFile | undefined;
  let output: OutputFolder | undefined;
  for await (const page of pages) {
    if (first === undefined) {
      first = page;
      continue;
    }
    output ??= await OutputFolder.open(folder);
    const path = await output.prepare(page.path);
    if (!force) await requireOurPreview(path);
    await replaceFile(path, [page.text]);
    written.add(basename(path));
  }
  await writeNamedFile(target, [first?.text ?? '']);
  const isFolder = await lstat(further).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  for (const name of isFolder ? await readdir(further) : [])
    if (/^entities-\d+\.html$/.test(name) && !written.has(name) && (await isOurs(join(further, name))))
      await rm(join(further, name));
  return written.size + 1;
}

/** Whether the beginning of a file says that we made it. */
async function isOurs(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead).includes(`<meta name="generator" content="${PREVIEW_GENERATOR}"`);
  } finally {
    await file.close();
  }
}
