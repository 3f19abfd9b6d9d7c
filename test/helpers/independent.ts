import { repairIri } from '../../src/rdf/iri-repair.js';
import { resolveIri } from '../../src/rdf/iri.js';

/**
 * What a metadata document says, worked out from its JSON alone and in the plainest way: nothing of the reader is used
 * but the resolution of IRIs, which has tests of its own.
 */
type Json = Readonly<Record<string, unknown>>;

/** A document as JSON, for which a byte order mark is no syntax error. */
export function parseDocument(bytes: Uint8Array): Json {
  return JSON.parse(new TextDecoder().decode(bytes)) as Json;
}

/** All objects of `@graph`, those nested in others included. */
export function* objectsOf(value: unknown): Generator<Json> {
  if (Array.isArray(value)) {
    for (const item of value) yield* objectsOf(item);
  } else if (typeof value === 'object' && value !== null) {
    yield value as Json;
    for (const item of Object.values(value)) yield* objectsOf(item);
  }
}

/** Objects of `@graph` that say something and have a name: these must not be lost. */
export function describedIds(document: Json): string[] {
  const ids = [document['@graph']].flat().flatMap((entity) => {
    const { '@id': id, ...rest } = (entity ?? {}) as Json;
    return typeof id === 'string' && Object.keys(rest).length > 0 ? [id] : [];
  });
  return [...new Set(ids)];
}

/** The IRI of an `@id` under a base, the prefixes of the document's own context opened; `_:...` for a blank node. */
export function iriOf(id: string, document: Json, base: string): string {
  if (id.startsWith('_:')) return id;
  const colon = id.indexOf(':');
  if (colon > 0 && !id.startsWith('//', colon + 1)) {
    for (const part of [document['@context']].flat().reverse()) {
      const prefix = typeof part === 'object' && part !== null ? (part as Json)[id.slice(0, colon)] : undefined;
      if (typeof prefix === 'string') return repairIri(prefix + id.slice(colon + 1));
    }
  }
  return repairIri(resolveIri(id, base));
}

const METADATA_FILE = /(?:^|\/|-)(?:ro-)?crate-metadata\.json(?:ld)?$/;
const VERSION = /"https:\/\/w3id\.org\/ro\/crate\/[0-9.]+"/;
const PLAIN_METADATA_FILE = /^(?:\.\/)?(?:ro-)?crate-metadata\.json(?:ld)?$/;

/**
 * The `@id` of the Root Data Entity by the algorithm of the format: the entity that the descriptor is `about`, where
 * the descriptor is the one that is named like a metadata file; the plain name counts before absolute and other ones.
 * Without any such name it is the one that says which version of RO-Crate it conforms to.
 */
export function rootIdOf(document: Json): string | undefined {
  const entities = ([document['@graph']].flat() as Json[]).filter(({ about }) => about !== undefined);
  let descriptors = entities.filter(({ '@id': id }) => typeof id === 'string' && METADATA_FILE.test(id));
  if (descriptors.length === 0)
    descriptors = entities.filter(({ conformsTo }) => VERSION.test(JSON.stringify(conformsTo ?? null)));
  const plain = descriptors.filter((descriptor) => PLAIN_METADATA_FILE.test(descriptor['@id'] as string));
  const [descriptor] = plain.length > 0 ? plain : descriptors;
  const [about] = [descriptor?.['about']].flat();
  return typeof about === 'object' && about !== null ? ((about as Json)['@id'] as string) : undefined;
}
