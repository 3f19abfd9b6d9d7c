import type { ContextSource } from '../../crate/context/context-source.js';
import { wellKnownPrefixes } from '../../base/rdf/vocabulary.js';
import type { SavedQuery } from '../../store/saved-queries.js';
import { listQueries } from '../../store/saved-queries.js';
import { prefixesOfCrates } from '../../tasks/stored/crate-prefixes.js';
import { oncePer } from '../view/once-per.js';
import type { DeclaredContext, StoreIndex, UsedTerm } from '../view/store-index.js';

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

interface PrefixPlace {
  readonly index: Pick<StoreIndex, 'declaredContexts'>;
  readonly contexts: ContextSource;
}

/** Collects what the query editor knows. */
export async function editorTerms(
  index: Pick<StoreIndex, 'usedTerms' | 'declaredContexts'>,
  contexts: ContextSource,
): Promise<QueryTerms> {
  const { classes, properties } = await index.usedTerms();
  return {
    classes: classes.slice(0, MOST_TERMS),
    properties: properties.slice(0, MOST_TERMS),
    prefixes: await declaredForYou({ index, contexts }),
    queries: await listQueries(),
  };
}

/**
 * The prefixes that the server declares in every query: the well-known ones, and those of the contexts of the crates.
 * A prefix on which the crates do not agree is not among them.
 */
export function declaredForYou({ index, contexts }: PrefixPlace): Promise<Readonly<Record<string, string>>> {
  const kept = prefixesOf(index.declaredContexts);
  let prefixes = kept.get(contexts);
  if (prefixes === undefined) kept.set(contexts, (prefixes = findPrefixes(index.declaredContexts, contexts)));
  return prefixes;
}

/** Thousands of crates declare few contexts, which stay the same when crates come and go. */
const prefixesOf = oncePer(
  (_: readonly DeclaredContext[]) => new WeakMap<ContextSource, Promise<Readonly<Record<string, string>>>>(),
);

async function findPrefixes(
  declared: readonly DeclaredContext[],
  contexts: ContextSource,
): Promise<Readonly<Record<string, string>>> {
  const known = Object.fromEntries(wellKnownPrefixes());
  const { names } = await prefixesOfCrates(declared, contexts, []);
  const others = [...names].filter((name) => !Object.hasOwn(known, name)).sort();
  const { meanings } = await prefixesOfCrates(declared, contexts, others);
  const agreed = others.flatMap((name) => {
    const [namespace, second] = [...(meanings.get(name)?.keys() ?? [])];
    return namespace === undefined || second !== undefined ? [] : [[name, namespace] as const];
  });
  return { ...known, ...Object.fromEntries(agreed) };
}
