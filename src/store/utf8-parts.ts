/** Characters of one part. */
const PART = 1 << 20;

/** A text as UTF-8, each part when its reader asks for it; there is at least one. */
export function* utf8Parts(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let at = 0; at === 0 || at < text.length;) {
    let end = at + PART;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1; // a character is in one part
    yield encoder.encode(text.slice(at, end));
    at = end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
