import { isIriText } from '../../base/rdf/iri.js';
import { SPARQL_JSON } from '../../base/rdf/row-formats.js';
import { SCHEMA, schemaOrg } from '../../base/rdf/vocabulary.js';
import { parsedSparql } from '../../store/engine/parse-sparql.js';
import { neededQuads } from '../../store/needed/needed-quads.js';
import type { GraphReader, QueryOptions } from '../../store/port.js';
import { readResultRows } from '../../store/result-rows.js';

/**
 * The graph of where files can be downloaded: `schema:contentUrl` of each File. It is made for a query that names it,
 * and never stored.
 */
export const DOWNLOADS = 'urn:crategraph:downloads';

/** Characters of a chunk. */
const CHUNK = 1 << 18;

/** Which part of the graph a query sees. */
export interface DownloadsChoice {
  /** Only these crates; undefined for all. */
  readonly graphs?: readonly string[] | undefined;
  /** Only these files; undefined for all. */
  readonly files?: readonly string[] | undefined;
}

/**
 * The files of whose addresses a query asks, if it asks for no others.
 * @param isDefault whether the graph is part of its default graph
 */
export function askedFiles(sparql: string, isDefault: boolean): readonly string[] | undefined {
  const parsed = parsedSparql(sparql);
  if (parsed === undefined) return undefined;
  const files = new Set<string>();
  const { quads, from } = neededQuads(parsed);
  for (const { subject, graph } of quads) {
    if (graph === 'default' && !isDefault && from === undefined) continue;
    if (typeof graph !== 'string' && graph.value !== DOWNLOADS) continue;
    if (subject === undefined) return undefined;
    files.add(subject.value);
  }
  return [...files];
}

/**
 * Writes the graph {@link DOWNLOADS} as N-Quads. A file has the addresses that its crate says; without one, a file on
 * the web has its own IRI: that is the base of the published package with the path, and the address of a web-based
 * entity (RO-Crate 1.2, Data Entities). A file of a crate that was not published has none.
 */
export async function downloadsNQuads(
  store: GraphReader,
  { graphs, files }: DownloadsChoice,
  { signal, onlyIndexed }: Pick<QueryOptions, 'signal' | 'onlyIndexed'>,
): Promise<Uint8Array[]> {
  const options = { graphs, signal, onlyIndexed };
  const only = files === undefined ? '' : `VALUES ?file { ${files.map((file) => `<${file}>`).join(' ')} }`;
  const said = new Set<string>();
  const chunks: Uint8Array[] = [];
  let text = '';
  const add = (file: string, address: string) => {
    text += `<${file}> <${SCHEMA}contentUrl> <${address}> <${DOWNLOADS}> .\n`;
    if (text.length < CHUNK) return;
    chunks.push(Buffer.from(text));
    text = '';
  };
  for await (const [file, address = ''] of pairs(
    store,
    `${only} VALUES ?p { ${iris('contentUrl')} } ?file ?p ?address`,
    options,
  )) {
    if (!isDownload(address)) continue;
    said.add(file);
    add(file, address);
  }
  for await (const [file] of pairs(store, `${only} VALUES ?t { ${iris('MediaObject')} } ?file a ?t`, options))
    if (isDownload(file) && !said.has(file)) add(file, file);
  if (text !== '') chunks.push(Buffer.from(text));
  return chunks;
}

/** A term in both spellings of schema.org. */
function iris(term: string): string {
  return schemaOrg(term)
    .map((iri) => `<${iri}>`)
    .join(' ');
}

/** A fragment names a part of a document, which is no file. */
function isDownload(address: string): boolean {
  return /^https?:\/\/[^/]/i.test(address) && !address.includes('#') && isIriText(address);
}

/** Named files with a second value, each pair once. */
async function* pairs(
  store: GraphReader,
  where: string,
  options: QueryOptions,
): AsyncGenerator<readonly [file: string, address: string | undefined]> {
  const sparql = `SELECT DISTINCT ?file ?address { ${where} }`;
  const { batches } = await readResultRows(store.query(sparql, SPARQL_JSON, options));
  for await (const rows of batches)
    for (const { file, address } of rows)
      if (file?.type === 'uri') yield [String(file.value), address && String(address.value)];
}
