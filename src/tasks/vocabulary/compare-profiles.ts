import { openCrateDocument } from '../../package/open/open-crate.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import { readTerms } from './crate-terms.js';
import { readProfile, type ReadProfileOptions } from './read-profile.js';

/** A term of a profile that a crate uses although a newer version does not have it. */
export interface LostTerm {
  /** The crate as it was named. */
  readonly crate: string;
  /** As the crate writes it. */
  readonly name: string;
  readonly iri: string;
  /** How often the crate uses it. */
  readonly uses: number;
}

/** How two versions of a profile differ. */
export interface ProfileDifference {
  /** IRIs of terms that only the newer one has. */
  readonly added: readonly string[];
  /** IRIs of terms that only the older one has: profiles must keep their terms. */
  readonly removed: readonly string[];
  /** Who still uses a removed term. */
  readonly lost: readonly LostTerm[];
}

/**
 * Compares two versions of a profile: what is new, what is gone, and which crates still use what is gone.
 * @param crates paths or addresses of crates that may use the profile
 * @example
 * const same = await compareProfiles('data/crates/coastal-atlas', 'data/crates/coastal-atlas', []);
 * console.log(same); // { added: [], removed: [], lost: [] }
 * @throws CrateError as `openCrateDocument`
 */
export async function compareProfiles(
  older: CrateArgument,
  newer: CrateArgument,
  crates: readonly string[],
  options: ReadProfileOptions = {},
): Promise<ProfileDifference> {
  const before = await readProfile(older, options);
  const after = await readProfile(newer, options);
  const removed = new Set([...before].filter((iri) => !after.has(iri)));
  const lost: LostTerm[] = [];
  for (const crate of removed.size === 0 ? [] : crates) {
    const document = await openCrateDocument(crate, options);
    const { terms } = await readTerms(document);
    options.onDocument?.(document);
    for (const { name, iri, uses } of terms) {
      const count = uses.property + uses.class + uses.term;
      if (iri !== undefined && removed.has(iri) && count > 0) lost.push({ crate, name, iri, uses: count });
    }
  }
  return { added: [...after].filter((iri) => !before.has(iri)), removed: [...removed], lost };
}
