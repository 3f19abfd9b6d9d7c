import { CONTEXT_CASES } from './cases/context.js';
import { CONTEXTUAL_CASES, PEOPLE_CASES } from './cases/contextual.js';
import { DATA_ID_CASES } from './cases/data-ids.js';
import { DATA_CASES, REFERENCED_CRATE_CASES } from './cases/data-entities.js';
import { DESCRIPTOR_CASES } from './cases/descriptor.js';
import { DOCUMENT_CASES } from './cases/document.js';
import { IDENTIFIER_CASES } from './cases/identifiers.js';
import { PACKAGE_CASES } from './cases/packages.js';
import { PROFILE_CRATE_CASES } from './cases/profile-crates.js';
import { PROVENANCE_CASES } from './cases/provenance.js';
import { READING_CASES } from './cases/reading.js';
import { ROOT_CASES } from './cases/root.js';
import { TERM_CASES } from './cases/terms.js';
import { RUN_CASES, WORKFLOW_RUN_CASES } from './cases/workflow-runs.js';
import { SOFTWARE_CASES, WORKFLOW_CRATE_CASES, WORKFLOW_TEST_CASES } from './cases/workflows.js';
import type { RuleCase } from './helpers/rule-case.js';

/** Crates that break each rule, and that keep it. */
export const RULE_CASES: readonly RuleCase[] = [
  ...DOCUMENT_CASES,
  ...READING_CASES,
  ...CONTEXT_CASES,
  ...DESCRIPTOR_CASES,
  ...ROOT_CASES,
  ...IDENTIFIER_CASES,
  ...TERM_CASES,
  ...PACKAGE_CASES,
  ...DATA_ID_CASES,
  ...DATA_CASES,
  ...REFERENCED_CRATE_CASES,
  ...PEOPLE_CASES,
  ...CONTEXTUAL_CASES,
  ...PROVENANCE_CASES,
  ...SOFTWARE_CASES,
  ...PROFILE_CRATE_CASES,
  ...WORKFLOW_CRATE_CASES,
  ...RUN_CASES,
  ...WORKFLOW_RUN_CASES,
  ...WORKFLOW_TEST_CASES,
];
