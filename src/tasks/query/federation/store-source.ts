import { termToNQuads } from '../../../base/rdf/nquads.js';
import { wholeLines } from '../../../store/nquads-lines.js';
import { eachLine } from '../../../store/pieces.js';
import type { NeededQuads } from '../../../store/needed/needed-quads.js';
import { isReadable, type FoundTriple, type QuadRequest } from '../../../store/needed/quad-request.js';
import type { GraphReader } from '../../../store/port.js';
import type { QuerySource } from './query-source.js';

/** A store, or one moment of it, as a source of a query. */
export class StoreSource implements QuerySource {
  readonly name: string;
  readonly reader: GraphReader;

  constructor(name: string, reader: GraphReader) {
    this.name = name;
    this.reader = reader;
  }

  async *quads({ quads, readable, signal }: QuadRequest): AsyncGenerator<FoundTriple> {
    const named = quads.some(({ graph }) => typeof graph === 'string') ? undefined : quads.map((one) => graphName(one));
    for (const graph of (await this.reader.graphs(named)).keys()) {
      signal?.throwIfAborted();
      const wanted = quads.filter((one) => isReadable(graph, one, readable)).map(constantsOf);
      if (wanted.length === 0) continue;
      const end = ` <${graph}> .`;
      for await (const piece of wholeLines(this.reader.nquads(graph))) {
        const found: FoundTriple[] = [];
        eachLine(piece, (line) => {
          if (wanted.some((parts) => parts.every((part) => line.includes(part))))
            found.push([line.slice(0, -end.length), graph]);
        });
        yield* found;
      }
    }
  }
}

function graphName({ graph }: NeededQuads): string {
  return typeof graph === 'string' ? '' : graph.value;
}

/** What the lines of these quads contain. A literal may be spelled differently there, such as 1 and 01. */
function constantsOf({ subject, predicate, object }: NeededQuads): string[] {
  const terms = [subject, predicate, object?.termType === 'NamedNode' ? object : undefined];
  return terms.flatMap((term) => (term === undefined ? [] : [termToNQuads(term)]));
}
