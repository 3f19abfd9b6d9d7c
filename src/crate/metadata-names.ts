import { lastSegment } from '../base/rdf/iri.js';

/**
 * File names of the Metadata Document, the preferred one first: RO-Crate 1.1 and later, 1.0, and both without `ro-`.
 */
export const METADATA_FILE_NAMES = [
  'ro-crate-metadata.json',
  'ro-crate-metadata.jsonld',
  'crate-metadata.json',
  'crate-metadata.jsonld',
] as const;

/** The name of a Metadata Document that we write, unless something else decides. */
export const METADATA_FILE_NAME = METADATA_FILE_NAMES[0];

/** Detached packages are stored as `<prefix>-ro-crate-metadata.json`. */
const PREFIXED = /^.+-(?:ro-)?crate-metadata\.json(?:ld)?$/;

/** Common part of all these names: an IRI with it makes its resource a candidate for the Metadata Descriptor. */
export const METADATA_NAME_PART = 'crate-metadata.json';

/** Their common ending, which remains if an `@id` is a compact IRI. `json/outline.ts` searches for it in bytes. */
export const METADATA_NAME_END = 'metadata.json';

const FRAGMENT = /^(?:[^/?#]*crate-metadata\.json(?:ld)?)?(#.*)$/s;

/**
 * The fragment of a reference to a part of a Metadata Document, relative to the crate root: with the name of a metadata
 * file before it, or alone. @returns undefined for any other reference
 */
export function fragmentIn(reference: string): string | undefined {
  return FRAGMENT.exec(reference)?.[1];
}

/** Whether the last path segment of an `@id` or IRI is exactly a metadata file name. */
export function isDescriptorId(id: string): boolean {
  return !id.includes('#') && (METADATA_FILE_NAMES as readonly string[]).includes(lastSegment(id));
}

/** Whether the last path segment is `<prefix>-ro-crate-metadata.json` or a spelling of it. */
export function isPrefixedDescriptorId(id: string): boolean {
  return !id.includes('#') && PREFIXED.test(lastSegment(id)) && !isDescriptorId(id);
}

/** Whether a file name, or the last path segment of an `@id`, is one of a Metadata Document, with or without prefix. */
export function isMetadataFileName(name: string): boolean {
  return isDescriptorId(name) || isPrefixedDescriptorId(name);
}
