import type { Term } from '@rdfjs/types';
import { RDF, RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { termId } from '../../base/rdf/nquads.js';
import { stoppable, type StopSignal } from '../read/stop-signal.js';
import type { GraphIndex } from './graph-index.js';

const FIRST = `${RDF}first`;
const REST = `${RDF}rest`;
const NIL = `${RDF}nil`;
/** Lists that are nested more deeply stay nodes, so that neither we nor a reader of JSON need a deep recursion. */
const MAX_DEPTH = 100;

/** The RDF collections of a graph that can be written as `@list`: heads and items, and the cells to leave out. */
export interface Lists {
  /** Items of the list that starts at this blank node; `rdf:nil` is the empty list. */
  items(head: string): readonly Term[] | undefined;
  /** The blank nodes that a `@list` replaces. */
  readonly cells: ReadonlySet<string>;
}

/**
 * Finds well-formed collections whose cells nothing else refers to (JSON-LD 1.1 API, section 8.4.2 step 6). Lists that
 * only contain each other stay nodes, because no entity would contain them.
 * @throws the reason of the signal
 */
export async function findLists(index: GraphIndex, signal?: StopSignal): Promise<Lists> {
  const found = new Map<string, Chain>();
  const inside = new Set<string>();
  const references = await countReferences(index, signal);
  for (const [id] of references.heads) {
    const chain = chainFrom(id, index, references.counts);
    if (chain === undefined) continue;
    found.set(id, chain);
    for (const cell of chain.cells) inside.add(cell);
  }
  const lists = new Map<string, readonly Term[]>();
  const cells = new Set<string>();
  for await (const { id, properties } of stoppable(index.subjects.values(), signal)) {
    if (inside.has(id)) continue;
    const objects = [...properties.values()].flat().map((object) => ({ object, depth: 0 }));
    for (let next = objects.pop(); next !== undefined; next = objects.pop()) {
      const { object, depth } = next;
      const head = termId(object);
      const chain = object.termType === 'BlankNode' && depth < MAX_DEPTH ? found.get(head) : undefined;
      if (chain === undefined) continue;
      lists.set(head, chain.items);
      for (const cell of chain.cells) cells.add(cell);
      for (const item of chain.items) objects.push({ object: item, depth: depth + 1 });
    }
  }
  return { items: (head) => (head === NIL ? [] : lists.get(head)), cells };
}

/** The cells and the items of one list. */
interface Chain {
  readonly cells: ReadonlySet<string>;
  readonly items: readonly Term[];
}

function chainFrom(head: string, index: GraphIndex, counts: ReadonlyMap<string, number>): Chain | undefined {
  const items: Term[] = [];
  const cells = new Set<string>();
  let cell = head;
  while (cell !== NIL && isCell(index, cell) && counts.get(cell) === 1 && !cells.has(cell)) {
    cells.add(cell);
    items.push(index.objects(cell, FIRST)[0] as Term);
    cell = termId(index.objects(cell, REST)[0] as Term);
  }
  return cell === NIL ? { cells, items } : undefined;
}

function isCell(index: GraphIndex, id: string): boolean {
  const node = index.subjects.get(id);
  return (
    id.startsWith('_:') &&
    node?.properties.size === 2 &&
    index.objects(id, FIRST).length === 1 &&
    index.objects(id, REST).length === 1
  );
}

/** How often each blank node is an object, and which list cells are the object of anything but `rdf:rest`. */
async function countReferences(
  index: GraphIndex,
  signal: StopSignal | undefined,
): Promise<{ counts: Map<string, number>; heads: Map<string, true> }> {
  const counts = new Map<string, number>();
  const heads = new Map<string, true>();
  for await (const { properties } of stoppable(index.subjects.values(), signal)) {
    for (const [predicate, objects] of properties) {
      for (const object of objects) {
        if (object.termType !== 'BlankNode') continue;
        const id = termId(object);
        counts.set(id, (counts.get(id) ?? 0) + 1);
        // A list cannot be a type.
        if (predicate !== REST && predicate !== RDF_TYPE && isCell(index, id)) heads.set(id, true);
      }
    }
  }
  return { counts, heads };
}
