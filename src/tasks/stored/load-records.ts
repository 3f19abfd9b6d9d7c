import type { BaseReason } from '../../crate/base.js';
import type { JsonValue } from '../../crate/json/lazy-document.js';
import type { Hop } from '../../package/http/http-client.js';
import type { HttpValidators } from '../../package/http/validators.js';
import { labelScope } from '../../crate/read/identifiers.js';
import { literalToNQuads } from '../../base/rdf/nquads.js';
import { CRATEGRAPH, DCTERMS, PROV, RDF, RDF_TYPE, SCHEMA, XSD } from '../../base/rdf/vocabulary.js';
import type { Packable } from '../../store/packable.js';
import { groupedRecords } from '../../store/graph-keys.js';
import { checkedRecord } from './check-record.js';
import type { GraphReader, NewRecord, RecordChoice, StoredRecord } from '../../store/port.js';

/** The graph of all load records. It is made for a query that names it, and never stored. */
export const CATALOGUE = 'urn:crategraph:catalogue';

/** Where a graph came from. */
export interface LoadRecord {
  /** IRI of the named graph: the Root Data Entity. */
  readonly graph: string;
  /** Path or URL of the metadata file or archive, `-` for standard input. */
  readonly source: string;
  /** SHA-256 of the metadata file, in hexadecimal. */
  readonly sha256: string;
  /** Whether the store keeps the metadata file as the original. */
  readonly kept: boolean;
  /** Whether the graph differs from what this load wrote. */
  readonly changed: boolean;
  /** Final address, if it came from the web. */
  readonly location?: string | undefined;
  /** The requests that led there, if there was more than one. */
  readonly hops?: readonly Hop[] | undefined;
  readonly base: string;
  readonly baseReason: BaseReason;
  readonly descriptor: string;
  /** Names of the root, in the order of the document. */
  readonly names: readonly string[];
  readonly version: string | undefined;
  readonly entities: number;
  readonly repairs: number;
  /** Time of the load, ISO 8601. */
  readonly loaded: string;
  /** The crates that it refers to, of the last load that followed them; undefined if there are none. */
  readonly references?: readonly FollowedReference[] | undefined;
  /** The `@context` as the crate declares it. */
  readonly context: JsonValue;
  /** The catalogue that `sync` has it from, as `sync` is given it. */
  readonly catalogue?: string | undefined;
  /** Other catalogues that `sync` has found it in, and that have it still. */
  readonly alsoIn?: readonly string[] | undefined;
  /** What the catalogue calls it, where that is no address. */
  readonly itemName?: string | undefined;
  /** What the catalogue says of the state of the crate, such as a time or a checksum. Equal means unchanged. */
  readonly itemVersion?: string | undefined;
  /** By what the server of the crate tells whether it has changed. */
  readonly validators?: HttpValidators | undefined;
  /** When `sync` first missed it in its catalogue, ISO 8601. Undefined while it is there. */
  readonly gone?: string | undefined;
  /** `reference` for RDF that is no crate, `identities` for what is the same across crates. Undefined for a crate. */
  readonly kind?: 'reference' | 'identities' | undefined;
  /** Of identities: a digest of the marks of the crates that they were found in. */
  readonly marks?: string | undefined;
  /** Of a reference graph, the graph of the crate of which it is a file. */
  readonly partOf?: string | undefined;
}

/** A crate that another one refers to. */
export interface FollowedReference {
  /** The IRI or `_:label` by which the other crate names it. */
  readonly id: string;
  /** Its graph. */
  readonly graph: string;
}

/** The record of a crate that has been read and not yet stored. */
export type UnloadedRecord = Omit<LoadRecord, 'loaded' | 'kept' | 'changed'>;

/** Converts a record to that of a store. @param file the chunks of the metadata file, if it is to be kept */
export function toStored(record: UnloadedRecord, loaded: string, file: Iterable<Packable> | undefined): NewRecord {
  const { graph: _, source, sha256, ...data } = record;
  return { source, sha256, file, data: { ...data, loaded } };
}

/** Another state of a stored record: only its data changes. */
export function withReferences(record: LoadRecord, references: readonly FollowedReference[]): NewRecord {
  return restated({ ...record, references: references.length === 0 ? undefined : references });
}

/** A record whose data replaces that of the stored one; all else stays. */
export function restated({ graph: _, source, sha256, kept: __, changed: ___, ...data }: LoadRecord): NewRecord {
  return { source, sha256, data, dataOnly: true };
}

/** The load record that a store keeps. @throws CrateError ERR_STORE_INVALID if no load of ours can have written it */
export function loadRecordOf(stored: StoredRecord): LoadRecord {
  const { data, ...record } = checkedRecord(stored);
  const { origin: _, ...known } = data; // of earlier versions: whom to trust is not for a store to say
  return { ...(known as Omit<LoadRecord, keyof StoredRecord>), ...record };
}

/**
 * Reads the load records of a store, in load order.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * for (const { graph, source, baseReason } of await loadRecords(store)) console.log(graph, source, baseReason);
 */
export async function loadRecords(store: GraphReader, choice?: RecordChoice): Promise<LoadRecord[]> {
  return (await store.records(choice)).map(loadRecordOf);
}

/** All load records, as {@link loadRecords}, one at a time, for callers that keep little of each. @throws CrateError as `loadRecordOf` */
export async function* eachLoadRecord(store: GraphReader): AsyncGenerator<LoadRecord> {
  for await (const record of store.eachRecord()) yield loadRecordOf(record);
}

/** The catalogues that have a crate, the last one first. */
export function cataloguesOf({ catalogue, alsoIn = [], gone }: LoadRecord): readonly string[] {
  return catalogue === undefined || gone !== undefined ? [] : [catalogue, ...alsoIn];
}

/** Whether a graph with these load records is no crate but a reference graph. */
export function isReferenceGraph(records: Iterable<Pick<LoadRecord, 'kind'>>): boolean {
  for (const { kind } of records) if (kind !== undefined) return true;
  return false;
}

/** Groups load records by graph, each group in load order. */
export function recordsByGraph(records: Iterable<LoadRecord>): Map<string, LoadRecord[]> {
  return groupedRecords(records);
}

/** Fields of a record that are literals in RDF. */
const LITERALS = {
  source: { predicate: `${DCTERMS}source`, datatype: undefined },
  location: { predicate: `${PROV}atLocation`, datatype: undefined },
  hops: { predicate: `${CRATEGRAPH}hops`, datatype: `${RDF}JSON` },
  baseReason: { predicate: `${CRATEGRAPH}baseReason`, datatype: undefined },
  sha256: { predicate: `${SCHEMA}sha256`, datatype: undefined },
  names: { predicate: `${CRATEGRAPH}names`, datatype: `${RDF}JSON` },
  version: { predicate: `${SCHEMA}version`, datatype: undefined },
  entities: { predicate: `${CRATEGRAPH}entities`, datatype: `${XSD}integer` },
  repairs: { predicate: `${CRATEGRAPH}repairs`, datatype: `${XSD}integer` },
  loaded: { predicate: `${PROV}endedAtTime`, datatype: `${XSD}dateTime` },
  context: { predicate: `${CRATEGRAPH}context`, datatype: `${RDF}JSON` },
  catalogue: { predicate: `${CRATEGRAPH}catalogue`, datatype: undefined },
  itemName: { predicate: `${CRATEGRAPH}itemName`, datatype: undefined },
  itemVersion: { predicate: `${CRATEGRAPH}itemVersion`, datatype: undefined },
  validators: { predicate: `${CRATEGRAPH}validators`, datatype: `${RDF}JSON` },
  gone: { predicate: `${PROV}invalidatedAtTime`, datatype: `${XSD}dateTime` },
  kind: { predicate: `${CRATEGRAPH}kind`, datatype: undefined },
} as const;

/** Fields of a record that are IRIs in RDF. */
const LINKS = { graph: `${PROV}generated`, base: `${CRATEGRAPH}base`, descriptor: `${CRATEGRAPH}descriptor` } as const;

/** Writes load records as N-Quads of the graph {@link CATALOGUE} (PROV-O, schema.org and DCMI terms). */
export function* catalogueNQuads(records: Iterable<LoadRecord>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const record of records) yield encoder.encode(recordToNQuads(record));
}

function recordToNQuads(record: LoadRecord): string {
  const subject = `<urn:crategraph:load:${labelScope(`${record.graph} ${record.source}`)}>`;
  const line = (predicate: string, object: string) => `${subject} <${predicate}> ${object} <${CATALOGUE}> .\n`;
  let text = line(RDF_TYPE, `<${PROV}Activity>`);
  for (const [field, predicate] of Object.entries(LINKS))
    text += line(predicate, `<${record[field as keyof typeof LINKS]}>`);
  for (const [field, { predicate, datatype }] of Object.entries(LITERALS)) {
    const value = record[field as keyof typeof LITERALS];
    if (value === undefined) continue;
    const lexical = datatype === `${RDF}JSON` ? JSON.stringify(value) : String(value);
    text += line(predicate, literalToNQuads(lexical, datatype, undefined));
  }
  for (const other of record.alsoIn ?? [])
    text += line(LITERALS.catalogue.predicate, literalToNQuads(other, undefined, undefined));
  if (record.partOf !== undefined)
    text += `<${record.graph}> <${DCTERMS}isPartOf> <${record.partOf}> <${CATALOGUE}> .\n`;
  for (const { id, graph } of record.references ?? []) {
    text += `<${record.graph}> <${DCTERMS}references> <${graph}> <${CATALOGUE}> .\n`;
    if (id !== graph && !id.startsWith('_:')) text += `<${id}> <${PROV}alternateOf> <${graph}> <${CATALOGUE}> .\n`;
  }
  return text;
}
