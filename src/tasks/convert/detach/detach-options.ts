import type { Report } from '../../../crate/read/report.js';
import type { ConvertOptions } from '../open-convertible.js';

/** How to make the plan of a detached crate. */
export interface DetachOptions extends ConvertOptions {
  /**
   * Where the Attached Package is published: the address of its root, or of the metadata file in it. Default: the
   * address of a metadata document that is read from the web; undefined for other crates.
   */
  readonly published?: string | undefined;
  /** Where the data files will be: an address that ends in `/`, to which each path is added. */
  readonly filesUrl?: string | undefined;
  /** New locations, which win over the others: pairs of an `@id` or path, and the new IRI. */
  readonly map?: Iterable<readonly [old: string, iri: string]> | undefined;
  /** Whether the server lists the folders of the published package. Default true. */
  readonly browsing?: boolean | undefined;
  /** Fill in size, media type, checksum and date of the files at hand. Default false. */
  readonly describe?: boolean | undefined;
  /** Request each new address, and state in the plan which do not answer. Default false. */
  readonly checkLinks?: boolean | undefined;
  /** Retrieve the crate that the new `@id` of the root leads to, and fail if it is another one. Default false. */
  readonly verify?: boolean | undefined;
  /** Give local contextual entities new `urn:uuid:` identifiers. Default false. */
  readonly mintContextual?: boolean | undefined;
  /** Makes these identifiers from this text and the old identifier. Default: they are random. */
  readonly mintSeed?: string | undefined;
  /** Keep the `@base` that flattening leaves: a fresh arcp IRI that no identifier begins with. Default false. */
  readonly keepBase?: boolean | undefined;
  /** What the plan calls the crate. Default: the argument. */
  readonly name?: string | undefined;
  /** The `sdDatePublished` of `describe`. Default: now. */
  readonly date?: Date | undefined;
  /** Receives the repairs and warnings of the crate. */
  readonly onReport?: ((report: Report) => void) | undefined;
  /** Receives each address that did not answer to `checkLinks`. */
  readonly onUnreachable?: ((address: string) => void) | undefined;
}
