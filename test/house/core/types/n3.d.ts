import type { Quad } from '@rdfjs/types';

/** The part of n3 that the core uses. The package's own types refer to those of Node. */
export class Parser {
  constructor(options: unknown);
  parse(text: string): Quad[];
}
export class Writer {
  constructor(sink: unknown, options: unknown);
  addQuad(quad: unknown): void;
  end(done: (error?: Error) => void): void;
}
declare const n3: { readonly DataFactory: unknown; readonly Parser: typeof Parser; readonly Writer: typeof Writer };
export default n3;
