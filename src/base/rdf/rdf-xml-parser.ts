import type { RdfXmlParser } from 'rdfxml-streaming-parser';
import { CrateError } from '../errors.js';
import { termFactory } from './term-factory.js';
import { completeXml } from './rdf-xml-text.js';

/** A streaming parser of RDF/XML, and the translation of its errors. */
export interface RdfXmlReader {
  /** Transforms text to RDF/JS quads. Give it whole characters, because it decodes each chunk on its own. */
  readonly parser: RdfXmlParser;
  /** The error to throw for an error of the parser. */
  asError(error: unknown): unknown;
}

/** Opens a parser for RDF/XML. @param base what relative IRIs resolve against */
export async function rdfXmlParser(base: string): Promise<RdfXmlReader> {
  const { RdfXmlParser } = await import('rdfxml-streaming-parser');
  const writtenTags = new Map<string, string>();
  // The parser gives null for xml:lang="", and language tags in lower case.
  const literal = (value: string, kind?: string | object | null) =>
    termFactory.literal(
      value,
      (typeof kind === 'string' ? (writtenTags.get(kind) ?? kind) : (kind ?? undefined)) as never,
    );
  const factory = { ...termFactory, literal, blankNode: labelsInOrder(termFactory.blankNode) };
  const parser = new RdfXmlParser({
    baseIRI: base,
    dataFactory: factory as never,
    trackPosition: true,
    iriValidationStrategy: 'none' as never, // the caller repairs and reports illegal IRIs
  });
  completeXml(parser, (tag) => void writtenTags.set(tag.toLowerCase(), tag));
  const asError = (error: unknown) => {
    if (error instanceof CrateError) return error;
    const { message, line, column } = error as Error & { line?: number; column?: number };
    const [, lineInText] = /^(?:Line )?(\d+):\d+/.exec(message) ?? [];
    const at = line ?? (lineInText === undefined ? undefined : Number(lineInText));
    return new CrateError('ERR_RDF_SYNTAX', message, { details: { line: at, column }, cause: error });
  };
  return { parser, asError };
}

/** The encoding of an XML document by its byte order mark or declaration (XML 1.0, appendix F). */
export function encodingOfXml(head: Uint8Array): string {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const text = String.fromCharCode(...head.subarray(0, 200));
  return /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(text)?.[1] ?? 'utf-8';
}

/**
 * The parser labels a node by its `rdf:nodeID`; anonymous nodes get labels that no `rdf:nodeID` (an XML name) can be.
 */
function labelsInOrder<T>(blankNode: (label: string) => T): (label?: string) => T {
  let count = 0;
  return (label) => blankNode(label ?? `0${(count += 1)}`);
}
