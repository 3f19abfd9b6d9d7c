import { basename } from 'node:path';
import type { CrateLocation } from '../crate/judge-base.js';
import { CrateError } from '../base/errors.js';
import { documentKind, packageKind, type PackageKind } from '../crate/package-kind.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { ReplaceableFile } from '../base/disk/replace-unchanged.js';
import { bagFaults, verified, type Bag } from './bag/bag.js';
import type { Container, ContainerEntry } from './container/container.js';
import type { FetchedFrom } from './contexts/open-contexts.js';
import { EntryGuard, nameProblem, splitPath } from './container/entry-names.js';
import type { DocumentBytes } from './bytes/document-bytes.js';
import type { Hop } from './http/http-client.js';
import type { HttpValidators } from './http/validators.js';
import { abortable } from './abortable.js';
import { checkRatio, humanSize, limitExceeded, type PackageLimits } from './limits.js';
import { idOfPath } from './file-ids.js';

/** The entry of a metadata file in a container. */
export interface MetadataEntry {
  /** Path as the container writes it. */
  readonly path: string;
  /** Its folder, with a final `/`; empty at the top. */
  readonly folder: string;
}

/** A warning about a package whose metadata could still be read. */
export interface PackageWarning {
  readonly kind: 'entry-unsafe' | 'insecure-redirect' | 'found-beside' | 'payload-unchecked' | 'bag-odd';
  readonly detail: string;
}

/** A file of the crate. */
export interface PackageFile {
  /** Path relative to the crate root. */
  readonly path: string;
  readonly size: number;
  /** Reads the content, see `ContainerEntry.content`. In a bag also checks it against the manifest. */
  content(): AsyncIterable<Uint8Array>;
}

/** The arguments of a {@link CratePackage}. */
export interface PackageParts {
  /** Absolute path, URL, or `-`. A store recognises the source by it. */
  readonly source: string;
  /** Name that the user gave, for messages. */
  readonly name: string;
  /** What errors name as the file; null for bytes without a name. Default: the source. */
  readonly file?: string | null;
  readonly metadata: { readonly name: string; readonly content: DocumentBytes };
  readonly limits: PackageLimits;
  /** Where its files are; undefined if there is only a document. */
  readonly container?: Container | undefined;
  /** Folder of the crate in the container, with a final `/`; empty at the top. */
  readonly root?: string;
  readonly bag?: Bag | undefined;
  /** The bag is not checked when files are read: only by `bagFaults`, or never. Default: it is. */
  readonly bagChecks?: 'later' | 'never' | undefined;
  /** Why the tag files of the bag cannot be read. */
  readonly bagError?: CrateError | undefined;
  /** The facts that decide its base, without the digest. */
  readonly location?: CrateLocation;
  readonly url?: string | undefined;
  /** How its document was fetched; contexts from the same origin are fetched in the same way. */
  readonly fetchedFrom?: FetchedFrom | undefined;
  readonly hops?: readonly Hop[];
  /** By what its server tells whether it has changed. */
  readonly validators?: HttpValidators | undefined;
  readonly nested?: readonly MetadataEntry[];
  readonly warnings?: readonly PackageWarning[];
  readonly kind?: PackageKind | undefined;
  /** Aborts reading its files. */
  readonly signal?: AbortSignal | undefined;
}

/** An open crate: its metadata document, the facts for its base, and its files. */
export class CratePackage {
  readonly source: string;
  readonly name: string;
  /** What errors name as the file; undefined for bytes without a name. */
  readonly file: string | undefined;
  readonly metadata: PackageParts['metadata'];
  readonly container: Container | undefined;
  /** Folder of the crate in the container, with a final `/`; empty at the top. */
  readonly root: string;
  readonly bag: Bag | undefined;
  /** Address of the metadata file or archive after redirects; undefined for a local crate. */
  readonly url: string | undefined;
  /** How the document was fetched, for `contextsFor`; undefined for a local crate. */
  readonly fetchedFrom: FetchedFrom | undefined;
  readonly hops: readonly Hop[];
  /** By what its server tells whether it has changed; undefined for a local crate, or if the server does not. */
  readonly validators: HttpValidators | undefined;
  /** Paths of the metadata files of crates inside this one. */
  readonly nested: readonly string[];
  /** The facts that decide its base, for `judgeBase`. */
  readonly location: CrateLocation;
  readonly warnings: readonly PackageWarning[];
  readonly #parts: PackageParts;

  constructor(parts: PackageParts) {
    this.#parts = parts;
    this.source = parts.source;
    this.name = parts.name;
    this.file = parts.file === null ? undefined : (parts.file ?? parts.source);
    this.metadata = parts.metadata;
    this.container = parts.container;
    this.root = parts.root ?? '';
    this.bag = parts.bag;
    this.url = parts.url;
    this.fetchedFrom = parts.fetchedFrom;
    this.hops = parts.hops ?? [];
    this.validators = parts.validators;
    const bagWarnings = (parts.bag?.warnings ?? []).map((detail) => ({ kind: 'bag-odd', detail }) as const);
    this.warnings = [...(parts.warnings ?? []), ...bagWarnings];
    this.nested = (parts.nested ?? []).map(({ path }) => path);
    this.location = { ...parts.location, sha256: () => this.#digest() };
  }

  /** Computes the SHA-256 of the archive, or of the metadata document if there is no archive. */
  async #digest(): Promise<Uint8Array> {
    return (await this.container?.digest()) ?? this.metadata.content.sha256;
  }

  /** Attached or Detached; undefined where only the document can tell. */
  get kind(): PackageKind | undefined {
    const { container, metadata } = this;
    return packageKind({ given: this.#parts.kind, fileName: metadata.name, hasFiles: container !== undefined });
  }

  /** Attached or Detached, if need be by its document. @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS */
  kindOf(document: Pick<CrateDocument, 'root' | 'base'>): PackageKind {
    return this.kind ?? documentKind(document.root.root, document.base);
  }

  /** Yields what is wrong with the bag that the crate is in. @throws CrateError ERR_ARCHIVE_INVALID */
  async *bagFaults(): AsyncGenerator<CrateError> {
    const { container, bag } = this;
    const { bagError, bagChecks, signal } = this.#parts;
    if (bagChecks === 'never') return;
    if (bagError !== undefined) yield bagError;
    if (container !== undefined && bag !== undefined) yield* bagFaults(container, bag, signal);
  }

  /**
   * Lists the files of the crate, including metadata files. Checks each entry first, in an archive
   * also those outside the crate.
   * @param onRefused receives unsafe entries, which are then skipped; without it they are an error
   * @throws CrateError ERR_ARCHIVE_ENTRY, ERR_ARCHIVE_INVALID, ERR_LIMIT, and from `content` ERR_CHECKSUM
   */
  async *files(onRefused?: (path: string, error: CrateError) => void): AsyncGenerator<PackageFile> {
    const { container, bag } = this;
    if (container === undefined) return;
    const { limits, signal, bagChecks } = this.#parts;
    const guard = new EntryGuard(container.name);
    let unpacked = 0;
    for await (const entry of container.entries()) {
      signal?.throwIfAborted();
      if (
        container.kind === 'folder' &&
        (entry.type === 'other' || (entry.type === 'folder' && nameProblem(entry.path) === undefined))
      )
        continue;
      const path = await checkedPath(entry, guard, onRefused);
      if (path === undefined || entry.type !== 'file' || !path.startsWith(this.root)) continue;
      unpacked += entry.size;
      if (unpacked > limits.unpackedBytes)
        throw limitExceeded(`${container.name} unpacked`, humanSize(limits.unpackedBytes));
      if (container.size !== undefined) checkRatio(container.name, container.size, unpacked, limits);
      yield {
        path: path.slice(this.root.length),
        size: entry.size,
        content: () => abortable(contentOf(entry, container, bagChecks === undefined ? bag : undefined), signal),
      };
    }
  }

  /**
   * The metadata file, if it can be edited in place: not on the web, in an archive, or in a
   * bag, which has its checksum.
   */
  get replaceable(): ReplaceableFile | undefined {
    const { source, url, bag, container, metadata } = this;
    const isFile = url === undefined && bag === undefined && source !== '-' && basename(source) === metadata.name;
    if (!isFile || (container !== undefined && container.kind !== 'folder')) return undefined;
    return { path: source, sha256: metadata.content.sha256 };
  }

  /** Closes files and connections. */
  async close(): Promise<void> {
    await this.container?.close();
  }

  /**
   * Returns the container.
   * @throws CrateError ERR_UNSUPPORTED for a Detached Package, or if there is only a document
   */
  requireContainer(): Container {
    const isDetached = this.kind === 'detached';
    if (this.container !== undefined && !isDetached) return this.container;
    throw new CrateError('ERR_UNSUPPORTED', `${this.name} is a metadata document without files`, {
      hint: isDetached
        ? 'the prefix of its name, or --kind, says that the crate is detached: its files are not in the folder'
        : 'give the crate folder or archive',
    });
  }
}

async function checkedPath(
  entry: ContainerEntry,
  guard: EntryGuard,
  onRefused: ((path: string, error: CrateError) => void) | undefined,
): Promise<string | undefined> {
  try {
    const path = guard.check(entry);
    await entry.confirm?.();
    return path;
  } catch (error) {
    if (onRefused === undefined || !(error instanceof CrateError) || error.code !== 'ERR_ARCHIVE_ENTRY') throw error;
    onRefused(entry.path, error);
    return undefined;
  }
}

/** Encodes a folder as the path of an IRI. */
export function iriPath(folder: string): string {
  return idOfPath(folder).replace(/^\.\//, '');
}

/** Reads the bytes of an entry, and checks those of a bag against its manifest. */
export function contentOf(
  entry: ContainerEntry,
  container: Container,
  bag: Bag | undefined,
): AsyncIterable<Uint8Array> {
  if (bag === undefined || !entry.path.startsWith(bag.folder)) return entry.content();
  return verified(bag, entry.path.slice(bag.folder.length), entry.content(), container.name);
}

/** Returns the file name of a path. */
export function fileNameOf(path: string): string {
  return splitPath(path).name;
}
