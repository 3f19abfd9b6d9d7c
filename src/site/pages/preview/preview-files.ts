import { mediaTypeOf } from '../../../package/media-type.js';
import type { CrateView, ViewEntity } from '../../view/crate-view.js';
import type { CrateFiles } from '../../view/files/crate-files.js';
import { imagesOf, pictureOf, readImages } from '../../view/files/crate-picture.js';
import { isFileType, placeOfFile } from '../../view/files/file-place.js';
import { readPreview } from '../../view/files/file-preview.js';
import type { PictureSize } from '../../view/files/picture-size.js';
import type { TablePreview } from '../../view/files/table-preview.js';

/** A picture that a preview shows: at its place in the crate, or in the page itself. */
export interface PreviewImage extends PictureSize {
  readonly address: string;
  /** What describes it, where the crate does. */
  readonly entity: ViewEntity | undefined;
}

/** What a preview shows of the files of a crate. */
export interface PreviewFiles {
  /** The picture that stands for the crate. */
  readonly lead: PreviewImage | undefined;
  readonly images: readonly PreviewImage[];
  /** Images of the crate that are not shown. */
  readonly moreImages: number;
  readonly tables: readonly { readonly entity: ViewEntity; readonly table: TablePreview }[];
}

/** A preview of a crate without files. */
export const NO_FILES: PreviewFiles = { lead: undefined, images: [], moreImages: 0, tables: [] };

const MOST_IMAGES = 24;
const MOST_TABLES = 3;
const SHOWN_ROWS = 5;
/** Bytes of a picture that goes into the page, and of all of them. */
const LARGEST_INSIDE = 100_000;
const MOST_INSIDE = 1_000_000;

/** Reads what a preview shows of the files of a crate. @param isInCrate the preview lies beside the files, so it links them */
export async function previewFiles(view: CrateView, files: CrateFiles, isInCrate: boolean): Promise<PreviewFiles> {
  const room = { left: MOST_INSIDE };
  const lead = await pictureOf(view, files);
  const all = imagesOf(view);
  const found = await readImages(all.slice(0, MOST_IMAGES), view, files);
  const images: PreviewImage[] = [];
  for (const { entity, picture } of found) {
    const address = picture && (isInCrate ? picture.href : await inside(picture, files, room));
    if (picture !== undefined && address !== undefined) images.push({ ...picture, address, entity });
  }
  const leadAddress = lead && (isInCrate ? lead.href : await inside(lead, files, room));
  return {
    lead: lead === undefined || leadAddress === undefined ? undefined : { ...lead, address: leadAddress },
    images: images.length === 1 && lead !== undefined ? [] : images,
    moreImages: all.length - images.length,
    tables: await tablesOf(view, files),
  };
}

/** The picture as an address that contains it; undefined for a large one. */
async function inside(
  { path }: { readonly path: string },
  files: CrateFiles,
  room: { left: number },
): Promise<string | undefined> {
  const part = await files.part(path, LARGEST_INSIDE);
  if (part === undefined || part.size > part.bytes.length || part.size > room.left) return undefined;
  room.left -= part.size;
  return `data:${mediaTypeOf(path) ?? ''};base64,${Buffer.from(part.bytes).toString('base64')}`;
}

const TABLES: ReadonlySet<string> = new Set(['text/csv', 'text/tab-separated-values']);

/** The first rows of the first tables. */
async function tablesOf(view: CrateView, files: CrateFiles): Promise<PreviewFiles['tables']> {
  const found: { entity: ViewEntity; table: TablePreview }[] = [];
  let tried = 0;
  for (const entity of view.entities) {
    const place = isFileType(entity) ? placeOfFile(entity, view) : undefined;
    if (place === undefined || 'web' in place || !TABLES.has(mediaTypeOf(place.path) ?? '')) continue;
    tried += 1;
    const preview = await readPreview(entity, view, files);
    if (preview?.kind === 'table')
      found.push({ entity, table: { ...preview.table, rows: preview.table.rows.slice(0, SHOWN_ROWS), pages: 1 } });
    if (found.length === MOST_TABLES || tried === 2 * MOST_TABLES) break;
  }
  return found;
}
