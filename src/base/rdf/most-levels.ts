/**
 * How deep RDF/XML and JSON-LD that is read as RDF may be nested. Their parsers take longer for each element the deeper
 * it is: at 500 nested arrays a minute for a thousand bytes. What people and programs write has ten levels.
 */
export const MAX_RDF_NESTING = 100;
