import type { FoundTriple, QuadRequest } from '../../../store/needed/quad-request.js';
import type { GraphReader } from '../../../store/port.js';

/** One of several sources of a query. */
export interface QuerySource {
  /** For messages. */
  readonly name: string;
  /** Its graphs and load records. */
  readonly reader: GraphReader;
  /** The quads that are asked for; more of the same graphs do no harm. Blank node labels are its own. */
  quads(request: QuadRequest): AsyncIterable<FoundTriple>;
}
