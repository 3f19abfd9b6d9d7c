import type { Rule } from './rule.js';
import { CONTEXT_RULES } from './rules/context.js';
import { CONTEXTUAL_RULES } from './rules/contextual.js';
import { DATA_ID_RULES } from './rules/data-ids.js';
import { DATA_RULES } from './rules/data-entities.js';
import { DESCRIPTOR_RULES } from './rules/descriptor.js';
import { DOCUMENT_RULES } from './rules/document.js';
import { FILE_RULES } from './rules/files.js';
import { IDENTIFIER_RULES } from './rules/ids.js';
import { PACKAGE_RULES } from './rules/packages.js';
import { PART_RULES } from './rules/parts.js';
import { PEOPLE_RULES } from './rules/people.js';
import { PROFILE_CRATE_RULES } from './rules/profile-crates.js';
import { PROVENANCE_RULES } from './rules/provenance.js';
import { READING_RULES } from './rules/reading.js';
import { REFERENCED_CRATE_RULES } from './rules/referenced-crates.js';
import { REFERENCE_RULES } from './rules/references.js';
import { ROOT_RULES } from './rules/root.js';
import { TERM_RULES } from './rules/terms.js';
import { EXECUTION_RULES } from './rules/executions.js';
import { PROVENANCE_RUN_RULES } from './rules/provenance-runs.js';
import { RUN_DATA_RULES } from './rules/run-data.js';
import { RUN_PROFILE_RULES } from './rules/run-profiles.js';
import { RUN_RULES } from './rules/runs.js';
import { SOFTWARE_RULES } from './rules/software.js';
import { WORKFLOW_CRATE_RULES } from './rules/workflow-crate.js';
import { WORKFLOW_RUN_RULES } from './rules/workflow-runs.js';
import { WORKFLOW_TEST_RULES } from './rules/workflow-tests.js';

/** All rules, in the order of a report. */
export const RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...READING_RULES,
  ...CONTEXT_RULES,
  ...DESCRIPTOR_RULES,
  ...ROOT_RULES,
  ...PART_RULES,
  ...IDENTIFIER_RULES,
  ...TERM_RULES,
  ...REFERENCE_RULES,
  ...FILE_RULES,
  ...PACKAGE_RULES,
  ...DATA_ID_RULES,
  ...DATA_RULES,
  ...REFERENCED_CRATE_RULES,
  ...PEOPLE_RULES,
  ...CONTEXTUAL_RULES,
  ...PROVENANCE_RULES,
  ...SOFTWARE_RULES,
  ...PROFILE_CRATE_RULES,
  ...WORKFLOW_CRATE_RULES,
  ...RUN_PROFILE_RULES,
  ...RUN_RULES,
  ...RUN_DATA_RULES,
  ...WORKFLOW_RUN_RULES,
  ...PROVENANCE_RUN_RULES,
  ...EXECUTION_RULES,
  ...WORKFLOW_TEST_RULES,
];
