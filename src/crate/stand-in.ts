import type { Iri } from '../base/rdf/checked-text.js';

/** Starts the fragment that contains an identifier as written. */
const STAND_IN = '#@id=';

/**
 * The stand-in for a relative reference that would collide with another one when resolved: a fragment of the root that
 * contains the reference, so that an export can restore it. References that resolve to a stand-in get one themselves.
 * Absolute IRIs of this form do not: they are intentional.
 * @param reference a legal reference
 */
export function standIn(root: string, reference: string): Iri {
  return `${root}${STAND_IN}${encodeURI(reference).replaceAll('#', '%23')}` as Iri;
}

/** Whether an IRI has the form of a {@link standIn}. */
export function isStandIn(root: string, iri: string): boolean {
  return iri.startsWith(root + STAND_IN);
}

/** The reference behind a stand-in; undefined for other IRIs. */
export function behindStandIn(root: string, iri: string): string | undefined {
  if (!isStandIn(root, iri)) return undefined;
  try {
    return decodeURIComponent(iri.slice(root.length + STAND_IN.length));
  } catch {
    return undefined;
  }
}

/** Replaces `..` in a base that climbs above the top, where RFC 3986 would drop it. */
const CLIMB = '@base=..';

/** A reference whose `..` survive when it is resolved. */
export function keepClimbing(reference: string): string {
  return reference.replace(/(^|\/)\.\.(?=\/|$)/g, `$1${CLIMB}`);
}

/** The reference with its `..`, for an IRI that was resolved against such a base; undefined for other IRIs. */
export function climbing(root: string, iri: string): string | undefined {
  return iri.startsWith(root + CLIMB) ? iri.slice(root.length).replaceAll(CLIMB, '..') : undefined;
}
