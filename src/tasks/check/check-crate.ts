import { basename } from 'node:path';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import {
  openBytes,
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../package/open/open-crate.js';
import { inventoryOf, type InventoryItem } from '../inspect/take-inventory.js';
import { storedDocument } from '../argument/stored-crate.js';
import { loadRecords } from '../stored/load-records.js';
import { archiveExtension } from '../../package/container/archive-names.js';
import type { CratePackage } from '../../package/crate-package.js';
import { isWebAddress } from '../../package/package-options.js';
import { isDescriptorId } from '../../crate/metadata-names.js';
import { packageKind, type PackageKind } from '../../crate/package-kind.js';
import { CrateError } from '../../base/errors.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import type { GraphReader } from '../../store/port.js';
import { checkDocument, uncheckable, type CheckChoice, type CheckResult } from './check-document.js';
import type { RuleChoice } from './choose-rules.js';
import { ShapeSources } from './shapes/shape-sources.js';

/** How to check a crate. */
export interface CheckOptions extends Omit<OpenCrateOptions, 'strict' | 'allNotes'>, RuleChoice {
  /** Compare the files of the package with their descriptions. Default true. */
  readonly files?: boolean | undefined;
  /** Also compare `sha256`, which reads all files. Default false. */
  readonly checksums?: boolean | undefined;
  /**
   * SHACL shapes to run on the graph of the crate: RDF files, addresses, or `profile` for those of the profiles that
   * the root conforms to. {@link ShapeSources} reads them once for several crates. Default: none.
   */
  readonly shapes?: readonly string[] | ShapeSources | undefined;
  /** Profiles that the root has to conform to; the rules of those that we know run in any case. Default: none. */
  readonly profile?: readonly string[] | undefined;
  /** Seconds that the shapes may take for one crate. Default 30. */
  readonly shapeSeconds?: number | undefined;
}

/**
 * Checks a crate against the rules of RO-Crate. A document that cannot be read is a finding too.
 * @param crate a folder, metadata file, archive, bag, URL or `-`; or the crate itself
 * @example
 * const { findings } = await checkCrate('data/crates/rainfall-survey');
 * for (const { severity, rule, entity, message } of findings) console.log(severity, rule, entity, message);
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_USAGE for a folder of several crates, ERR_HTTP, ERR_LIMIT,
 * ERR_USAGE for a rule that there is not, ERR_SHAPES_INVALID, ERR_TIMEOUT for shapes that take too long
 */
export async function checkCrate(crate: CrateArgument, options: CheckOptions = {}): Promise<CheckResult> {
  const reading = { ...options, allNotes: true };
  try {
    return await withPackage(
      crate,
      async (found) => {
        const document = await openPackageDocument(found, reading);
        const files = await filesOf(found, document, options);
        const bagFaults: CrateError[] = [];
        for await (const fault of found.bagFaults()) bagFaults.push(fault);
        const fileName = basename(found.metadata.name);
        return checkDocument(document, { kind: found.kind, files, fileName, bagFaults }, choiceOf(options));
      },
      { verify: 'later', ...packagesWithSignal(options) },
    );
  } catch (error) {
    return uncheckable(error);
  }
}

/**
 * Checks a crate of a store: the document that an export would write. Its files are not compared.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates/rainfall-survey');
 * const graph = await findGraph(store, 'data/crates/rainfall-survey');
 * console.log((await checkStored(store, graph)).findings.length);
 * @throws CrateError ERR_GRAPH_NOT_FOUND
 */
export async function checkStored(store: GraphReader, graph: string, options: CheckOptions = {}): Promise<CheckResult> {
  try {
    const { bytes } = await storedDocument(store, graph, options);
    const [record] = await loadRecords(store, { graph });
    const document = await openBytes(bytes, {
      ...options,
      allNotes: true,
      remembered: record?.base ?? graph,
    });
    return await checkDocument(
      document,
      { kind: options.packages?.kind ?? kindOfSource(record?.source) },
      choiceOf(options),
    );
  } catch (error) {
    return uncheckable(error);
  }
}

function choiceOf(options: CheckOptions): CheckChoice {
  const { select, ignore, profile } = options;
  return { select, ignore, profile, shapes: shapesOf(options) };
}

/** The shapes of the options, to be read once. */
export function shapesOf({ shapes, ...options }: CheckOptions): ShapeSources | undefined {
  return shapes === undefined || shapes instanceof ShapeSources ? shapes : new ShapeSources(shapes, options);
}

function hasRoot(document: CrateDocument): boolean {
  try {
    return document.root !== undefined;
  } catch (error) {
    if (error instanceof CrateError) return false;
    throw error;
  }
}

/** What the place that a crate was loaded from says about its kind. */
function kindOfSource(source = '-'): PackageKind | undefined {
  const fileName = basename(source);
  const hasFiles = isDescriptorId(fileName) || archiveExtension(fileName) !== undefined;
  return packageKind({ fileName, hasFiles: hasFiles && !isWebAddress(source) });
}

async function filesOf(
  found: CratePackage,
  document: CrateDocument,
  { files, checksums = false, ...options }: CheckOptions,
): Promise<readonly InventoryItem[] | undefined> {
  if (files === false || found.kind !== 'attached' || found.container === undefined) return undefined;
  if (!hasRoot(document)) return undefined; // a rule says so
  return inventoryOf(found, document, { ...options, checksums });
}
