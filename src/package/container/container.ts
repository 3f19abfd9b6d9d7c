/** What kind of thing holds a package. */
export type ContainerKind = 'folder' | 'zip' | 'tar' | 'tar.gz';

/** A file, folder or something else in a container. */
export interface ContainerEntry {
  /** Path as it is written there, with `/` as separator and without a leading `./`; a folder ends in `/`. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** Bytes unpacked. */
  readonly size: number;
  /** Bytes as packed; the same as `size` where nothing is compressed. */
  readonly packed: number;
  /**
   * Makes sure that a second place that names this entry calls it the same; absent where there is only one. It costs a
   * read, which a mere listing does not need.
   * @throws CrateError ERR_ARCHIVE_ENTRY, ERR_ARCHIVE_INVALID
   */
  confirm?(): Promise<void>;
  /**
   * The bytes, checked for their size and never more than it. In a container without random access only until the
   * next entry is asked for.
   * @throws CrateError (while reading) ERR_ARCHIVE_INVALID, ERR_ARCHIVE_ENTRY for what is no file
   */
  content(): AsyncIterable<Uint8Array>;
}

/** A folder or archive whose entries can be listed, any number of times. */
export interface Container {
  readonly kind: ContainerKind;
  /** How messages call it. */
  readonly name: string;
  /** Whether the content of an entry can be read after the listing went on. */
  readonly randomAccess: boolean;
  /** Bytes of the archive; undefined for a folder. */
  readonly size: number | undefined;
  /** @throws CrateError ERR_ARCHIVE_INVALID, ERR_LIMIT */
  entries(): AsyncIterable<ContainerEntry>;
  /** SHA-256 of the archive's bytes; undefined for a folder. */
  digest(): Promise<Uint8Array> | undefined;
  close(): Promise<void>;
}
