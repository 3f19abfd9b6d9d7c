import { disableTypes, imageSize, types } from 'image-size';
import { schemaOrg } from '../../../base/rdf/vocabulary.js';
import { mediaTypeOf } from '../../../package/media-type.js';
import type { CrateView, ViewEntity, ViewValue } from '../crate-view.js';
import type { CrateFiles } from './crate-files.js';
import { placeOfFile } from './file-place.js';

/** A picture of a crate that the server can send. */
export interface CratePicture {
  /** Relative to the address of the crate. */
  readonly href: string;
  readonly width: number;
  readonly height: number;
  /** What describes it, where the crate does. */
  readonly entity: ViewEntity | undefined;
}

const PICTURES: readonly (readonly string[])[] = ['image', 'thumbnail', 'thumbnailUrl'].map((name) => schemaOrg(name));

/** The formats that every browser shows, by their names in the library that measures them. */
const FORMATS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};
disableTypes(types.filter((type) => !Object.values(FORMATS).includes(type)));

/** Bytes that are read of a picture: its size is near the beginning, behind what a camera says. */
const HEAD = 262_144;
/** A first page does not make its readers load more. */
const LARGEST = 3_000_000;
/** Pictures that are looked at. */
const MOST = 5;

/** The first picture that the root names and that is a file of the folder. @param files where the crate is served from a folder */
export async function pictureOf(view: CrateView, files: CrateFiles | undefined): Promise<CratePicture | undefined> {
  if (files === undefined) return undefined;
  const values = PICTURES.flatMap((iris) =>
    view.root.properties.flatMap(({ iri, values: some }) => (iris.includes(iri ?? '') ? some : [])),
  );
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
  if (place === undefined || 'web' in place || FORMATS[mediaTypeOf(place.path) ?? ''] === undefined) return undefined;
  const head = await files.head(place.path, HEAD);
  if (head === undefined || head.size > LARGEST) return undefined;
  const size = sizeIn(head.bytes);
  return size === undefined ? undefined : { ...size, href: place.href, entity };
}

/** Width and height as it is shown; undefined if the beginning does not say it. */
function sizeIn(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    // Cameras turn their pictures by a note.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined; // no such picture, or a damaged one
  }
}
