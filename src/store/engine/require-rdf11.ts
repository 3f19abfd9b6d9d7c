import { beyondRdf11, beyondRdf11Error, SUSPICIOUS } from '../../rdf/beyond-rdf11.js';
import { eachLine } from '../pieces.js';
import type { ChangedGraph } from './messages.js';

/**
 * Checks what an update has made, because an engine knows terms that RDF 1.1 cannot say, and
 * that no reader of ours takes.
 * Its IRIs and language tags are as strict as ours. What a graph had before may stay.
 * @param stored the N-Quads of a graph before the update
 * @throws CrateError ERR_RDF_SYNTAX
 */
export function requireRdf11(changed: readonly ChangedGraph[], stored: (graph: string) => Iterable<Uint8Array>): void {
  for (const { graph, pieces } of changed) {
    const made = linesBeyond(pieces);
    if (made.size === 0) continue;
    const before = linesBeyond(stored(graph));
    for (const line of made) if (!before.has(line)) throw beyondRdf11Error(line, 'the update');
  }
}

function linesBeyond(pieces: Iterable<Uint8Array>): Set<string> {
  const lines = new Set<string>();
  for (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (!SUSPICIOUS.some((part) => bytes.includes(part))) continue;
    eachLine(bytes.toString(), (line) => {
      if (beyondRdf11(line) !== undefined) lines.add(line);
    });
  }
  return lines;
}
