import { RO_TERMS } from '../../../base/rdf/vocabulary.js';
import { referrersOf } from '../crate/referrers.js';
import { typeSet } from '../crate/type-sets.js';
import { inProfile } from '../in-profile.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const PROFILE = 'Workflow Testing RO-Crate 0.1';
const TEST = `${RO_TERMS}test#`;

/** The profile Workflow Testing RO-Crate. Its types are checked in each Workflow RO-Crate, which it extends. */
export const WORKFLOW_TEST_RULES: readonly Rule[] = [
  ...inProfile('Workflow Testing RO-Crate', [
    {
      id: 'tests-mentioned',
      severity: 'error',
      on: 'root',
      sentence: 'The root of a Workflow Testing RO-Crate must name a test suite by `mentions`.',
      source: `${PROFILE}, Test Suite`,
      check: (root, crate) => {
        const suites = root.references('mentions').flatMap(({ iri }) => crate.index.typesOf(iri));
        return suites.includes(`${TEST}TestSuite`) ? undefined : root.fault('mentions no test suite', 'mentions');
      },
    },
  ]),
  ...inProfile('Workflow RO-Crate', [
    {
      id: 'suite-mentioned',
      severity: 'error',
      on: { type: `${TEST}TestSuite` },
      sentence: 'The root must name each test suite by `mentions`.',
      source: `${PROFILE}, Test Suite`,
      check: (suite, crate) =>
        crate.root === undefined || referrersOf(crate, suite.iri, 'mentions').some(({ iri }) => iri === crate.rootIri)
          ? undefined
          : suite.fault('is a test suite that the root does not mention'),
    },
    hasProperty({
      id: 'suite-tests',
      severity: 'error',
      on: { type: `${TEST}TestSuite` },
      sentence: 'A test suite must have an `instance` or a `definition`.',
      source: `${PROFILE}, Test Suite`,
      property: [`${TEST}instance`, `${TEST}definition`],
    }),
    refersTo({
      id: 'suite-workflow',
      severity: 'warning',
      on: { type: `${TEST}TestSuite` },
      sentence: 'A test suite should name the workflow that it tests by `mainEntity`.',
      source: `${PROFILE}, Test Suite`,
      property: 'mainEntity',
      types: typeSet('ComputationalWorkflow'),
      noun: 'a workflow',
      required: true,
    }),
    refersTo({
      id: 'instance-service',
      severity: 'error',
      on: { type: `${TEST}TestInstance` },
      sentence: 'A test instance must name its `TestService` by `runsOn`.',
      source: `${PROFILE}, Test Instance`,
      property: `${TEST}runsOn`,
      types: typeSet(`${TEST}TestService`),
      noun: 'a TestService',
      required: true,
    }),
    hasProperty({
      id: 'instance-url',
      severity: 'error',
      on: { type: `${TEST}TestInstance` },
      sentence: 'A test instance must have the `url` of the service.',
      source: `${PROFILE}, Test Instance`,
      property: 'url',
    }),
    hasProperty({
      id: 'instance-resource',
      severity: 'error',
      on: { type: `${TEST}TestInstance` },
      sentence: 'A test instance must have a `resource`: the path of its project in the service.',
      source: `${PROFILE}, Test Instance`,
      property: `${TEST}resource`,
    }),
    {
      id: 'definition-file',
      severity: 'error',
      on: { type: `${TEST}TestDefinition` },
      sentence: 'A test definition must be a `File`.',
      source: `${PROFILE}, Test Definition`,
      check: (definition) =>
        definition.is('File') ? undefined : definition.fault('is a test definition, but not a File', '@type'),
    },
    refersTo({
      id: 'definition-engine',
      severity: 'error',
      on: { type: `${TEST}TestDefinition` },
      sentence: 'A test definition must name its engine, a `SoftwareApplication`, by `conformsTo`.',
      source: `${PROFILE}, Test Definition`,
      property: 'conformsTo',
      types: typeSet('SoftwareApplication'),
      noun: 'a SoftwareApplication',
      required: true,
    }),
    hasProperty({
      id: 'definition-version',
      severity: 'error',
      on: { type: `${TEST}TestDefinition` },
      sentence: 'A test definition must have the `engineVersion`.',
      source: `${PROFILE}, Test Definition`,
      property: `${TEST}engineVersion`,
    }),
  ]),
];
