import { createHash, type Hash } from 'node:crypto';
import { CrateError } from '../../base/errors.js';
import { arcpOfUuid } from '../../crate/base.js';
import { abortable } from '../abortable.js';
import type { Container } from '../container/container.js';
import { readAll } from '../limits.js';
import { parseFetch, parseLabels, parseManifest } from './tag-files.js';

/** Limit of one tag file: a manifest of a million lines fits. */
const TAG_BYTES = 300_000_000;
/** Algorithms of manifests (RFC 8493 section 2.4), strongest first. */
const ALGORITHMS = ['sha512', 'sha384', 'sha256', 'sha224', 'sha1', 'md5'];

/** The content of the tag files of a BagIt bag (RFC 8493). */
export interface Bag {
  /** Folder of the bag in its container, with a final `/`; empty at the top. */
  readonly folder: string;
  /** `arcp://uuid,U/` if an `External-Identifier` is a `urn:uuid:`. */
  readonly arcp: string | undefined;
  /** Digest algorithm of {@link manifest}. */
  readonly algorithm: string;
  /** Hexadecimal digests by path in the bag. */
  readonly manifest: ReadonlyMap<string, string>;
  /** The same for the strongest tag manifest, if there is one: digests of files outside the payload. */
  readonly tags: { readonly algorithm: string; readonly manifest: ReadonlyMap<string, string> } | undefined;
  /** Payload files that `fetch.txt` lists: they may be missing. */
  readonly remote: ReadonlySet<string>;
  /** How the tag files differ from RFC 8493. */
  readonly warnings: readonly string[];
}

/**
 * Reads the tag files of a bag. Uses the strongest of several manifests, skips invalid lines with a warning, and checks
 * the tag files that it uses against the tag manifest.
 * @throws CrateError ERR_BAG_INVALID without a payload manifest of a known algorithm, or with two checksums
 * for one file; ERR_CHECKSUM
 */
export async function readBag(container: Container, folder: string): Promise<Bag> {
  const tags = await readTagFiles(container, folder);
  const warnings: string[] = [];
  const onWarning = (detail: string) => void warnings.push(detail);
  const textOf = (key: string) => {
    const { name = key, bytes } = tags.get(key) ?? {};
    const text = new TextDecoder('utf-8').decode(bytes);
    if (text.includes('\uFFFD')) onWarning(`${name}: not valid UTF-8`);
    return [text, name, onWarning] as const;
  };
  const strongest = (kind: string) => ALGORITHMS.find((one) => tags.has(`${kind}-${one}.txt`));
  const tagAlgorithm = strongest('tagmanifest');
  const tagManifest = tagAlgorithm && {
    algorithm: tagAlgorithm,
    manifest: parseManifest(...textOf(`tagmanifest-${tagAlgorithm}.txt`)),
  };
  if (tagManifest)
    for (const { name, bytes } of tags.values()) {
      const expected = tagManifest.manifest.get(name);
      if (expected !== undefined && createHash(tagManifest.algorithm).update(bytes).digest('hex') !== expected)
        throw checksumError(container.name, name, tagManifest.algorithm);
    }
  const algorithm = strongest('manifest');
  if (algorithm === undefined)
    throw new CrateError(
      'ERR_BAG_INVALID',
      `${container.name}: the bag has no payload manifest (manifest-<algorithm>.txt)`,
    );
  const [version = ''] = parseLabels(...textOf('bagit.txt')).get('bagit-version') ?? [];
  if (!/^\d+\.\d+$/.test(version)) onWarning('bagit.txt: no valid version, such as `BagIt-Version: 1.0`');
  const info = parseLabels(...textOf('bag-info.txt'));
  return {
    folder,
    arcp: info.get('external-identifier')?.map(arcpOfUuid).find(Boolean),
    algorithm,
    manifest: parseManifest(...textOf(`manifest-${algorithm}.txt`)),
    tags: tagManifest || undefined,
    remote: parseFetch(...textOf('fetch.txt')),
    warnings,
  };
}

/** What reading a bag gives that is to be judged later: the bag, or why it cannot be read. */
export interface FoundBag {
  readonly bag?: Bag | undefined;
  readonly bagError?: CrateError | undefined;
}

/** As {@link readBag}, with the error as a result. @throws CrateError that does not speak about the bag */
export async function tryBag(container: Container, folder: string): Promise<FoundBag> {
  try {
    return { bag: await readBag(container, folder) };
  } catch (error) {
    if (!(error instanceof CrateError) || !isBagError(error)) throw error;
    return { bagError: error };
  }
}

function isBagError({ code }: CrateError): boolean {
  return code === 'ERR_BAG_INVALID' || code === 'ERR_CHECKSUM';
}

interface TagFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads the tag files that we use, by their RFC 8493 names: real bags contain
 * `manifest-SHA1.txt`, `manifest-sha-256.txt`.
 */
async function readTagFiles(container: Container, folder: string): Promise<ReadonlyMap<string, TagFile>> {
  const tags = new Map<string, TagFile>();
  for await (const entry of container.entries()) {
    if (entry.type !== 'file' || !entry.path.startsWith(folder)) continue;
    const name = entry.path.slice(folder.length);
    if (!/^(?:bagit|bag-info|fetch|(?:tag)?manifest-[a-z0-9-]+)\.txt$/i.test(name)) continue;
    const bytes = await readAll(entry.content(), TAG_BYTES, `${container.name}: ${entry.path}`);
    const key = name.toLowerCase().replace(/(?<=manifest-.*)-/g, '');
    if (!tags.has(key) || key === name) tags.set(key, { name, bytes });
  }
  return tags;
}

/**
 * Passes the content of a file through and checks it against the manifest.
 * @param path path in the bag
 * @throws CrateError (at the end of the stream) ERR_CHECKSUM; ERR_BAG_INVALID if a payload file is not in a manifest
 */
export async function* verified(
  bag: Bag,
  path: string,
  content: AsyncIterable<Uint8Array>,
  container: string,
): AsyncGenerator<Uint8Array> {
  const names = [path, path.normalize('NFC'), path.normalize('NFD')];
  const { algorithm, manifest } = [bag, bag.tags].find((list) => names.some((name) => list?.manifest.has(name))) ?? bag;
  const expected = names.map((name) => manifest.get(name)).find((digest) => digest !== undefined);
  if (expected === undefined && path.startsWith('data/'))
    throw new CrateError('ERR_BAG_INVALID', `${container}: ${path} is not in manifest-${bag.algorithm}.txt`, {
      details: { entry: path },
    });
  const hash: Hash = createHash(algorithm);
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (expected !== undefined && hash.digest('hex') !== expected) throw checksumError(container, path, algorithm);
}

/** Makes the error for content that does not match its checksum. */
export function checksumError(container: string, path: string, algorithm: string): CrateError {
  return new CrateError('ERR_CHECKSUM', `${container}: ${path} does not match its ${algorithm} checksum`, {
    details: { entry: path, algorithm },
  });
}

/**
 * Checks that a bag is complete, and checks all payload files and all files of the tag manifest.
 * @throws CrateError ERR_CHECKSUM, ERR_BAG_INVALID
 */
export async function verifyBag(container: Container, bag: Bag, signal?: AbortSignal): Promise<void> {
  for await (const fault of bagFaults(container, bag, signal)) throw fault;
}

/** Yields what {@link verifyBag} finds, file by file. */
export async function* bagFaults(container: Container, bag: Bag, signal?: AbortSignal): AsyncGenerator<CrateError> {
  const missing = new Map([...bag.manifest.keys()].map((path) => [path.normalize('NFC'), path]));
  for await (const entry of container.entries()) {
    if (entry.type !== 'file' || !entry.path.startsWith(bag.folder)) continue;
    const path = entry.path.slice(bag.folder.length);
    if (!path.startsWith('data/') && bag.tags?.manifest.has(path) !== true) continue;
    missing.delete(path.normalize('NFC'));
    try {
      for await (const _ of abortable(verified(bag, path, entry.content(), container.name), signal));
    } catch (error) {
      if (!(error instanceof CrateError) || !isBagError(error)) throw error;
      yield error;
    }
  }
  for (const path of missing.values()) {
    if (bag.remote.has(path) || !path.startsWith('data/')) continue;
    const list = `manifest-${bag.algorithm}.txt`;
    yield new CrateError('ERR_BAG_INVALID', `${container.name}: ${path} is in ${list} but not in the bag`, {
      details: { entry: path },
    });
  }
}
