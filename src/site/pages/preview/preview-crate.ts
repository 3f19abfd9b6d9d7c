import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OpenCrateOptions } from '../../../package/open/open-crate.js';
import type { CrateView } from '../../view/crate-view.js';
import { FolderFiles } from '../../view/files/crate-files.js';
import { htmlDocument } from '../html-document.js';
import { pagePath, previewPlaces } from './preview-links.js';
import { ownFile } from '../../../base/own-files.js';

/** A page of a preview. */
export interface PreviewFile {
  /** Relative to the folder of the first page, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** How to preview a crate. */
export interface PreviewOptions extends OpenCrateOptions {
  /** File name of the first page. Default `ro-crate-preview.html`. */
  readonly name?: string | undefined;
  /** Entities of one page; those of large crates fill further pages. Default 1000. */
  readonly pageSize?: number | undefined;
  /** The preview lies in the folder of the crate, so files are linked by their paths. Default false. */
  readonly isInCrate?: boolean | undefined;
  /** The folder of the crate, for its pictures and tables. Default: the preview shows none. */
  readonly folder?: string | undefined;
}

/** File name of a preview (RO-Crate, "RO-Crate Website"). */
export const PREVIEW_FILE_NAME = 'ro-crate-preview.html';

/** Makes the pages of a static preview; every entity has a place of its own. */
export async function* previewPages(
  view: CrateView,
  {
    name = PREVIEW_FILE_NAME,
    pageSize = 1000,
    isInCrate = false,
    folder,
  }: Pick<PreviewOptions, 'name' | 'pageSize' | 'isInCrate' | 'folder'>,
): AsyncGenerator<PreviewFile> {
  const { previewPage } = await import('./static-preview.js'); // all parts of pages
  const { NO_FILES, previewFiles } = await import('./preview-files.js');
  const [style, script] = await Promise.all([STYLE, SCRIPT].map((file) => readFile(file, 'utf8')));
  const assets = { style: style ?? '', script: script ?? '' };
  const files = folder === undefined ? NO_FILES : await previewFiles(view, new FolderFiles(resolve(folder)), isInCrate);
  const places = previewPlaces(view, { name, size: pageSize, isInCrate });
  for (let page = 1; page <= places.pages; page += 1) {
    yield { path: pagePath(name, page), text: htmlDocument(await previewPage({ view, places, page, assets, files })) };
  }
}

/** The style and the script of previews, which our build writes; the paths are right from the sources too. */
const STYLE = ownFile('dist/assets/preview.css');
const SCRIPT = ownFile('dist/assets/preview.js');
