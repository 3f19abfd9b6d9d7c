import { DESCRIPTOR_CASES } from './cases/descriptor.js';
import { DOCUMENT_CASES } from './cases/document.js';
import { ROOT_CASES } from './cases/root.js';
import { TERM_CASES } from './cases/terms.js';
import type { RuleCase } from './helpers/rule-case.js';

/** Crates that break each rule, and that keep it. */
export const RULE_CASES: readonly RuleCase[] = [...DOCUMENT_CASES, ...DESCRIPTOR_CASES, ...ROOT_CASES, ...TERM_CASES];
