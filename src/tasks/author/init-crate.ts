import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { JSONLD } from '../../base/rdf/syntaxes.js';
import type { BuildOptions } from '../../crate/entities/build-crate.js';
import type { Crate } from '../../crate/entities/crate.js';
import { localDay } from '../../crate/iso-date.js';
import { METADATA_FILE_NAME, METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { unreadable } from '../../base/disk/read-file.js';
import { replaceFile } from '../../base/disk/write-file.js';
import { CrateError } from '../../base/errors.js';
import { SCHEMA } from '../../base/rdf/vocabulary.js';
import {
  readTree,
  NOT_INCLUDED,
  type FolderTree,
  type FoundEntry,
  type LeftOut,
  type TreeOptions,
} from './folder-tree.js';
import { addAuthor, licenseEntity } from './fact-entities.js';
import type { Facts } from './fact-files.js';
import { namedLicense } from './license-iri.js';
import { newCrate } from './local-crate.js';
import type { StatedFacts, TakenFact } from './stated-facts.js';

/** RO-Crate demands a licence, which only a person can choose: the crate says so. */
const UNSTATED = {
  '@id': '#license',
  '@type': 'CreativeWork',
  name: 'No licence stated',
  description: 'No licence has been stated yet: ask before you use these data.',
};

/** How to describe a folder. */
export interface DescribeOptions extends Omit<TreeOptions, 'onFile'> {
  /** Default: what a file such as CITATION.cff says, or the name of the folder. */
  readonly name?: string | undefined;
  /** Default: how many files and folders there are. */
  readonly description?: string | undefined;
  /**
   * IRI or SPDX identifier. Default: an entity that says that none has been stated, because
   * RO-Crate demands a licence.
   */
  readonly license?: string | undefined;
  /** Authors; their `id` is an ORCID or another IRI. */
  readonly authors?: readonly { readonly name: string; readonly id?: string | undefined }[] | undefined;
  /** Default: today, on the calendar of this machine. */
  readonly datePublished?: string | undefined;
  /** Version of RO-Crate. Default 1.2. */
  readonly version?: BuildOptions['version'];
  /** State the SHA-256 of each file, which reads all of them. Default true. */
  readonly checksums?: boolean | undefined;
  /** Is called for each file: how many are done, of how many if that is known, and its path. */
  readonly onProgress?: ((done: number, total: number | undefined, path: string) => void) | undefined;
}

/** A folder as a crate that is not written yet. */
export interface DescribedFolder {
  readonly crate: Crate;
  readonly files: number;
  readonly folders: number;
  /** Crates in the folder, which describe themselves. */
  readonly crates: number;
  /** Bytes of all files. */
  readonly size: number;
  /** What the crate does not describe. */
  readonly leftOut: readonly LeftOut[];
  /** What files of the folder say about it, where no option does. */
  readonly taken: readonly TakenFact[];
  /** What files say and what cannot be used, in words. */
  readonly problems: readonly string[];
  /** What only a person can say, and is still missing. */
  readonly unsaid: readonly ('description' | 'license' | 'author')[];
  /** Languages of scripts and workflows, where no file states the version that was used. */
  readonly unversioned: readonly string[];
}

/**
 * Describes a folder and what is in it, and writes nothing. Left out are hidden files, what git ignores, caches, build
 * folders, and links out of the folder.
 * @example
 * const { crate, files } = await describeFolder('data/gallery/shore-photographs', { license: 'CC-BY-4.0' });
 * console.log(files, crate.toString());
 * @throws CrateError ERR_NOT_FOUND for what cannot be read, ERR_USAGE
 */
export async function describeFolder(folder: string, options: DescribeOptions = {}): Promise<DescribedFolder> {
  const { description, checksums = true, onProgress } = options;
  await requireFolder(folder);
  const chosen = options.license === undefined ? undefined : namedLicense(options.license);
  const crate = await crateOf(folder, chosen?.iri, options);
  const onFile = checksums ? undefined : (count: number, path: string) => onProgress?.(count, undefined, path);
  const { found, leftOut } = await readTree(folder, { ...options, onFile });
  const { facts, taken, problems } = await factsOf(folder, options, { found, leftOut });
  const license = chosen ?? (facts.license === undefined ? undefined : namedLicense(facts.license));
  crate.add(license === undefined ? UNSTATED : licenseEntity(license));
  const counted = countsOf(found);
  crate.root.set({
    ...(facts.name !== undefined && { name: facts.name }),
    ...(description === undefined && { description: facts.description ?? summaryOf(counted) }),
    ...(license !== undefined && { license: { '@id': license.iri } }),
    ...(facts.version !== undefined && { version: facts.version }),
  });
  const troubles = (facts.authors ?? []).map((author) => addAuthor(crate, author)).filter((one) => one !== undefined);
  if (checksums) crate.addTerm('sha256', { iri: `${SCHEMA}sha256` });
  const files = await describeEntries(crate, folder, { found, checksums, onProgress });
  const said = {
    description: description ?? facts.description,
    license,
    author: options.authors?.[0] ?? facts.authors,
  };
  const unsaid = (['description', 'license', 'author'] as const).filter((one) => said[one] === undefined);
  const allProblems = [...problems, ...troubles, ...files.problems];
  return { crate, ...counted, leftOut, taken, problems: allProblems, unsaid, unversioned: files.unversioned };
}

/** What to describe, and how. */
export interface Entries extends Pick<DescribeOptions, 'checksums' | 'onProgress'> {
  readonly found: readonly FoundEntry[];
}

/** Describes files and folders in a crate. @returns what is not known about them */
export async function describeEntries(
  crate: Crate,
  folder: string,
  { found, checksums = true, onProgress }: Entries,
): Promise<Pick<DescribedFolder, 'problems' | 'unversioned'>> {
  const { FileDescriber } = await import('./describe-file.js'); // with the parsers of code, as `factsOf`
  const files = new FileDescriber(crate, folder, found, checksums);
  const total = found.filter(({ type }) => type === 'file').length;
  let done = 0;
  for (const entry of found) {
    if (entry.type === 'file') {
      await files.add(entry);
      if (checksums) onProgress?.((done += 1), total, entry.path);
    } else addFolder(crate, entry);
  }
  return files;
}

/** A crate with a root that says what the options say; properties have the place in which they are written. */
async function crateOf(folder: string, license: string | undefined, options: DescribeOptions): Promise<Crate> {
  const crate = await newCrate(
    {
      name: options.name ?? (basename(resolve(folder)) || 'Root folder'),
      description: options.description ?? summaryOf({ files: 0, folders: 0, crates: 0 }),
      datePublished: options.datePublished ?? localDay(),
      license: { '@id': license ?? UNSTATED['@id'] },
    },
    { version: options.version },
  );
  for (const { name, id } of options.authors ?? []) crate.root.add({ author: crate.addPerson({ name, '@id': id }) });
  return crate;
}

/** What the files of the folder say, as far as the options do not. Files that are left out are not asked. */
async function factsOf(
  folder: string,
  options: DescribeOptions,
  { found, leftOut }: Pick<FolderTree, 'found' | 'leftOut'>,
): Promise<StatedFacts> {
  const { statedFacts } = await import('./stated-facts.js'); // with parsers of YAML and TOML
  const asked = [
    ...found.filter(({ type }) => type === 'file'),
    ...leftOut.filter(({ why }) => why === NOT_INCLUDED), // it is there, and describes the folder
  ];
  const names = asked.map(({ path }) => path).filter((path) => !path.includes('/'));
  const said = new Set<keyof Facts>();
  for (const one of ['name', 'description', 'license', 'authors'] as const)
    if (options[one] !== undefined) said.add(one);
  return statedFacts(folder, names, said);
}

/** How to write the metadata file of a folder. */
export interface InitOptions extends DescribeOptions {
  /** Replace the metadata file of the folder. Default false. */
  readonly force?: boolean | undefined;
}

/**
 * Makes a crate of a folder: describes it as {@link describeFolder} does, and writes its metadata file.
 * @example
 * import { cp } from 'node:fs/promises';
 * await cp('data/gallery/shore-photographs', 'photographs', { recursive: true });
 * const { files, unsaid } = await initCrate('photographs', { license: 'CC-BY-4.0', force: true });
 * console.log(files, 'files; not said:', unsaid.join());
 * @throws CrateError ERR_OUTPUT if there is a metadata file, ERR_NOT_FOUND, ERR_USAGE
 */
export async function initCrate(folder: string, options: InitOptions = {}): Promise<DescribedFolder> {
  await requireNew(folder, options.force);
  const described = await describeFolder(folder, options);
  await replaceFile(join(folder, METADATA_FILE_NAME), described.crate.chunks());
  return described;
}

/** Refuses a folder that is a crate already. @throws CrateError ERR_OUTPUT, ERR_NOT_FOUND */
async function requireNew(folder: string, force = false): Promise<void> {
  await requireFolder(folder);
  for (const name of METADATA_FILE_NAMES) {
    const place = join(folder, name);
    const exists = await stat(place).then(
      () => true,
      () => false,
    );
    const isReplaceable = name === METADATA_FILE_NAME;
    if (exists && !(isReplaceable && force))
      throw new CrateError('ERR_OUTPUT', `${place} exists: the folder is a crate already; nothing was written`, {
        hint: isReplaceable ? 'add --force to replace the metadata file' : 'remove or rename that file first',
        details: { file: place },
      });
  }
}

/** @throws CrateError ERR_NOT_FOUND, ERR_USAGE */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  if (!found.isDirectory())
    throw new CrateError('ERR_USAGE', `${folder} is not a folder`, { hint: 'give the folder that contains the files' });
}

/** A crate in the crate is a folder that conforms to RO-Crate, and its metadata file says more about it. */
function addFolder(crate: Crate, { path, metadata }: FoundEntry): void {
  const folder = crate.addFolder(`./${path}`, { name: path.slice(path.lastIndexOf('/', path.length - 2) + 1, -1) });
  if (metadata === undefined) return;
  const subjectOf = crate.add({
    '@id': `${folder.id}${metadata}`,
    '@type': 'CreativeWork',
    name: `Metadata of ${path}`,
    encodingFormat: JSONLD.mediaType,
  });
  folder.set({ conformsTo: { '@id': 'https://w3id.org/ro/crate' }, subjectOf });
}

function countsOf(found: readonly FoundEntry[]): Pick<DescribedFolder, 'files' | 'folders' | 'crates' | 'size'> {
  const counts = { file: 0, folder: 0, crate: 0 };
  let size = 0;
  for (const entry of found) {
    counts[entry.type] += 1;
    size += entry.size;
  }
  return { files: counts.file, folders: counts.folder, crates: counts.crate, size };
}

/** What can be said of a folder without knowing what it is about. */
function summaryOf({ files, folders, crates }: Pick<DescribedFolder, 'files' | 'folders' | 'crates'>): string {
  const counted = [
    files === 1 ? '1 file' : `${files} files`,
    ...(folders === 0 ? [] : [folders === 1 ? '1 folder' : `${folders} folders`]),
    ...(crates === 0 ? [] : [crates === 1 ? '1 crate' : `${crates} crates`]),
  ];
  return `A folder with ${counted.join(' and ')}.`;
}
