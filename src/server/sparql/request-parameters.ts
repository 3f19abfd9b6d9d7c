import { CrateError } from '../../base/errors.js';
import { requireAbsoluteIri } from '../../base/rdf/iri-repair.js';
import { BODY_LIMITS } from '../http/body-limits.js';
import { limitBody } from '../http/limit-body.js';
import { parsedMediaType } from '../http/media-types.js';
import { refusal } from './refusal.js';

/** The parameters of a query string or a form. @throws HTTPException 400 for text that is not UTF-8 */
export function parametersIn(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  // The decoder puts U+FFFD for what it cannot read, which would change the query without a word.
  for (const [name, value] of parameters)
    if ((name.includes('\ufffd') || value.includes('\ufffd')) && !/%EF%BF%BD|\ufffd/i.test(text))
      throw refusal(400, 'The parameters are not in UTF-8.');
  return parameters;
}

/**
 * The parameters in the form that is the body of a request. They are counted before they are read: each costs far more
 * than its bytes.
 * @param otherwise as in {@link limitBody}
 * @throws HTTPException 400, 413, 415
 */
export async function formOf(request: Request, otherwise?: string): Promise<URLSearchParams> {
  const text = await utf8Body(request, BODY_LIMITS.form, otherwise);
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) fields += 1;
  if (fields > BODY_LIMITS.fields) throw refusal(413, `The form has more than ${BODY_LIMITS.fields} fields.`);
  return parametersIn(text);
}

/** A parameter that may be given once. @throws HTTPException 400 */
export function onlyParameter(parameters: URLSearchParams, name: string): string | undefined {
  const [value, another] = parameters.getAll(name);
  if (another !== undefined) throw refusal(400, `The parameter "${name}" is given more than once.`);
  return value;
}

/** The IRIs of a parameter that may be given several times. @throws HTTPException 400 */
export function iriParameters(parameters: URLSearchParams, name: string): string[] {
  return [...new Set(parameters.getAll(name))].map((iri) => absoluteIri(iri, name));
}

/** An absolute IRI. @throws HTTPException 400 */
export function absoluteIri(iri: string, name: string): string {
  try {
    return requireAbsoluteIri(iri, name);
  } catch (error) {
    if (error instanceof CrateError) throw refusal(400, `The parameter "${name}" is not an absolute IRI: ${iri}`);
    throw error;
  }
}

/** The media type of a request, without parameters, and its charset; both in lower case. */
export function requestType(request: Request): { readonly type: string; readonly charset: string } {
  const header = request.headers.get('content-type') ?? '';
  const parsed = parsedMediaType(header);
  if (parsed === undefined) return { type: header.trim().toLowerCase(), charset: 'utf-8' }; // no reader takes such a type
  return { type: parsed.essence, charset: parsed.params.get('charset')?.toLowerCase() ?? 'utf-8' };
}

/**
 * The body of a request as text.
 * @param limit bytes that it may have
 * @param otherwise as in {@link limitBody}
 * @throws HTTPException 400 if it is not UTF-8, 413 if it is too long, 415 if it says itself that it is not UTF-8
 */
export async function utf8Body(request: Request, limit: number, otherwise?: string): Promise<string> {
  const { charset } = requestType(request);
  if (charset !== 'utf-8' && charset !== 'utf8') throw refusal(415, `The charset is ${charset}; it must be utf-8.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await limitBody(request, limit, otherwise).arrayBuffer());
  } catch (error) {
    if (error instanceof TypeError && /encoded data/.test(error.message))
      throw refusal(400, 'The body of the request is not UTF-8.');
    throw error;
  }
}
