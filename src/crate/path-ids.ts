import { repairIri } from '../base/rdf/iri-repair.js';

/**
 * Translates a file path into an `@id` (format document, identifier rule 3). Percent-encodes reserved characters, and
 * those that no IRI may contain, but not international ones. Puts `./` before a first segment with a colon, which would
 * be a scheme (RFC 3986 section 4.2), and before an `@`, which would be a keyword.
 */
export function idOfPath(path: string): string {
  const id = path.replace(
    /[\u0000-\u0020"#%<>?[\\\]^`{|}\u007F]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return repairIri(/^(?:[^/]*:|@)/.test(id) ? `./${id}` : id);
}
