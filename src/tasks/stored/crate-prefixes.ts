import { emptyIfUnavailable, type ContextSource } from '../../crate/context/context-source.js';
import { resolveContext } from '../../crate/context/resolve-context.js';
import type { JsonObject } from '../../crate/json/value.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import type { LoadRecord } from './load-records.js';

/** What the contexts of the crates in a store say about prefixes. */
export interface CratePrefixes {
  /** For each wanted prefix its namespaces, each with a crate that declares it. */
  readonly meanings: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** All prefixes that a context declares in the usual form, `"name": "namespace"`. */
  readonly names: ReadonlySet<string>;
}

/**
 * Looks up prefixes in the contexts of crates. A remote context that the source does not have declares nothing.
 * @param contexts should not need the network: a user only asks a question
 */
export async function prefixesOfCrates(
  records: Iterable<Pick<LoadRecord, 'graph' | 'base' | 'context'>>,
  contexts: ContextSource,
  wanted: Iterable<string>,
): Promise<CratePrefixes> {
  const known = emptyIfUnavailable(contexts);
  const prefixes = [...wanted];
  const meanings = new Map<string, Map<string, string>>(prefixes.map((prefix) => [prefix, new Map<string, string>()]));
  const names = new Set<string>();
  const seen = new Set<unknown>();
  for (const { context, base, graph } of records) {
    const text = JSON.stringify(context) ?? '';
    if (seen.has(text)) continue;
    seen.add(text);
    const active = await resolveContext(context, known, base).catch(() => undefined); // an invalid one declares nothing
    if (active === undefined) continue;
    for (const prefix of prefixes) {
      const term = active.term(prefix);
      const found = meanings.get(prefix);
      if (term?.prefix !== true || term.iri === null || found === undefined) continue;
      const namespace = repairIri(term.iri);
      if (!found.has(namespace)) found.set(namespace, graph);
    }
    for (const layer of active.layers) {
      if (seen.has(layer)) continue; // thousands of crates share the large contexts
      seen.add(layer);
      for (const name of declaredIn(layer)) names.add(name);
    }
  }
  return { meanings, names };
}

function declaredIn(layer: JsonObject): string[] {
  return Object.keys(layer).filter((name) => {
    const value = layer[name];
    return /^[A-Za-z][\w-]*$/.test(name) && typeof value === 'string' && /[/#:?]$/.test(value);
  });
}
