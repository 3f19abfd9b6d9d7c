/** A character that no XML 1.0 document contains, in any spelling (section 2.2). */
export const NO_XML_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const ALL = new RegExp(NO_XML_CHARACTER, 'gu');

/** A text with U+FFFD for each character that XML cannot contain. */
export function withXmlCharacters(text: string): string {
  return text.replace(ALL, '\ufffd');
}
