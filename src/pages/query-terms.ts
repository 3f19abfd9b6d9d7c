import type { ContextSource } from '../crate/context/context-source.js';
import { wellKnownPrefixes } from '../rdf/vocabulary.js';
import type { SavedQuery } from '../store/saved-queries.js';
import { listQueries } from '../store/saved-queries.js';
import type { GraphReader } from '../store/port.js';
import { prefixesOfCrates } from '../stored/crate-prefixes.js';
import { loadRecords } from '../stored/load-records.js';
import type { StoreIndex, UsedTerm } from '../view/store-index.js';

/** What the query editor knows about the store. */
export interface QueryTerms {
  /** The classes in use, the most frequent first. */
  readonly classes: readonly UsedTerm[];
  /** The properties in use, the most frequent first. */
  readonly properties: readonly UsedTerm[];
  /** The prefixes that a query need not declare, with their namespaces. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** The queries that come with crategraph. */
  readonly queries: readonly SavedQuery[];
}

/** So many terms help to complete; more would only make the page slow. */
const MOST_TERMS = 2_000;

/** Collects what the query editor knows. */
export async function editorTerms(
  { classes, properties }: Pick<StoreIndex, 'classes' | 'properties'>,
  place: { readonly store: GraphReader; readonly contexts: ContextSource },
): Promise<QueryTerms> {
  return {
    classes: classes.slice(0, MOST_TERMS),
    properties: properties.slice(0, MOST_TERMS),
    prefixes: await declaredForYou(place),
    queries: await listQueries(),
  };
}

/**
 * The prefixes that the server declares in every query: the well-known ones, and those of the contexts of the crates.
 * A prefix on which the crates do not agree is not among them.
 */
export async function declaredForYou({
  store,
  contexts,
}: {
  readonly store: GraphReader;
  readonly contexts: ContextSource;
}): Promise<Record<string, string>> {
  const known = Object.fromEntries(wellKnownPrefixes());
  const records = await loadRecords(store);
  const { names } = await prefixesOfCrates(records, contexts, []);
  const others = [...names].filter((name) => !Object.hasOwn(known, name)).sort();
  const { meanings } = await prefixesOfCrates(records, contexts, others);
  const agreed = others.flatMap((name) => {
    const [namespace, second] = [...(meanings.get(name)?.keys() ?? [])];
    return namespace === undefined || second !== undefined ? [] : [[name, namespace] as const];
  });
  return { ...known, ...Object.fromEntries(agreed) };
}
