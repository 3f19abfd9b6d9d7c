import { NO_RULE, type SpecSentence } from './sentence.js';

type Row = Omit<SpecSentence, 'pages'>;
const on = (page: string, rows: readonly Row[]): SpecSentence[] => rows.map((row) => ({ pages: [page], ...row }));

const SLOTS = 'it takes the workflow itself to know the names of its slots';
const RUN_FOLDER = 'it speaks about files of the run that the document does not name';

const PROCESS: readonly Row[] = [
  { section: 'Requirements, root', word: 'MUST', times: 2, says: 'The root conforms to the profile, by its versioned permalink, and describes it as `CreativeWork`.', rules: ['run-profile', 'run-profile-version'] },
  { section: 'Requirements, SoftwareApplication', word: 'MUST', says: 'A tool has a type.', rules: ['entity-type'] },
  { section: 'Requirements, SoftwareApplication', word: 'SHOULD', says: 'A tool is an application, a script or a workflow.', rules: ['run-instrument-type'] },
  { section: 'Requirements, SoftwareApplication', word: 'MUST', says: 'A tool has an `@id`.', rules: ['entity-id'] },
  { section: 'Requirements, SoftwareApplication', word: 'SHOULD', says: 'The `@id` of a tool is an absolute URI, or else relative or local.', reason: 'the sentence allows all three kinds' },
  { section: 'Requirements, SoftwareApplication', word: 'SHOULD', says: 'A tool has a `name`.', rules: ['entity-name'] },
  { section: 'Requirements, SoftwareApplication', word: 'SHOULD', says: 'A tool has a `url`.', rules: ['tool-url'] },
  { section: 'Requirements, SoftwareApplication', word: 'SHOULD', says: 'A tool has a `version`.', rules: ['tool-version'] },
  { section: 'Requirements, SoftwareApplication', word: 'SHOULD', says: 'An application does not have both `version` and `softwareVersion`.', rules: ['tool-one-version'] },
  { section: 'Requirements, SoftwareApplication', word: 'SHOULD', says: 'Consumers prefer `softwareVersion`.', reason: NO_RULE.readers },
  { section: 'Requirements, SoftwareApplication', word: 'SHOULD', says: 'The version is machine-readable if there is such a form.', reason: NO_RULE.meaning },
  { section: 'Requirements, CreateAction', word: 'MUST', says: 'An action has a type.', rules: ['entity-type'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'The type is `CreateAction`, unless there is no result or something is changed in place.', rules: ['run-result'] },
  { section: 'Requirements, CreateAction', word: 'MUST', says: 'An action has an `@id` of its own.', rules: ['entity-id', 'entity-unique'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'The `@id` is a random UUID.', reason: 'it is a way to get a unique `@id`, and rules see whether it is unique' },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'The root mentions the action.', rules: ['run-mentioned'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'An action has a `name`.', rules: ['entity-name'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'An action has a `description`.', rules: ['run-description'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'An action has an `endTime`.', rules: ['run-end'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', times: 2, says: '`startTime` and `endTime` are dates of ISO 8601.', rules: ['action-time'] },
  { section: 'Requirements, CreateAction', word: 'MUST', says: 'An action has the executed tool as `instrument`.', rules: ['run-instrument'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'An action has a person or an organization as `agent`.', rules: ['run-has-agent', 'run-agent'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'An action has a `result`.', rules: ['run-result'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'The `actionStatus` is that of completed or failed actions.', rules: ['action-status'] },
  { section: 'Requirements, CreateAction', word: 'SHOULD', says: 'Only a failed action has an `error`.', rules: ['run-error'] },
  { section: 'Requirements', word: 'SHOULD', says: 'What is read or written is a file, a folder, a collection, a work or a value.', rules: ['run-data-type'] },
  { section: 'Requirements', word: 'SHOULD', says: 'The `@id` of data is the name under which the tool used it.', reason: NO_RULE.writers },
  { section: 'Requirements', word: 'SHOULD', says: 'Renamed data has that name as `alternateName`.', reason: NO_RULE.writers },
  { section: 'Referencing configuration files', word: 'SHOULD', says: 'A configuration file that was used is an `object` of the action.', reason: RUN_FOLDER },
  { section: 'Representing multi-file objects', word: 'SHOULD', says: 'Files that belong together are a `Collection` with `hasPart` and `mainEntity`.', rules: ['run-collection-parts'] },
  { section: 'Representing multi-file objects', word: 'SHOULD', says: 'The root mentions the collection.', rules: ['run-collection-mentioned'] },
  { section: 'Representing environment variable settings', word: 'SHOULD', says: 'Settings that differ from the default and matter are listed.', reason: NO_RULE.writers },
  { section: 'Representing container images', word: 'SHOULD', says: 'A container image has `additionalType`, `registry` and `name`.', rules: ['container-type', 'container-registry', 'entity-name'] },
]; // prettier-ignore

const WORKFLOW: readonly Row[] = [
  { section: 'Overview', word: 'MUST', says: 'The `mainEntity` is a workflow as Workflow RO-Crate describes it.', rules: ['main-workflow', 'main-workflow-type', 'main-workflow-language'] },
  { section: 'Overview', word: 'MUST', says: 'Runs of that workflow are described as actions.', rules: ['workflow-run', 'run-instrument'] },
  { section: 'Overview', word: 'MUST', says: 'Parameters are `FormalParameter` entities, by `input` and `output`.', rules: ['workflow-input', 'workflow-output'] },
  { section: 'Overview', word: 'SHOULD', says: 'What realizes a parameter refers to it by `exampleOfWork`.', rules: ['parameter-example'] },
  { section: 'Overview', word: 'MUST', says: 'An object without a slot of the workflow does not refer to one of its parameters.', reason: SLOTS },
  { section: 'Overview', word: 'SHOULD', says: 'A parameter for a value has a data type as `additionalType`.', reason: NO_RULE.meaning },
  { section: 'Overview', word: 'SHOULD', says: 'The `name` of a parameter is that of the slot.', reason: SLOTS },
  { section: 'Overview', word: 'SHOULD', says: 'A parameter that conforms to the profile of Bioschemas says so by `conformsTo`.', reason: NO_RULE.writers },
  { section: 'Adding engine-specific traces', word: 'SHOULD', says: 'Logs and reports of the engine are in the crate.', reason: RUN_FOLDER },
  { section: 'Adding engine-specific traces', word: 'SHOULD', says: 'They are `about` the action.', reason: NO_RULE.meaning },
  { section: 'Environment variables as formal parameters', word: 'SHOULD', says: 'The value of a variable refers to its parameter by `exampleOfWork`.', reason: 'the parameters that a workflow has for variables need not be all of them, and their names need not be those of the values' },
  { section: 'Requirements, root', word: 'MUST', times: 2, says: 'The root conforms to the profile, by its versioned permalink, and describes it as `CreativeWork`.', rules: ['run-profile', 'run-profile-version'] },
  { section: 'Requirements, root', word: 'SHOULD', says: 'It also conforms to Process Run Crate and Workflow RO-Crate.', rules: ['run-profile-bases'] },
  { section: 'Requirements, PropertyValue or data entity', word: 'SHOULD', says: 'It has the parameter as `exampleOfWork`.', rules: ['parameter-example'] },
  { section: 'Requirements, FormalParameter', word: 'SHOULD', says: 'A parameter has a `name`.', rules: ['parameter-slot'] },
  { section: 'Requirements, FormalParameter', word: 'SHOULD', says: 'It is that of the slot.', reason: SLOTS },
  { section: 'Requirements, FormalParameter', word: 'SHOULD', says: 'Its `workExample` refers back by `exampleOfWork`.', rules: ['parameter-example'] },
  { section: 'Requirements, FormalParameter', word: 'MUST', says: 'A parameter has an `additionalType`.', rules: ['parameter-type'] },
  { section: 'Requirements, FormalParameter', word: 'SHOULD', says: 'That is the type of file, folder, collection or value that it maps to.', reason: NO_RULE.meaning },
]; // prettier-ignore

const PROVENANCE: readonly Row[] = [
  { section: 'Overview', word: 'MUST', says: 'The crate records executions of tools.', rules: ['tool-runs'] },
  { section: 'Overview', word: 'MUST', says: 'Each of these actions has the tool as `instrument`.', rules: ['run-instrument'] },
  { section: 'Overview', word: 'MUST', says: 'The workflow has its tools as `hasPart`.', rules: ['workflow-tools'] },
  { section: 'Overview', word: 'SHOULD', says: 'Executions of steps are recorded as `ControlAction`.', rules: ['step-recorded'] },
  { section: 'Overview', word: 'MUST', says: 'Each has the step as `instrument` and the run of the tool as `object`.', rules: ['control-step', 'control-run'] },
  { section: 'Overview', word: 'MUST', says: 'The workflow has its steps as `step`.', rules: ['step-workflow'] },
  { section: 'Overview', word: 'MUST', says: 'A step has its tool as `workExample`.', rules: ['step-tool'] },
  { section: 'Overview', word: 'MUST', says: 'A workflow with steps is a `HowTo`.', rules: ['steps-how-to'] },
  { section: 'Overview', word: 'MUST', says: 'An `OrganizeAction` has engine, run of the workflow and executions of steps.', rules: ['organize-engine', 'organize-run', 'organize-controls'] },
  { section: 'Overview', word: 'MUST', says: 'A tool that is a workflow is a `ComputationalWorkflow`, and all of this holds for it.', rules: ['step-workflow', 'subworkflow-type'] },
  { section: 'Overview', word: 'SHOULD', says: 'A workflow inside of the file of another one is a contextual entity.', rules: ['subworkflow-type'] },
  { section: 'Overview', word: 'MUST', says: 'Such a workflow is no `File`.', rules: ['subworkflow-type'] },
  { section: 'Representing parameter connections', word: 'SHOULD', says: 'The workflow has connections to its outputs, the receiving step the others.', rules: ['connection-place'] },
  { section: 'Engine configuration files', word: 'SHOULD', says: 'The configuration file of the engine is an `object` of the `OrganizeAction`.', reason: RUN_FOLDER },
  { section: 'Tool runtime environment', word: 'SHOULD', says: 'A file that describes an environment has `encodingFormat` or `conformsTo`.', rules: ['file-format'] },
  { section: 'Conditional step execution', word: 'SHOULD', says: 'The crate has no action for a step that was skipped.', reason: NO_RULE.writers },
  { section: 'Representing resource usage', word: 'MUST', says: '`resourceUsage` of an action leads to `PropertyValue` entities.', rules: ['usage-type'] },
  { section: 'Representing resource usage', word: 'MUST', says: 'Each has a `propertyID`.', rules: ['usage-property'] },
  { section: 'Representing resource usage', word: 'SHOULD', says: 'Each has a `unitCode`, if there is a unit.', rules: ['usage-unit'] },
  { section: 'Representing resource usage', word: 'SHOULD', says: 'The `propertyID` is an address.', rules: ['usage-property-address'] },
  { section: 'Requirements, root', word: 'MUST', times: 2, says: 'The root conforms to the profile, by its versioned permalink, and describes it as `CreativeWork`.', rules: ['run-profile', 'run-profile-version'] },
  { section: 'Requirements, root', word: 'SHOULD', says: 'It also conforms to Process Run Crate, Workflow Run Crate and Workflow RO-Crate.', rules: ['run-profile-bases'] },
  { section: 'Requirements, ComputationalWorkflow', word: 'MUST', times: 2, says: 'A workflow is `File`, `SoftwareSourceCode` and `ComputationalWorkflow`.', rules: ['main-workflow-type', 'subworkflow-type'] },
  { section: 'Requirements, ComputationalWorkflow', word: 'MUST', times: 2, says: 'With `step` it is a `HowTo` too.', rules: ['steps-how-to'] },
  { section: 'Requirements, ComputationalWorkflow', word: 'MUST', says: 'A contextual workflow is no `File`.', rules: ['subworkflow-type'] },
  { section: 'Requirements, ComputationalWorkflow', word: 'MUST', says: 'A workflow has its tools as `hasPart`.', rules: ['workflow-tools'] },
  { section: 'Requirements, ComputationalWorkflow', word: 'MUST', says: 'Tools that are workflows are `ComputationalWorkflow`.', rules: ['step-workflow', 'subworkflow-type'] },
  { section: 'Requirements, ComputationalWorkflow', word: 'SHOULD', says: 'A workflow has its steps as `step`.', rules: ['step-workflow'] },
  { section: 'Requirements, HowToStep', word: 'MUST', says: 'A step has its tool as `workExample`.', rules: ['step-tool'] },
  { section: 'Requirements, HowToStep', word: 'MUST', says: 'The `position` of a step is greater than that of steps whose output it needs.', rules: ['step-order', 'step-position'] },
  { section: 'Requirements, ControlAction', word: 'MUST', says: 'It has the step as `instrument`.', rules: ['control-step'] },
  { section: 'Requirements, ControlAction', word: 'MUST', says: 'It has the runs of the tool as `object`.', rules: ['control-run'] },
  { section: 'Requirements, OrganizeAction', word: 'MUST', says: 'It has the engine as `instrument`.', rules: ['organize-engine'] },
  { section: 'Requirements, OrganizeAction', word: 'MUST', says: 'It has the executions of steps as `object`.', rules: ['organize-controls'] },
  { section: 'Requirements, OrganizeAction', word: 'MUST', says: 'It has the run of the workflow as `result`.', rules: ['organize-run'] },
  { section: 'Requirements, ControlAction and OrganizeAction', word: 'SHOULD', times: 2, says: 'The `actionStatus` is that of completed or failed actions.', rules: ['action-status'] },
  { section: 'Requirements, ControlAction and OrganizeAction', word: 'SHOULD', times: 2, says: 'Only a failed action has an `error`.', rules: ['run-error'] },
]; // prettier-ignore

const WORKFLOW_CRATE: readonly Row[] = [
  { section: 'Context', word: 'MUST', says: 'The document is valid RO-Crate.', rules: ['document-json', 'descriptor-exists', 'root-type'] },
  { section: 'Context', word: 'SHOULD', says: 'It has the context of RO-Crate 1.1.', reason: 'later versions of RO-Crate have contexts of their own' },
  { section: 'Metadata File Descriptor', word: 'SHOULD', says: 'The descriptor conforms to RO-Crate and to the profile.', rules: ['descriptor-version', 'workflow-crate-profile'] },
  { section: 'Main Workflow', word: 'MUST', says: 'The main workflow is a `File`, a `SoftwareSourceCode` and a `ComputationalWorkflow`.', rules: ['main-workflow-type'] },
  { section: 'Main Workflow', word: 'MUST', says: 'The root names it by `mainEntity`.', rules: ['main-workflow'] },
  { section: 'Main Workflow', word: 'MUST', says: 'It has a `programmingLanguage`.', rules: ['main-workflow-language'] },
  { section: 'Main Workflow CWL Description', word: 'SHOULD', says: 'The description in CWL has the CWL of WorkflowHub as `programmingLanguage`.', reason: 'without it nothing tells a description in CWL from another script' },
  { section: 'Main Workflow CWL Description', word: 'MUST', says: 'The main workflow names it by `subjectOf`.', rules: ['workflow-description'] },
  { section: 'Main Workflow Diagram', word: 'MUST', says: 'The main workflow names its diagram by `image`.', reason: NO_RULE.meaning },
  { section: 'Crate', word: 'MUST', says: 'The crate has a `license`.', rules: ['root-license'] },
  { section: 'Crate', word: 'SHOULD', says: 'The crate has a `README.md`.', reason: 'a document alone does not show which files there are, and a README need not be described' },
  { section: 'Crate', word: 'SHOULD', says: 'It is `about` the crate.', rules: ['readme-about'] },
  { section: 'Crate', word: 'SHOULD', says: 'Its `encodingFormat` is `text/markdown`.', rules: ['readme-format'] },
  { section: 'Bioschemas', word: 'SHOULD', times: 2, says: 'The main workflow conforms to Bioschemas ComputationalWorkflow from 1.0 on, and says so.', rules: ['workflow-bioschemas'] },
  { section: 'File Format', word: 'MUST', says: 'The crate is zipped.', reason: 'it speaks about uploads to WorkflowHub' },
  { section: 'File Format', word: 'SHOULD', times: 2, says: 'The archive ends in `.crate.zip`, with the metadata file at its top.', reason: 'it speaks about uploads to WorkflowHub' },
]; // prettier-ignore

const WORKFLOW_TESTING: readonly Row[] = [
  { section: 'Concepts', word: 'MUST', says: 'The crate is a Workflow RO-Crate.', rules: ['main-workflow', 'main-workflow-type', 'main-workflow-language'] },
  { section: 'Concepts', word: 'MUST', says: 'The root mentions test suites.', rules: ['tests-mentioned', 'suite-mentioned'] },
  { section: 'Test suite', word: 'MUST', says: 'A suite has instances or a definition.', rules: ['suite-tests'] },
  { section: 'Test suite', word: 'SHOULD', says: 'A suite has the tested workflow as `mainEntity`.', rules: ['suite-workflow'] },
  { section: 'Test instance', word: 'MUST', says: 'An instance has its service as `runsOn`.', rules: ['instance-service'] },
  { section: 'Test instance', word: 'MUST', says: 'An instance has the `url` of the service.', rules: ['instance-url'] },
  { section: 'Test instance', word: 'MUST', says: 'An instance has its `resource` in the service.', rules: ['instance-resource'] },
  { section: 'Test definition', word: 'MUST', says: 'A definition is a `File` and a `TestDefinition`.', rules: ['definition-file'] },
  { section: 'Test definition', word: 'MUST', says: 'A definition has its engine as `conformsTo`.', rules: ['definition-engine'] },
  { section: 'Test definition', word: 'MUST', says: 'A definition has the `engineVersion`.', rules: ['definition-version'] },
]; // prettier-ignore

// Bioschemas says minimum and recommended.
const PARAMETER: readonly Row[] = [
  { section: 'Minimum', word: 'MUST', says: 'A parameter has a `name`.', rules: ['parameter-name'] },
  { section: 'Recommended', word: 'SHOULD', says: 'A parameter has `additionalType`, `description` and `encodingFormat`.', rules: ['parameter-bioschemas'] },
]; // prettier-ignore

/** The profiles of workflows, their tests and their runs. */
export const PROFILE_SENTENCES: readonly SpecSentence[] = [
  ...on('process_run_crate', PROCESS),
  ...on('workflow_run_crate', WORKFLOW),
  ...on('provenance_run_crate', PROVENANCE),
  ...on('workflow-ro-crate/1.0', WORKFLOW_CRATE),
  ...on('workflow-testing-ro-crate/0.1', WORKFLOW_TESTING),
  ...on('bioschemas/FormalParameter/1.0', PARAMETER),
];
