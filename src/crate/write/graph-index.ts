import type { Quad, Term } from '@rdfjs/types';
import { termId } from '../../base/rdf/nquads.js';
import { RDF_TYPE } from '../../base/rdf/vocabulary.js';

/** The statements of a graph about one subject. */
export interface SubjectNode {
  /** IRI, or `_:label`. */
  readonly id: string;
  /** Objects by predicate IRI. */
  readonly properties: Map<string, Term[]>;
}

/** The quads of one graph, grouped by subject, without duplicates. */
export class GraphIndex {
  readonly subjects = new Map<string, SubjectNode>();

  /** Groups quads and keeps their order; ignores their graph terms. */
  static async of(quads: Iterable<Quad> | AsyncIterable<Quad>): Promise<GraphIndex> {
    const index = new GraphIndex();
    if (Symbol.iterator in quads) for (const quad of quads) index.#add(quad);
    else for await (const quad of quads) index.#add(quad);
    index.#removeDuplicates();
    return index;
  }

  /** Sorts objects, for quads in an arbitrary order. */
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

  /** The predicates, types and datatypes of the graph. */
  vocabulary(): Set<string> {
    const iris = new Set<string>();
    for (const { properties } of this.subjects.values()) {
      for (const [predicate, objects] of properties) {
        iris.add(predicate);
        for (const object of objects)
          if (object.termType === 'Literal') iris.add(object.datatype.value);
          else if (predicate === RDF_TYPE) iris.add(object.value);
      }
    }
    return iris;
  }

  /** The subjects, and the IRIs that stand in the place of an object. */
  nodes(): Set<string> {
    const nodes = new Set(this.subjects.keys());
    for (const { properties } of this.subjects.values())
      for (const objects of properties.values())
        for (const object of objects) if (object.termType === 'NamedNode') nodes.add(object.value);
    return nodes;
  }

  /** The objects of a property of a subject. */
  objects(id: string, predicate: string): readonly Term[] {
    return this.subjects.get(id)?.properties.get(predicate) ?? [];
  }

  /** Whether the subject has a type. */
  hasType(id: string, types: ReadonlySet<string>): boolean {
    return this.objects(id, RDF_TYPE).some((type) => types.has(type.value));
  }

  #add({ subject, predicate, object }: Quad): void {
    const id = termId(subject);
    let node = this.subjects.get(id);
    if (node === undefined) this.subjects.set(id, (node = { id, properties: new Map() }));
    const objects = node.properties.get(predicate.value);
    if (objects === undefined) node.properties.set(predicate.value, [object]);
    else objects.push(object);
  }

  #removeDuplicates(): void {
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

/** A string that is equal for equal terms; literals sort before IRIs. */
export function termKey(term: Term): string {
  if (term.termType === 'Literal') return `"${term.value}"${term.language}^^${term.datatype.value}`;
  return termId(term);
}
