import type { Rule } from './rule.js';
import { CONTEXT_RULES } from './rules/context.js';
import { DESCRIPTOR_RULES } from './rules/descriptor.js';
import { DOCUMENT_RULES } from './rules/document.js';
import { FILE_RULES } from './rules/files.js';
import { IDENTIFIER_RULES } from './rules/identifiers.js';
import { PACKAGE_RULES } from './rules/packages.js';
import { PART_RULES } from './rules/parts.js';
import { READING_RULES } from './rules/reading.js';
import { REFERENCE_RULES } from './rules/references.js';
import { ROOT_RULES } from './rules/root.js';

/** All rules, in the order of a report. */
export const RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...READING_RULES,
  ...CONTEXT_RULES,
  ...DESCRIPTOR_RULES,
  ...ROOT_RULES,
  ...PART_RULES,
  ...IDENTIFIER_RULES,
  ...REFERENCE_RULES,
  ...FILE_RULES,
  ...PACKAGE_RULES,
];
