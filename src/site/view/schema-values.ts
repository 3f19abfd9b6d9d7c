import { schemaOrg } from '../../base/rdf/vocabulary.js';
import type { ViewEntity, ViewValue } from './crate-view.js';

/** The values of a property of schema.org, in the order of the document. @param name such as `author` */
export function schemaValues({ properties }: Pick<ViewEntity, 'properties'>, name: string): readonly ViewValue[] {
  const iris: readonly string[] = schemaOrg(name);
  return properties.flatMap(({ iri, values }) => (iri !== undefined && iris.includes(iri) ? values : []));
}

/** The values of the first of some properties of schema.org that an entity has. */
export function firstSchemaValues(
  entity: Pick<ViewEntity, 'properties'>,
  names: readonly string[],
): readonly ViewValue[] {
  return names.map((name) => schemaValues(entity, name)).find((values) => values.length > 0) ?? [];
}
