import type { Term } from '@rdfjs/types';
import { RDF } from '../../rdf/vocabulary.js';
import { type GraphIndex, termId } from './graph-index.js';

const FIRST = `${RDF}first`;
const REST = `${RDF}rest`;
const NIL = `${RDF}nil`;
const TYPE = `${RDF}type`;

/** The RDF collections of a graph that can be written as `@list`: heads and items, and the cells to leave out. */
export interface Lists {
  /** Items of the list that starts at this blank node; `rdf:nil` is the empty list. */
  items(head: string): readonly Term[] | undefined;
  readonly cells: ReadonlySet<string>;
}

/** Finds well-formed collections whose cells nothing else refers to (JSON-LD 1.1 API, section 8.4.2 step 6). */
export function findLists(index: GraphIndex): Lists {
  const heads = new Map<string, Term[]>();
  const cells = new Set<string>();
  const references = countReferences(index);
  for (const [id] of references.heads) {
    const items: Term[] = [];
    const own: string[] = [];
    let cell = id;
    while (cell !== NIL && isCell(index, cell) && references.counts.get(cell) === 1 && !own.includes(cell)) {
      own.push(cell);
      items.push(index.objects(cell, FIRST)[0] as Term);
      cell = termId(index.objects(cell, REST)[0] as Term);
    }
    if (cell !== NIL || own.length === 0) continue;
    heads.set(id, items);
    for (const one of own) cells.add(one);
  }
  return { items: (head) => (head === NIL ? [] : heads.get(head)), cells };
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
function countReferences(index: GraphIndex): { counts: Map<string, number>; heads: Map<string, true> } {
  const counts = new Map<string, number>();
  const heads = new Map<string, true>();
  for (const { properties } of index.subjects.values()) {
    for (const [predicate, objects] of properties) {
      for (const object of objects) {
        if (object.termType !== 'BlankNode') continue;
        const id = termId(object);
        counts.set(id, (counts.get(id) ?? 0) + 1);
        if (predicate !== REST && predicate !== TYPE && isCell(index, id)) heads.set(id, true); // no list is a type
      }
    }
  }
  return { counts, heads };
}
