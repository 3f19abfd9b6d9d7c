import { sumStatistics, type CrateStatistics } from '../inspect/statistics.js';
import type { GraphFacts } from './graph-facts.js';
import type { CrateSummary, StoreIndex, UsedTerm } from './store-index.js';

/** A crate in the index. */
export interface IndexedCrate {
  readonly summary: CrateSummary;
  readonly facts: GraphFacts;
  readonly mark: string;
}

/** What a list shows of a crate, from the facts of its graph. */
export function indexSummary(
  { statistics, mentions: _, properties: __, ...shown }: GraphFacts,
  graph: string,
  key: string,
): CrateSummary {
  // prettier-ignore
  const types = [...new Set(statistics.types.map(({ name }) => name))];
  const { files, bytes } = statistics.files;
  return { ...shown, key, graph, types, entities: statistics.entities, files, bytes };
}

function unread(graph: string, key: string): CrateSummary {
  const nothing = { types: [], profiles: [], licences: [], keywords: [], authors: [], entities: 0, files: 0, bytes: 0 };
  return { ...nothing, key, graph, name: undefined, description: undefined, datePublished: undefined };
}

/** The index of one moment. What few pages need is made when it is first asked for. */
export class IndexState implements StoreIndex {
  readonly byGraph: ReadonlyMap<string, IndexedCrate>;
  readonly pending: number;
  readonly crates: readonly CrateSummary[];
  readonly #byKey: ReadonlyMap<string, CrateSummary>;
  #mentioning: ReadonlyMap<string, readonly IndexedCrate[]> | undefined;
  #classes: readonly UsedTerm[] | undefined;
  #properties: readonly UsedTerm[] | undefined;
  #statistics: CrateStatistics | undefined;

  /** @param keys the keys of all crates by graph, also of those that were not read yet */
  constructor(byGraph: ReadonlyMap<string, IndexedCrate>, keys: ReadonlyMap<string, string>, pending: number) {
    this.byGraph = byGraph;
    this.pending = pending;
    this.crates = [...byGraph.values()].map(({ summary }) => summary).sort(byName);
    const all = [...keys].map(([graph, key]) => byGraph.get(graph)?.summary ?? unread(graph, key));
    this.#byKey = new Map(all.map((crate) => [crate.key, crate]));
  }

  crate(key: string): CrateSummary | undefined {
    return this.#byKey.get(key);
  }

  crateOf(graph: string): CrateSummary | undefined {
    return this.byGraph.get(graph)?.summary;
  }

  cratesWith(iri: string): readonly CrateSummary[] {
    const found = new Set((this.#mentions().get(iri) ?? []).map(({ summary }) => summary));
    const own = this.crateOf(iri);
    return (own === undefined ? [...found] : [own, ...found]).sort(byName);
  }

  nameOf(iri: string): string | undefined {
    const own = this.crateOf(iri)?.name;
    if (own !== undefined) return own;
    for (const { facts } of this.#mentions().get(iri) ?? []) {
      const name = facts.mentions.get(iri);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  get classes(): readonly UsedTerm[] {
    return (this.#classes ??= this.statistics().types.map(({ type, entities }) => ({ iri: type, uses: entities })));
  }

  get properties(): readonly UsedTerm[] {
    return (this.#properties ??= sumUses([...this.byGraph.values()].map(({ facts }) => facts.properties)));
  }

  statistics(crate?: CrateSummary): CrateStatistics {
    const one = crate && this.byGraph.get(crate.graph)?.facts.statistics;
    return one ?? (this.#statistics ??= sumStatistics([...this.byGraph.values()].map(({ facts }) => facts.statistics)));
  }

  #mentions(): ReadonlyMap<string, readonly IndexedCrate[]> {
    if (this.#mentioning !== undefined) return this.#mentioning;
    const mentioning = new Map<string, IndexedCrate[]>();
    for (const crate of this.byGraph.values())
      for (const iri of crate.facts.mentions.keys()) {
        const known = mentioning.get(iri);
        if (known === undefined) mentioning.set(iri, [crate]);
        else known.push(crate);
      }
    return (this.#mentioning = mentioning);
  }
}

/** Adds the uses of terms, the most frequent first. */
function sumUses(all: readonly ReadonlyMap<string, number>[]): UsedTerm[] {
  const sums = new Map<string, number>();
  for (const uses of all) for (const [iri, count] of uses) sums.set(iri, (sums.get(iri) ?? 0) + count);
  return [...sums].map(([iri, uses]) => ({ iri, uses })).sort((a, b) => b.uses - a.uses || (a.iri < b.iri ? -1 : 1));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function byName(a: CrateSummary, b: CrateSummary): number {
  if (a.name === undefined || b.name === undefined) {
    if (a.name !== undefined) return -1;
    if (b.name !== undefined) return 1;
  }
  return collator.compare(a.name ?? a.graph, b.name ?? b.graph) || (a.graph < b.graph ? -1 : 1);
}
