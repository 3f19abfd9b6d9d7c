import type { Quad, Term } from '@rdfjs/types';
import { termId } from '../../rdf/nquads.js';
import { RDF } from '../../rdf/vocabulary.js';

/** Everything a graph says of one subject. */
export interface SubjectNode {
  /** IRI, or `_:label`. */
  readonly id: string;
  /** Objects by predicate IRI. */
  readonly properties: Map<string, Term[]>;
}

/** The quads of one graph, grouped by subject; the same quad twice counts once. */
export class GraphIndex {
  readonly subjects = new Map<string, SubjectNode>();

  /** Groups quads in the order in which they come; graph terms are not looked at. */
  static async of(quads: Iterable<Quad> | AsyncIterable<Quad>): Promise<GraphIndex> {
    const index = new GraphIndex();
    if (Symbol.iterator in quads) for (const quad of quads) index.#add(quad);
    else for await (const quad of quads) index.#add(quad);
    index.#removeDoubles();
    return index;
  }

  /** Sorts objects: for quads whose order means nothing. */
  sortObjects(): void {
    for (const { properties } of this.subjects.values()) {
      for (const [predicate, objects] of properties) {
        if (objects.length === 1) continue;
        const keyed = objects.map((object) => ({ key: termKey(object), object }));
        keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
        properties.set(
          predicate,
          keyed.map(({ object }) => object),
        );
      }
    }
  }

  /** Everything that the graph says something with: predicates, types and datatypes. */
  vocabulary(): Set<string> {
    const iris = new Set<string>();
    for (const { properties } of this.subjects.values()) {
      for (const [predicate, objects] of properties) {
        iris.add(predicate);
        for (const object of objects)
          if (object.termType === 'Literal') iris.add(object.datatype.value);
          else if (predicate === `${RDF}type`) iris.add(object.value);
      }
    }
    return iris;
  }

  objects(id: string, predicate: string): readonly Term[] {
    return this.subjects.get(id)?.properties.get(predicate) ?? [];
  }

  /** Whether the subject has a type. */
  hasType(id: string, types: ReadonlySet<string>): boolean {
    return this.objects(id, `${RDF}type`).some((type) => types.has(type.value));
  }

  #add({ subject, predicate, object }: Quad): void {
    const id = termId(subject);
    let node = this.subjects.get(id);
    if (node === undefined) this.subjects.set(id, (node = { id, properties: new Map() }));
    const objects = node.properties.get(predicate.value);
    if (objects === undefined) node.properties.set(predicate.value, [object]);
    else objects.push(object);
  }

  #removeDoubles(): void {
    for (const { properties } of this.subjects.values()) {
      for (const [predicate, objects] of properties) {
        if (objects.length === 1) continue;
        const distinct = new Map<string, Term>();
        for (const object of objects) {
          const key = termKey(object);
          if (!distinct.has(key)) distinct.set(key, object);
        }
        if (distinct.size < objects.length) properties.set(predicate, [...distinct.values()]);
      }
    }
  }
}

/** A string that is equal for equal terms; it sorts IRIs before literals. */
export function termKey(term: Term): string {
  if (term.termType === 'Literal') return `"${term.value}"${term.language}^^${term.datatype.value}`;
  return termId(term);
}
