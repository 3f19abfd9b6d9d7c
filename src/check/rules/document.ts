import type { Rule } from '../rule.js';

/** The shape of the document (format document, section 2). */
export const DOCUMENT_RULES: readonly Rule[] = [
  {
    id: 'entity-flat',
    severity: 'error',
    on: 'entity',
    sentence: 'Each entity is described directly in `@graph`, never inside of another one.',
    source: 'format 2, identifier rule 4',
    fix: 'moves the entity to `@graph` and leaves a reference',
    check: (entity) => (entity.nested ? entity.fault('is described inside of another entity') : undefined),
  },
];
