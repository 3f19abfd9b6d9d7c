import type { DataFactory } from '@rdfjs/types';

/** The data factory of N3.js: small terms, made fast. Loaded when the first term is needed. */
export async function dataFactory(): Promise<DataFactory> {
  return (await import('n3')).default.DataFactory as unknown as DataFactory;
}
