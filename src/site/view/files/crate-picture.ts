import { mediaTypeOf } from '../../../package/media-type.js';
import type { CrateView, ViewEntity, ViewValue } from '../crate-view.js';
import { schemaValues } from '../schema-values.js';
import type { CrateFiles } from './crate-files.js';
import { placeOfFile } from './file-place.js';
import { PICTURE_HEAD, pictureSize, SHOWN_PICTURES, type PictureSize } from './picture-size.js';

/** A picture of a crate that the server can send. */
export interface CratePicture extends PictureSize {
  /** Relative to the address of the crate. */
  readonly href: string;
  /** What describes it, where the crate does. */
  readonly entity: ViewEntity | undefined;
}

const PICTURES = ['image', 'thumbnail', 'thumbnailUrl'];

/** A first page does not make its readers load more. */
const LARGEST = 3_000_000;
/** Pictures that are looked at. */
const MOST = 5;

/** The first picture that the root names and that is a file of the folder. @param files where the crate is served from a folder */
export async function pictureOf(view: CrateView, files: CrateFiles | undefined): Promise<CratePicture | undefined> {
  if (files === undefined) return undefined;
  const values = PICTURES.flatMap((name) => schemaValues(view.root, name));
  for (const value of values.slice(0, MOST)) {
    const found = await measured(value, view, files);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function measured(value: ViewValue, view: CrateView, files: CrateFiles): Promise<CratePicture | undefined> {
  const entity = view.entity('text' in value ? value.text : value.iri);
  const id = 'text' in value ? value.text : value.reference;
  const iri = 'text' in value ? value.text : value.iri;
  const place = placeOfFile(entity ?? { id, iri, types: [], name: undefined, properties: [] }, view);
  if (place === undefined || 'web' in place || !SHOWN_PICTURES.has(mediaTypeOf(place.path) ?? '')) return undefined;
  const head = await files.head(place.path, PICTURE_HEAD);
  if (head === undefined || head.size > LARGEST) return undefined;
  const size = pictureSize(head.bytes);
  return size === undefined ? undefined : { ...size, href: place.href, entity };
}
