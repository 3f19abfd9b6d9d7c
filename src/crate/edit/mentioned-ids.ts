import { isObject, type JsonValue } from '../json/value.js';
import type { CrateDocument } from '../read/crate-document.js';

/**
 * The identifiers in a document, described or only mentioned, types and blank nodes not included.
 * @returns by IRI, its first spelling
 */
export function mentionedIds(document: CrateDocument): Map<string, string> {
  const ids = new Map<string, string>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const id = value['@id'];
    if (typeof id === 'string' && !id.startsWith('_:')) {
      const iri = document.resolveId(id);
      if (!ids.has(iri)) ids.set(iri, id);
    }
    Object.values(value).forEach(visit);
  };
  for (const window of document.json.windows) document.json.entities(window).forEach(visit);
  return ids;
}
