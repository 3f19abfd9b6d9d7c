import type { LazyDocument } from '../json/lazy-document.js';
import { decodeUtf8 } from '../json/byte-source.js';

/**
 * The bytes of a document in which some windows have another text. The others are copied.
 * @param around the text before and after the windows
 * @param edited by window: '' if nothing is left of it, undefined if it does not change
 */
export function* editedWindows(
  { source, windows }: LazyDocument,
  [before, after]: readonly [before: string, after: string],
  edited: readonly (string | undefined)[],
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(before);
  let separator = '';
  for (const [index, { start, end }] of windows.entries()) {
    const text = edited[index];
    if (text === '') continue;
    if (separator !== '') yield encoder.encode(separator);
    separator = ',';
    yield text === undefined ? source.read(start, end) : encoder.encode(text);
  }
  const last = windows.at(-1);
  if (last !== undefined && edited.at(-1) === '')
    yield encoder.encode(decodeUtf8(source.read(last.start, last.end)).text.replace(/^.*\S/s, ''));
  yield encoder.encode(after);
}
