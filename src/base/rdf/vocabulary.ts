/** RDF 1.1 Concepts. */
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** The property that states the type of a resource. */
export const RDF_TYPE = `${RDF}type`;
/** RDF Schema 1.1. */
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
/** XML Schema Datatypes. */
export const XSD = 'http://www.w3.org/2001/XMLSchema#';
/** schema.org, as RO-Crate writes it. */
export const SCHEMA = 'http://schema.org/';
/** schema.org, as some crates in the wild write it. */
export const SCHEMA_HTTPS = 'https://schema.org/';
/** DCMI Metadata Terms. */
export const DCTERMS = 'http://purl.org/dc/terms/';
/** PROV-O. */
export const PROV = 'http://www.w3.org/ns/prov#';
/** GeoSPARQL. */
export const GEOSPARQL = 'http://www.opengis.net/ont/geosparql#';
/** The namespaces of projects without a web presence (format document, ad hoc vocabulary 4). */
export const RO_TERMS = 'https://w3id.org/ro/terms/';
/** Namespace of the terms of Workflow Run RO-Crate. */
export const WFRUN = `${RO_TERMS}workflow-run#`;

/** Load records in RDF: the catalogue of a store. */
export const CRATEGRAPH = `${RO_TERMS}crategraph#`;
/** `cg:search`: the property by which a SPARQL query searches the full text. */
export const SEARCH = `${CRATEGRAPH}search`;

const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ['schema', SCHEMA],
  ['schemas', SCHEMA_HTTPS],
  ['dcterms', DCTERMS],
  ['prov', PROV],
  ['rdf', RDF],
  ['rdfs', RDFS],
  ['xsd', XSD],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['skos', 'http://www.w3.org/2004/02/skos/core#'],
  ['bioschemas', 'https://bioschemas.org/terms/'], // as in the newest RO-Crate context
  ['wfrun', WFRUN],
  ['cg', CRATEGRAPH],
]);

/**
 * The prefixes that need no declaration in our SPARQL, with their namespaces; `schema` is that of RO-Crate.
 * @example
 * console.log(wellKnownPrefixes().get('schema')); // http://schema.org/
 */
export function wellKnownPrefixes(): ReadonlyMap<string, string> {
  return WELL_KNOWN;
}

/** A property or type of schema.org in both of its schemes, the one that RO-Crate writes first. */
export function schemaOrg(name: string): readonly [http: string, https: string] {
  return [SCHEMA + name, SCHEMA_HTTPS + name];
}

/** An IRI of schema.org with http, as RO-Crate has it; any other as it is. */
export function plainSchema(iri: string): string {
  return iri.startsWith(SCHEMA_HTTPS) ? SCHEMA + iri.slice(SCHEMA_HTTPS.length) : iri;
}
