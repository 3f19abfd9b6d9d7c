import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFolder, isMisread } from '../../../base/disk/read-file.js';
import { CrateError } from '../../../base/errors.js';
import { isMetadataFileName, METADATA_FILE_NAMES } from '../../../crate/metadata-names.js';
import { locationArcp } from '../../../package/open/open-url.js';
import { isSearched } from '../../../package/open/passed-over.js';
import { isWebAddress } from '../../../package/package-options.js';
import type { CatalogueItem, SourceKind } from '../catalogue.js';
import { invalidCatalogue } from '../source-document.js';
import { runGit, type ReadRepository } from './run-git.js';

/**
 * A Git repository, bare or with a work tree, as a commit has it: HEAD, or what comes after a `#` (gitrevisions(7)). It
 * has the crates that a folder tree has; archives are not looked for. What `git ls-tree -r -z` lists names the blob of
 * each metadata file, which is its version and is read as it is, not from the work tree.
 *
 * The source of a crate is `<path>#<path in it>`, or `<path>#<ref>:<path in it>` if the user names a ref. Its base is
 * made from that, so that it stays when the content changes, and another clone has others. A submodule, a link in place
 * of a metadata file and a pointer of Git LFS become items that fail: their content is not in the repository.
 */
export const GIT_REPOSITORY: SourceKind = {
  name: 'git',
  meaning: 'a Git repository, or path#ref of one',
  isOwn: async (place) => !isWebAddress(place) && isBare(placeOf(place).folder),
  async list(place, { signal }) {
    if (isWebAddress(place))
      throw invalidCatalogue(place, 'a Git repository is read on this machine', {
        hint: `clone it first: git clone --bare ${place}`,
      });
    const { folder, ref } = placeOf(place);
    if (!(await isFolder(folder))) throw new CrateError('ERR_NOT_FOUND', `${folder} is not a folder`);
    const repository = { folder: await realpath(folder), name: place, signal };
    const commit = await commitOf(repository, ref ?? 'HEAD');
    const prefix = ref === undefined ? `${folder}#` : `${folder}#${ref}:`;
    return {
      items: cratesOf(repository, commit, prefix),
      isComplete: true,
      open: async (item) => contentOf(repository, item),
    };
  },
};

/** A folder may have a `#` in its name. */
function placeOf(place: string): { folder: string; ref: string | undefined } {
  const at = place.lastIndexOf('#');
  if (at === -1 || existsSync(place)) return { folder: place, ref: undefined };
  return { folder: place.slice(0, at), ref: place.slice(at + 1) };
}

/** Whether a folder has what `git` needs to see a repository (gitrepository-layout(5)). */
function isBare(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)));
}

async function commitOf(repository: ReadRepository, ref: string): Promise<string> {
  // It would be an option.
  if (ref === '' || ref.startsWith('-'))
    throw invalidCatalogue(repository.name, `${JSON.stringify(ref)} is no name of a commit`);
  const found: Buffer[] = [];
  for await (const chunk of runGit(repository, ['rev-parse', '--verify', `${ref}^{commit}`])) found.push(chunk);
  return Buffer.concat(found).toString('latin1').trim();
}

/** What a tree has at a path that matters: a metadata file or a submodule. */
interface TreeEntry {
  readonly path: string;
  /** What its object is called, after a word for what is no blob of a file. */
  readonly version: string;
}

async function* cratesOf(repository: ReadRepository, commit: string, prefix: string): AsyncGenerator<CatalogueItem> {
  for (const { path, version } of outermost(await entriesOf(repository, commit))) {
    const source = prefix + path;
    yield { source, version, base: locationArcp(pathToFileURL(source)) };
  }
}

/** The metadata files and submodules of a commit. */
async function entriesOf(repository: ReadRepository, commit: string): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  for await (const line of linesOf(runGit(repository, ['ls-tree', '-r', '-z', '--full-tree', commit]))) {
    const [, mode = '', id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (id === undefined || path === undefined)
      throw invalidCatalogue(repository.name, `git lists ${JSON.stringify(line)}, which is no entry of a tree`);
    const isSubmodule = mode === SUBMODULE;
    if (!isSubmodule && (!isMetadataFileName(basename(path)) || basename(path).startsWith('._'))) continue;
    if (!dirname(path).split('/').every(isSearched)) continue;
    if (isMisread(path))
      throw invalidCatalogue(repository.name, `${JSON.stringify(path)} is not UTF-8`, {
        hint: 'rename it in the repository',
      });
    entries.push({ path, version: isSubmodule ? `submodule ${id}` : mode === LINK ? `link ${id}` : id });
  }
  return entries;
}

const SUBMODULE = '160000';
const LINK = '120000';

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0, from)) {
      yield rest.toString('utf8', from, end);
      from = end + 1;
    }
    rest = rest.subarray(from);
  }
}

/** The crates that are in no other crate: as in a folder tree, files inside a crate are its payload. */
function* outermost(entries: readonly TreeEntry[]): Generator<TreeEntry> {
  const attached = new Map<string, number>();
  for (const { path } of entries) {
    const rank = rankOf(path);
    if (rank !== -1) attached.set(dirname(path), Math.min(rank, attached.get(dirname(path)) ?? rank));
  }
  for (const entry of entries) {
    const folder = dirname(entry.path);
    const best = attached.get(folder);
    const isFirst = best === undefined || best === rankOf(entry.path);
    if (isFirst && !foldersAbove(folder).some((above) => attached.has(above))) yield entry;
  }
}

function rankOf(path: string): number {
  return (METADATA_FILE_NAMES as readonly string[]).indexOf(basename(path));
}

function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let at = folder; at !== '.'; above.push(at)) at = dirname(at);
  return above;
}

/** A pointer of Git LFS begins so (git-lfs, docs/spec.md). */
const LFS_POINTER = Buffer.from('version https://git-lfs.github.com/spec/');

async function contentOf(repository: ReadRepository, { source, version = '' }: CatalogueItem) {
  if (version.startsWith('submodule '))
    throw notInRepository(source, 'a submodule, whose content is in another repository', 'sync that repository too');
  if (version.startsWith('link '))
    throw notInRepository(source, 'a symbolic link', 'sync the work tree with --as folder');
  return withoutPointers(runGit(repository, ['cat-file', 'blob', version]), source);
}

async function* withoutPointers(chunks: AsyncIterable<Buffer>, source: string): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk.subarray(0, LFS_POINTER.length).equals(LFS_POINTER))
      throw notInRepository(
        source,
        'a pointer of Git LFS',
        'sync a work tree that has the file (git lfs pull) with --as folder',
      );
    isFirst = false;
    yield chunk;
  }
}

function notInRepository(source: string, what: string, hint: string): CrateError {
  return new CrateError('ERR_NOT_A_CRATE', `${source}: it is ${what}`, { hint });
}
