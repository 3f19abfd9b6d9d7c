/** The kinds of container. */
export type ContainerKind = 'folder' | 'zip' | 'tar' | 'tar.gz';

/** An entry of a container: a file, a folder or something else. */
export interface ContainerEntry {
  /** Path as the container writes it, with `/` as separator and without a leading `./`; a folder ends in `/`. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other' | 'misread';
  /** Unpacked size in bytes. */
  readonly size: number;
  /** Packed size in bytes; equals `size` without compression. */
  readonly packed: number;
  /**
   * Checks that both names of the entry in the archive are equal; undefined if the format has only one. Separate from
   * the listing, because it costs a read.
   * @throws CrateError ERR_ARCHIVE_ENTRY, ERR_ARCHIVE_INVALID
   */
  confirm?(): Promise<void>;
  /**
   * Reads the bytes, never more than `size`. Without random access, only before the next entry is requested.
   * @throws CrateError (while reading) ERR_ARCHIVE_INVALID, ERR_ARCHIVE_ENTRY
   */
  content(): AsyncIterable<Uint8Array>;
}

/** A folder or archive whose entries can be listed repeatedly. */
export interface Container {
  readonly kind: ContainerKind;
  /** Name for messages. */
  readonly name: string;
  /** Whether the content of an entry can be read after the listing has continued. */
  readonly randomAccess: boolean;
  /** Size of the archive in bytes; undefined for a folder. */
  readonly size: number | undefined;
  /** Lists the entries. @throws CrateError ERR_ARCHIVE_INVALID, ERR_LIMIT */
  entries(): AsyncIterable<ContainerEntry>;
  /** Computes the SHA-256 of the archive; undefined for a folder. */
  digest(): Promise<Uint8Array> | undefined;
  close(): Promise<void>;
}
