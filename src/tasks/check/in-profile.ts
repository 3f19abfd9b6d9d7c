import { follows, type ProfileName } from './crate/profiles.js';
import type { EntityRule } from './rule.js';

/** Rules for crates that follow a profile: about others they say nothing. */
export function inProfile(profile: ProfileName, rules: readonly EntityRule[]): EntityRule[] {
  return rules.map((rule): EntityRule => ({
    ...rule,
    check: (entity, crate) => (follows(crate, profile) ? rule.check(entity, crate) : undefined),
  }));
}
