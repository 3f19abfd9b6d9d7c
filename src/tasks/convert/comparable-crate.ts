import { compactEntities, type CompactedEntities } from '../../crate/compare-entities.js';
import type { JsonValue } from '../../crate/json/value.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { dataFactory } from '../../base/rdf/data-factory.js';

/** The entities of a crate in a form that another one can be compared with. @param context to compact them with */
export async function comparableCrate(document: CrateDocument, context: JsonValue): Promise<CompactedEntities> {
  const { base, root, contexts } = document;
  const factory = await dataFactory();
  return compactEntities(document.quads(factory), factory, { base, context, contexts, root });
}
