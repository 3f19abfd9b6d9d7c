import { createHash, type Hash } from 'node:crypto';
import { CrateError } from '../errors.js';
import { arcpOfUuid } from '../crate/base.js';
import type { Container, ContainerEntry } from './container/container.js';
import { collect } from './limits.js';

/** Tag files and manifests together are lines of text: a million of them fit. */
const TAG_BYTES = 300_000_000;
/** Algorithms of manifests (RFC 8493 section 2.4), the strongest first. */
const ALGORITHMS = ['sha512', 'sha384', 'sha256', 'sha224', 'sha1', 'md5'];

/** What the tag files of a BagIt bag say (RFC 8493). */
export interface Bag {
  /** Folder of the bag in its container, with a last `/`; empty for the top. */
  readonly folder: string;
  /** `arcp://uuid,U/` when an `External-Identifier` is a `urn:uuid:`. */
  readonly arcp: string | undefined;
  /** Name of the digest of {@link manifest}. */
  readonly algorithm: string;
  /** Hexadecimal digests by path below the bag. */
  readonly manifest: ReadonlyMap<string, string>;
  /** Payload files that `fetch.txt` leaves to be retrieved: they may be absent. */
  readonly remote: ReadonlySet<string>;
}

/**
 * Reads the tag files of a bag; of several manifests the strongest counts.
 * @throws CrateError ERR_BAG_INVALID without a payload manifest that we can check
 */
export async function readBag(container: Container, folder: string): Promise<Bag> {
  const tags = new Map<string, string>();
  for await (const entry of container.entries()) {
    if (entry.type !== 'file' || !entry.path.startsWith(folder)) continue;
    const name = entry.path.slice(folder.length);
    if (/^(?:bagit|bag-info|fetch|manifest-[a-z0-9]+)\.txt$/.test(name))
      tags.set(name, await text(entry, container.name));
  }
  const algorithm = ALGORITHMS.find((one) => tags.has(`manifest-${one}.txt`));
  if (algorithm === undefined)
    throw new CrateError(
      'ERR_BAG_INVALID',
      `${container.name}: the bag has no payload manifest (manifest-<algorithm>.txt)`,
    );
  if (!/^BagIt-Version:\s*\d+\.\d+/m.test(tags.get('bagit.txt') ?? ''))
    throw new CrateError('ERR_BAG_INVALID', `${container.name}: bagit.txt names no version`);
  return {
    folder,
    arcp: identifiers(tags.get('bag-info.txt') ?? '')
      .map(arcpOfUuid)
      .find(Boolean),
    algorithm,
    manifest: parseManifest(
      tags.get(`manifest-${algorithm}.txt`) as string,
      `${container.name}: manifest-${algorithm}.txt`,
    ),
    remote: new Set(lines(tags.get('fetch.txt') ?? '').map((line) => decodePath(line.replace(/^\S+\s+\S+\s+/, '')))),
  };
}

/**
 * Checks bytes against the manifest while they pass.
 * @param path below the bag
 * @throws CrateError (at the end of the stream) ERR_CHECKSUM; ERR_BAG_INVALID for a payload file in no manifest
 */
export async function* checked(
  bag: Bag,
  path: string,
  content: AsyncIterable<Uint8Array>,
  container: string,
): AsyncGenerator<Uint8Array> {
  const expected =
    bag.manifest.get(path) ?? bag.manifest.get(path.normalize('NFC')) ?? bag.manifest.get(path.normalize('NFD'));
  if (expected === undefined && path.startsWith('data/'))
    throw new CrateError('ERR_BAG_INVALID', `${container}: ${path} is in no manifest`, { details: { entry: path } });
  const hash: Hash = createHash(bag.algorithm);
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (expected !== undefined && hash.digest('hex') !== expected) throw checksumError(container, path, bag.algorithm);
}

/** The error for content that is not what its checksum says. */
export function checksumError(container: string, path: string, algorithm: string): CrateError {
  return new CrateError('ERR_CHECKSUM', `${container}: ${path} does not match its ${algorithm} checksum`, {
    details: { entry: path, algorithm },
  });
}

/**
 * Checks all payload files of a bag against the manifest, and that all are there.
 * @throws CrateError ERR_CHECKSUM, ERR_BAG_INVALID
 */
export async function verifyBag(container: Container, bag: Bag): Promise<void> {
  const missing = new Map([...bag.manifest.keys()].map((path) => [path.normalize('NFC'), path]));
  for await (const entry of container.entries()) {
    if (entry.type !== 'file' || !entry.path.startsWith(`${bag.folder}data/`)) continue;
    const path = entry.path.slice(bag.folder.length);
    for await (const _ of checked(bag, path, entry.content(), container.name));
    missing.delete(path.normalize('NFC'));
  }
  for (const path of missing.values()) {
    if (bag.remote.has(path) || !path.startsWith('data/')) continue;
    throw new CrateError('ERR_BAG_INVALID', `${container.name}: ${path} is in the manifest and not in the bag`, {
      details: { entry: path },
    });
  }
}

async function text(entry: ContainerEntry, container: string): Promise<string> {
  return new TextDecoder('utf-8').decode(await collect(entry.content(), TAG_BYTES, `${container}: ${entry.path}`));
}

function lines(value: string): string[] {
  return value.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}

/** Values of `External-Identifier`; a line that starts with a blank continues the one before. */
function identifiers(info: string): string[] {
  const unfolded = info.replace(/(?:\r\n|\r|\n)[ \t]+/g, ' ');
  return lines(unfolded).flatMap((line) => /^External-Identifier\s*:\s*(.+?)\s*$/i.exec(line)?.[1] ?? []);
}

function parseManifest(value: string, name: string): Map<string, string> {
  const manifest = new Map<string, string>();
  for (const line of lines(value)) {
    const [, digest, path] = /^([0-9a-fA-F]+)[ \t]+\*?(.+)$/.exec(line) ?? [];
    if (digest === undefined || path === undefined)
      throw new CrateError('ERR_BAG_INVALID', `${name}: \`${line.slice(0, 80)}\` is no checksum with a path`);
    manifest.set(decodePath(path), digest.toLowerCase());
  }
  return manifest;
}

/** RFC 8493 section 2.1.3: CR, LF and % are percent-encoded, nothing else. Old writers put `./` in front. */
function decodePath(path: string): string {
  return path
    .replace(/^(?:\.\/)+/, '')
    .replaceAll('\\', '/')
    .replace(/%(0D|0A|25)/gi, (encoded) => decodeURIComponent(encoded));
}
