import type { CrateDocument } from '../read/crate-document.js';

/**
 * The identifiers in a document, described or only mentioned, types and blank nodes not included.
 * @returns by IRI, its first spelling
 */
export function mentionedIds(_document: CrateDocument): Map<string, string> {
  throw new Error('to be written');
}
