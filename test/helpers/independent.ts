import { repairIri } from '../../src/base/rdf/iri-repair.js';
import { resolveIri } from '../../src/base/rdf/iri.js';

/**
 * Computes what a metadata document states from its JSON alone, as simply as possible. It shares nothing with the reader
 * but the resolution of IRIs, which has its own tests.
 */
type Json = Readonly<Record<string, unknown>>;

/** Parses a document as JSON; a byte order mark is allowed. */
export function parseDocument(bytes: Uint8Array): Json {
  return JSON.parse(new TextDecoder().decode(bytes)) as Json;
}

/** Yields all objects of `@graph`, including nested ones. */
export function* objectsOf(value: unknown): Generator<Json> {
  if (Array.isArray(value)) {
    for (const item of value) yield* objectsOf(item);
  } else if (typeof value === 'object' && value !== null) {
    yield value as Json;
    for (const item of Object.values(value)) yield* objectsOf(item);
  }
}

/** The `@id` of each object of `@graph` with other properties: none of these may be dropped. */
export function describedIds(document: Json): string[] {
  const ids = [document['@graph']].flat().flatMap((entity) => {
    const { '@id': id, ...rest } = (entity ?? {}) as Json;
    return typeof id === 'string' && Object.keys(rest).length > 0 ? [id] : [];
  });
  return [...new Set(ids)];
}

/** Resolves an `@id` against a base, and expands the prefixes of the document's context; `_:...` for a blank node. */
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
 * Finds the `@id` of the Root Data Entity with the algorithm of RO-Crate: the entity that the descriptor is `about`. The
 * descriptor has the name of a metadata file; a plain name takes precedence. Without such a name, it is the entity that
 * conforms to a version of RO-Crate.
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
