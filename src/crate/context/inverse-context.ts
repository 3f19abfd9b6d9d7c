import { SCHEMA } from '../../base/rdf/vocabulary.js';
import type { ActiveContext } from './active-context.js';
import { KEYWORDS, type TermDefinition } from './term-definition.js';

/** A term that stands for an IRI. */
export interface InverseTerm {
  readonly name: string;
  readonly definition: TermDefinition;
}

/** Terms that RO-Crate prefers, although another one is the local name of the IRI. */
const PREFERRED: Readonly<Record<string, string>> = { [`${SCHEMA}MediaObject`]: 'File' };

/** Finds names for IRIs: the inverse of an active context. */
export interface InverseContext {
  /** Terms for an IRI, the preferred one first; those that need the general lane are left out. */
  terms(iri: string): readonly InverseTerm[];
  /** Compact IRI or name under `@vocab` that the context expands to exactly this IRI. */
  compact(iri: string): string | undefined;
}

const cache = new WeakMap<ActiveContext, InverseContext>();

/** The inverse of a context, built once per context (JSON-LD 1.1 API, section 6.1, without containers). */
export function inverseOf(context: ActiveContext): InverseContext {
  let inverse = cache.get(context);
  if (inverse === undefined) cache.set(context, (inverse = invert(context)));
  return inverse;
}

function invert(context: ActiveContext): InverseContext {
  const byIri = new Map<string, InverseTerm[]>();
  const prefixes = new Map<string, string[]>();
  const names = new Set(context.layers.flatMap((layer) => Object.keys(layer)));
  for (const name of names) {
    const definition = context.term(name);
    if (
      definition === undefined ||
      definition.iri === null ||
      definition.complex ||
      definition.list ||
      KEYWORDS.has(definition.iri)
    )
      continue;
    const terms = byIri.get(definition.iri);
    if (terms === undefined) byIri.set(definition.iri, [{ name, definition }]);
    else terms.push({ name, definition });
    if (!definition.prefix || name.includes(':')) continue;
    const same = prefixes.get(definition.iri);
    if (same === undefined) prefixes.set(definition.iri, [name]);
    else same.push(name);
  }
  for (const [iri, terms] of byIri) {
    if (terms.length > 1)
      terms.sort(
        (a, b) =>
          suitability(iri, b) - suitability(iri, a) || a.name.length - b.name.length || (a.name < b.name ? -1 : 1),
      );
  }
  for (const same of prefixes.values()) same.sort();
  // A context may have thousands of prefixes, but only few different lengths.
  const lengths = [...new Set([...prefixes.keys()].map((iri) => iri.length))].sort((a, b) => b - a);
  return { terms: (iri) => byIri.get(iri) ?? [], compact: (iri) => compact(iri, context, prefixes, lengths) };
}

/**
 * Prefers the term that a person would choose: without coercion, from RO-Crate, the local name of the IRI, no colon.
 */
function suitability(iri: string, { name, definition }: InverseTerm): number {
  const plain = definition.type === undefined && definition.language === undefined;
  const local = iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1);
  return (plain ? 8 : 0) + (PREFERRED[iri] === name ? 4 : 0) + (local === name ? 2 : 0) + (name.includes(':') ? 0 : 1);
}

function compact(
  iri: string,
  context: ActiveContext,
  prefixes: ReadonlyMap<string, readonly string[]>,
  lengths: readonly number[],
): string | undefined {
  const { vocab } = context;
  const candidates = vocab !== undefined && iri.startsWith(vocab) ? [iri.slice(vocab.length)] : [];
  for (const length of lengths)
    for (const name of prefixes.get(iri.slice(0, length)) ?? []) candidates.push(`${name}:${iri.slice(length)}`);
  return candidates.find((name) => {
    if (name === '' || name.endsWith(':') || context.term(name) !== undefined) return false;
    const expanded = context.expandVocab(name);
    return expanded.kind === 'absolute' && expanded.iri === iri;
  });
}
