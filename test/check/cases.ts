import { CONTEXT_CASES } from './cases/context.js';
import { DESCRIPTOR_CASES } from './cases/descriptor.js';
import { DOCUMENT_CASES } from './cases/document.js';
import { IDENTIFIER_CASES } from './cases/identifiers.js';
import { PACKAGE_CASES } from './cases/packages.js';
import { READING_CASES } from './cases/reading.js';
import { ROOT_CASES } from './cases/root.js';
import type { RuleCase } from './helpers/rule-case.js';

/** Crates that break each rule, and that keep it. */
export const RULE_CASES: readonly RuleCase[] = [
  ...DOCUMENT_CASES,
  ...READING_CASES,
  ...CONTEXT_CASES,
  ...DESCRIPTOR_CASES,
  ...ROOT_CASES,
  ...IDENTIFIER_CASES,
  ...PACKAGE_CASES,
];
