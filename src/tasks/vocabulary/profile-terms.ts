import type { CrateTerm, CrateTerms } from './crate-terms.js';
import { irisOf } from './term-origins.js';

/**
 * The terms that a crate uses from the namespace of a profile whose context, which the crate names too, has other terms
 * of that namespace but not these: an earlier version of the profile had them.
 * @param profiles IRIs of the profiles that the crate conforms to
 */
export function droppedTerms(
  { terms, origins }: CrateTerms,
  profiles: readonly string[],
): { readonly term: CrateTerm; readonly profile: string }[] {
  if (profiles.length === 0) return [];
  const kept = new Map<string, Set<string>>();
  for (const { meanings } of origins.profileContexts())
    for (const iri of irisOf(meanings))
      for (const profile of profiles)
        if (isBelow(iri, profile)) kept.set(profile, (kept.get(profile) ?? new Set()).add(iri));
  return terms.flatMap((term) => {
    const { iri, uses } = term;
    if (iri === undefined || uses.property + uses.class === 0) return [];
    const profile = profiles.find((one) => kept.has(one) && isBelow(iri, one));
    return profile === undefined || kept.get(profile)?.has(iri) === true ? [] : [{ term, profile }];
  });
}

/** Whether an IRI is one that a profile defines: `<profile>#<Term>`. */
export function isBelow(iri: string, profile: string): boolean {
  const start = profile.replace(/#$/, '');
  return iri.startsWith(`${start}#`) && iri.length > start.length + 1;
}
