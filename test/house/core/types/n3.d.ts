import type { Quad } from '@rdfjs/types';

/** What the core uses. The types of the package itself refer to those of Node. */
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
