import type { RuleText } from './rule.js';

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
