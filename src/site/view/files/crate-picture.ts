import { mediaTypeOf } from '../../../package/media-type.js';
import type { CrateView, ViewEntity, ViewValue } from '../crate-view.js';
import { oncePer } from '../once-per.js';
import { schemaValues } from '../schema-values.js';
import type { CrateFiles } from './crate-files.js';
import { isFileType, placeOfFile, type FilePlace } from './file-place.js';
import { PICTURE_HEAD, pictureSize, SHOWN_PICTURES, type PictureSize } from './picture-size.js';

/** A picture of a crate that the server can send. */
export interface CratePicture extends PictureSize {
  readonly path: string;
  /** Relative to the address of the crate. */
  readonly href: string;
  /** What describes it, where the crate does. */
  readonly entity: ViewEntity | undefined;
}

const PICTURES = ['image', 'thumbnail', 'thumbnailUrl'];
const SMALL_PICTURES = ['thumbnail', 'thumbnailUrl'];

/** A page of many pictures does not make its readers load a larger one. */
const LARGEST = 3_000_000;
/** Pictures that are looked at to find one. */
const MOST = 5;

/**
 * The picture that stands for a crate: one that the root names, else the first that the crate describes.
 * @param files where the crate is served from a folder
 */
export async function pictureOf(view: CrateView, files: CrateFiles | undefined): Promise<CratePicture | undefined> {
  if (files === undefined) return undefined;
  const named = PICTURES.flatMap((name) => schemaValues(view.root, name));
  for (const value of named.slice(0, MOST)) {
    const found = await measured(filePlaceOf(value, view), files);
    if (found !== undefined) return { ...found, entity: entityOf(value, view) };
  }
  for (const entity of imagesOf(view).slice(0, MOST)) {
    const found = await measured(placeOfFile(entity, view), files);
    if (found !== undefined) return { ...found, entity };
  }
  return undefined;
}

/** The files of a crate that are pictures and may be in its folder, in the order of its document. */
export const imagesOf = oncePer((view: CrateView): readonly ViewEntity[] =>
  view.entities.filter((entity) => {
    const place = isFileType(entity) ? placeOfFile(entity, view) : undefined;
    return place !== undefined && 'path' in place && SHOWN_PICTURES.has(mediaTypeOf(place.path) ?? '');
  }),
);

/** What a page can load of a picture: itself, a smaller one that it names, or neither, where both are large or absent. */
export interface CrateImage {
  readonly entity: ViewEntity;
  readonly picture: Omit<CratePicture, 'entity'> | undefined;
}

/** Looks for the pictures of some entities in the folder of their crate. */
export function readImages(entities: readonly ViewEntity[], view: CrateView, files: CrateFiles): Promise<CrateImage[]> {
  return Promise.all(
    entities.map(async (entity) => {
      const smaller = SMALL_PICTURES.flatMap((name) => schemaValues(entity, name)).slice(0, 1);
      const places = [...smaller.map((value) => filePlaceOf(value, view)), placeOfFile(entity, view)];
      for (const place of places) {
        const picture = await measured(place, files);
        if (picture !== undefined) return { entity, picture };
      }
      return { entity, picture: undefined };
    }),
  );
}

function entityOf(value: ViewValue, view: CrateView): ViewEntity | undefined {
  return view.entity('text' in value ? value.text : value.iri);
}

function filePlaceOf(value: ViewValue, view: CrateView): FilePlace | undefined {
  const id = 'text' in value ? value.text : value.reference;
  const iri = 'text' in value ? value.text : value.iri;
  return placeOfFile(entityOf(value, view) ?? { id, iri, types: [], name: undefined, properties: [] }, view);
}

async function measured(
  place: FilePlace | undefined,
  files: CrateFiles,
): Promise<Omit<CratePicture, 'entity'> | undefined> {
  if (place === undefined || 'web' in place || !SHOWN_PICTURES.has(mediaTypeOf(place.path) ?? '')) return undefined;
  const head = await files.part(place.path, PICTURE_HEAD);
  if (head === undefined || head.size > LARGEST) return undefined;
  const size = pictureSize(head.bytes);
  return size === undefined ? undefined : { ...size, ...place };
}
