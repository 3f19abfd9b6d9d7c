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

/** A property or type of schema.org in both of its schemes, the one that RO-Crate writes first. */
export function schemaOrg(name: string): readonly [http: string, https: string] {
  return [SCHEMA + name, SCHEMA_HTTPS + name];
}
