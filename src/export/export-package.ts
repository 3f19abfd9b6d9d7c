import { loadRecords, type LoadRecord } from '../stored/load-records.js';
import { isDescriptorId, METADATA_FILE_NAME } from '../crate/metadata-names.js';
import { lastSegment } from '../rdf/iri.js';
import { CrateError } from '../errors.js';
import { exportOf, type ExportOptions } from './export-crate.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import type { CratePackage } from '../package/crate-package.js';
import { openPackage } from '../open/open-package.js';
import type { PackageOptions } from '../package/package-options.js';
import { writePackage } from './write-package.js';
import { withSnapshot } from '../store/store-snapshots.js';
import type { GraphStore } from '../store/port.js';

/** How to write a crate out of a store as a package. */
export interface ExportPackageOptions extends ExportOptions {
  /** Copy the data files of the package that the crate was loaded from, of all of them after a merge. Default: files at the target stay. */
  readonly withPayload?: boolean | undefined;
  /** Put a symbolic link with the extension `.jsonld` beside the metadata file. */
  readonly jsonldAlias?: boolean | undefined;
  /** How to read the package that the crate was loaded from. */
  readonly packages?: PackageOptions | undefined;
}

/**
 * Writes one graph of a store as a package: a folder, or a ZIP or `.eln` archive by the name of the target. The
 * metadata file keeps the name that it had.
 * @throws CrateError as `exportCrate`, ERR_OUTPUT, ERR_UNSUPPORTED when the source has no files, and as `openPackage`
 */
export async function exportPackage(
  store: GraphStore,
  graph: string,
  target: string,
  options: ExportPackageOptions,
): Promise<void> {
  const { document, records } = await withSnapshot(store, async (snapshot) => ({
    document: await DocumentBytes.ofStream(exportOf(snapshot, graph, options), Infinity, graph),
    records: await loadRecords(snapshot, { graph }),
  }));
  const [record] = records;
  const name =
    record !== undefined && isDescriptorId(record.descriptor) ? lastSegment(record.descriptor) : METADATA_FILE_NAME;
  const payload: CratePackage[] = [];
  const twice: string[] = [];
  const onTwice = (path: string) => void twice.push(path);
  try {
    if (options.withPayload === true) await openSources(payload, graph, records, options);
    const alias = options.jsonldAlias;
    await writePackage(target, { name, document, payload, onTwice, alias });
  } finally {
    await Promise.all(payload.map((source) => source.close()));
  }
  for (const detail of twice) options.onNote?.({ kind: 'payload-twice', detail });
}

/**
 * Opens the packages that a graph was loaded from, in load order; those without files are named.
 * @throws CrateError ERR_UNSUPPORTED when none has files, and as `openPackage`
 */
async function openSources(
  opened: CratePackage[],
  graph: string,
  records: readonly LoadRecord[],
  { packages, onNote }: ExportPackageOptions,
): Promise<void> {
  const without: string[] = [];
  for (const { source } of records) {
    const found = source === '-' ? undefined : await openPackage(source, packages);
    if (found?.container === undefined) without.push(source);
    else opened.push(found);
  }
  if (opened.length === 0)
    throw new CrateError('ERR_UNSUPPORTED', `<${graph}> was not loaded from a package with files`, {
      hint: 'export it without --with-payload',
    });
  for (const detail of without) onNote?.({ kind: 'payload-none', detail });
}
