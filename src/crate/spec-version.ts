/** Versions of RO-Crate whose contexts come with us. */
const SPEC =
  /^https?:\/\/(?:www\.)?(?:w3id\.org\/ro\/crate|researchobject\.org\/ro-crate(?:\/specification)?|researchobject\.github\.io\/ro-crate)\/([0-9]+\.[0-9]+(?:-[A-Za-z0-9]+)?)\/?$/;

/**
 * The format version that a `conformsTo` value of the Metadata Descriptor names, such as `1.1` or `1.2-DRAFT`
 * (format document, section 9). Undefined for other profiles.
 */
export function versionOf(conformsTo: string): string | undefined {
  return SPEC.exec(conformsTo.trim())?.[1];
}

/** The address of the context of a version. @param version default: for what names none */
export function contextAddress(version = '1.2'): string {
  return `https://w3id.org/ro/crate/${version}/context`;
}
