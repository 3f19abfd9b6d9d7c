import { readdir } from 'node:fs/promises';
import { loadRecords, type LoadRecord } from '../stored/load-records.js';
import { isDescriptorId, METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { noteOf } from '../../crate/read/report.js';
import { lastSegment } from '../../base/rdf/iri.js';
import { CrateError } from '../../base/errors.js';
import { exportOf, type ExportOptions } from './export-crate.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import type { CratePackage } from '../../package/crate-package.js';
import { untilAborted } from '../../package/abortable.js';
import { openPackage } from '../../package/open/open-package.js';
import type { PackageOptions } from '../../package/package-options.js';
import type { WrittenFiles } from '../../package/write/write-folder.js';
import { describedPaths, missingFiles, payloadAtHand, requirePayload } from './payload-at-hand.js';
import { writePackage } from './write-package.js';
import { hasContent } from '../../base/disk/existing-file.js';
import { isWritableArchiveName } from '../../package/container/archive-names.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import type { GraphStore } from '../../store/port.js';

/** How to export a crate as a package. */
export interface ExportPackageOptions extends ExportOptions {
  /**
   * `true`: copy the data files of every package that the crate was loaded from, also from the web; `false`:
   * none. Default: a target that has files keeps them, and a new one gets the files of the packages on this
   * machine, if they are unchanged.
   */
  readonly withPayload?: boolean | undefined;
  /** Put a symbolic link with the extension `.jsonld` next to the metadata file. */
  readonly jsonldAlias?: boolean | undefined;
  /** Replace files of a folder that differ; the metadata document is replaced in any case. Default: false. */
  readonly force?: boolean | undefined;
  /** How to read these packages. */
  readonly packages?: PackageOptions | undefined;
}

/**
 * Exports a graph of a store as a package: a folder, or a ZIP or `.eln` archive if the target has such a name. The
 * metadata file keeps its name. A data file of the folder that differs is replaced only with `force`.
 * A file that the crate describes and the package lacks is a note, `payload-missing`.
 * @returns the files that it wrote, and those that existed with the same content
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates/rainfall-survey');
 * for (const { graph } of await listCrates(store))
 *   await exportPackage(store, graph, 'rainfall-survey.zip', { withPayload: true });
 * @throws CrateError as `exportCrate`, ERR_OUTPUT, ERR_UNSUPPORTED if no source has files, ERR_NOT_FOUND if none has
 * those that the document describes, and as `openPackage`
 */
export async function exportPackage(
  store: GraphStore,
  graph: string,
  target: string,
  options: ExportPackageOptions = {},
): Promise<WrittenFiles> {
  return untilAborted(options.signal, () => writeExport(store, graph, target, options));
}

async function writeExport(
  store: GraphStore,
  graph: string,
  target: string,
  options: ExportPackageOptions,
): Promise<WrittenFiles> {
  const { document, records } = await withSnapshot(store, async (snapshot) => ({
    document: await DocumentBytes.ofStream(exportOf(snapshot, graph, options), Infinity, graph),
    records: await loadRecords(snapshot, { graph }),
  }));
  const [record] = records;
  const name =
    record !== undefined && isDescriptorId(record.descriptor) ? lastSegment(record.descriptor) : METADATA_FILE_NAME;
  const payload: CratePackage[] = [];
  const duplicates: string[] = [];
  const onDuplicate = (path: string) => void duplicates.push(path);
  try {
    const { jsonldAlias: alias, force, contexts } = options;
    const base = record?.base ?? (/\/$/.test(graph) ? graph : undefined);
    const described = await describedPaths(document, { base, contexts });
    if (options.withPayload === true) {
      await openSources(payload, graph, records, options);
      await requirePayload(graph, payload, described);
    } else if (options.withPayload === undefined && (await isNewPlace(target)))
      for (const one of await payloadAtHand(records, { signal: options.signal, ...options.packages }))
        payload.push(one);
    const written = await writePackage(target, { name, document, payload, onDuplicate, alias, force });
    for (const detail of duplicates) options.onNote?.(noteOf({ kind: 'payload-twice', detail }));
    const files = [...written.files, ...written.kept];
    for (const path of await missingFiles(target, described, files))
      options.onNote?.(noteOf({ kind: 'payload-missing', detail: path }));
    return written;
  } finally {
    await Promise.all(payload.map((source) => source.close()));
  }
}

/** Whether a target has no files that it keeps. */
async function isNewPlace(target: string): Promise<boolean> {
  if (isWritableArchiveName(target)) return !(await hasContent(target));
  return (await readdir(target).catch(() => [])).length === 0;
}

/**
 * Opens the packages that a graph was loaded from, in load order, with a note on each one without files.
 * @throws CrateError ERR_UNSUPPORTED if none has files, and as `openPackage`
 */
async function openSources(
  opened: CratePackage[],
  graph: string,
  records: readonly LoadRecord[],
  { packages, onNote, signal }: ExportPackageOptions,
): Promise<void> {
  const without: string[] = [];
  for (const { source } of records) {
    const found = source === '-' ? undefined : await openPackage(source, { signal, verify: 'all', ...packages });
    if (found?.container === undefined) without.push(source);
    else opened.push(found);
  }
  if (opened.length === 0)
    throw new CrateError('ERR_UNSUPPORTED', `<${graph}> was not loaded from a package with files`, {
      hint: 'export it without --with-files',
    });
  for (const detail of without) onNote?.(noteOf({ kind: 'payload-none', detail }));
}
