import type { JsonValue } from '../crate/json/value.js';
import { sumStatistics, type CrateStatistics } from '../inspect/statistics.js';
import type { GraphFacts } from './graph-facts.js';
import type { MentioningGraphs } from './mentioning-graphs.js';
import type { CrateSummary, DeclaredContext, StoreIndex, UsedTerm } from './store-index.js';

/** A crate that was read. */
export interface IndexedCrate {
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

/** What a list shows of a crate that was not read yet. */
export function unreadSummary(graph: string, key: string, records: readonly KnownRecord[]): CrateSummary {
  const nothing = { types: [], profiles: [], licences: [], keywords: [], authors: [], files: 0, bytes: 0 };
  const [first] = records;
  const entities = first?.entities ?? 0;
  return { ...nothing, key, graph, name: first?.name, entities, description: undefined, datePublished: undefined };
}

/** What the index keeps of a load record. */
export interface KnownRecord {
  readonly graph: string;
  readonly sha256: string;
  readonly name: string | undefined;
  readonly entities: number;
  readonly base: string;
  /** The context as JSON; equal ones are one text in memory. */
  readonly context: string;
}

/** What an index is made of. */
export interface IndexParts {
  /** The crates that were read, by graph. */
  readonly crates: ReadonlyMap<string, IndexedCrate>;
  /** What a list shows of each crate, by graph; also of those that were not read yet. */
  readonly summaries: ReadonlyMap<string, CrateSummary>;
  readonly records: ReadonlyMap<string, readonly KnownRecord[]>;
  /** Of the present moment, so what it says of these crates is checked. */
  readonly mentioning: MentioningGraphs;
  readonly pending: number;
}

/** From this number on it is faster to pick crates from the sorted list than to sort them. */
const MANY = 100;

/** The index of one moment. What few pages need is made when it is first asked for. */
export class IndexState implements StoreIndex {
  readonly pending: number;
  readonly crates: readonly CrateSummary[];
  readonly declaredContexts: readonly DeclaredContext[];
  readonly #parts: IndexParts;
  readonly #byKey: ReadonlyMap<string, CrateSummary>;
  readonly #names = new Map<string, string | undefined>();
  #classes: readonly UsedTerm[] | undefined;
  #properties: readonly UsedTerm[] | undefined;
  #statistics: CrateStatistics | undefined;

  /** @param before the state before, most of which is still true */
  constructor(parts: IndexParts, before?: IndexState) {
    this.#parts = parts;
    this.pending = parts.pending;
    this.crates = sortedCrates(parts.summaries, before);
    this.declaredContexts =
      before !== undefined && before.#parts.records === parts.records
        ? before.declaredContexts
        : contextsOf(parts.records, before?.declaredContexts);
    this.#byKey = new Map(this.crates.map((crate) => [crate.key, crate]));
  }

  crate(key: string): CrateSummary | undefined {
    return this.#byKey.get(key);
  }

  crateOf(graph: string): CrateSummary | undefined {
    return this.#parts.summaries.get(graph);
  }

  cratesWith(iri: string): readonly CrateSummary[] {
    const { mentioning, crates } = this.#parts;
    const found = new Set<string>();
    if (this.crateOf(iri) !== undefined) found.add(iri);
    for (const graph of mentioning.of(iri)) if (crates.get(graph)?.facts.mentions.has(iri) === true) found.add(graph);
    if (found.size >= MANY) return this.crates.filter(({ graph }) => found.has(graph));
    return [...found].flatMap((graph) => this.crateOf(graph) ?? []).sort(byName);
  }

  nameOf(iri: string): string | undefined {
    if (!this.#names.has(iri)) this.#names.set(iri, this.#findName(iri));
    return this.#names.get(iri);
  }

  #findName(iri: string): string | undefined {
    const own = this.crateOf(iri)?.name;
    if (own !== undefined) return own;
    for (const graph of this.#parts.mentioning.of(iri)) {
      const name = this.#parts.crates.get(graph)?.facts.mentions.get(iri);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  get classes(): readonly UsedTerm[] {
    return (this.#classes ??= this.statistics().types.map(({ type, entities }) => ({ iri: type, uses: entities })));
  }

  get properties(): readonly UsedTerm[] {
    return (this.#properties ??= sumUses(this.#facts().map(({ properties }) => properties)));
  }

  statistics(crate?: CrateSummary): CrateStatistics {
    const one = crate && this.#parts.crates.get(crate.graph)?.facts.statistics;
    return one ?? (this.#statistics ??= sumStatistics(this.#facts().map(({ statistics }) => statistics)));
  }

  #facts(): GraphFacts[] {
    return [...this.#parts.crates.values()].map(({ facts }) => facts);
  }
}

/** The crates by name: those of the state before that are the same stay in order, and only the others are sorted. */
function sortedCrates(summaries: IndexParts['summaries'], before: IndexState | undefined): CrateSummary[] {
  const kept = (before?.crates ?? []).filter((crate) => summaries.get(crate.graph) === crate);
  const others = [...summaries.values()].filter((crate) => before?.crateOf(crate.graph) !== crate).sort(byName);
  if (others.length === 0 || kept.length === 0) return kept.length === 0 ? others : kept;
  const merged: CrateSummary[] = [];
  let from = 0;
  for (const crate of others) {
    const to = placeOf(crate, kept, from);
    for (; from < to; from += 1) merged.push(kept[from] as CrateSummary);
    merged.push(crate);
  }
  for (; from < kept.length; from += 1) merged.push(kept[from] as CrateSummary);
  return merged;
}

/** Where a crate belongs in a sorted list. */
function placeOf(crate: CrateSummary, sorted: readonly CrateSummary[], from: number): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byName(sorted[middle] as CrateSummary, crate) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function contextsOf(
  records: IndexParts['records'],
  before: readonly DeclaredContext[] | undefined,
): readonly DeclaredContext[] {
  const texts = new Map<string, KnownRecord>();
  for (const ofGraph of records.values())
    for (const record of ofGraph) if (!texts.has(record.context)) texts.set(record.context, record);
  const found = [...texts.values()].map(({ graph, base, context }) => ({ graph, base, context: JSON.parse(context) as JsonValue })); // prettier-ignore
  const isSame = JSON.stringify(found.map(({ context }) => context)) === JSON.stringify(before?.map(({ context }) => context)); // prettier-ignore
  return isSame && before !== undefined ? before : found;
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
