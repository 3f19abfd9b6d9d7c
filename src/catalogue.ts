import type { NamedNode, Quad } from '@rdfjs/types';
import type { BaseReason } from './crate/base.js';
import type { JsonValue } from './crate/json/parse.js';
import type { DocumentOrigin } from './package/contexts.js';
import type { Hop } from './package/http/client.js';
import { labelScope } from './crate/read/identifiers.js';
import { literalToNQuads } from './rdf/nquads.js';
import { valuesBlock } from './rdf/term-sparql.js';
import { DCTERMS, PROV, RDF, SCHEMA, XSD } from './rdf/vocabulary.js';
import type { GraphStore, GraphWrite } from './store/graph-store.js';

/** The named graph that holds one load record for each crate and place it came from. */
export const CATALOGUE = 'urn:crategraph:catalogue';

const OWN = 'https://w3id.org/ro/terms/crategraph#';
/** The property of a record that keeps the document as it came. */
export const LAYOUT = `${OWN}layout`;

/** Where a graph came from. */
export interface LoadRecord {
  /** IRI of the named graph: the Root Data Entity. */
  readonly graph: string;
  /** Path or URL of the metadata file or archive, `-` for standard input. */
  readonly source: string;
  /** Final address, for what came from the web. */
  readonly location?: string | undefined;
  /** The steps that led there, when there was more than one. */
  readonly hops?: readonly Hop[] | undefined;
  /** By whom its contexts may be given, for what came from the web: see `contextsFor`. */
  readonly origin?: DocumentOrigin | undefined;
  readonly base: string;
  readonly baseReason: BaseReason;
  /** SHA-256 of the metadata file, in hexadecimal. */
  readonly sha256: string;
  readonly descriptor: string;
  /** Names of the root, in the order of the document; missing in records of earlier versions. */
  readonly names?: readonly string[] | undefined;
  readonly version: string | undefined;
  readonly entities: number;
  readonly repairs: number;
  /** Time of the load, ISO 8601 with microseconds: no two of a store are equal. */
  readonly loaded: string;
  /** The `@context` as the crate declares it. */
  readonly context: JsonValue;
}

/** Fields of a record that are kept as plain or typed literals. */
const LITERALS = {
  source: { predicate: `${DCTERMS}source`, datatype: undefined },
  location: { predicate: `${PROV}atLocation`, datatype: undefined },
  hops: { predicate: `${OWN}hops`, datatype: `${RDF}JSON` },
  origin: { predicate: `${OWN}origin`, datatype: `${RDF}JSON` },
  baseReason: { predicate: `${OWN}baseReason`, datatype: undefined },
  sha256: { predicate: `${SCHEMA}sha256`, datatype: undefined },
  names: { predicate: `${OWN}names`, datatype: `${RDF}JSON` },
  version: { predicate: `${SCHEMA}version`, datatype: undefined },
  entities: { predicate: `${OWN}entities`, datatype: `${XSD}integer` },
  repairs: { predicate: `${OWN}repairs`, datatype: `${XSD}integer` },
  loaded: { predicate: `${PROV}endedAtTime`, datatype: `${XSD}dateTime` },
  context: { predicate: `${OWN}context`, datatype: `${RDF}JSON` },
} as const;

const JSON_FIELDS: ReadonlySet<string> = new Set(['context', 'hops', 'names', 'origin']);

/** Fields of a record that are IRIs. */
const LINKS = { graph: `${PROV}generated`, base: `${OWN}base`, descriptor: `${OWN}descriptor` } as const;

/** The IRI of a record: one for each graph and source, so that a reload takes the place of the earlier load. */
export function recordIri({ graph, source }: Pick<LoadRecord, 'graph' | 'source'>): string {
  return `urn:crategraph:load:${labelScope(`${graph} ${source}`)}`;
}

/** A record of a crate that is read and waits for its turn to be stored. */
export type UnloadedRecord = Omit<LoadRecord, 'loaded'>;

/** N-Quads of a record (PROV-O, schema.org and DCMI terms), without the time of the load. */
export function recordToNQuads(record: UnloadedRecord): string {
  const line = lineOf(record);
  let text = line(`${RDF}type`, `<${PROV}Activity>`);
  for (const [field, predicate] of Object.entries(LINKS))
    text += line(predicate, `<${record[field as keyof typeof LINKS]}>`);
  for (const [field, { predicate, datatype }] of Object.entries(LITERALS)) {
    const value = record[field as keyof UnloadedRecord];
    if (value === undefined) continue;
    text += line(
      predicate,
      literalToNQuads(JSON_FIELDS.has(field) ? JSON.stringify(value) : String(value), datatype, undefined),
    );
  }
  return text;
}

/** The N-Quads line of the time of a load. */
export function loadedToNQuads(record: LoadRecord): string {
  const { predicate, datatype } = LITERALS.loaded;
  return lineOf(record)(predicate, literalToNQuads(record.loaded, datatype, undefined));
}

function lineOf(record: UnloadedRecord): (predicate: string, object: string) => string {
  const subject = `<${recordIri(record)}>`;
  return (predicate, object) => `${subject} <${predicate}> ${object} <${CATALOGUE}> .\n`;
}

/** All load records of a store. */
export async function readCatalogue(store: GraphStore): Promise<LoadRecord[]> {
  return inLoadOrder([...(await readRecords(store, '')).values()]);
}

/** The load records of one graph, in load order. */
export async function recordsOf(store: GraphStore, graph: string): Promise<LoadRecord[]> {
  const subjects: NamedNode[] = [];
  for await (const { subject } of store.match(null, named(LINKS.graph), named(graph), named(CATALOGUE)))
    subjects.push(subject as NamedNode);
  if (subjects.length === 0) return [];
  const records = await readRecords(store, valuesBlock('s', subjects));
  return inLoadOrder(subjects.flatMap(({ value }) => records.get(value) ?? []));
}

/** Records by their IRIs. @param which a pattern that chooses records `?s` */
async function readRecords(store: GraphStore, which: string): Promise<Map<string, LoadRecord>> {
  const fields = new Map<string, string>();
  for (const [field, predicate] of Object.entries(LINKS)) fields.set(predicate, field);
  for (const [field, { predicate }] of Object.entries(LITERALS)) fields.set(predicate, field);
  const text = await store.queryText(
    `SELECT ?s ?p ?o WHERE { ${which} ?s ?p ?o FILTER (?p != <${LAYOUT}>) }`,
    'application/sparql-results+json',
    { graphs: [named(CATALOGUE)] },
  );
  const { results } = JSON.parse(text) as { results: { bindings: Record<'s' | 'p' | 'o', { value: string }>[] } };
  const records = new Map<string, Record<string, unknown>>();
  for (const { s, p, o } of results.bindings) {
    const field = fields.get(p.value);
    if (field === undefined) continue;
    let record = records.get(s.value);
    if (record === undefined) records.set(s.value, (record = {}));
    record[field] = JSON_FIELDS.has(field)
      ? JSON.parse(o.value)
      : field === 'entities' || field === 'repairs'
        ? Number(o.value)
        : o.value;
  }
  for (const [iri, record] of records) if (record['graph'] === undefined) records.delete(iri);
  return records as unknown as Map<string, LoadRecord>;
}

function inLoadOrder(records: LoadRecord[]): LoadRecord[] {
  return records.sort((a, b) => microseconds(a.loaded) - microseconds(b.loaded));
}

/** Microseconds since 1970 of an ISO 8601 time, 0 for anything else. As text times do not compare: engines drop zeros. */
export function microseconds(time: string): number {
  const [, seconds = '', fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(time) ?? [];
  const whole = Date.parse(`${seconds}Z`);
  return Number.isNaN(whole) ? 0 : whole * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** All quads that the store has of a record, its layout included. */
export async function recordQuads(store: GraphStore, record: LoadRecord): Promise<Quad[]> {
  const quads: Quad[] = [];
  for await (const quad of store.match(named(recordIri(record)), null, null, named(CATALOGUE))) quads.push(quad);
  return quads;
}

/** The change of the catalogue that puts new lines in the place of old quads. */
export function catalogueWrite(nquads: Iterable<string | Uint8Array>, remove: readonly Quad[]): GraphWrite {
  return { graph: named(CATALOGUE), mode: 'merge', nquads, remove, trusted: true };
}

/** A named node without any library: enough for the interface of a store. */
export function named(value: string): NamedNode {
  return { termType: 'NamedNode', value, equals: (other) => other?.termType === 'NamedNode' && other.value === value };
}
