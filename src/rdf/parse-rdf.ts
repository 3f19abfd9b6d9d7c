import { Parser } from 'n3';
import type { Quad } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import { NQUADS, type RdfSyntax } from './syntaxes.js';

/**
 * Parses RDF text other than JSON-LD, and keeps the labels of blank nodes.
 * @param syntax undefined: any of N-Triples, N-Quads, Turtle and TriG
 * @param base what relative IRIs resolve against
 * @throws CrateError ERR_RDF_SYNTAX with the line
 */
export async function parseRdf(text: string, syntax: RdfSyntax | undefined, base?: string): Promise<Quad[]> {
  try {
    return parserOf(syntax, base).parse(text);
  } catch (cause) {
    const { message, context } = cause as Error & { context?: { line?: number } };
    throw new CrateError('ERR_RDF_SYNTAX', message, { details: { line: context?.line }, cause });
  }
}

/**
 * Parses N-Quads; labels of blank nodes are kept (RDF 1.1 N-Quads, section 3.1).
 * @throws Error of the parser, its message naming the line
 */
export function parseNQuads(text: string): Quad[] {
  return parserOf(NQUADS).parse(text);
}

/**
 * Parses a stream of N-Quads, one chunk after the other.
 * @param chunks whole lines each
 * @throws CrateError ERR_RDF_SYNTAX with the line in its chunk
 */
export async function* parseNQuadsStream(chunks: AsyncIterable<string>): AsyncGenerator<Quad> {
  for await (const lines of chunks) yield* await parseRdf(lines, NQUADS);
}

/** N3.js gives blank nodes new labels unless their prefix is empty. */
function parserOf(syntax: RdfSyntax | undefined, base?: string): Parser {
  return new Parser({
    ...(syntax === undefined ? {} : { format: syntax.mediaType }),
    blankNodePrefix: '',
    ...(base === undefined ? {} : { baseIRI: base }),
  });
}
