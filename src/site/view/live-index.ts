import { schemaOrg, RDF_TYPE, wellKnownPrefixes } from '../../base/rdf/vocabulary.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import { identifierLabel } from './entity-label.js';
import { entityName, shortText, entityValues } from './entity-texts.js';
import { byName, type IndexState } from './index-state.js';
import { licenceLabel } from './licence-label.js';
import { relatedCrates } from './crate-versions.js';
import { placesInIndex } from './places/indexed-places.js';
import type { CratePlace } from './places/places.js';
import { sameEntities, sameIds, type KnownAs } from './same-entities.js';
import type { CrateDetails, CrateSummary, RelatedCrates, StoreIndex, UsedTerms } from './store-index.js';
import { textOfTerm } from '../../tasks/inspect/each-triple.js';

/** From this number on it is faster to pick crates from the sorted list than to sort them. */
const MANY = 100;

/** Authors that a list reads of one crate. */
const MOST_AUTHORS = 1000;

/** The index of a store for as long as a snapshot is open. */
export class LiveIndex implements StoreIndex {
  readonly moment: IndexState;
  /** Undefined for a store that has none. */
  readonly #quads: QuadIndex | undefined;

  constructor(state: IndexState, quads: QuadIndex | undefined) {
    this.moment = state;
    this.#quads = quads;
  }

  get crates(): readonly CrateSummary[] {
    return this.moment.crates;
  }

  get pending(): number {
    return this.moment.pending;
  }

  get declaredContexts(): StoreIndex['declaredContexts'] {
    return this.moment.declaredContexts;
  }

  crate(key: string): CrateSummary | undefined {
    return this.moment.crate(key);
  }

  crateOf(graph: string): CrateSummary | undefined {
    return this.moment.crateOf(graph);
  }

  cratesWith(iri: string): readonly CrateSummary[] {
    const found = new Set<string>(this.crateOf(iri) === undefined ? [] : [iri]);
    if (this.#quads !== undefined) for (const graph of graphsAbout(this.#quads, iri)) found.add(graph);
    if (found.size >= MANY) return this.crates.filter(({ graph }) => found.has(graph));
    return [...found].flatMap((graph) => this.crateOf(graph) ?? []).sort(byName);
  }

  alsoKnownAs(iri: string): readonly KnownAs[] {
    return this.#quads === undefined ? [] : sameEntities(this.#quads, iri);
  }

  iriIn({ graph }: Pick<CrateSummary, 'graph'>, iri: string): string {
    const quads = this.#quads;
    if (quads === undefined) return iri;
    const number = quads.graphOf(quads.idOf(`<${graph}>`));
    const here = sameIds(quads, iri).filter((id) => graphsWith(quads, id).has(number));
    const iris = here.map((id) => textOfTerm(quads.term(id)));
    return iris.includes(iri) ? iri : (iris[0] ?? iri);
  }

  nameOf(iri: string): string | undefined {
    const own = this.crateOf(iri)?.name;
    if (own !== undefined || this.#quads === undefined) return own;
    return entityName(this.#quads, this.#quads.idOf(`<${iri}>`));
  }

  details({ graph }: CrateSummary): CrateDetails {
    const quads = this.#quads;
    const root = quads?.idOf(`<${graph}>`) ?? 0;
    const number = quads?.graphOf(root) ?? 0;
    if (quads === undefined || number === 0) return { description: undefined, authors: [], licences: [] };
    const values = (...properties: readonly string[]) =>
      [...new Set(entityValues(quads, root, properties.flatMap(schemaOrg), number))].slice(0, MOST_AUTHORS);
    const label = (id: number) => labelIn({ quads, graph, number }, id);
    const text = (id: number) => shortText(quads.term(id));
    const [description] = values('description');
    return {
      description: description === undefined ? undefined : text(description),
      authors: values('author', 'creator').map((id) => label(id) ?? text(id)),
      licences: values('license').map((id) => ({ iri: text(id), name: licenceLabel(text(id)) ?? label(id) })),
    };
  }

  places({ graph }: CrateSummary): readonly CratePlace[] {
    const root = this.#quads?.idOf(`<${graph}>`) ?? 0;
    const number = this.#quads?.graphOf(root) ?? 0;
    return this.#quads === undefined || number === 0 ? [] : placesInIndex(this.#quads, root, number);
  }

  related(crate: CrateSummary): readonly RelatedCrates[] {
    return this.#quads === undefined ? [] : relatedCrates(crate, this, this.#quads);
  }

  async usedTerms(): Promise<UsedTerms> {
    return this.#quads === undefined ? { classes: [], properties: [] } : this.moment.usedTerms(this.#quads);
  }
}

interface CrateInIndex {
  readonly quads: QuadIndex;
  readonly graph: string;
  readonly number: number;
}

/**
 * The name of an entity, or what tells it from others inside of the crate; undefined for an IRI outside, or a literal.
 */
function labelIn({ quads, graph, number }: CrateInIndex, id: number): string | undefined {
  const term = quads.term(id);
  if (term.startsWith('"')) return undefined;
  const name = entityName(quads, id, number);
  if (name !== undefined) return name;
  if (term.startsWith('_:')) return 'without a name';
  const inside = insideOf(graph);
  return term.startsWith(`<${inside}`) ? identifierLabel(term.slice(inside.length + 1, -1)) : undefined;
}

const VOCABULARIES = [...wellKnownPrefixes().values()];

/** What identifiers inside of a crate begin with. @param graph IRI of its root */
function insideOf(graph: string): string {
  return graph.endsWith('/') ? graph : `${graph}/`;
}

/** The graphs that describe an IRI outside of them, refer to it, or have another one that means the same. */
function graphsAbout(index: QuadIndex, iri: string): Set<string> {
  const found = new Set(mentioningGraphs(index, iri));
  for (const id of sameIds(index, iri))
    for (const graph of graphsWith(index, id)) found.add(textOfTerm(index.term(index.graphIris[graph] as number)));
  return found;
}

/**
 * The graphs that describe an IRI outside of them, or refer to it. Terms of the well-known vocabularies are in all of
 * them, and the question of who mentions them does not arise.
 */
function mentioningGraphs(index: QuadIndex, iri: string): string[] {
  const id = index.idOf(`<${iri}>`);
  if (id === 0 || VOCABULARIES.some((vocabulary) => iri.startsWith(vocabulary))) return [];
  return [...graphsWith(index, id)]
    .map((graph) => textOfTerm(index.term(index.graphIris[graph] as number)))
    .filter((graph) => graph !== iri && !iri.startsWith(insideOf(graph)));
}

/** The numbers of the graphs that have a term as subject or value, but for types. */
function graphsWith(index: QuadIndex, id: number): Set<number> {
  const type = index.idOf(`<${RDF_TYPE}>`);
  const found = new Set<number>();
  for (const order of ['spog', 'ospg'] as const)
    for (const { columns, from, to } of index.rows(order, [id])) {
      const [, , properties, graphs] = columns as readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
      for (let row = from; row < to; row += 1) {
        const graph = graphs[row] as number;
        if (!index.isGone(graph) && (order === 'spog' || properties[row] !== type)) found.add(graph);
      }
    }
  return found;
}
