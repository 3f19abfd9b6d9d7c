import type { Rule } from '../rule.js';

/** Identifiers and references (format document, section 2, identifier rules). */
export const IDENTIFIER_RULES: readonly Rule[] = [
  {
    id: 'id-inside-root',
    severity: 'warning',
    on: 'entity',
    sentence: 'A relative `@id` does not leave the crate root by `../`.',
    source: 'format 2, identifier rule 2',
    check: (entity) =>
      /(?:^|\/)\.\.(?:\/|$)/.test(entity.id ?? '') ? entity.fault('leaves the crate root by `../`', '@id') : undefined,
  },
];
