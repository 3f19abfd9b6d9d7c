/** IRIs that the format and RDF fix. */
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
export const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const SCHEMA = 'http://schema.org/';
export const SCHEMA_HTTPS = 'https://schema.org/';
export const DCTERMS = 'http://purl.org/dc/terms/';
export const PROV = 'http://www.w3.org/ns/prov#';
