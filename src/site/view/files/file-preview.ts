import { applyEdits, format } from 'jsonc-parser';
import type { CrateView, ViewEntity } from '../crate-view.js';
import { mediaTypeOf } from '../../../package/media-type.js';
import type { CrateFiles } from './crate-files.js';
import { placeOfFile } from './file-place.js';
import { PICTURE_HEAD, pictureSize, SHOWN_PICTURES, type PictureSize } from './picture-size.js';
import { readTable, type TablePreview } from './table-preview.js';

/** What a page shows of a file. */
export type FilePreview =
  /** It is on the web: a page links it and loads nothing. */
  | { readonly kind: 'web'; readonly href: string }
  /** The package does not have it here: only its description is stored, or the folder lacks it. */
  | { readonly kind: 'absent'; readonly path: string; readonly hasFolder: boolean }
  | (LocalFile & { readonly kind: 'image'; readonly shown: PictureSize | undefined })
  | (LocalFile & { readonly kind: 'audio' | 'video' | 'file' })
  | (LocalFile & { readonly kind: 'text'; readonly text: string; readonly isCut: boolean; readonly note?: string })
  | (LocalFile & { readonly kind: 'table'; readonly table: TablePreview });

/** A file that the server can send. */
export interface LocalFile {
  readonly path: string;
  /** Relative to the address of the crate. */
  readonly href: string;
  readonly size: number;
  /** From the name of the file, else from `encodingFormat`. */
  readonly mediaType: string | undefined;
}

/** Bytes of a file that a page reads. */
const SHOWN_BYTES = 65_536;
/** A page does not make its readers load more than that for a picture. */
const LARGEST_IMAGE = 20_000_000;

/**
 * Reads what a page shows of a file: the first 64 KiB of a text, the first rows of a table, the address of a picture.
 * @param files where the crate is served from a folder
 * @returns undefined for an entity that is no file, such as a folder or a person
 */
export async function readPreview(
  entity: ViewEntity,
  crate: CrateView,
  files: CrateFiles | undefined,
): Promise<FilePreview | undefined> {
  const place = placeOfFile(entity, crate);
  const isFile = entity.types.some((type) => type === 'File' || type === 'MediaObject') || entity === crate.descriptor;
  if (place === undefined || !isFile) return undefined;
  if ('web' in place) return { kind: 'web', href: place.web };
  const { path, href } = place;
  const mediaType = mediaTypeOf(path) ?? describedType(entity);
  const isPicture = SHOWN_PICTURES.has(mediaType ?? '');
  const head = await files?.head(path, isPicture ? PICTURE_HEAD : SHOWN_BYTES);
  if (head === undefined) return { kind: 'absent', path, hasFolder: files !== undefined };
  const file: LocalFile = { path, href, size: head.size, mediaType };
  if (isPicture && head.size > LARGEST_IMAGE) return { ...file, kind: 'file' };
  if (isPicture) return { ...file, kind: 'image', shown: pictureSize(head.bytes) };
  if (/^(?:audio|video)\//.test(mediaType ?? ''))
    return { ...file, kind: mediaType?.startsWith('audio/') ? 'audio' : 'video' };
  return textPreview(file, head.bytes, describedType(entity));
}

function textPreview(file: LocalFile, bytes: Uint8Array, described: string | undefined): FilePreview {
  const isCut = bytes.byteLength < file.size;
  const types = [file.mediaType, described];
  const decoded = decode(bytes, isCut, types);
  if (decoded === undefined) return { ...file, kind: 'file' };
  const { text, note } = decoded;
  const shown = { ...file, kind: 'text', text, isCut, ...(note !== undefined && { note }) } as const;
  const separator = types.includes('text/tab-separated-values') ? '\t' : types.includes('text/csv') ? ',' : undefined;
  if (separator !== undefined) {
    const table = readTable(text, { separator, isCut, note });
    return table === undefined
      ? { ...shown, note: 'The rows of this table could not be read, so its text is shown.' }
      : { ...file, kind: 'table', table };
  }
  return types.some((type) => /[/+]json$/.test(type ?? '')) && !isCut ? { ...shown, text: indented(text) } : shown;
}

/** Only white space changes: numbers and duplicate keys stay as they are written. */
function indented(json: string): string {
  return applyEdits(json, format(json, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }));
}

/** @returns undefined if the bytes are no text */
function decode(bytes: Uint8Array, isCut: boolean, types: readonly (string | undefined)[]) {
  if (bytes.subarray(0, 5).every((byte, at) => byte === '%PDF-'.charCodeAt(at)) && bytes.length >= 5) return undefined;
  // Of the control characters, texts have tabs, line ends and page ends.
  const isText = bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
  if (!isText) return undefined;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut }), note: undefined };
  } catch {
    if (!types.some((type) => type?.startsWith('text/'))) return undefined;
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      note: 'This text is not UTF-8; it is shown as Windows-1252, so some characters may be wrong.',
    };
  }
}

function describedType(entity: ViewEntity): string | undefined {
  const values = entity.properties.find(({ key }) => key === 'encodingFormat')?.values ?? [];
  const [type] = values.flatMap((value) =>
    'text' in value && /^[\w.+-]+\/[\w.+-]+/.test(value.text) ? [value.text] : [],
  );
  return type?.replace(/;.*$/s, '').trim().toLowerCase();
}
