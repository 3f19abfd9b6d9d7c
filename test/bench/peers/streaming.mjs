import { JsonLdParser } from 'jsonld-streaming-parser';
import { BASE } from '../generate.mjs';
import { streamingLoader } from './contexts.mjs';

/** Reads all quads of a document with jsonld-streaming-parser. */
export async function streamingQuads(bytes) {
  const parser = new JsonLdParser({ baseIRI: BASE, documentLoader: streamingLoader, skipContextValidation: true });
  parser.end(bytes);
  const quads = [];
  for await (const quad of parser) quads.push(quad);
  return quads;
}
