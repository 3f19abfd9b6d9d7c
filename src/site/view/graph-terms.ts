import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { nextTurn } from '../../crate/read/stop-signal.js';
import type { GraphReader } from '../../store/port.js';
import { utf8Text } from '../../store/utf8-text.js';
import { detached, eachTriple, textOfTerm } from '../../tasks/inspect/each-triple.js';
import type { UsedTerm, UsedTerms } from './store-index.js';

/** Triples of a graph that are read to count its terms: more would make a page wait. */
const MOST_COUNTED = 200_000;

/** The classes and properties of a graph, and of how many of its triples they were counted. */
export interface GraphTerms extends UsedTerms {
  readonly counted: number;
}

/** Counts the classes and properties of a graph, of its first triples if it has very many; other events happen meanwhile. */
export async function graphTerms(store: GraphReader, graph: string, most = MOST_COUNTED): Promise<GraphTerms> {
  const classes = new Map<string, number>();
  const properties = new Map<string, number>();
  let counted = 0;
  for await (const bytes of store.nquads(graph)) {
    eachTriple(utf8Text(bytes), graph, (_, property, value) => {
      if (counted >= most) return;
      counted += 1;
      add(properties, property);
      if (property === TYPE) add(classes, value);
    });
    if (counted >= most) break;
    await nextTurn();
  }
  return { classes: sorted(classes), properties: sorted(properties), counted };
}

const TYPE = `<${RDF_TYPE}>`;

function add(uses: Map<string, number>, term: string): void {
  const count = uses.get(term);
  uses.set(count === undefined ? detached(term) : term, (count ?? 0) + 1);
}

function sorted(uses: ReadonlyMap<string, number>): UsedTerm[] {
  return [...uses]
    .map(([term, count]) => ({ iri: textOfTerm(term), uses: count }))
    .sort((a, b) => b.uses - a.uses || (a.iri < b.iri ? -1 : 1));
}
