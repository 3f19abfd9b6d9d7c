import type { Quad } from '@rdfjs/types';
import { quadsToNQuads } from './nquads.js';
import type { RdfSyntax } from './syntaxes.js';

/** Writes quads as RDF text, in chunks. @param prefixes IRIs by prefix, for Turtle and TriG */
export async function* serializeRdf(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  syntax: RdfSyntax,
  prefixes: Readonly<Record<string, string>> = {},
): AsyncGenerator<string> {
  if (syntax.writer === 'lines') return yield* quadsToNQuads(quads);
  if (syntax.writer === 'xml') return yield* (await import('./write-rdf-xml.js')).writeRdfXml(quads, prefixes);
  const { Writer } = (await import('n3')).default;
  let text = '';
  const sink = {
    write: (chunk: string, _encoding: string, done?: () => void) => ((text += chunk), done?.()),
    end: (done?: () => void) => done?.(),
  };
  const writer = new Writer(sink as never, { format: syntax.mediaType, prefixes: { ...prefixes } });
  for await (const quad of quads) {
    writer.addQuad(quad as never);
    if (text.length > 1 << 16) {
      yield text;
      text = '';
    }
  }
  await new Promise<void>((resolve, reject) => writer.end((error) => (error ? reject(error) : resolve())));
  yield text;
}
