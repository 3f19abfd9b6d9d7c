import { Buffer } from 'node:buffer';
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { CATALOGUE, LAYOUT, named, recordIri, type LoadRecord } from './catalogue.js';
import type { GraphStore } from './store/graph-store.js';

/** Documents up to this size fit into the small window of {@link QUICK_AND_SMALL}. */
const SMALL = 4096;
const QUICK: ZlibOptions = { level: 1 };
/** For a tiny document it takes longer to get the usual memory than to pack it. */
const QUICK_AND_SMALL: ZlibOptions = { level: 1, windowBits: 12, memLevel: 5, chunkSize: SMALL };

/**
 * The N-Quads line that keeps a layout in the catalogue: the metadata document as it came, compressed (deflate,
 * base64). It is what RDF cannot hold: order, spelling, the context, what JSON-LD ignores.
 */
export function layoutToNQuads(record: Pick<LoadRecord, 'graph' | 'source'>, document: Uint8Array): string {
  const packed = deflateRawSync(document, document.length > SMALL ? QUICK : QUICK_AND_SMALL).toString('base64');
  return `<${recordIri(record)}> <${LAYOUT}> "${packed}" <${CATALOGUE}> .\n`;
}

/** The document of a record as it came, undefined when it was loaded without layout. */
export async function readLayout(store: GraphStore, record: LoadRecord): Promise<Uint8Array | undefined> {
  for await (const { object } of store.match(named(recordIri(record)), named(LAYOUT), null, named(CATALOGUE))) {
    return inflateRawSync(Buffer.from(object.value, 'base64'));
  }
  return undefined;
}
