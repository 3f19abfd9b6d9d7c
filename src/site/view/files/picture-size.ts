import { disableTypes, imageSize, types } from 'image-size';

/** Width and height of a picture as it is shown, in pixels: with them its place is kept while it loads. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The formats that browsers show, by their names in the library that measures them. */
const MEASURED: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/avif': 'heif',
  'image/bmp': 'bmp',
};
disableTypes(types.filter((type) => !Object.values(MEASURED).includes(type)));

/** Media types of the pictures that a page shows. */
export const SHOWN_PICTURES: ReadonlySet<string> = new Set(Object.keys(MEASURED));

/** Bytes that are read of a picture: its size is near the beginning, behind what a camera says. */
export const PICTURE_HEAD = 262_144;

/** The size of a picture. @returns undefined if its first bytes do not say it */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    // Cameras turn their pictures by a note.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined; // no such picture, or a damaged one
  }
}
