import { createHash, randomUUID } from 'node:crypto';
import { arcpOfDigest, parseBase, type CrateBase } from '../../../crate/base.js';
import { isDescriptorId, METADATA_FILE_NAME } from '../../../crate/metadata-names.js';
import { CrateError } from '../../../base/errors.js';
import { repairIri } from '../../../base/rdf/iri-repair.js';
import { climbsAboveTop, isAbsoluteIri, lastSegment, resolveIri } from '../../../base/rdf/iri.js';
import { idOfPath } from '../../../package/file-ids.js';
import type { Convertible } from '../open-convertible.js';
import type { Step } from '../plan.js';
import type { DetachOptions } from './detach-options.js';
import type { CrateIds, LocalId } from './local-ids.js';

/** Where something will be. */
export interface NewLocation {
  readonly iri: string;
  readonly step: Step;
  readonly why: string;
  readonly risk?: string | undefined;
}

/** The places that the options name, checked. */
export interface Places {
  /** The published metadata file, with its root; undefined if the crate is not published. */
  readonly published: CrateBase | undefined;
  /** Why it counts as published. */
  readonly publishedBy: string;
  readonly filesUrl: string | undefined;
  /** arcp root for folders that cannot be browsed. */
  readonly arcp: string;
}

/** Checks the options for places. @throws CrateError ERR_BASE_IRI_INVALID, ERR_USAGE */
export function placesOf({ document, found, sha256 }: Convertible, options: DetachOptions): Places {
  const { base, root } = document;
  const isOnWeb = base.reason === 'url' && found.kindOf(document) === 'attached';
  const address = options.published ?? (isOnWeb ? base.iri : undefined);
  const name = isDescriptorId(root.descriptor) ? lastSegment(root.descriptor) : METADATA_FILE_NAME;
  return {
    published: address === undefined ? undefined : publishedBase(address, name),
    publishedBy: options.published === undefined ? 'the crate was read from there' : 'given as published there',
    filesUrl: options.filesUrl === undefined ? undefined : checkFilesUrl(options.filesUrl),
    arcp: base.root.startsWith('arcp:') ? base.root : arcpOfDigest(Buffer.from(sha256, 'hex')),
  };
}

/**
 * The base of a published crate: the address of its metadata file.
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_USAGE
 */
function publishedBase(address: string, name: string): CrateBase {
  const base = parseBase(address);
  refuseCredentials(base.iri, 'published');
  if (!/^https?:/i.test(address))
    throw new CrateError('ERR_USAGE', `${address} is not an http or https address`, {
      hint: 'give the address where the crate is published, as in https://example.org/my-crate/',
    });
  return base.iri.endsWith('/') ? { ...base, iri: base.iri + name } : base;
}

function checkFilesUrl(address: string): string {
  const { iri, root } = parseBase(address);
  refuseCredentials(iri, 'files');
  if (iri === root) return iri;
  throw new CrateError('ERR_USAGE', `${address} does not end in /`, { hint: 'give the address of a folder' });
}

/** Checks that no user name or password gets into a document that everyone may read. @throws CrateError ERR_USAGE */
function refuseCredentials(address: string, option: string): void {
  if (!/^[^:]+:\/\/[^/]*@/.test(address)) return;
  throw new CrateError('ERR_USAGE', `--${option} has a user name or password, which would be in the new document`, {
    hint: 'give the address without what stands before @',
  });
}

/**
 * Decides where the things of a crate will be: the map wins over the address of files, that over the published crate.
 */
export class NewLocations {
  readonly #places: Places;
  readonly #options: DetachOptions;
  readonly #mapped: ReadonlyMap<string, string>;
  readonly #mappedPaths: ReadonlyMap<string, string>;
  /** New locations that a change has. */
  readonly #used = new Set<string>();
  /** Folders with a file that the map moves. */
  readonly #disturbed = new Set<string>();

  /**
   * @param paths of the files at hand
   * @throws CrateError ERR_USAGE for an entry of the map that fits nothing, or twice
   */
  constructor(places: Places, options: DetachOptions, ids: CrateIds, paths: ReadonlySet<string>) {
    this.#places = places;
    this.#options = options;
    [this.#mapped, this.#mappedPaths] = mappedIds(options.map ?? [], ids, paths);
    for (const path of this.#mappedPaths.keys())
      for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
        if (end + 1 < path.length) this.#disturbed.add(path.slice(0, end + 1));
  }

  /** The IRI that the map gives to an identifier. */
  mapped(iri: string): string | undefined {
    const mapped = this.#mapped.get(iri);
    if (mapped !== undefined) this.#used.add(mapped);
    return mapped;
  }

  /** Checks that the plan uses every entry of the map. @throws CrateError ERR_USAGE */
  checkUsed(): void {
    for (const [path, iri] of this.#mappedPaths)
      if (!this.#used.has(iri))
        throw new CrateError('ERR_USAGE', `${path} gets a new location, but the new document does not mention it`, {
          hint: 'describe the file in the crate first, or leave it out of the map',
          details: { old: path },
        });
  }

  /** Where a file will be that has this path, or this identifier; undefined if nothing says so. */
  ofFile(path: string | undefined, reference = idOfPath(path as string)): NewLocation | undefined {
    const { filesUrl } = this.#places;
    const tail = /[?#].*$/s.exec(reference)?.[0] ?? '';
    const mapped = path === undefined ? undefined : this.#mappedPaths.get(path);
    if (mapped !== undefined) {
      this.#used.add(mapped);
      return { iri: mapped + tail, step: 'A1', why: 'the map gives its new location' };
    }
    if (filesUrl === undefined || path === undefined) return this.#published(reference);
    const iri = repairIri(resolveIri(reference, filesUrl));
    return { iri, step: 'A1', why: 'at the address of the files' };
  }

  /** Whether the files move away from the place of the crate, so that their path is worth keeping. */
  moves(path: string): boolean {
    return this.#mappedPaths.has(path) || this.#places.filesUrl !== undefined;
  }

  /** Where a folder can be browsed; undefined if it cannot. */
  ofFolder({ path, reference }: Pick<LocalId, 'path' | 'reference'>): NewLocation | undefined {
    if (this.#options.browsing === false || this.#places.filesUrl !== undefined) return undefined;
    return path !== undefined && this.#disturbed.has(path) ? undefined : this.#published(reference);
  }

  /** The identifier of a folder that cannot be browsed. */
  arcpOf(path: string, reference = idOfPath(path)): string {
    const iri = repairIri(resolveIri(reference, this.#places.arcp));
    return iri.endsWith('/') ? iri : `${iri}/`;
  }

  /** The identifier of a contextual entity, the root, or something that is no file; undefined if it stays local. */
  ofOther({ reference, iri, kind, isFragment, entity }: LocalId, root: string): NewLocation | undefined {
    if (kind === 'local' && entity !== undefined && this.#options.mintContextual === true)
      return {
        iri: mintedId(reference, this.#options.mintSeed),
        step: 'A8',
        why: 'the entity may differ from that of the Attached Package from now on',
      };
    const published = this.#published(reference);
    if (published !== undefined) return published;
    const why = 'absolute, as in every Detached Package';
    if (!isFragment) return { iri, step: 'A4', why, risk: leavesCrate(reference) ? outside(reference) : undefined };
    if (kind === 'local') return undefined;
    return { iri: repairIri(resolveIri(reference.replace(/^[^#]*/, ''), root)), step: 'A4', why };
  }

  #published(reference: string): NewLocation | undefined {
    const { published } = this.#places;
    if (published === undefined) return undefined;
    const iri = repairIri(resolveIri(reference, published.iri));
    const isOutside = !iri.startsWith(published.root) || climbsAboveTop(reference, published.iri);
    const risk = isOutside ? outside(reference) : undefined;
    return { iri, step: 'A5', why: 'in the published crate', risk };
  }
}

/** Whether a reference leads out of any crate. */
function leavesCrate(reference: string): boolean {
  return reference.startsWith('/') || climbsAboveTop(reference, 'arcp://name,x/');
}

function outside(reference: string): string {
  return `${reference} leads out of the crate`;
}

/** The entries of the map by IRI and by path. @throws CrateError ERR_USAGE */
function mappedIds(
  map: Iterable<readonly [string, string]>,
  { local, mentioned }: CrateIds,
  paths: ReadonlySet<string>,
): [Map<string, string>, Map<string, string>] {
  const byIri = new Map<string, string>();
  const byPath = new Map<string, string>();
  const spellings = new Map<string, string>();
  const localPaths = new Map<string, LocalId>();
  for (const [iri, id] of mentioned) {
    spellings.set(iri, iri);
    spellings.set(id, iri);
  }
  for (const one of local.values())
    if (one.path !== undefined && !localPaths.has(one.path) && one.kind !== 'part') localPaths.set(one.path, one);
  const earlier = new Map<string, string>();
  const targets = new Map<string, string>();
  for (const [old, target] of map) {
    const iri = spellings.get(old) ?? localPaths.get(old)?.iri;
    const path = iri === undefined ? (paths.has(old) ? old : undefined) : local.get(iri)?.path;
    const key = path ?? iri;
    if (key === undefined)
      throw new CrateError('ERR_USAGE', `${old} gets a new location, but the crate has no such identifier or file`, {
        hint: 'write the @id as the crate does, or the path of the file',
        details: { old },
      });
    const twin = earlier.get(key);
    if (twin !== undefined)
      throw new CrateError('ERR_USAGE', `${twin} and ${old} are the same, and both get a new location`, {
        hint: 'leave one of them out',
        details: { old },
      });
    earlier.set(key, old);
    requireLocation(target, old);
    const rival = targets.get(target);
    if (rival !== undefined)
      throw new CrateError('ERR_USAGE', `${rival} and ${old} get the same new location, ${target}`, {
        hint: 'give each of them its own',
        details: { old },
      });
    targets.set(target, old);
    if (iri !== undefined && local.get(iri)?.kind === 'descriptor')
      throw new CrateError('ERR_USAGE', `${old} is the metadata descriptor, which keeps its name`, {
        hint: 'leave it out of the map',
        details: { old },
      });
    if (iri !== undefined) byIri.set(iri, target);
    if (path !== undefined) byPath.set(path, target);
  }
  return [byIri, byPath];
}

function requireLocation(target: string, old: string): void {
  if (isAbsoluteIri(target) && repairIri(target) === target) return;
  const location = JSON.stringify(target);
  throw new CrateError('ERR_USAGE', `the new location of ${old} is not an absolute IRI: ${location}`, {
    hint: 'write it in full, as in https://example.org/my-crate/data.csv, with %20 for a space',
    details: { old },
  });
}

/** The `@base` that flattening leaves: derived from the document, and no identifier begins with it (A5). */
export function freshBase(sha256: string, ids: Iterable<string>): string {
  const all = [...ids];
  for (let attempt = 0; ; attempt += 1) {
    const base = arcpOfDigest(createHash('sha256').update(`detached ${attempt} ${sha256}`).digest());
    if (!all.some((id) => id.startsWith(base))) return base;
  }
}

/**
 * A new identifier for a contextual entity (A8).
 * @param id the old identifier
 * @param seed makes the UUID from seed and identifier (version 8 of RFC 9562); default: random
 */
function mintedId(id: string, seed?: string): string {
  if (seed === undefined) return `urn:uuid:${randomUUID()}`;
  const bytes = createHash('sha256')
    .update(JSON.stringify([seed, id]))
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}`;
}
