import { propertyIris } from '../../../crate/edit/property-iris.js';
import type { JsonObject, JsonValue } from '../../../crate/json/value.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { DCTERMS, plainSchema, RDF, RDFS, SCHEMA } from '../../../base/rdf/vocabulary.js';

/** Properties and types that RO-Crate calls by another name than schema.org, or takes from elsewhere. */
const PREFIXES: Readonly<Record<string, string>> = { rdf: RDF, rdfs: RDFS, dcterms: DCTERMS };
/**
 * Types of RO-Crate that are not `http://schema.org/` and their name: all IRIs that a version
 * of its context gives them.
 */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  File: [`${SCHEMA}MediaObject`],
  ComputationalWorkflow: [
    'https://bioschemas.org/ComputationalWorkflow',
    'https://bioschemas.org/terms/ComputationalWorkflow',
  ],
  FormalParameter: ['https://bioschemas.org/FormalParameter', 'https://bioschemas.org/terms/FormalParameter'],
  RepositoryObject: ['http://pcdm.org/models#object', 'http://pcdm.org/models#Object'],
  RepositoryCollection: ['http://pcdm.org/models#Collection'],
};

/** The IRIs of a property of workflows in the versions of Bioschemas. */
export function workflowProperty(name: 'input' | 'output'): readonly string[] {
  return ['properties/', 'terms/', 'ComputationalWorkflow#'].map((place) => `https://bioschemas.org/${place}${name}`);
}

/** So many resolved identifiers are remembered. */
const MOST_IDS = 100_000;

/** What the keys, types and identifiers of one document mean, whatever its context calls them. */
export class Names {
  readonly document: CrateDocument;
  /** The property of each key; undefined for keywords and what no context defines. */
  readonly #properties = new Map<string, string | undefined>();
  readonly #keys = new Map<string, readonly string[]>();
  readonly #types = new Map<string, string>();
  readonly #typeLists = new Map<string, readonly string[]>();
  readonly #ids = new Map<string, string>();

  constructor(document: CrateDocument) {
    this.document = document;
  }

  /** The IRI of the property that a key means; that of schema.org with http. */
  property(key: string): string | undefined {
    if (this.#properties.has(key)) return this.#properties.get(key);
    const expanded = this.document.context.expandVocab(key);
    const iri = expanded.kind === 'absolute' ? plainSchema(expanded.iri) : undefined;
    this.#properties.set(key, iri);
    this.#keys.clear();
    return iri;
  }

  /** The keys of the document that mean a property. All keys of an entity are known before it is checked. */
  keysOf(name: string): readonly string[] {
    let keys = this.#keys.get(name);
    if (keys === undefined) {
      const iris = propertyOf(name);
      keys = [...this.#properties].flatMap(([key, iri]) => (iri !== undefined && iris.includes(iri) ? [key] : []));
      this.#keys.set(name, keys);
    }
    return keys;
  }

  /** The IRI of a type as written; that of schema.org with http; as written if no context defines it. */
  type(written: string): string {
    let iri = this.#types.get(written);
    if (iri === undefined) {
      const expanded = this.document.context.expandVocab(written);
      iri = expanded.kind === 'absolute' ? plainSchema(expanded.iri) : written;
      this.#types.set(written, iri);
    }
    return iri;
  }

  /** The IRIs of the types of a JSON object; entities of one type share the list. */
  typesIn({ '@type': written }: JsonObject): readonly string[] {
    const key = typeof written === 'string' ? written : JSON.stringify(written ?? []);
    let types = this.#typeLists.get(key);
    if (types === undefined) {
      types = [written ?? []]
        .flat()
        .filter(isText)
        .map((one) => this.type(one));
      this.#typeLists.set(key, types);
    }
    return types;
  }

  /** The IRI or `_:label` of an `@id` as written. */
  resolveId(id: string): string {
    let iri = this.#ids.get(id);
    if (iri === undefined) {
      iri = this.document.resolveId(id);
      if (this.#ids.size >= MOST_IDS) this.#ids.clear();
      this.#ids.set(id, iri);
    }
    return iri;
  }
}

/** The IRIs of a type that a rule names: a name of RO-Crate (`File`), a compact IRI (`rdf:Property`), or an IRI. */
export function typeIris(name: string): readonly string[] {
  return TYPES[name] ?? [expand(name)];
}

function propertyOf(name: string): readonly string[] {
  return name.includes(':') ? [expand(name)] : propertyIris(name).map(plainSchema);
}

function expand(name: string): string {
  const colon = name.indexOf(':');
  if (colon < 0) return SCHEMA + name;
  const namespace = PREFIXES[name.slice(0, colon)];
  return namespace === undefined ? name : namespace + name.slice(colon + 1);
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}
