import { CrateError } from '../../base/errors.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import { FATAL_RULES } from './fatal-rules.js';
import type { Finding } from './finding.js';
import type { RuleText } from './rule.js';
import { RULES } from './rules.js';

/** What a check finds only if options ask for it. */
export const ASKED_RULES: readonly RuleText[] = [
  {
    id: 'profile-demanded',
    severity: 'error',
    sentence: 'The root conforms to the profile that `--profile` demands.',
    source: 'RO-Crate 1.2 and 1.3, Profiles',
  },
  {
    id: 'shape',
    severity: 'error',
    sentence: 'The graph of the crate fits the SHACL shapes.',
    source: 'SHACL',
  },
  {
    id: 'shape-not-run',
    severity: 'note',
    sentence: 'All that the SHACL shapes ask for can be run.',
    source: 'SHACL',
  },
];

/** Everything that a finding may be about, in the order of a report. */
export const EVERY_RULE: readonly RuleText[] = [...FATAL_RULES, ...RULES, ...ASKED_RULES];

const byId = new Map(EVERY_RULE.map((rule) => [rule.id, rule]));

/** The rule with an id; undefined if there is none. */
export function findRule(id: string): RuleText | undefined {
  return byId.get(id);
}

/**
 * What is right where a finding is; undefined for a rule that there is not. What is a MUST in
 * later versions only, "should".
 */
export function sentenceOfRule({ rule: id, severity }: Finding): string | undefined {
  const rule = byId.get(id);
  return severity === 'warning' && rule?.severity === 'error'
    ? rule.sentence.replaceAll(/\bmust\b/g, 'should')
    : rule?.sentence;
}

/** The rule of a name. @throws CrateError ERR_USAGE with the nearest names */
export function namedRule(id: string): RuleText {
  const rule = byId.get(id);
  if (rule === undefined) throw unknownRule(id);
  return rule;
}

/** The error for a name that no rule has. */
export function unknownRule(name: string): CrateError {
  const near = nearNames(name.replace(/\*$/, ''), byId.keys());
  return new CrateError('ERR_USAGE', `there is no rule ${name}`, {
    hint: didYouMean(near) ?? '`crategraph check --rules` lists them',
  });
}
