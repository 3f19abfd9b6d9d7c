import { readFile } from 'node:fs/promises';
import { METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { RDF_TYPE, SCHEMA, SCHEMA_HTTPS } from '../../base/rdf/vocabulary.js';
import type { GraphStore } from '../../store/port.js';
import type { NamedNode } from '@rdfjs/types';
import { ownFile } from '../../base/own-files.js';

/** A term whose IRI changed; `to` is its IRI in the newest RO-Crate context that defines it. */
export interface MovedTerm {
  readonly term: string;
  readonly from: string;
  readonly to: string;
}

/** Reads the terms whose IRI changed between versions of the RO-Crate context. */
export async function movedTerms(): Promise<MovedTerm[]> {
  const text = await readFile(ownFile('data/moved-terms.tsv'), 'utf8');
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return rows.map((line) => {
    const [term = '', from = '', to = ''] = line.split('\t');
    return { term, from, to };
  });
}

/**
 * Replaces the terms of all versions by their newest IRI, and `https:` by `http:` in schema.org. One query then joins
 * crates of all versions. Replaces `<root>ro-crate-metadata.json#x` by `<root>#x`, so that it joins identifiers of a
 * crate from the web with those of the same crate under its root as base.
 * @param store opened as a scratch copy, so that the store on disk and its exports do not change
 */
export async function alignTerms(store: GraphStore): Promise<void> {
  const pairs = (await movedTerms())
    .map(({ from, to }) => `(${iriToSparql({ value: from })} ${iriToSparql({ value: to })})`)
    .join(' ');
  const values = `VALUES (?old ?new) { ${pairs} }`;
  const https = (variable: string) =>
    `FILTER (isIRI(?${variable}) && STRSTARTS(STR(?${variable}), "${SCHEMA_HTTPS}")) BIND (IRI(CONCAT("${SCHEMA}", SUBSTR(STR(?${variable}), ${SCHEMA_HTTPS.length + 1}))) AS ?new)`;
  const type = `<${RDF_TYPE}>`;
  const updates = [
    `DELETE { GRAPH ?g { ?s ?old ?o } } INSERT { GRAPH ?g { ?s ?new ?o } } WHERE { ${values} GRAPH ?g { ?s ?old ?o } }`,
    `DELETE { GRAPH ?g { ?s ${type} ?old } } INSERT { GRAPH ?g { ?s ${type} ?new } } WHERE { ${values} GRAPH ?g { ?s ${type} ?old } }`,
    `DELETE { GRAPH ?g { ?s ?p ?o } } INSERT { GRAPH ?g { ?s ?new ?o } } WHERE { GRAPH ?g { ?s ?p ?o } ${https('p')} }`,
    `DELETE { GRAPH ?g { ?s ${type} ?t } } INSERT { GRAPH ?g { ?s ${type} ?new } } WHERE { GRAPH ?g { ?s ${type} ?t } ${https('t')} }`,
    ...fragmentUpdates(),
  ];
  await store.update(updates.join(' ;\n'));
  const apart = await store.apart();
  if (apart.size === 0) return;
  const named = `VALUES ?g { ${[...apart].map((graph) => `<${graph}>`).join(' ')} }`;
  await store.update(updates.map((update) => update.replace('WHERE {', `WHERE { ${named}`)).join(' ;\n'));
}

/**
 * Updates that shorten fragments of a metadata file. They leave an IRI as it is if a crate describes both forms: these
 * are two entities.
 */
function fragmentUpdates(): string[] {
  const names = METADATA_FILE_NAMES.map((name) => name.replace('.', '[.]')).join('|');
  const shortened = `FILTER (isIRI(?old) && REGEX(STR(?old), "/(${names})#")) BIND (IRI(REPLACE(STR(?old), "/(${names})#", "/#")) AS ?new) FILTER NOT EXISTS { GRAPH ?both { ?old ?p1 ?o1 . ?new ?p2 ?o2 } }`;
  return ['?old ?p ?o', '?s ?old ?o', '?s ?p ?old'].map((triple) => {
    const insert = triple.replace('?old', '?new');
    return `DELETE { GRAPH ?g { ${triple} } } INSERT { GRAPH ?g { ${insert} } } WHERE { GRAPH ?g { ${triple} } ${shortened} }`;
  });
}

/** Characters that an IRIREF of SPARQL cannot contain (SPARQL 1.1, rule 139). */
const UNSAFE = /[\u0000-\u0020<>"{}|^`\\]/g;

/** Writes an IRI as a SPARQL term, percent-encoded so that no character can end the term. */
export function iriToSparql({ value }: Pick<NamedNode, 'value'>): string {
  return `<${value.replace(UNSAFE, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}>`;
}
