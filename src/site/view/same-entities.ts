import { RDFS } from '../../base/rdf/vocabulary.js';
import { IDENTITIES } from '../../store/graph-errors.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import type { QuadOrder } from '../../store/index/segment-parts.js';
import { IDENTITY_TERMS, SAME_AS } from '../../tasks/identity/identities-graph.js';
import { textOfTerm } from '../../tasks/inspect/each-triple.js';

/** An IRI of something that has several, and why it is one of them. */
export interface KnownAs {
  readonly iri: string;
  /** As in `its identifier is this ORCID`. */
  readonly reasons: readonly string[];
}

/** IRIs of one thing that are read: a text file may be in thousands of crates. */
const MOST_IRIS = 100;

/** All IRIs of what an IRI means, as `crategraph identities` has found; none if it is the only one. */
export function sameEntities(index: QuadIndex, iri: string): readonly KnownAs[] {
  const same = new IdentitiesInIndex(index);
  return same.iris(iri).map((id) => ({ iri: textOfTerm(index.term(id)), reasons: same.reasons(id) }));
}

/** The ids of all IRIs of what an IRI means; none if it is the only one. */
export function sameIds(index: QuadIndex, iri: string): readonly number[] {
  return new IdentitiesInIndex(index).iris(iri);
}

class IdentitiesInIndex {
  readonly #index: QuadIndex;
  readonly #graph: number;

  constructor(index: QuadIndex) {
    this.#index = index;
    this.#graph = index.graphOf(index.idOf(`<${IDENTITIES}>`));
  }

  /** The ids of the IRIs that crates have, the one of the class first. */
  iris(iri: string): number[] {
    const own = this.#graph === 0 ? 0 : this.#index.idOf(`<${iri}>`);
    const sameAs = this.#index.idOf(`<${SAME_AS}>`);
    if (own === 0 || sameAs === 0) return [];
    const [canonical = own] = this.#column('posg', [sameAs, own], 2);
    const members = [canonical, ...this.#column('spog', [canonical, sameAs], 2)];
    return members.length === 1 ? [] : members.filter((id) => this.#joins(id).length > 0);
  }

  reasons(id: number): string[] {
    const comment = this.#index.idOf(`<${RDFS}comment>`);
    const texts = this.#joins(id).flatMap((join) => this.#column('spog', [join, comment], 2));
    return [...new Set(texts)].map((text) => textOfTerm(this.#index.term(text)));
  }

  /** The nodes that say why an IRI is one of others. */
  #joins(id: number): number[] {
    const member = this.#index.idOf(`<${IDENTITY_TERMS.member}>`);
    return member === 0 ? [] : this.#column('posg', [member, id], 2);
  }

  /** A column of the rows of the graph that begin with some ids. */
  #column(order: QuadOrder, prefix: readonly number[], place: number): number[] {
    const found: number[] = [];
    for (const { columns, from, to } of this.#index.rows(order, prefix))
      for (let row = from; row < to && found.length < MOST_IRIS; row += 1)
        if (columns[3]?.[row] === this.#graph) found.push(columns[place]?.[row] as number);
    return found;
  }
}
