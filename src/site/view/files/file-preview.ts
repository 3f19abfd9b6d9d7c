import { format } from 'jsonc-parser';
import type { CrateView, ViewEntity } from '../crate-view.js';
import { mediaTypeOf } from '../../../package/media-type.js';
import { readGeoJson } from '../places/geo-json.js';
import type { CratePlace } from '../places/places.js';
import type { CrateFiles, FilePart } from './crate-files.js';
import { isFileType, placeOfFile } from './file-place.js';
import { fileText } from './file-text.js';
import { readNotebook, type Notebook } from './notebook.js';
import { PICTURE_HEAD, pictureSize, SHOWN_PICTURES, type PictureSize } from './picture-size.js';
import { readTable, separatorOf, type TablePreview } from './table-preview.js';

/** What a page shows of a file. */
export type FilePreview =
  /** It is on the web: a page links it and loads nothing. */
  | { readonly kind: 'web'; readonly href: string }
  /** The package does not have it here: only its description is stored, or the folder lacks it. */
  | { readonly kind: 'absent'; readonly path: string; readonly hasFolder: boolean }
  | (LocalFile & { readonly kind: 'image'; readonly shown: PictureSize | undefined })
  | (LocalFile & { readonly kind: 'audio' | 'video' | 'pdf' | 'file' })
  | (LocalFile & TextPreview & { readonly kind: 'text' | 'markdown' })
  | (LocalFile & { readonly kind: 'notebook'; readonly notebook: Notebook })
  | (LocalFile & { readonly kind: 'places'; readonly places: readonly CratePlace[] })
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

/** The text of a file, or its beginning. */
export interface TextPreview {
  readonly text: string;
  readonly isCut: boolean;
  /** What a reader should know, as a whole sentence. */
  readonly note?: string;
}

/** Bytes of a file that a page reads. */
const SHOWN_BYTES = 65_536;
/** Bytes of a file that is shown whole or not at all, such as a notebook. */
const WHOLE_BYTES = 8_388_608;
/** A page does not make its readers load more than that for a picture or a PDF. */
const LARGEST_LOADED = 20_000_000;

/**
 * Reads what a page shows of a file: the first 64 KiB of a text, a page of a table, the address of a picture.
 * @param files where the crate is served from a folder
 * @param page of a table
 * @returns undefined for an entity that is no file, such as a folder or a person
 */
export async function readPreview(
  entity: ViewEntity,
  crate: CrateView,
  files: CrateFiles | undefined,
  page = 1,
): Promise<FilePreview | undefined> {
  const place = placeOfFile(entity, crate);
  if (place === undefined || (!isFileType(entity) && entity !== crate.descriptor)) return undefined;
  if ('web' in place) return { kind: 'web', href: place.web };
  const { path, href } = place;
  const mediaType = mediaTypeOf(path) ?? describedType(entity);
  const isPicture = SHOWN_PICTURES.has(mediaType ?? '');
  const head = await files?.part(path, isPicture ? PICTURE_HEAD : SHOWN_BYTES);
  if (files === undefined || head === undefined) return { kind: 'absent', path, hasFolder: files !== undefined };
  const file: LocalFile = { path, href, size: head.size, mediaType };
  const isLarge = head.size > LARGEST_LOADED;
  if (isPicture)
    return isLarge ? { ...file, kind: 'file' } : { ...file, kind: 'image', shown: pictureSize(head.bytes) };
  if (mediaType === 'application/pdf') return { ...file, kind: isLarge ? 'file' : 'pdf' };
  if (/^(?:audio|video)\//.test(mediaType ?? ''))
    return { ...file, kind: mediaType?.startsWith('audio/') ? 'audio' : 'video' };
  return textPreview(file, { head, files, described: describedType(entity), page });
}

interface TextFile {
  readonly head: FilePart;
  readonly files: CrateFiles;
  readonly described: string | undefined;
  readonly page: number;
}

async function textPreview(file: LocalFile, { head, files, described, page }: TextFile): Promise<FilePreview> {
  const { bytes, size, changed } = head;
  const isCut = bytes.byteLength < size;
  const types = [file.mediaType, described];
  const read = fileText(bytes, isCut, types);
  if (read === undefined) return { ...file, kind: 'file' };
  const { text, note } = read;
  const shown = { ...file, kind: 'text', text, isCut, ...(note !== undefined && { note }) } as const;
  if (size === 0) return { ...shown, note: 'This file is empty.' };
  const comma = types.includes('text/tab-separated-values')
    ? '\t'
    : types.includes('text/csv')
      ? separatorOf(text)
      : undefined;
  if (comma !== undefined) {
    const table = await readTable({ path: file.path, size, changed, separator: comma, types }, files, page);
    return table === undefined
      ? { ...shown, note: 'The rows of this table could not be read, so its text is shown.' }
      : { ...file, kind: 'table', table };
  }
  if (types.includes('text/markdown')) return { ...shown, kind: 'markdown' };
  const isNotebook = types.includes('application/x-ipynb+json');
  if (!isNotebook && !types.some((type) => /[/+]json$/.test(type ?? ''))) return shown;
  if (isNotebook || /"Feature(?:Collection)?"/.test(text) || types.includes('application/geo+json')) {
    const whole = isCut ? await wholeText(file.path, files, types) : text;
    const notebook = isNotebook && whole !== undefined ? readNotebook(whole, page) : undefined;
    if (notebook !== undefined) return { ...file, kind: 'notebook', notebook };
    const places = isNotebook || whole === undefined ? undefined : readGeoJson(whole);
    if (places !== undefined) return { ...file, kind: 'places', places };
  }
  return isCut ? shown : { ...shown, text: indented(text) };
}

/** The text of a file that is not too large; undefined for others. */
async function wholeText(
  path: string,
  files: CrateFiles,
  types: readonly (string | undefined)[],
): Promise<string | undefined> {
  const whole = await files.part(path, WHOLE_BYTES);
  return whole === undefined || whole.bytes.length < whole.size ? undefined : fileText(whole.bytes, false, types)?.text;
}

/** Brackets within each other; with more, the spaces would be longer than the text many times over. */
const MOST_INDENTED = 50;

/** Only white space changes: numbers and duplicate keys stay as they are written. */
function indented(json: string): string {
  if (depthOf(json) > MOST_INDENTED) return json;
  const edits = format(json, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' });
  const parts: string[] = [];
  let at = 0;
  // `applyEdits` copies the whole text for each edit.
  for (const { offset, length, content } of edits.toSorted((one, other) => one.offset - other.offset)) {
    parts.push(json.slice(at, offset), content);
    at = offset + length;
  }
  return parts.join('') + json.slice(at);
}

/** How many brackets are open at once, at most; those in texts count too. */
function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  for (const character of json) {
    if (character === '[' || character === '{') most = Math.max(most, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return most;
}

function describedType(entity: ViewEntity): string | undefined {
  const values = entity.properties.find(({ key }) => key === 'encodingFormat')?.values ?? [];
  const [type] = values.flatMap((value) =>
    'text' in value && /^[\w.+-]+\/[\w.+-]+/.test(value.text) ? [value.text] : [],
  );
  return type?.replace(/;.*$/s, '').trim().toLowerCase();
}
