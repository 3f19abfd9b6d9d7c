import type { Rule } from '../rule.js';

/** The Root Data Entity (format document, section 2; RO-Crate, Root Data Entity). */
export const ROOT_RULES: readonly Rule[] = [
  {
    id: 'root-name',
    severity: 'error',
    on: 'root',
    sentence: 'The root has a `name`.',
    source: 'RO-Crate 1.0 to 1.3, Root Data Entity',
    check: (root) =>
      root.texts('name').some((name) => name.trim() !== '') ? undefined : root.fault('has no name', 'name'),
  },
];
