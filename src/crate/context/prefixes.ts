import { wellKnownPrefixes } from '../../base/rdf/vocabulary.js';
import { isObject } from '../json/value.js';
import type { ActiveContext } from './active-context.js';

/** Where an IRI ends that other names can follow. */
const NAMESPACE = /[/#:]$/;

/**
 * The prefixes that a context defines: its terms for IRIs that other names can follow. The
 * well-known ones fill the gaps.
 * @param context undefined: only the well-known ones
 */
export function prefixesOf(context: ActiveContext | undefined): Record<string, string> {
  const own: Record<string, string> = {};
  for (const layer of [...(context?.layers ?? [])].reverse())
    for (const [name, definition] of Object.entries(layer)) {
      const iri = isObject(definition) ? definition['@id'] : definition;
      if (Object.hasOwn(own, name) || typeof iri !== 'string' || !NAMESPACE.test(iri) || name.startsWith('@')) continue;
      const expanded = context?.term(name)?.iri;
      if (typeof expanded === 'string' && NAMESPACE.test(expanded)) own[name] = expanded;
    }
  return withKnownPrefixes(own);
}

/**
 * Fills the gaps of prefixes by well-known ones. Of several names for one vocabulary the well-known one comes first.
 */
export function withKnownPrefixes(own: Readonly<Record<string, string>>): Record<string, string> {
  const known = [...wellKnownPrefixes()];
  const shared = known.filter(([name, iri]) => own[name] === iri);
  const free = known.filter(([name]) => !Object.hasOwn(own, name));
  return { ...Object.fromEntries(shared), ...own, ...Object.fromEntries(free) };
}
