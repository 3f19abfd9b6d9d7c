import type { ArcpChoice } from '../../crate/base.js';
import type { BaseEvidence, CrateLocation } from '../../crate/judge-base.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { openDocument, type DocumentOptions } from '../../crate/read/open-document.js';
import { aboutFile, CrateError } from '../../base/errors.js';
import { orAborted } from '../abortable.js';
import { contextsFor, contextsOrDefault } from '../contexts/open-contexts.js';
import type { CratePackage } from '../crate-package.js';
import { DocumentBytes } from '../bytes/document-bytes.js';
import type { CrateArgument } from './crate-argument.js';
import { findCrates, type FoundCrate } from './find-crates.js';
import { openPackage } from './open-package.js';
import type { PackageOptions } from '../package-options.js';

/** How to open one crate. */
export interface OpenCrateOptions {
  /** Where remote contexts come from. Default: as {@link contextsOrDefault}. */
  readonly contexts?: ContextSource | undefined;
  /** Base IRI of the crate. Default: from the document and the location of the crate (`judgeBase`). */
  readonly base?: string | undefined;
  /** Name for a crate without an address. Default `hash`. */
  readonly arcp?: ArcpChoice | undefined;
  /** Refuse a crate that needs a repair. Default false. */
  readonly strict?: boolean | undefined;
  /** Report all notes, not only the first 20 of each kind. Default false. */
  readonly allNotes?: boolean | undefined;
  /** The caller writes relative identifiers unchanged, so an arcp name does not count as a base. Default false. */
  readonly keepRelative?: boolean | undefined;
  /** How to read archives and use the network. */
  readonly packages?: PackageOptions | undefined;
  /**
   * Aborts the work, also in the document that is returned: the promise rejects with the reason of the signal, and
   * files and connections are closed.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the metadata document of the one crate that an argument names; no entity is read yet.
 * @param crate a folder, a metadata file, an archive, a bag, a URL or `-`; or the crate itself
 * @example
 * const document = await openCrateDocument('data/crates/coastal-atlas');
 * console.log(document.root.root, document.version, document.report.notes);
 * @example
 * const document = await openCrateDocument({
 *   '@context': 'https://w3id.org/ro/crate/1.2/context',
 *   '@graph': [
 *     { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
 *     { '@id': './', '@type': 'Dataset', name: 'Coastal atlas' },
 *   ],
 * });
 * console.log(document.root.root); // arcp://ni,sha-256;…/
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_USAGE for a folder of several crates, ERR_BASE_IRI_INVALID,
 * ERR_ARCP_INVALID, ERR_JSON_SYNTAX, ERR_GRAPH_MISSING, ERR_CONTEXT_UNAVAILABLE, and as `openPackage`
 */
export async function openCrateDocument(crate: CrateArgument, options: OpenCrateOptions = {}): Promise<CrateDocument> {
  return withPackage(crate, (opened) => openPackageDocument(opened, options), packagesWithSignal(options));
}

/** How to open the packages: with the signal of the whole work. */
export function packagesWithSignal({
  packages,
  signal,
}: Pick<OpenCrateOptions, 'packages' | 'signal'>): PackageOptions {
  return signal === undefined ? (packages ?? {}) : { signal, ...packages };
}

/**
 * Opens the package of the one crate that an argument names, calls `job` and closes the package. Errors of the job name
 * the file.
 * @throws CrateError ERR_USAGE for a folder of several crates, and as `openPackage`
 */
export async function withPackage<T>(
  crate: CrateArgument,
  job: (opened: CratePackage) => Promise<T>,
  packages?: PackageOptions,
): Promise<T> {
  const found = await findOnlyCrate(crate);
  const opened = await openPackage(found.crate, packages);
  try {
    return await job(opened);
  } catch (error) {
    packages?.signal?.throwIfAborted();
    throw aboutFile(error, opened.file);
  } finally {
    await opened.close();
  }
}

/** What only the caller knows about the base of a crate. */
type OutsideEvidence = Pick<BaseEvidence, 'remembered' | 'nested'>;

/**
 * Opens the metadata document of an open package and reports the warnings of both.
 * @throws CrateError as {@link openCrateDocument}
 */
export async function openPackageDocument(opened: CratePackage, options: OpenCrateOptions): Promise<CrateDocument> {
  const document = await openWithoutWarnings(opened, { ...options, file: opened.file });
  reportPackage(opened, document);
  return document;
}

/** As {@link openPackageDocument}, but leaves it to the caller to call {@link reportPackage}. */
export function openWithoutWarnings(
  { metadata, location, fetchedFrom }: CratePackage,
  options: OpenCrateOptions & OutsideEvidence & Pick<DocumentOptions, 'file'>,
): Promise<CrateDocument> {
  return openContent(metadata.content, location, {
    ...options,
    contexts: contextsFor(contextsOrDefault(options.contexts), fetchedFrom),
  });
}

/**
 * Adds the warnings of a package to the report of its document, and the crates inside of it.
 * @param reportNested false: the caller reports these
 */
export function reportPackage({ warnings, nested }: CratePackage, document: CrateDocument, reportNested = true): void {
  for (const { kind, detail } of warnings) document.report.add({ kind, detail });
  if (reportNested) for (const path of nested) document.report.add({ kind: 'nested-crate', detail: path });
}

/** Opens a metadata document in memory. @throws CrateError as {@link openCrateDocument} */
export async function openBytes(
  bytes: Uint8Array,
  options: OpenCrateOptions & OutsideEvidence,
): Promise<CrateDocument> {
  const content = DocumentBytes.inMemory(bytes);
  return openContent(content, { sha256: () => content.sha256 }, options);
}

function openContent(
  content: DocumentBytes,
  location: CrateLocation,
  {
    base: given,
    arcp,
    remembered,
    nested,
    keepRelative,
    contexts,
    strict,
    allNotes,
    file,
    signal,
  }: OpenCrateOptions & OutsideEvidence & Pick<DocumentOptions, 'file'>,
): Promise<CrateDocument> {
  return openDocument(content, {
    base: { given, arcp, remembered, nested, keepRelative, ...location },
    contexts: stoppable(contextsOrDefault(contexts), signal),
    strict,
    allNotes,
    file,
    signal,
    get identity() {
      return Buffer.from(content.sha256).toString('hex');
    },
  });
}

/** A source that stops waiting when the signal aborts. Others may wait for the same context, so the request goes on. */
function stoppable(contexts: ContextSource, signal: AbortSignal | undefined): ContextSource {
  return signal === undefined ? contexts : { load: (address) => orAborted(contexts.load(address), signal) };
}

async function findOnlyCrate(argument: CrateArgument): Promise<FoundCrate> {
  let first: FoundCrate | undefined;
  for await (const found of findCrates(argument)) {
    if (found.error !== undefined) throw found.error;
    if (first !== undefined) {
      throw new CrateError('ERR_USAGE', `${found.argument} contains several crates`, {
        hint: 'name one of them, or use `crategraph load`',
      });
    }
    first = found;
  }
  return first as FoundCrate;
}
