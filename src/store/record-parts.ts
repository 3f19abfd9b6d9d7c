import type { Packable } from './packable.js';

/** What is known about a source, as JSON. */
export type RecordData = Readonly<Record<string, unknown>>;

/** What is known about one source of a graph. A graph has a record for each source, and they are dropped with it. */
export interface StoredRecord {
  /** IRI of the graph. */
  readonly graph: string;
  /** Where the quads came from: a path, a URL, or `-`. */
  readonly source: string;
  /** SHA-256 of the file that was read there, in hexadecimal. */
  readonly sha256: string;
  /** Whether the file itself is kept. */
  readonly kept: boolean;
  /** Whether the graph differs from what came with the record, because something else has written to it too. */
  readonly changed: boolean;
  readonly data: RecordData;
}

/** A record to store; it replaces an earlier one of the same graph and source. */
export interface NewRecord extends Pick<StoredRecord, 'source' | 'sha256' | 'data'> {
  /** The graph differs from what came with the record from the start, as after a merge. Default false. */
  readonly changed?: boolean | undefined;
  /** The chunks of the file in order, if it is to be kept. */
  readonly file?: Iterable<Packable> | undefined;
  /**
   * Only replace the data of the record that the graph has for this source, if it has one. The lines of the write do
   * not count; the graph with its mark, the kept file, the place in the order and `changed` stay. Default false.
   */
  readonly dataOnly?: boolean | undefined;
}

/** Selects records by their fields; without fields, all of them. */
export interface RecordChoice {
  readonly graph?: string | undefined;
  /** One source, or several. */
  readonly source?: string | readonly string[] | undefined;
  readonly sha256?: string | undefined;
}
