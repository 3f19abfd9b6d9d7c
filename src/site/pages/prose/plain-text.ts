import { plainProse } from './prose-node.js';
import { readProse } from './read-prose.js';

/** Characters that are read: a line of text needs no more. */
const MOST_CHARACTERS = 10_000;

/** A text that may be Markdown or HTML as one line without signs of these. */
export function plainText(text: string): string {
  return plainProse(readProse(text.slice(0, MOST_CHARACTERS).toWellFormed()));
}
