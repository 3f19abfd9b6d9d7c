/** The text of some bytes, and what a reader should know of it. */
export interface FileText {
  readonly text: string;
  /** A whole sentence. */
  readonly note: string | undefined;
}

/**
 * Reads bytes as text: UTF-8, or Windows-1252 where the file is said to be a text.
 * @param isCut whether the file goes on after the bytes, perhaps in the middle of a character
 * @param types media types that the file is said to have
 * @returns undefined if the bytes are no text
 */
export function fileText(
  bytes: Uint8Array,
  isCut: boolean,
  types: readonly (string | undefined)[],
): FileText | undefined {
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
