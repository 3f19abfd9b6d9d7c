import type { DatasetCore, Quad_Subject, Term } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { RDF } from '../../../base/rdf/vocabulary.js';
import { SH } from './shape-terms.js';

/** Looks up what prepared shapes say; their lists and paths are well-formed. */
export class ShapeValues {
  readonly dataset: DatasetCore;

  constructor(dataset: DatasetCore) {
    this.dataset = dataset;
  }

  /** The first value of a property of SHACL. @param name without the namespace */
  value(subject: Term, name: string): Term | undefined {
    return this.values(subject, name)[0];
  }

  /** All values of a property of SHACL. @param name without the namespace */
  values(subject: Term, name: string): Term[] {
    return this.#objects(subject, SH + name);
  }

  /** The items of a list. */
  list(start: Term): Term[] {
    const items: Term[] = [];
    for (let node: Term | undefined = start; node !== undefined && node.value !== `${RDF}nil`;) {
      const [first] = this.#objects(node, `${RDF}first`);
      if (first !== undefined) items.push(first);
      [node] = this.#objects(node, `${RDF}rest`);
    }
    return items;
  }

  #objects(subject: Term, property: string): Term[] {
    return [...this.dataset.match(subject as Quad_Subject, DataFactory.namedNode(property))].map(
      ({ object }) => object,
    );
  }
}
