import { arcpBase, type ArcpChoice, parseBase } from './crate/base.js';
import type { ContextSource } from './crate/context/source.js';
import { bytesInMemory } from './crate/json/bytes.js';
import { openDocument, type CrateDocument } from './crate/read/document.js';
import { CrateError } from './errors.js';
import { findCrates, type FoundCrate } from './package/find.js';
import { readMetadata, type MetadataBytes } from './package/read.js';

/** How to open one crate. */
export interface OpenOptions {
  readonly contexts: ContextSource;
  /** Base IRI of the crate. Default: an arcp IRI made of the bytes. */
  readonly base?: string | undefined;
  /** Name for a crate without an address. Default `hash`. */
  readonly arcp?: ArcpChoice | undefined;
  /** Refuse a crate that needs a repair. Default false. */
  readonly strict?: boolean | undefined;
}

/**
 * Opens the one crate that an argument names; no entity is read yet.
 * @param crate a folder, a metadata file or `-`
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_USAGE for a folder of several crates, ERR_BASE_IRI_INVALID,
 * ERR_ARCP_INVALID, ERR_JSON_SYNTAX, ERR_GRAPH_MISSING, ERR_CONTEXT_UNAVAILABLE
 */
export async function openCrate(crate: string, options: OpenOptions): Promise<CrateDocument> {
  return readOnlyCrate(crate, ({ bytes, sha256 }) => openBytes(bytes, sha256, options));
}

/**
 * Reads the metadata file of the one crate that an argument names, and does a job with it whose errors name the file.
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_USAGE for a folder of several crates
 */
export async function readOnlyCrate<T>(crate: string, job: (metadata: MetadataBytes) => Promise<T>): Promise<T> {
  const found = await onlyCrate(crate);
  const metadata = await readMetadata(found);
  return inFile(found, () => job(metadata));
}

/** Opens a metadata document that is in memory already. @throws CrateError as {@link openCrate} */
export async function openBytes(bytes: Uint8Array, sha256: Uint8Array, options: OpenOptions): Promise<CrateDocument> {
  const base = options.base === undefined ? arcpBase(options.arcp ?? 'hash', sha256) : parseBase(options.base);
  const { contexts, strict } = options;
  return openDocument(bytesInMemory(bytes), { base, contexts, strict, identity: Buffer.from(sha256).toString('hex') });
}

async function onlyCrate(argument: string): Promise<FoundCrate> {
  let first: FoundCrate | undefined;
  for await (const found of findCrates(argument)) {
    if (first !== undefined) {
      throw new CrateError('ERR_USAGE', `${argument} holds several crates`, { hint: 'name one of them, or use `crategraph load`' });
    }
    first = found;
  }
  return first as FoundCrate;
}

/** Adds the file to errors on their way up. */
async function inFile<T>({ file }: FoundCrate, job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (error) {
    throw error instanceof CrateError ? error.with({ file }) : error;
  }
}
