import type { RdfXmlParser } from 'rdfxml-streaming-parser';
import { CrateError } from '../errors.js';
import { dataFactory } from './data-factory.js';

/** A streaming parser of RDF/XML, and the translation of its errors. */
export interface RdfXmlReader {
  /** Transforms text or bytes to RDF/JS quads. */
  readonly parser: RdfXmlParser;
  /** The error to throw for an error of the parser. */
  asError(error: unknown): unknown;
}

/** Opens a parser for RDF/XML. @param base what relative IRIs resolve against */
export async function rdfXmlParser(base: string): Promise<RdfXmlReader> {
  const { RdfXmlParser } = await import('rdfxml-streaming-parser');
  const { DataFactory } = (await import('n3')).default;
  const factory = { ...(await dataFactory()), blankNode: labelsInOrder(DataFactory.blankNode) };
  const parser = new RdfXmlParser({
    baseIRI: base,
    dataFactory: factory as never,
    trackPosition: true,
    iriValidationStrategy: 'none' as never, // the caller repairs and reports illegal IRIs
  });
  const asError = (error: unknown) => {
    if (error instanceof CrateError) return error;
    const { message, line, column } = error as Error & { line?: number; column?: number };
    const [, lineInText] = /^(?:Line )?(\d+):\d+/.exec(message) ?? [];
    const at = line ?? (lineInText === undefined ? undefined : Number(lineInText));
    return new CrateError('ERR_RDF_SYNTAX', message, { details: { line: at, column }, cause: error });
  };
  return { parser, asError };
}

/** The parser labels a node by its `rdf:nodeID`; anonymous nodes get labels that no `rdf:nodeID` (an XML name) can be. */
function labelsInOrder<T>(blankNode: (label: string) => T): (label?: string) => T {
  let count = 0;
  return (label) => blankNode(label ?? `0${(count += 1)}`);
}
