import { CrateError } from '../base/errors.js';
import { folderOf, isAbsoluteIri, isHierarchical, lastSegment } from '../base/rdf/iri.js';
import { repairIri } from '../base/rdf/iri-repair.js';
import { isMetadataFileName } from './metadata-names.js';

/**
 * The reason for a base, for the load record. `none`: relative references are written unchanged, so `/a` and `//host/a`
 * stay different from `a`, and a relative `@base` does not count.
 */
export type BaseReason =
  | 'given'
  | 'known-source'
  | 'document'
  | 'url'
  | 'nested'
  | 'bagit'
  | 'arcp-location'
  | 'arcp-hash'
  | 'arcp-uuid'
  | 'graph'
  | 'none';

/** The base that relative references resolve against. */
export interface CrateBase {
  /** Absolute IRI: the crate root, or the metadata file in it. */
  readonly iri: string;
  /** The crate root: `iri` up to its last `/`. */
  readonly root: string;
  readonly reason: BaseReason;
}

/** How to name a crate that has no web address: by its bytes, by a random UUID, or by the UUID given. */
export type ArcpChoice = 'hash' | 'uuid' | (string & {});

const UUID = /^(?:urn:uuid:)?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/** Makes a base from a valid IRI. */
export function crateBase(iri: string, reason: BaseReason): CrateBase {
  return { iri, root: folderOf(iri), reason };
}

/**
 * Checks a base that the user gave: absolute, hierarchical, without fragment, ending in `/` or a metadata file name.
 * @throws CrateError ERR_BASE_IRI_INVALID with the likely correction as hint
 */
export function parseBase(iri: string): CrateBase {
  const refuse = (reason: string, suggestion: string) =>
    new CrateError('ERR_BASE_IRI_INVALID', `base <${iri}> ${reason}`, { hint: `did you mean ${suggestion} ?` });
  if (!isAbsoluteIri(iri))
    throw refuse('is not absolute', /^[\w-]+\./.test(iri) ? `https://${slashed(iri)}` : 'https://example.com/crate/');
  if (/^file:/i.test(iri))
    throw refuse('is a file: IRI, which identifies a different file on every machine', '--arcp hash');
  if (!isHierarchical(iri)) {
    const uuid = UUID.exec(iri)?.[1];
    throw refuse('has no path', uuid === undefined ? 'https://example.com/crate/' : arcpUuid(uuid));
  }
  if (iri.includes('#')) throw refuse('has a fragment', slashed(iri.slice(0, iri.indexOf('#'))));
  if (iri.includes('?')) throw refuse('has a query', slashed(iri.slice(0, iri.indexOf('?'))));
  if (repairIri(iri) !== iri) throw refuse('is not a legal IRI', slashed(repairIri(iri)));
  if (!iri.endsWith('/') && !isMetadataFileName(lastSegment(iri)))
    throw refuse('does not end in / or a metadata file name', slashed(iri));
  return crateBase(iri, 'given');
}

/**
 * The base to give for a crate by the IRI of its root: that IRI, with a final `/` where it has none, as a DOI does.
 * @returns undefined if no base can be made of it, as of a URN
 */
export function baseForRoot(root: string): string | undefined {
  for (const iri of [root, slashed(root)])
    try {
      return parseBase(iri).iri;
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
    }
  return undefined;
}

/** Checks an arcp name that the user chose. @throws CrateError ERR_ARCP_INVALID */
export function checkArcp(choice: ArcpChoice): void {
  if (choice !== 'hash' && choice !== 'uuid' && !UUID.test(choice))
    throw new CrateError('ERR_ARCP_INVALID', `\`${choice}\` is not uuid, hash or a UUID`);
}

/** The arcp IRI of a digest (format document, processing rule 7; draft-soilandreyes-arcp; RFC 6920). */
export function arcpOfDigest(sha256: Uint8Array): string {
  return `arcp://ni,sha-256;${base64url(sha256)}/`;
}

/** A new arcp IRI, with a random UUID. */
export function randomArcp(): string {
  return arcpUuid(crypto.randomUUID());
}

/** The arcp IRI of a `urn:uuid:` IRI or bare UUID; undefined for anything else. */
export function arcpOfUuid(value: string): string | undefined {
  const uuid = UUID.exec(value)?.[1]?.toLowerCase();
  return uuid === undefined ? undefined : arcpUuid(uuid);
}

function arcpUuid(uuid: string): string {
  return `arcp://uuid,${uuid.toLowerCase()}/`;
}

function slashed(iri: string): string {
  return iri.endsWith('/') || isMetadataFileName(lastSegment(iri)) ? iri : `${iri}/`;
}

/** RFC 4648 section 5, without padding (RFC 6920 `ni` names). */
function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
