import { Parser } from 'n3';

/** An absolute IRI without escapes, in angle brackets. */
const FULL = /^<[A-Za-z][A-Za-z0-9+.-]*:[^\\]*>$/;

/** The IRI of a reference in angle brackets. @param base what a relative one resolves against */
export function fullIri(reference: string, base: string | undefined): string {
  if (FULL.test(reference)) return reference.slice(1, -1);
  // Turtle has the same references and escapes, so its parser resolves them.
  const [quad] = new Parser({ baseIRI: base }).parse(`<urn:s> <urn:p> ${reference} .`);
  return quad?.object.value ?? '';
}
