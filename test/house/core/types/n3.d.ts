import type { BlankNode, Quad } from '@rdfjs/types';

/** The part of n3 that the core uses. The package's own types refer to those of Node. */
export class Parser {
  constructor(options: unknown);
  parse(text: string): Quad[];
  parse(source: unknown, onQuad: (error: Error | null, quad: Quad | null) => void): void;
}
export class Writer {
  constructor(sink: unknown, options: unknown);
  addQuad(quad: unknown): void;
  end(done: (error?: Error) => void): void;
}
export const DataFactory: { blankNode(label?: string): BlankNode };
declare const n3: {
  readonly DataFactory: typeof DataFactory;
  readonly Parser: typeof Parser;
  readonly Writer: typeof Writer;
};
export default n3;
