/** What no XML document can contain, even escaped. */
const IMPOSSIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** A text as XML has it, also in an attribute; U+FFFD stands for what XML cannot contain. */
export function xmlText(text: string): string {
  const escaped = (letter: string) => `&#${letter.charCodeAt(0)};`;
  return text.toWellFormed().replace(IMPOSSIBLE, '\ufffd').replace(/[<>&"']/g, escaped); // prettier-ignore
}

/** An element with a text. @param attributes those with a value are written */
export function xmlElement(
  name: string,
  text: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
): string {
  const written = Object.entries(attributes).map(([key, value]) => (value === undefined ? '' : ` ${key}="${xmlText(value)}"`)); // prettier-ignore
  return `<${name}${written.join('')}>${xmlText(text)}</${name}>`;
}

/** A document of its root element. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
