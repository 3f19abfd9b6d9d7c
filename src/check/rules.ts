import type { Rule } from './rule.js';
import { DESCRIPTOR_RULES } from './rules/descriptor.js';
import { DOCUMENT_RULES } from './rules/document.js';
import { FILE_RULES } from './rules/files.js';
import { IDENTIFIER_RULES } from './rules/identifiers.js';
import { READING_RULES } from './rules/reading.js';
import { ROOT_RULES } from './rules/root.js';
import { TERM_RULES } from './rules/terms.js';

/** All rules, in the order of a report. */
export const RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...READING_RULES,
  ...DESCRIPTOR_RULES,
  ...ROOT_RULES,
  ...IDENTIFIER_RULES,
  ...TERM_RULES,
  ...FILE_RULES,
];
