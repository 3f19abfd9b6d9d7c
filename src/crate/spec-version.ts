/** Addresses of the RO-Crate specification, with its version. */
const SPEC =
  /^https?:\/\/(?:www\.)?(?:w3id\.org\/ro\/crate|researchobject\.org\/ro-crate(?:\/specification)?|researchobject\.github\.io\/ro-crate)\/([0-9]+\.[0-9]+(?:-[A-Za-z0-9]+)?)\/?$/;

/**
 * The format version that a `conformsTo` value of the Metadata Descriptor names, such as `1.1` or `1.2-DRAFT`
 * (format document, section 9). Undefined for other profiles.
 */
export function versionOf(conformsTo: string): string | undefined {
  return SPEC.exec(conformsTo.trim())?.[1];
}

/** The address of the RO-Crate context. @param version default: the one for documents that do not name a version */
export function contextAddress(version = '1.2'): string {
  return `https://w3id.org/ro/crate/${version}/context`;
}
