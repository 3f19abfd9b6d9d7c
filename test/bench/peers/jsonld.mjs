import { Buffer } from 'node:buffer';
import jsonld from 'jsonld';
import { BASE } from '../generate.mjs';
import { documentLoader } from './contexts.mjs';

/** Converts a document to quads, or to N-Quads with a format, with jsonld. */
export function jsonldToRdf(bytes, format) {
  const document = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  return jsonld.toRDF(document, { base: BASE, documentLoader, ...(format && { format }) });
}

/** Converts N-Quads to a compacted document with jsonld. */
export async function jsonldFromRdf(nquads, context) {
  const expanded = await jsonld.fromRDF(nquads, { format: 'application/n-quads' });
  return jsonld.compact(expanded, { '@context': context }, { base: BASE, documentLoader });
}
