import { findRule, EVERY_RULE, unknownRule } from './every-rule.js';

/** Rules by their ids; one that ends in `*` means all that begin so. */
export interface RuleChoice {
  /** Only these. Default: all. */
  readonly select?: readonly string[] | undefined;
  /** Without these. Default: none are left out. */
  readonly ignore?: readonly string[] | undefined;
}

/**
 * Whether a choice contains a rule.
 * @throws CrateError ERR_USAGE for a name that no rule has
 */
export function ruleFilter({ select, ignore = [] }: RuleChoice): (id: string) => boolean {
  const isSelected = matcher(select ?? ['*']);
  const isIgnored = matcher(ignore);
  return (id) => isSelected(id) && !isIgnored(id);
}

function matcher(names: readonly string[]): (id: string) => boolean {
  const exact = new Set<string>();
  const beginnings = [] as string[];
  for (const name of names) {
    if (!name.endsWith('*')) {
      if (findRule(name) === undefined) throw unknownRule(name);
      exact.add(name);
      continue;
    }
    const beginning = name.slice(0, -1);
    if (!EVERY_RULE.some(({ id }) => id.startsWith(beginning))) throw unknownRule(name);
    beginnings.push(beginning);
  }
  return (id) => exact.has(id) || beginnings.some((beginning) => id.startsWith(beginning));
}
