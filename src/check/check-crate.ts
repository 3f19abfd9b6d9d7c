import { basename } from 'node:path';
import type { CrateArgument } from '../open/crate-argument.js';
import {
  openBytes,
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../open/open-crate.js';
import { inventoryOf, type InventoryItem } from '../inspect/take-inventory.js';
import { storedDocument } from '../argument/stored-crate.js';
import { loadRecords } from '../stored/load-records.js';
import type { CratePackage } from '../package/crate-package.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { GraphReader } from '../store/port.js';
import { checkDocument, uncheckable, type CheckResult } from './check-document.js';
import { ShapeSources } from './shapes/shape-sources.js';

/** How to check a crate. */
export interface CheckOptions extends Omit<OpenCrateOptions, 'strict' | 'allNotes'> {
  /** Compare the files of the package with their descriptions. Default true. */
  readonly files?: boolean | undefined;
  /** Also compare `sha256`, which reads all files. Default false. */
  readonly checksums?: boolean | undefined;
  /**
   * SHACL shapes to run on the graph of the crate: RDF files, addresses, or `profile` for those of the profiles that the
   * root conforms to. {@link ShapeSources} reads them once for several crates. Default: none.
   */
  readonly shapes?: readonly string[] | ShapeSources | undefined;
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
 * ERR_SHAPES_INVALID, ERR_TIMEOUT for shapes that take too long
 */
export async function checkCrate(crate: CrateArgument, options: CheckOptions = {}): Promise<CheckResult> {
  const reading = { ...options, allNotes: true };
  try {
    return await withPackage(
      crate,
      async (found) => {
        const document = await openPackageDocument(found, reading);
        const kind = kindOf(found, document);
        const files = await filesOf(found, document, { ...options, kind });
        const fileName = basename(found.metadata.name);
        return checkDocument(document, { kind, files, fileName }, shapesOf(options));
      },
      packagesWithSignal(options),
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
    return await checkDocument(document, {}, shapesOf(options));
  } catch (error) {
    return uncheckable(error);
  }
}

/** The shapes of the options, to be read once. */
export function shapesOf({ shapes, ...options }: CheckOptions): ShapeSources | undefined {
  return shapes === undefined || shapes instanceof ShapeSources ? shapes : new ShapeSources(shapes, options);
}

/** Attached or detached, if the package or the root is clear about it. */
function kindOf(found: CratePackage, document: CrateDocument) {
  try {
    return found.kindOf(document.root.root, document.base);
  } catch {
    return undefined; // no root: a rule says so
  }
}

async function filesOf(
  found: CratePackage,
  document: CrateDocument,
  { files, checksums = false, kind, ...options }: CheckOptions & { readonly kind: string | undefined },
): Promise<readonly InventoryItem[] | undefined> {
  if (files === false || kind !== 'attached' || found.container === undefined) return undefined;
  return inventoryOf(found, document, { ...options, checksums });
}
