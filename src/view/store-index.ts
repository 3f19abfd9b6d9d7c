import { sumStatistics, type CrateStatistics } from '../inspect/statistics.js';
import type { GraphSnapshot } from '../store/port.js';
import { withSnapshot } from '../store/store-snapshots.js';
import { loadRecords } from '../stored/load-records.js';
import { crateKeys, type KeyedFolder } from './crate-keys.js';
import { readGraphFacts, type GraphFacts } from './graph-facts.js';

/** What a list of crates shows of one, and searches. */
export interface CrateSummary {
  /** The name of the crate in addresses: `/crates/<key>/`. */
  readonly key: string;
  /** IRI of the named graph: the Root Data Entity. */
  readonly graph: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Names of the types of its entities, such as `File` and `Person`, the most frequent first. */
  readonly types: readonly string[];
  /** Profiles that the root conforms to. */
  readonly profiles: readonly string[];
  /** Licences of the root. */
  readonly licences: readonly { readonly iri: string; readonly name: string | undefined }[];
  readonly keywords: readonly string[];
  /** Names of the authors of the root. */
  readonly authors: readonly string[];
  /** As written, such as `2026-11-22`. */
  readonly datePublished: string | undefined;
  readonly entities: number;
  readonly files: number;
  /** The sum of the sizes that its files state. */
  readonly bytes: number;
}

/** A term with the number of its uses. */
export interface UsedTerm {
  readonly iri: string;
  readonly uses: number;
}

/** What the crates of a store have in common: lists, searches and links between crates come from here. */
export interface StoreIndex {
  /** By name, then by graph; crates without a name last. */
  readonly crates: readonly CrateSummary[];
  /** The crate of a key; undefined if there is none. */
  crate(key: string): CrateSummary | undefined;
  /** The crate of a graph. */
  crateOf(graph: string): CrateSummary | undefined;
  /** The crates that describe or refer to an IRI. */
  cratesWith(iri: string): readonly CrateSummary[];
  /** The name that a crate gives to an IRI, such as that of a person, a licence or a profile. */
  nameOf(iri: string): string | undefined;
  /** Classes in use, the most frequent first. */
  readonly classes: readonly UsedTerm[];
  /** Properties in use, the most frequent first. */
  readonly properties: readonly UsedTerm[];
  /** Statistics of one crate, or of all together. */
  statistics(crate?: CrateSummary): CrateStatistics;
}

/** Keeps the index of a store up to date. */
export interface StoreIndexer {
  /** The index of this moment. It reads only graphs that have changed since the last call. */
  current(): Promise<StoreIndex>;
}

/** Makes the index of a store when it is first asked for. @param folders the crate folders that are served */
export function openStoreIndex(
  store: { snapshot(): GraphSnapshot },
  folders: readonly KeyedFolder[] = [],
): StoreIndexer {
  let index: IndexState | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const refresh = async () => (index = await withSnapshot(store, (snapshot) => nextState(snapshot, folders, index)));
  const current = (): Promise<StoreIndex> => {
    const next = last.then(refresh);
    last = next.catch(() => undefined); // the next call tries again
    return next;
  };
  return { current };
}

/** A crate in the index. */
interface IndexedCrate {
  readonly summary: CrateSummary;
  readonly facts: GraphFacts;
  readonly mark: string;
}

/** Reads what has changed. Without a change the index stays the same object. */
async function nextState(
  snapshot: GraphSnapshot,
  folders: readonly KeyedFolder[],
  before: IndexState | undefined,
): Promise<IndexState> {
  const marks = await snapshot.marks();
  const old: ReadonlyMap<string, IndexedCrate> = before?.byGraph ?? new Map();
  const hasSameGraphs = old.size === marks.size && [...marks.keys()].every((graph) => old.has(graph));
  if (before !== undefined && hasSameGraphs && [...marks].every(([graph, mark]) => old.get(graph)?.mark === mark))
    return before;
  const keys = hasSameGraphs ? undefined : crateKeys(marks.keys(), await loadRecords(snapshot), folders);
  const byGraph = new Map<string, IndexedCrate>();
  for (const [graph, mark] of marks) {
    const known = old.get(graph);
    const facts = known?.mark === mark ? known.facts : await readGraphFacts(snapshot.nquads(graph), graph);
    const key = keys?.get(graph) ?? known?.summary.key ?? graph;
    const isSame = known !== undefined && known.facts === facts && known.summary.key === key;
    byGraph.set(graph, isSame ? known : { summary: summaryOf(facts, graph, key), facts, mark });
  }
  return new IndexState(byGraph);
}

function summaryOf(
  { statistics, mentions: _, properties: __, ...shown }: GraphFacts,
  graph: string,
  key: string,
): CrateSummary {
  // prettier-ignore
  const types = [...new Set(statistics.types.map(({ name }) => name))];
  const { files, bytes } = statistics.files;
  return { ...shown, key, graph, types, entities: statistics.entities, files, bytes };
}

/** The index of one moment. What few pages need is made when it is first asked for. */
class IndexState implements StoreIndex {
  readonly byGraph: ReadonlyMap<string, IndexedCrate>;
  readonly crates: readonly CrateSummary[];
  readonly #byKey: ReadonlyMap<string, CrateSummary>;
  #mentioning: ReadonlyMap<string, readonly IndexedCrate[]> | undefined;
  #classes: readonly UsedTerm[] | undefined;
  #properties: readonly UsedTerm[] | undefined;
  #statistics: CrateStatistics | undefined;

  constructor(byGraph: ReadonlyMap<string, IndexedCrate>) {
    this.byGraph = byGraph;
    this.crates = [...byGraph.values()].map(({ summary }) => summary).sort(byName);
    this.#byKey = new Map(this.crates.map((crate) => [crate.key, crate]));
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
