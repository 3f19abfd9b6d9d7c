import type { CrateError } from '../../base/errors.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import { wellKnownPrefixes } from '../../base/rdf/vocabulary.js';
import { syntaxErrorAt } from '../../store/engine/explain-syntax.js';
import type { GraphReader } from '../../store/port.js';
import { undeclaredPrefixes, type UndeclaredPrefix } from '../../store/sparql-tokens.js';
import type { CratePrefixes } from '../stored/crate-prefixes.js';
import { iriToSparql } from './align-terms.js';

/** A SPARQL text in which every prefix is declared. */
export interface DeclaredText {
  /** The text as given, after the declarations that it lacks. */
  readonly text: string;
  /** The prefixes that were added, with their namespaces. */
  readonly added: Readonly<Record<string, string>>;
}

/** Where prefixes are looked up that are not well known. */
export interface PrefixPlace {
  readonly store: GraphReader;
  /** Default: the contexts that come with the package, and those that are cached. */
  readonly contexts?: ContextSource | undefined;
  /** Only the contexts of these graphs count. Default: all. */
  readonly graphs?: readonly string[] | undefined;
}

/**
 * Declares the prefixes that a SPARQL text uses and does not declare: the well-known ones, and those of the contexts of
 * the crates. The contexts are read only for a prefix that is not well known.
 * @throws CrateError ERR_QUERY_SYNTAX for a prefix that is not declared, or that two crates declare differently
 */
export async function declarePrefixes(sparql: string, place: PrefixPlace): Promise<DeclaredText> {
  const used = undeclaredPrefixes(sparql);
  const known = wellKnownPrefixes();
  const unknown = used.filter(({ prefix }) => !known.has(prefix));
  const crates = unknown.length === 0 ? undefined : await lookUp(unknown, place);
  const namespace = (one: UndeclaredPrefix) => known.get(one.prefix) ?? onlyMeaning(sparql, one, crates);
  const added = Object.fromEntries(used.map((one) => [one.prefix, namespace(one)]));
  const lines = Object.entries(added).map(([prefix, iri]) => `PREFIX ${prefix}: ${iriToSparql({ value: iri })}`);
  return { text: lines.length === 0 ? sparql : `${lines.join(' ')}\n${sparql}`, added };
}

async function lookUp(unknown: readonly UndeclaredPrefix[], { store, contexts, graphs }: PrefixPlace) {
  const { prefixesOfCrates } = await import('../stored/crate-prefixes.js');
  const { loadRecords } = await import('../stored/load-records.js');
  const source = contexts ?? (await import('../../package/contexts/open-contexts.js')).openContexts({ offline: true });
  const choices = graphs === undefined ? [undefined] : graphs.map((graph) => ({ graph }));
  const records = (await Promise.all(choices.map((choice) => loadRecords(store, choice)))).flat();
  return prefixesOfCrates(
    records,
    source,
    unknown.map(({ prefix }) => prefix),
  );
}

function onlyMeaning(sparql: string, { prefix, at }: UndeclaredPrefix, crates: CratePrefixes | undefined): string {
  const meanings = [...(crates?.meanings.get(prefix) ?? [])];
  const [first, second] = meanings;
  if (first !== undefined && second === undefined) return first[0];
  throw first === undefined || second === undefined
    ? undeclared(sparql, { prefix, at }, crates)
    : ambiguous(sparql, { prefix, at }, [first, second]);
}

function undeclared(sparql: string, { prefix, at }: UndeclaredPrefix, crates: CratePrefixes | undefined): CrateError {
  const known = [...wellKnownPrefixes().keys()];
  const near = nearNames(prefix, [...known, ...(crates?.names ?? [])]).map((name) => `${name}:`);
  const offer = didYouMean(near) ?? `these need no declaration: ${known.map((name) => `${name}:`).join(' ')}.`;
  return syntaxErrorAt(sparql, at, `the prefix ${prefix}: is not declared, nor is it in the context of a crate`, {
    hint: `${offer} Or declare it: PREFIX ${prefix}: <...>`,
    details: { prefix },
  });
}

type Meaning = readonly [namespace: string, graph: string];

function ambiguous(sparql: string, { prefix, at }: UndeclaredPrefix, both: readonly [Meaning, Meaning]): CrateError {
  const [one, other] = both.map(([namespace, graph]) => `<${namespace}> in ${graph}`);
  return syntaxErrorAt(sparql, at, `the crates do not agree on the prefix ${prefix}: it is ${one}, and ${other}`, {
    hint: `declare the one that you mean: PREFIX ${prefix}: ${iriToSparql({ value: both[0][0] })}`,
    details: { prefix, namespaces: both.map(([namespace]) => namespace) },
  });
}
