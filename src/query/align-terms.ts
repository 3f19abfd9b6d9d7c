import { readFile } from 'node:fs/promises';
import { RDF, SCHEMA, SCHEMA_HTTPS } from '../rdf/vocabulary.js';
import type { GraphStore } from '../store/port.js';
import type { NamedNode } from '@rdfjs/types';

/** A term whose IRI is another one in the newest RO-Crate context that has it. */
export interface MovedTerm {
  readonly term: string;
  readonly from: string;
  readonly to: string;
}

/** The terms whose IRI moved between versions of the RO-Crate context. */
export async function movedTerms(): Promise<MovedTerm[]> {
  const text = await readFile(new URL('../../data/moved-terms.tsv', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return rows.map((line) => {
    const [term = '', from = '', to = ''] = line.split('\t');
    return { term, from, to };
  });
}

/**
 * Puts the terms of all versions under their newest IRI, and schema.org under `http:`, so that one query joins crates
 * of all versions. For a store opened as a scratch copy: exports and the store on disk never see it.
 */
export async function alignTerms(store: GraphStore): Promise<void> {
  const pairs = (await movedTerms())
    .map(({ from, to }) => `(${iriToSparql({ value: from })} ${iriToSparql({ value: to })})`)
    .join(' ');
  const values = `VALUES (?old ?new) { ${pairs} }`;
  const https = (variable: string) =>
    `FILTER (isIRI(?${variable}) && STRSTARTS(STR(?${variable}), "${SCHEMA_HTTPS}")) BIND (IRI(CONCAT("${SCHEMA}", SUBSTR(STR(?${variable}), ${SCHEMA_HTTPS.length + 1}))) AS ?new)`;
  const type = `<${RDF}type>`;
  await store.update(
    [
      `DELETE { GRAPH ?g { ?s ?old ?o } } INSERT { GRAPH ?g { ?s ?new ?o } } WHERE { ${values} GRAPH ?g { ?s ?old ?o } }`,
      `DELETE { GRAPH ?g { ?s ${type} ?old } } INSERT { GRAPH ?g { ?s ${type} ?new } } WHERE { ${values} GRAPH ?g { ?s ${type} ?old } }`,
      `DELETE { GRAPH ?g { ?s ?p ?o } } INSERT { GRAPH ?g { ?s ?new ?o } } WHERE { GRAPH ?g { ?s ?p ?o } ${https('p')} }`,
      `DELETE { GRAPH ?g { ?s ${type} ?t } } INSERT { GRAPH ?g { ?s ${type} ?new } } WHERE { GRAPH ?g { ?s ${type} ?t } ${https('t')} }`,
    ].join(' ;\n'),
  );
}

/** What an IRIREF of SPARQL cannot hold (SPARQL 1.1, rule 139); written as \u escapes it stays one term. */
const UNSAFE = /[\u0000-\u0020<>"{}|^`\\]/g;

/** An IRI as a SPARQL term: whatever is in it, it cannot end the term. */
export function iriToSparql({ value }: Pick<NamedNode, 'value'>): string {
  return `<${value.replace(UNSAFE, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}>`;
}
