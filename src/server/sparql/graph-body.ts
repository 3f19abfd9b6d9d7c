import { detectKind } from '../../package/bytes/first-bytes.js';
import { RDF_SYNTAXES, type RdfSyntax } from '../../base/rdf/syntaxes.js';
import { parsedMediaType } from '../http/media-types.js';
import { refusal } from './refusal.js';
import { requestType } from './request-parameters.js';

/** A document that a client sends for a graph. */
export interface GraphDocument {
  readonly bytes: Uint8Array;
  readonly syntax: RdfSyntax;
}

/** The documents in a request: its body, or the files of a form. @throws HTTPException 400, 413, 415 */
export async function documentsIn(request: Request): Promise<GraphDocument[]> {
  const { type } = requestType(request);
  // All of the body comes first: the reader of forms would hide why a body is not available, such as its size.
  const body = await request.arrayBuffer();
  if (type !== 'multipart/form-data') return [documentOf(body, type)];
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (hasTooManyParts(body, boundary)) throw refusal(413, `The form has more than ${MOST_PARTS} parts.`);
  // The reader of forms gets the boundary that was counted, whatever it would make of the header.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(body, { headers }).formData().catch((cause: Error) => {
    throw refusal(400, `The form cannot be read: ${cause.message}`);
  });
  const documents: GraphDocument[] = [];
  for (const [name, part] of form) {
    if (typeof part === 'string')
      throw refusal(400, `The part "${name}" of the form is not a file: give it a filename and a Content-Type.`);
    documents.push(documentOf(await part.arrayBuffer(), part.type.split(';')[0]?.trim() ?? ''));
  }
  return documents;
}

/** The reader of forms needs far more time for a part than for its bytes. */
const MOST_PARTS = 1000;

/** The boundaries that RFC 2046 knows (section 5.1.1). */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** What stands between the parts of a form. @throws HTTPException 400 */
function boundaryOf(contentType: string): string {
  const boundary = parsedMediaType(contentType)?.params.get('boundary') ?? '';
  if (BOUNDARY.test(boundary)) return boundary;
  throw refusal(
    400,
    'The form cannot be read: its Content-Type names no boundary of 1 to 70 characters, as in boundary=x.',
  );
}

/** Whether a form has more parts than are allowed, by the delimiters between them (RFC 2046, section 5.1.1). */
function hasTooManyParts(body: ArrayBuffer, boundary: string): boolean {
  const delimiter = `--${boundary}`;
  const bytes = Buffer.from(body);
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at >= 0 && parts <= MOST_PARTS + 1; at = bytes.indexOf(delimiter, at + 1))
    parts += 1;
  return parts > MOST_PARTS + 1; // the last one ends the form
}

/** @throws HTTPException 415 for an unknown type, and for gzip, which may unpack to far more than a request may have */
function documentOf(body: ArrayBuffer, type: string): GraphDocument {
  const bytes = new Uint8Array(body);
  const syntax = requireSyntaxOf(type);
  if (detectKind(bytes) === 'gzip') throw refusal(415, 'The graph is compressed with gzip: send it unpacked.');
  return { bytes, syntax };
}

function requireSyntaxOf(type: string): RdfSyntax {
  const syntax = RDF_SYNTAXES.find(({ mediaType }) => mediaType === type);
  if (syntax !== undefined) return syntax;
  const types = RDF_SYNTAXES.map(({ mediaType }) => mediaType).join(', ');
  throw refusal(415, `The graph must be sent as one of ${types}, not ${type || 'without a type'}.`, {
    'accept-post': types,
  });
}
