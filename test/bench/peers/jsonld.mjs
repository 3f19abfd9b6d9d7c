import { Buffer } from 'node:buffer';
import jsonld from 'jsonld';
import { BASE } from '../generate.mjs';
import { documentLoader } from './contexts.mjs';

/** Quads (or N-Quads, by format) of a document by jsonld. */
export function jsonldToRdf(bytes, format) {
  const document = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  return jsonld.toRDF(document, { base: BASE, documentLoader, ...(format && { format }) });
}

/** A compacted document of N-Quads by jsonld. */
export async function jsonldFromRdf(nquads, context) {
  const expanded = await jsonld.fromRDF(nquads, { format: 'application/n-quads' });
  return jsonld.compact(expanded, { '@context': context }, { base: BASE, documentLoader });
}
