/** The kinds of container. */
export type ContainerKind = 'folder' | 'zip' | 'tar' | 'tar.gz';

/** What a ZIP says of an entry besides its path and content. */
export interface ZipFacts {
  /** The UNIX mode; undefined if the entry has none, as those made on Windows. */
  readonly mode: number | undefined;
  readonly time: Date;
  /** Whether the time is one of UTC; otherwise it is local, in steps of two seconds. */
  readonly isExactTime: boolean;
  /** Whether the content is there as it is, not compressed. */
  readonly isStored: boolean;
  readonly comment: string;
}

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
   * What a ZIP says of it besides; undefined for other containers.
   * @throws CrateError ERR_ARCHIVE_INVALID, ERR_LIMIT if `content` would throw it for an encrypted entry, an unknown
   * compression, or too high a ratio
   */
  zipFacts?(): ZipFacts;
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
  /** Reads the comment of a ZIP, whose encoding is unknown; undefined for other containers. */
  comment?(): Promise<Uint8Array>;
  close(): Promise<void>;
}
