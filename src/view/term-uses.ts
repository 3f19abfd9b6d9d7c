import { textOfTerm } from '../inspect/each-triple.js';
import { RDF_TYPE } from '../rdf/vocabulary.js';
import type { QuadIndex } from '../store/index/quad-index.js';
import { Turns } from '../threads/turns.js';
import type { UsedTerm, UsedTerms } from './store-index.js';

/** Counts the classes and properties of an index in one pass; other events happen meanwhile. */
export async function readUsedTerms(index: QuadIndex): Promise<UsedTerms> {
  const type = index.idOf(`<${RDF_TYPE}>`);
  const classes = new Map<number, number>();
  const properties = new Map<number, number>();
  const turns = new Turns();
  const add = (uses: Map<number, number>, id: number, count: number) => uses.set(id, (uses.get(id) ?? 0) + count);
  for (const { columns, from, to } of index.rows('posg', [])) {
    const [p, o, , g] = columns as readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    for (let row = from; row < to; row += 1) {
      if (index.isGone(g[row] as number)) continue;
      add(properties, p[row] as number, 1);
      if (p[row] === type) add(classes, o[row] as number, 1);
    }
    await turns.give();
  }
  const sorted = (uses: ReadonlyMap<number, number>): UsedTerm[] =>
    [...uses]
      .map(([id, count]) => ({ iri: textOfTerm(index.term(id)), uses: count }))
      .sort((a, b) => b.uses - a.uses || (a.iri < b.iri ? -1 : 1));
  return { classes: sorted(classes), properties: sorted(properties) };
}
