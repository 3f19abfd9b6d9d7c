import type { Quad } from '@rdfjs/types';

/** What the core uses. The types of the package itself refer to those of Node. */
declare const n3: {
  readonly DataFactory: unknown;
  readonly Parser: new (options: unknown) => { parse(text: string): Quad[] };
  readonly Writer: new (
    sink: unknown,
    options: unknown,
  ) => { addQuad(quad: unknown): void; end(done: (error?: Error) => void): void };
};
export default n3;
