import { METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import type { Report } from '../../crate/read/report.js';
import type { CrateError } from '../../base/errors.js';
import { describedFiles, differencesOf, type DescribedFile } from '../../package/described-files.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import {
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../package/open/open-crate.js';
import type { CratePackage, PackageFile } from '../../package/crate-package.js';
import { looseKey } from '../../package/container/entry-names.js';
import { idOfPath, literalPathOfId, portabilityProblem } from '../../package/file-ids.js';
import { isToolFile } from '../../package/tool-files.js';

/** A file as the crate describes it, compared with the file that exists. */
export interface InventoryItem {
  /** `@id` of the entity; undefined for a file without one. */
  readonly id: string | undefined;
  /** Path of the file relative to the crate root; undefined for a file elsewhere. */
  readonly path: string | undefined;
  readonly status: 'ok' | 'missing' | 'undescribed' | 'in-folder' | 'differs' | 'elsewhere' | 'refused';
  readonly size?: number;
  /** What differs: size, checksum or the spelling of the name; or why the name does not work on other systems. */
  readonly problems: readonly string[];
}

/** How to take an inventory. */
export interface InventoryOptions extends OpenCrateOptions {
  /** Compare `sha256` too, which reads the files. Default true. */
  readonly checksums?: boolean | undefined;
  /** Receives the repairs and warnings of the crate. */
  readonly onReport?: ((report: Report) => void) | undefined;
}

/**
 * Compares the data entities of a crate with its files: which described files exist, which files are not described,
 * and which sizes and checksums (`contentSize`, `sha256`) differ. A name that only differs in case, Unicode
 * normalisation or separators is matched and reported; one that cannot be unpacked safely is `refused`. Folders of
 * version control (`.git`) are left out unless the crate describes what is in them.
 * @param crate a folder, archive or bag
 * @example
 * for (const { path, status, problems } of await takeInventory('data/crates/rainfall-survey'))
 *   console.log(status, path, problems.join('; '));
 * @throws CrateError as `openCrateDocument`, ERR_UNSUPPORTED for a document without files
 */
export async function takeInventory(crate: CrateArgument, options: InventoryOptions = {}): Promise<InventoryItem[]> {
  return withPackage(
    crate,
    async (found) => {
      found.requireContainer();
      return inventoryOf(found, await openPackageDocument(found, options), options);
    },
    packagesWithSignal(options),
  );
}

/**
 * As {@link takeInventory}, for an open package and any description of it.
 * @throws CrateError ERR_UNSUPPORTED for a package without files
 */
export async function inventoryOf(
  found: CratePackage,
  document: CrateDocument,
  options: InventoryOptions,
): Promise<InventoryItem[]> {
  const container = found.requireContainer();
  const { randomAccess } = container;
  if (options.strict === true) await document.check();
  const items: InventoryItem[] = [];
  const paths = new Set<string>();
  const refused = new Map<string, string>();
  const refuse = (path: string, { details, message }: CrateError) => {
    const problem = details['problem'];
    refused.set(path, typeof problem === 'string' ? problem : message);
    paths.add(path);
  };
  const files: PackageFile[] = [];
  for await (const file of found.files(refuse)) {
    paths.add(file.path);
    if (randomAccess) files.push(file);
  }
  const described = new UnmatchedFiles(describedFiles(document, paths), paths);
  for (const [path, problem] of refused) {
    const id = described.take(path)?.id;
    if (id !== undefined || !isToolFile(path)) items.push({ id, path, status: 'refused', problems: [problem] });
  }
  const folders = new Set<string>();
  const addFolders = (path: string) => {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) folders.add(path.slice(0, end + 1));
  };
  if (randomAccess)
    // also the folders without files
    for await (const { path, type } of container.entries())
      if (type === 'folder' && path.startsWith(found.root)) addFolders(path.slice(found.root.length));
  for await (const file of randomAccess ? files : found.files(() => undefined)) {
    addFolders(file.path);
    if (isOwn(file.path, found)) continue;
    const item = await itemOf(file, described, options.checksums !== false);
    if (item.id !== undefined || !isToolFile(file.path)) items.push(item);
  }
  options.onReport?.(document.report);
  return [...described.rest(folders), ...items].sort((a, b) =>
    (a.path ?? a.id ?? '') < (b.path ?? b.id ?? '') ? -1 : 1,
  );
}

/** Whether a file is the metadata file, one of its aliases or the preview, which need no description. */
function isOwn(path: string, { metadata }: CratePackage): boolean {
  return (
    path === metadata.name ||
    (METADATA_FILE_NAMES as readonly string[]).includes(path) ||
    /^(?:ro-)?crate-preview(?:\.html$|_files\/)/.test(path)
  );
}

async function itemOf(file: PackageFile, described: UnmatchedFiles, checksums: boolean): Promise<InventoryItem> {
  const problems = [portabilityProblem(file.path)].filter((problem) => problem !== undefined);
  const entity = described.take(file.path);
  if (entity === undefined) {
    const status = described.isInFolder(file.path) ? 'in-folder' : 'undescribed';
    return { id: undefined, path: file.path, status, size: file.size, problems };
  }
  const differences = await differencesOf(entity, file, checksums);
  if (entity.path !== file.path || literalPathOfId(entity.id) === file.path)
    differences.unshift(`described as ${entity.id}, the file is ${idOfPath(file.path)}`);
  return {
    id: entity.id,
    path: file.path,
    status: differences.length === 0 ? 'ok' : 'differs',
    size: file.size,
    problems: [...differences, ...problems],
  };
}

/** Described files for which no file has been found yet. */
class UnmatchedFiles {
  readonly #exact = new Map<string, DescribedFile>();
  readonly #loose = new Map<string, DescribedFile>();
  readonly #folders: string[] = [];
  readonly #left = new Set<DescribedFile>();

  /** @param paths of all files: an entity whose exact name exists does not match another spelling */
  constructor(files: readonly DescribedFile[], paths: ReadonlySet<string>) {
    for (const file of files) {
      this.#left.add(file);
      if (file.path === undefined) continue;
      if (file.folder) this.#folders.push(file.path);
      this.#exact.set(file.path, file);
      if (!paths.has(file.path) && !this.#loose.has(looseKey(file.path))) this.#loose.set(looseKey(file.path), file);
    }
  }

  /** Takes the entity of a file; an exact name wins over one that differs in case or normalisation. */
  take(path: string): DescribedFile | undefined {
    const found = this.#exact.get(path) ?? this.#loose.get(looseKey(path));
    if (found !== undefined) this.#left.delete(found);
    return found;
  }

  isInFolder(path: string): boolean {
    return this.#folders.some((folder) => path.startsWith(folder) || looseKey(path).startsWith(looseKey(folder)));
  }

  /** The described files that were not found. @param folders all folders of the crate */
  *rest(folders: ReadonlySet<string>): Generator<InventoryItem> {
    const loose = new Set([...folders].map(looseKey));
    for (const { id, path, folder, problem } of this.#left) {
      if (problem !== undefined) yield { id, path, status: 'refused', problems: [problem] };
      else if (path === undefined) yield { id, path, status: 'elsewhere', problems: [] };
      else if (folder && (folders.has(path) || loose.has(looseKey(path))))
        yield { id, path, status: 'ok', problems: [] };
      else yield { id, path, status: 'missing', problems: [] };
    }
  }
}
