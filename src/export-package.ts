import { loadRecords } from './catalogue.js';
import { isDescriptorId, METADATA_FILE_NAME } from './crate/names.js';
import { lastSegment } from './crate/iri.js';
import { CrateError } from './errors.js';
import { exportChunks, type ExportOptions } from './export.js';
import type { CratePackage } from './package/crate-package.js';
import { openPackage } from './package/open.js';
import type { PackageOptions } from './package/settings.js';
import { writePackage } from './package/write/package.js';
import type { GraphStore } from './store/port.js';

/** How to write a crate out of a store as a package. */
export interface ExportPackageOptions extends ExportOptions {
  /** Copy the data files of the package that the crate was loaded from. Default: files at the target stay. */
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
  const document: Uint8Array[] = [];
  for await (const chunk of exportChunks(store, graph, options)) document.push(chunk);
  const [record] = await loadRecords(store, { graph });
  const name =
    record !== undefined && isDescriptorId(record.descriptor) ? lastSegment(record.descriptor) : METADATA_FILE_NAME;
  const payload = options.withPayload === true ? await sourceOf(graph, record?.source, options.packages) : undefined;
  try {
    await writePackage(target, { name, document: Buffer.concat(document), payload, alias: options.jsonldAlias });
  } finally {
    await payload?.close();
  }
}

async function sourceOf(
  graph: string,
  source: string | undefined,
  packages: PackageOptions | undefined,
): Promise<CratePackage> {
  if (source !== undefined && source !== '-') return openPackage(source, packages);
  throw new CrateError('ERR_UNSUPPORTED', `<${graph}> was not loaded from a package with files`, {
    hint: 'export it without --with-payload',
  });
}
