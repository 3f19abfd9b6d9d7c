import type { Iri } from '../rdf/checked-text.js';

/** Begins the fragment that holds an identifier as it was written. */
const MARK = '#@id=';

/**
 * The IRI of a relative reference that must not have the one it resolves to: a fragment of the root that holds the
 * reference, so that it can be undone. No other reference has it, as long as those that resolve to one get another. An
 * absolute IRI may: who writes it out means it.
 * @param reference a legal one
 */
export function standIn(root: string, reference: string): Iri {
  return `${root}${MARK}${encodeURI(reference).replaceAll('#', '%23')}` as Iri;
}

/** Whether an IRI has the form of a {@link standIn}. */
export function isStandIn(root: string, iri: string): boolean {
  return iri.startsWith(root + MARK);
}

/** The reference that an IRI could be the stand-in of; undefined for other IRIs. */
export function behindStandIn(root: string, iri: string): string | undefined {
  if (!isStandIn(root, iri)) return undefined;
  try {
    return decodeURIComponent(iri.slice(root.length + MARK.length));
  } catch {
    return undefined;
  }
}

/** Stands for `..` in a base that climbs above the top: what is resolved against it must not stop there. */
const CLIMB = '@base=..';

/** A reference whose `..` are kept when it is resolved. */
export function keepClimbing(reference: string): string {
  return reference.replace(/(^|\/)\.\.(?=\/|$)/g, `$1${CLIMB}`);
}

/** The reference that climbs, of an IRI that was resolved against such a base; undefined for other IRIs. */
export function climbing(root: string, iri: string): string | undefined {
  return iri.startsWith(root + CLIMB) ? iri.slice(root.length).replaceAll(CLIMB, '..') : undefined;
}
