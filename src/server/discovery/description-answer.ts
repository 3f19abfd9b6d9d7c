import { createHash } from 'node:crypto';
import type { Quad } from '@rdfjs/types';
import { EXPOSED_HEADERS } from '../http/cors.js';
import { ContentResponse } from '../http/content-response.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import type { ServerContext } from '../server-context.js';
import { chooseFormat, type ChosenFormat } from '../sparql/answer-formats.js';
import { DESCRIPTION_FORMATS, descriptionText } from '../sparql/description-text.js';

/** Turtle first, for whoever has no wish. */
const FORMATS = [...DESCRIPTION_FORMATS].sort((a, b) => Number(b.name === 'turtle') - Number(a.name === 'turtle'));

/** The format for what a server says of itself at an address of its own. @throws HTTPException 406 */
export function descriptionFormat({ headers }: Request): ChosenFormat {
  return chooseFormat(FORMATS, headers.get('accept'), undefined);
}

/** A few triples, in the chosen format. */
export interface ShortDescription {
  readonly quads: readonly Quad[];
  readonly prefixes: Readonly<Record<string, string>>;
}

/** The answer with what a server says of itself. @throws HTTPException 406 */
export async function answerDescription(
  request: Request,
  { quads, prefixes }: ShortDescription,
  { access }: Pick<ServerContext, 'access'>,
): Promise<Response> {
  const { name, contentType } = descriptionFormat(request);
  const text = await descriptionText(quads, name, prefixes);
  const headers = new Headers({
    'content-type': contentType,
    'access-control-expose-headers': EXPOSED_HEADERS,
    'cache-control': access.isPrivate ? 'private, no-cache' : 'no-cache',
    vary: 'Accept',
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
  });
  return unmetConditions(request, headers) ?? new ContentResponse(text, { headers });
}
