import { nextTurn } from '../../crate/read/stop-signal.js';
import { detached, eachTriple, textOfTerm } from '../../tasks/inspect/each-triple.js';
import { RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';
import { utf8Text } from '../../store/utf8-text.js';

/** A property that the links of a crate and its files need: of schema.org, `cite-as` of RO-Crate, and the type. */
export type SignpostedProperty = (typeof PROPERTIES)[number] | 'cite-as' | 'type';

/** The values of an entity in order: texts, and the IRIs of other entities. */
export type SignpostedEntity = ReadonlyMap<SignpostedProperty, readonly string[]>;

const PROPERTIES = ['identifier', 'license', 'author', 'creator', 'hasPart', 'encodingFormat', 'url', 'value'] as const;
/** The IRIs of `cite-as` in the contexts of RO-Crate. */
const CITE_AS = [
  'http://www.iana.org/assignments/relation/cite-as',
  'https://www.w3.org/ns/iana/link-relations/relation#cite-as',
];
const BY_PREDICATE: ReadonlyMap<string, SignpostedProperty> = new Map<string, SignpostedProperty>([
  ...PROPERTIES.flatMap((name) => schemaOrg(name).map((iri) => [`<${iri}>`, name] as const)),
  ...CITE_AS.map((iri) => [`<${iri}>`, 'cite-as'] as const),
  [`<${RDF_TYPE}>`, 'type'],
]);

/**
 * Reads what links say about the entities of a graph, by their IRIs. Other requests are answered meanwhile.
 * @param nquads whole lines of the graph
 */
export async function signpostedEntities(
  nquads: AsyncIterable<Uint8Array>,
  graph: string,
): Promise<Map<string, SignpostedEntity>> {
  const entities = new Map<string, Map<SignpostedProperty, string[]>>();
  for await (const bytes of nquads) {
    eachTriple(utf8Text(bytes), graph, (subject, predicate, object) => {
      const property = BY_PREDICATE.get(predicate);
      if (property === undefined) return;
      const id = textOfTerm(subject);
      let entity = entities.get(id);
      if (entity === undefined) entities.set(detached(id), (entity = new Map()));
      const values = entity.get(property);
      const value = detached(textOfTerm(object));
      if (values === undefined) entity.set(property, [value]);
      else values.push(value);
    });
    await nextTurn();
  }
  return entities;
}
