import type { CrateArgument } from '../../package/open/crate-argument.js';
import type { HttpClient } from '../../package/http/http-client.js';

/** A crate that a catalogue lists. */
export interface CatalogueItem {
  /** Where it is: an absolute path or an address, which stays the same when the crate changes. */
  readonly source: string;
  /** What to open, if not the source. */
  readonly crate?: string | undefined;
  /** IRI of its base. Default: as for any crate. */
  readonly base?: string | undefined;
  /** What the catalogue says of its state, such as a time or a checksum: equal means unchanged. */
  readonly version?: string | undefined;
  /** Whether the catalogue says that it was removed. */
  readonly isGone?: boolean | undefined;
  /**
   * What the catalogue calls it. One that is gone may have no more than this: then its source is empty.
   */
  readonly name?: string | undefined;
}

/** What a catalogue lists now. */
export interface Listing {
  /** The crates, in the order of the catalogue. @throws CrateError if it cannot be read to its end */
  readonly items: AsyncIterable<CatalogueItem>;
  /** Whether it names all that there is: then what it does not name has disappeared. */
  readonly isComplete: boolean;
  /** Whether it names pages of all kinds, so that one without a crate is no fault. Default false. */
  readonly isMixed?: boolean;
  /** Opens an item that is neither a path nor an address. */
  readonly open?: (item: CatalogueItem) => Promise<CrateArgument>;
  /** From where the next listing goes on, once the items have been read; undefined: from the beginning. */
  readonly next?: () => string | undefined;
}

/** How to read a catalogue. */
export interface CatalogueReading {
  /** For all requests to the catalogue. */
  readonly client: HttpClient;
  /** From where to go on, as the last listing has said. Undefined: from the beginning. */
  readonly since?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A kind of catalogue that `sync` reads. */
export interface SourceKind {
  readonly name: string;
  /** What it is, in a few words of the help. */
  readonly meaning: string;
  /** Whether a place looks like one, without a request. Default: nothing does, the user has to say it. */
  isOwn?(place: string): boolean | Promise<boolean>;
  /**
   * Begins to list a catalogue.
   * @param place absolute path or address
   * @throws CrateError ERR_CATALOGUE_INVALID, ERR_HTTP, ERR_NOT_FOUND
   */
  list(place: string, reading: CatalogueReading): Promise<Listing>;
}
