import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import { isTypeOf, JSONLD, RDF_SYNTAXES } from '../../base/rdf/syntaxes.js';
import { CRATE_PROFILE } from '../../package/open/signposting.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { mediaTypeOf, withCharset } from '../../package/media-type.js';

/** `Content-Type` of a metadata document, as the format document says (section 4). */
export const METADATA_TYPE = `${JSONLD.mediaType}; profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#compacted ${CRATE_PROFILE}"`;

const UNKNOWN = 'application/octet-stream';

/** A media type with its parameters, read as all that speak HTTP read it; undefined for a text that is not a media type. */
export function parsedMediaType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

/** The media type of a file. @param described what its crate says about it */
export function fileTypeOf(name: string, described?: string): string {
  return isMetadataFileName(name) ? METADATA_TYPE : (described ?? mediaTypeOf(name) ?? UNKNOWN);
}

/**
 * A media type as `Content-Type` has it: a text says that it is UTF-8, where its bytes are. Of others a browser finds
 * out itself; a name that is wrong would show another text.
 * @param bytes of the file; of a large one whole characters from its start
 */
export function typeWithCharset(type: string, bytes: Uint8Array): string {
  return isUtf8(bytes) ? withCharset(type) : type;
}

/** Whether a file of this type may run scripts when a browser shows it, and so must be kept apart from our website. */
export function mayRunScripts(type: string): boolean {
  return /^(?:text\/html|text\/xsl|application\/pdf|multipart\/[^;]*|message\/[^;]*|[^;]*xml)\s*(?:;|$)/i.test(type);
}

/** Whether a file of this type becomes smaller by compression. */
export function isCompressible(type: string): boolean {
  if (RDF_SYNTAXES.some((syntax) => isTypeOf(type, syntax))) return true;
  return /^(?:text\/|[^;]*\b(?:json|xml|javascript|ecmascript|sparql-query|linkset|yaml|toml|sql|wasm)\b)/i.test(type);
}
