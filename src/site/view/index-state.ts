import type { JsonValue } from '../../crate/json/value.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import { eachFacet } from './facets.js';
import type { ListFacts } from './list-facts.js';
import type { CrateSummary, DeclaredContext, UsedTerms, UsedTerm } from './store-index.js';
import { textOfTerm } from '../../tasks/inspect/each-triple.js';
import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { Turns } from '../../base/threads/turns.js';

/** What a list shows of a crate that is not indexed yet. */
export function unreadFacts([first]: readonly KnownRecord[]): ListFacts {
  const nothing = { facets: eachFacet(() => []), works: [], files: 0, bytes: 0, datePublished: undefined };
  return { ...nothing, name: first?.name, entities: first?.entities ?? 0 };
}

/** What is kept of a load record. */
export interface KnownRecord {
  readonly graph: string;
  readonly sha256: string;
  readonly name: string | undefined;
  /** What the folder or file is called that it was loaded from. */
  readonly place: string | undefined;
  readonly entities: number;
  readonly base: string;
  /** The context as JSON; equal ones are one text in memory. */
  readonly context: string;
}

/** What a state is made of. */
export interface StateParts {
  /** What a list shows of each crate, by graph; also of those that are not indexed yet. */
  readonly summaries: ReadonlyMap<string, CrateSummary>;
  readonly records: ReadonlyMap<string, readonly KnownRecord[]>;
  readonly pending: number;
}

/** The crates of one moment, without a snapshot. */
export class IndexState {
  readonly pending: number;
  readonly crates: readonly CrateSummary[];
  readonly declaredContexts: readonly DeclaredContext[];
  readonly #parts: StateParts;
  readonly #byKey: ReadonlyMap<string, CrateSummary>;
  #usedTerms: Promise<UsedTerms> | undefined;

  /** @param before the state before, most of which is still true */
  constructor(parts: StateParts, before?: IndexState) {
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

  /** The terms in use, counted once. @param index that of a snapshot of this moment */
  usedTerms(index: QuadIndex): Promise<UsedTerms> {
    return (this.#usedTerms ??= readUsedTerms(index).catch((error: unknown) => {
      this.#usedTerms = undefined;
      throw error;
    }));
  }
}

/** The crates by name: those of the state before that are the same stay in order, and only the others are sorted. */
function sortedCrates(summaries: StateParts['summaries'], before: IndexState | undefined): CrateSummary[] {
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
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byName(sorted[middle] as CrateSummary, crate) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function contextsOf(
  records: StateParts['records'],
  before: readonly DeclaredContext[] | undefined,
): readonly DeclaredContext[] {
  const texts = new Map<string, KnownRecord>();
  for (const ofGraph of records.values())
    for (const record of ofGraph) if (!texts.has(record.context)) texts.set(record.context, record);
  const found = [...texts.values()].map(({ graph, base, context }) => ({
    graph,
    base,
    context: JSON.parse(context) as JsonValue,
  }));
  const isSame =
    JSON.stringify(found.map(({ context }) => context)) === JSON.stringify(before?.map(({ context }) => context));
  return isSame && before !== undefined ? before : found;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The order of a list: by title, then by graph; crates without a name last. */
export function byName(a: CrateSummary, b: CrateSummary): number {
  if (a.name === undefined || b.name === undefined) {
    if (a.name !== undefined) return -1;
    if (b.name !== undefined) return 1;
  }
  return collator.compare(a.title, b.title) || (a.graph < b.graph ? -1 : 1);
}

/** Counts the classes and properties of an index in one pass; other events happen meanwhile. */
async function readUsedTerms(index: QuadIndex): Promise<UsedTerms> {
  const type = index.idOf(`<${RDF_TYPE}>`);
  const classes = new Map<number, number>();
  const properties = new Map<number, number>();
  const turns = new Turns();
  const add = (uses: Map<number, number>, id: number, count: number) => uses.set(id, (uses.get(id) ?? 0) + count);
  for (const { columns, from, to } of index.rows('posg', [])) {
    const [p, o, , g] = columns as readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    for (let row = from; row < to; row += 1) {
      if (index.isGone(g[row] as number)) continue;
      add(properties, p[row] as number, 1);
      if (p[row] === type) add(classes, o[row] as number, 1);
    }
    await turns.give();
  }
  const sorted = (uses: ReadonlyMap<number, number>): UsedTerm[] =>
    [...uses]
      .map(([id, count]) => ({ iri: textOfTerm(index.term(id)), uses: count }))
      .sort((a, b) => b.uses - a.uses || (a.iri < b.iri ? -1 : 1));
  return { classes: sorted(classes), properties: sorted(properties) };
}
