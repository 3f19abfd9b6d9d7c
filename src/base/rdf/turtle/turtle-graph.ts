import type { Quad, Term } from '@rdfjs/types';
import { termId } from '../nquads.js';
import { RDF } from '../vocabulary.js';

const FIRST = `${RDF}first`;
const REST = `${RDF}rest`;
/** The end of every RDF list. */
export const NIL = `${RDF}nil`;

/** The values of one subject by predicate, in the order of the quads. */
export type Properties = Map<string, Term[]>;

/** The only place that refers to a blank node. */
interface Reference {
  readonly subject: string;
  readonly predicate: string;
}

/** The quads of one graph by subject, with the blank nodes that can be written where they are used. */
export class TurtleGraph {
  /** Subjects by `termId`, in the order of the quads. */
  readonly subjects = new Map<string, Properties>();
  /** References to blank nodes; null for a node with several. */
  readonly #references = new Map<string, Reference | null>();
  #listNodes: ReadonlySet<string> | undefined;

  add({ subject, predicate, object }: Quad): void {
    const id = termId(subject);
    let properties = this.subjects.get(id);
    if (properties === undefined) this.subjects.set(id, (properties = new Map<string, Term[]>()));
    const values = properties.get(predicate.value);
    if (values === undefined) properties.set(predicate.value, [object]);
    else values.push(object);
    if (object.termType !== 'BlankNode') return;
    const node = termId(object);
    this.#references.set(node, this.#references.has(node) ? null : { subject: id, predicate: predicate.value });
  }

  /** All blank nodes of the graph; a node may come twice. */
  *blankNodes(): Generator<string> {
    yield* this.#references.keys();
    for (const id of this.subjects.keys()) if (id.startsWith('_:')) yield id;
  }

  isReferenced(node: string): boolean {
    return this.#references.has(node);
  }

  isReferencedOnce(node: string): boolean {
    return (this.#references.get(node) ?? null) !== null;
  }

  /** The nodes and values of a well-formed list that begins at a node; undefined if there is none. */
  list(head: string): { readonly nodes: readonly string[]; readonly values: readonly Term[] } | undefined {
    this.#listNodes ??= this.#findLists();
    if (!this.#listNodes.has(head)) return undefined;
    const nodes: string[] = [];
    const values: Term[] = [];
    for (let node = head; node !== NIL;) {
      const properties = this.subjects.get(node) as Properties;
      nodes.push(node);
      values.push(properties.get(FIRST)?.[0] as Term);
      node = termId(properties.get(REST)?.[0] as Term);
    }
    return { nodes, values };
  }

  /** Follows each list from its end to its start, so that a broken list costs no more than a whole one. */
  #findLists(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const [id, properties] of this.subjects) {
      const rest = properties.get(REST)?.[0];
      if (rest?.termType !== 'NamedNode' || rest.value !== NIL) continue;
      for (let node: string | undefined = id; node !== undefined && this.#isListNode(node) && !found.has(node);) {
        found.add(node);
        const reference: Reference | null = this.#references.get(node) ?? null;
        node = reference?.predicate === REST ? reference.subject : undefined;
      }
    }
    return found;
  }

  #isListNode(node: string): boolean {
    const properties = this.subjects.get(node);
    return (
      this.isReferencedOnce(node) &&
      properties?.size === 2 &&
      properties.get(FIRST)?.length === 1 &&
      properties.get(REST)?.length === 1
    );
  }
}
