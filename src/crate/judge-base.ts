import { CrateError } from '../base/errors.js';
import { folderOf, isAbsoluteIri, isHierarchical, resolveIri } from '../base/rdf/iri.js';
import { repairIri } from '../base/rdf/iri-repair.js';
import {
  arcpOfDigest,
  arcpOfUuid,
  checkArcp,
  crateBase,
  parseBase,
  randomArcp,
  type ArcpChoice,
  type BaseReason,
  type CrateBase,
} from './base.js';
import type { Remark } from './read/report.js';

/** The facts about where a crate lives. Callers state them; {@link judgeBase} decides. */
export interface BaseEvidence {
  /** The base that the user gave (`--base`). */
  readonly given?: string | undefined;
  /** The arcp name that the user chose (`--arcp`). */
  readonly arcp?: ArcpChoice | undefined;
  /** The base that a store remembers for the same source. */
  readonly remembered?: string | undefined;
  /** Address of a metadata document on the web, after redirects and without query. */
  readonly url?: string | undefined;
  /** IRI of its folder in the crate that contains it, ends in `/`. */
  readonly nested?: string | undefined;
  /** arcp IRI of the `External-Identifier` of a bag. */
  readonly bag?: string | undefined;
  /** arcp IRI of the address of an archive on the web. */
  readonly archive?: string | undefined;
  /** IRI of the descriptor, or of the root, of a graph that was not read from a metadata document. */
  readonly node?: string | undefined;
  /** Folder of the crate in its bag or archive: percent-encoded, ends in `/`. Default: the top. */
  readonly path?: string | undefined;
  /** SHA-256 of the archive, or else of the metadata document. Called only when the base depends on it. */
  readonly sha256?: (() => Uint8Array | Promise<Uint8Array>) | undefined;
  /** The caller writes relative identifiers unchanged, so an arcp name does not count as a base. Default false. */
  readonly keepRelative?: boolean | undefined;
}

/** The facts that a package states about itself. */
export type CrateLocation = Pick<BaseEvidence, 'url' | 'bag' | 'archive' | 'path' | 'sha256'>;

/** The base of a graph whose root has no folder (`urn:uuid:…`), so that all identifiers stay absolute. */
const NOWHERE = 'arcp://uuid,00000000-0000-0000-0000-000000000000/';

/**
 * Decides the base of a crate (RFC 3986 section 5.1; format document, rules 5 and 7). The first of these counts:
 * the given base, the base that the store remembers (unless the user chose an arcp name), the `@base` of the
 * document, the chosen arcp name, its folder in another crate, the URL, the bag, the address of the archive, the
 * folder of the node, and last the digest.
 * @param documentBase finds the `@base` of the document, whose contexts resolve against the base outside of it
 * @returns the base, and the notes on a repaired `@base`
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID
 */
export async function judgeBase(
  evidence: BaseEvidence,
  documentBase: (outside: CrateBase) => Promise<string | null | undefined> = () => Promise.resolve(undefined),
): Promise<{ readonly base: CrateBase; readonly notes: readonly Remark[] }> {
  checkBaseOptions(evidence);
  const outside = await baseOutside(evidence);
  const written = await documentBase(outside);
  const overruled = outside.reason === 'given' || outside.reason === 'known-source';
  return overruled || typeof written !== 'string' ? { base: outside, notes: [] } : baseInside(written, outside);
}

/**
 * Checks the options of the user before anything is read.
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID
 */
export function checkBaseOptions({ given, arcp }: Pick<BaseEvidence, 'given' | 'arcp'>): void {
  if (given !== undefined) parseBase(given);
  if (arcp !== undefined) checkArcp(arcp);
}

async function baseOutside(evidence: BaseEvidence): Promise<CrateBase> {
  const { given, arcp, remembered, nested, url, keepRelative } = evidence;
  if (given !== undefined) return parseBase(given);
  if (arcp === undefined) {
    if (remembered !== undefined) return crateBase(remembered, 'known-source');
    if (nested !== undefined) return crateBase(nested, 'nested');
    if (url !== undefined) return crateBase(url, 'url');
  }
  const name = await arcpName(evidence);
  return keepRelative === true ? { ...name, reason: 'none' } : name;
}

/** Names a crate without an address. */
async function arcpName({ arcp, bag, archive, node, path = '', sha256 }: BaseEvidence): Promise<CrateBase> {
  const named = (iri: string, reason: BaseReason) => crateBase(iri + path, reason);
  if (arcp === undefined) {
    if (bag !== undefined) return named(bag, 'bagit');
    if (archive !== undefined) return named(archive, 'arcp-location');
    if (node !== undefined) return crateBase(isHierarchical(node) ? folderOf(node) : NOWHERE, 'graph');
  }
  if (arcp !== undefined && arcp !== 'hash') return named(arcpOfUuid(arcp) ?? randomArcp(), 'arcp-uuid');
  if (sha256 === undefined)
    throw new CrateError('ERR_USAGE', 'the crate has no address or digest to make a base from', {
      hint: 'give the base IRI of the crate',
    });
  return named(arcpOfDigest(await sha256()), 'arcp-hash');
}

/** RFC 3986 section 5.1.1: the base in the document takes precedence over its location. */
function baseInside(written: string, outside: CrateBase): Awaited<ReturnType<typeof judgeBase>> {
  if (outside.reason === 'none' && !isAbsoluteIri(written)) return { base: outside, notes: [] };
  const note = (kind: 'iri-encoded' | 'base-unusable') => ({
    kind,
    detail: JSON.stringify(written),
    pointer: '/@context',
  });
  const absolute = isAbsoluteIri(written) ? written : resolveIri(written, outside.iri);
  if (isHierarchical(absolute)) {
    const iri = absolute.replace(/#.*$/s, '');
    const legal = repairIri(iri);
    return { base: crateBase(legal, 'document'), notes: legal === iri ? [] : [note('iri-encoded')] };
  }
  const arcp = arcpOfUuid(absolute);
  return { base: arcp === undefined ? outside : crateBase(arcp, 'document'), notes: [note('base-unusable')] };
}
