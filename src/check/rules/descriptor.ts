import { versionOf } from '../../crate/spec-version.js';
import type { Rule } from '../rule.js';

/** The Metadata Descriptor (format document, sections 2 and 9). */
export const DESCRIPTOR_RULES: readonly Rule[] = [
  {
    id: 'descriptor-version',
    severity: 'error',
    on: 'descriptor',
    sentence: 'The `conformsTo` of the descriptor names a version of RO-Crate.',
    source: 'format 9, rule 1',
    fix: 'adds the version of the context',
    check: (descriptor) =>
      descriptor.references('conformsTo').some(({ iri }) => versionOf(iri) !== undefined)
        ? undefined
        : descriptor.fault('does not conform to a version of RO-Crate', 'conformsTo'),
  },
];
