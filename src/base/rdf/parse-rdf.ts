import { Parser } from 'n3';
import type { DataFactory, Quad } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import { NQUADS, type RdfSyntax } from './syntaxes.js';
import { termFactory } from './term-factory.js';

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
    throw syntaxErrorOf(cause);
  }
}

/**
 * As {@link parseRdf}, from a stream of text whose chunks may end anywhere.
 * @throws CrateError ERR_RDF_SYNTAX with the line
 */
export async function* parseRdfStream(
  texts: AsyncIterable<string>,
  syntax: RdfSyntax | undefined,
  base?: string,
): AsyncGenerator<Quad> {
  let quads: Quad[] = [];
  let failure: Error | null = null;
  const handlers: Record<string, (text?: string) => void> = {};
  const source = { on: (event: string, handler: (text?: string) => void) => void (handlers[event] = handler) };
  parserOf(syntax, base).parse(source as never, (error, quad) => {
    failure ??= error;
    if (quad) quads.push(quad); // null at the end
  });
  const take = (): Quad[] => {
    if (failure !== null) throw syntaxErrorOf(failure);
    const taken = quads;
    quads = [];
    return taken;
  };
  for await (const text of texts) {
    handlers['data']?.(text);
    yield* take();
  }
  handlers['end']?.();
  yield* take();
}

function syntaxErrorOf(cause: unknown): CrateError {
  const { message, context } = cause as Error & { context?: { line?: number } };
  return new CrateError('ERR_RDF_SYNTAX', message, { details: { line: context?.line }, cause });
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
    factory: (syntax?.writer === 'lines' ? termFactory : factoryForAnonymous()) as never,
    blankNodePrefix: '',
    ...(base === undefined ? {} : { baseIRI: base }),
  });
}

/** Labels anonymous blank nodes (`[]`) in their order; a label in the text that looks like one of these changes. */
function factoryForAnonymous(): DataFactory {
  let count = 0;
  const blankNode = (label?: string) =>
    termFactory.blankNode(label === undefined ? `anon${(count += 1)}` : label.replace(/^(?=anon(?:\d|_))/, 'anon_'));
  return { ...termFactory, blankNode };
}
