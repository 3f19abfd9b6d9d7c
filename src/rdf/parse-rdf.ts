import type { Quad } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import type { RdfSyntax } from './syntaxes.js';

/**
 * Parses RDF text that is no JSON-LD; labels of blank nodes are kept.
 * @param syntax undefined: N-Triples, N-Quads, Turtle or TriG, by what stands there
 * @param base what relative IRIs resolve against
 * @throws CrateError ERR_RDF_SYNTAX with the line
 */
export async function parseRdf(text: string, syntax: RdfSyntax | undefined, base?: string): Promise<Quad[]> {
  const { Parser } = (await import('n3')).default;
  const parser = new Parser({
    ...(syntax === undefined ? {} : { format: syntax.mediaType }),
    blankNodePrefix: '',
    ...(base === undefined ? {} : { baseIRI: base }),
  });
  try {
    return parser.parse(text);
  } catch (cause) {
    const { message, context } = cause as Error & { context?: { line?: number } };
    throw new CrateError('ERR_RDF_SYNTAX', message, { details: { line: context?.line }, cause });
  }
}
