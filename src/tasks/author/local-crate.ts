import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { hasContent } from '../../base/disk/existing-file.js';
import { makeFolder } from '../../base/disk/make-folder.js';
import { requireUnchanged, type ReplaceableFile } from '../../base/disk/replace-unchanged.js';
import { withOutputError, writeNamedFile } from '../../base/disk/write-file.js';
import { CrateError } from '../../base/errors.js';
import { describeRoot, partsOfNew, type BuildOptions } from '../../crate/entities/build-crate.js';
import { Crate, partsOfDocument } from '../../crate/entities/crate.js';
import type { CrateParts } from '../../crate/entities/entity-register.js';
import type { RootProperties } from '../../crate/entities/entity-properties.js';
import { METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { DocumentBytes, inChunks } from '../../package/bytes/document-bytes.js';
import { isWritableArchiveName } from '../../package/container/archive-names.js';
import { openContexts } from '../../package/contexts/open-contexts.js';
import type { CratePackage } from '../../package/crate-package.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import {
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../package/open/open-crate.js';
import { replaceInZip, zipMembers } from '../../package/write/replace-in-zip.js';

/** How to begin a crate. */
export interface NewCrateOptions extends Omit<BuildOptions, 'contexts'> {
  /** Where contexts come from. Default: those that come with crategraph, and those fetched before. */
  readonly contexts?: BuildOptions['contexts'] | undefined;
}

/** How to save a crate. */
export interface SaveOptions {
  /** Replace a metadata file that another program has changed, or that is not of this crate. Default false. */
  readonly force?: boolean | undefined;
}

/** Where a crate is. */
export interface LocalPlace extends ReplaceableFile {
  /** Whether it is an archive: its content decides, not its name. */
  readonly isArchive?: boolean;
}

/** A crate with a place on the disk: a metadata file, or an archive with one in it. */
export class LocalCrate extends Crate {
  readonly #name: string;
  #place: LocalPlace | undefined;
  /** SHA-256 of the document that was saved last. */
  #saved: Uint8Array | undefined;

  /** Called by {@link openCrate} and {@link newCrate}. @param name of the metadata file */
  constructor(parts: CrateParts, name: string = METADATA_FILE_NAME, place?: LocalPlace) {
    super(parts);
    this.#name = name;
    this.#place = place;
  }

  /** The metadata file or archive that `save` writes; undefined for a new crate, and one that cannot be replaced. */
  get path(): string | undefined {
    return this.#place?.path;
  }

  /** Whether an edit has changed anything since the crate was opened or saved; of a new crate true. */
  override get isChanged(): boolean {
    if (this.#saved === undefined) return super.isChanged;
    const hash = createHash('sha256');
    for (const chunk of this.chunks()) hash.update(chunk);
    return !hash.digest().equals(this.#saved);
  }

  /**
   * Writes the metadata document, whole or not at all: where the crate was opened, or into another folder, metadata
   * file, or archive that has a crate, which is its place from then on. Of an archive, all other entries keep their
   * content, order, times, modes and comments. Data files are not copied.
   * @param place default: where the crate is; `force` is needed to replace another document, and one that has changed
   * on the disk meanwhile
   * @returns the path of the file that was written
   * @throws CrateError ERR_OUTPUT, ERR_USAGE without a place; for archives ERR_UNSUPPORTED, and as `openPackage`;
   * after an error everything is as it was
   */
  async save(place?: string, { force = false }: SaveOptions = {}): Promise<string> {
    const path = place === undefined ? this.#ownPath() : await fileAt(place, this.#name);
    const own = path === this.#place?.path ? this.#place : undefined;
    if (!force && own !== undefined)
      await requireUnchanged(own, 'open the crate again and repeat the edits, or save it with { force: true }');
    if (!force && own === undefined && (await hasContent(path)))
      throw new CrateError('ERR_OUTPUT', `${path} exists; nothing was written`, {
        hint: 'give another place, or { force: true } to replace the document',
        details: { file: path },
      });
    const hash = createHash('sha256');
    const chunks = hashed(this.chunks(), (chunk) => hash.update(chunk));
    const isArchive = own?.isArchive ?? isWritableArchiveName(path);
    if (isArchive) await writeIntoArchive(path, chunks);
    else {
      await withOutputError(path, () => makeFolder(dirname(path)));
      await writeNamedFile(path, chunks);
    }
    this.#saved = hash.digest();
    this.#place = { path, sha256: isArchive ? await digestOf(path) : this.#saved, isArchive };
    return path;
  }

  /**
   * Checks without writing that `save` could write the archive that the crate is in, for a trial. Of another place it
   * checks nothing.
   * @throws CrateError ERR_UNSUPPORTED, and as `openPackage`
   */
  async requireWritableArchive(): Promise<void> {
    const place = this.#place;
    if (place?.isArchive === true) await withPackage(place.path, (opened) => zipMembers(place.path, opened));
  }

  #ownPath(): string {
    if (this.#place !== undefined) return this.#place.path;
    throw new CrateError('ERR_USAGE', 'the crate has no place that it could be saved to', {
      hint: "name a folder or a metadata file: save('my-crate/')",
    });
  }
}

/**
 * Opens a crate to read and edit its entities. What is not edited keeps its text: a change of one value is a diff of one
 * line.
 * @param crate a folder, a metadata file, an archive, a URL, or the crate itself; `save` writes the first three back
 * @example
 * const crate = await openCrate('data/crates/coastal-atlas');
 * crate.root.set('name', 'Atlas of the coast');
 * for (const file of crate.files()) file.add('author', crate.addPerson({ name: 'Ingrid Holm' }));
 * await crate.save('copy-of-the-atlas/', { force: true });
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS, ERR_UNSUPPORTED for a document that is not flat, and as
 * `openCrateDocument`
 */
export async function openCrate(crate: CrateArgument, options: OpenCrateOptions = {}): Promise<LocalCrate> {
  return withPackage(
    crate,
    async (opened) => {
      const document = await openPackageDocument(opened, options);
      const parts = partsOfDocument(document, opened.kindOf(document));
      return new LocalCrate(parts, opened.metadata.name, opened.replaceable ?? (await archiveOf(opened)));
    },
    packagesWithSignal(options),
  );
}

/**
 * Begins a new crate.
 * @param properties of the root
 * @example
 * const crate = await newCrate({
 *   name: 'Tide gauge at Havneby',
 *   description: 'Water levels at the ferry pier.',
 *   license: 'https://creativecommons.org/licenses/by/4.0/',
 *   datePublished: '2026-03-01',
 * });
 * const ingrid = crate.addPerson({ name: 'Ingrid Holm', orcid: '0000-0002-1825-0097' });
 * crate.root.add({ author: ingrid });
 * crate.addFile('data/levels 2026.csv', { name: 'Water levels', encodingFormat: 'text/csv', author: ingrid });
 * crate.addTerm('gaugeType', { project: 'tides', description: 'How the gauge measures.' });
 * crate.root.set({ gaugeType: 'float' });
 * await crate.save('tide-gauge/', { force: true });
 * @throws CrateError ERR_USAGE for invalid properties, ERR_CONTEXT_UNAVAILABLE
 */
export async function newCrate(properties: RootProperties, options: NewCrateOptions = {}): Promise<LocalCrate> {
  const contexts = options.contexts ?? openContexts({ offline: true });
  return describeRoot(new LocalCrate(await partsOfNew({ ...options, contexts })), properties, options);
}

/** The archive of a crate, if it can be written again. */
async function archiveOf({ source, url, bag, container }: CratePackage): Promise<LocalPlace | undefined> {
  const isLocal = url === undefined && source !== '-';
  if (container?.kind !== 'zip' || !isLocal || bag !== undefined) return undefined;
  return { path: source, sha256: (await container.digest()) as Uint8Array, isArchive: true };
}

/** The file that a place means: itself, or the metadata file in a folder. @throws CrateError ERR_USAGE */
async function fileAt(place: string, name: string): Promise<string> {
  if (typeof place !== 'string')
    throw new CrateError('ERR_USAGE', 'the place to save to is no path', { hint: 'name a folder or a metadata file' });
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(place))
    throw new CrateError('ERR_USAGE', `${place} is an address, and a crate is saved on this machine`, {
      hint: 'name a folder or a metadata file',
    });
  const path = resolve(place);
  const found = await stat(path).catch(() => undefined);
  const isFile = found === undefined ? /\.json(?:ld)?$/i.test(path) || isWritableArchiveName(path) : found.isFile();
  return isFile && !/[/\\]$/.test(place) ? path : join(path, name);
}

async function writeIntoArchive(path: string, chunks: Iterable<Uint8Array>): Promise<void> {
  if (!(await hasContent(path)))
    throw new CrateError('ERR_UNSUPPORTED', `${basename(path)} does not exist: only the document would be in it`, {
      hint: 'save the crate in the folder with its files, and pack that',
    });
  const document = await DocumentBytes.ofStream(asStream(chunks), Infinity, path);
  const content = { size: document.length, content: () => inChunks(document) };
  await withPackage(path, (opened) => replaceInZip(path, opened, content));
}

async function* asStream(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function* hashed(chunks: Iterable<Uint8Array>, onChunk: (chunk: Uint8Array) => void): Generator<Uint8Array> {
  for (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

async function digestOf(path: string): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest();
}
