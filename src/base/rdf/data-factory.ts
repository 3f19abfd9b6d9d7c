import type { DataFactory } from '@rdfjs/types';

/** The data factory of N3.js, with small terms that are created fast. Loaded at the first call. */
export async function dataFactory(): Promise<DataFactory> {
  return (await import('./term-factory.js')).termFactory;
}
