import { withXmlCharacters } from '../../base/rdf/xml-characters.js';

/** A text as XML has it, also in an attribute; U+FFFD stands for what XML cannot contain. */
export function xmlText(text: string): string {
  const escaped = (letter: string) => `&#${letter.charCodeAt(0)};`;
  return withXmlCharacters(text).replace(/[<>&"']/g, escaped);
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
