/** Control characters that are no white space: no HTML document may contain them. */
const FORBIDDEN = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]/g;

/** A rendered page as a document. U+FFFD stands for what HTML cannot contain, as in the name of a crate. */
export function htmlDocument(html: string): string {
  return `<!DOCTYPE html>\n${html.replace(FORBIDDEN, '\ufffd')}\n`;
}
