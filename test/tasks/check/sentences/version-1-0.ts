import { NO_RULE, type SpecSentence } from './sentence.js';

const INTENT = 'the document does not show what else an author meant to describe';
const WEBSITE = 'it speaks about the website of a crate: rules read the document and its files, not pages';

/** A sentence of the only page of this version. */
type Row = Omit<SpecSentence, 'pages'>;

const PACKAGE: readonly Row[] = [
  { section: 'Introduction', word: 'MUST', says: 'These are the key words.', reason: NO_RULE.keyWords, times: 5 },
  { section: 'Introduction', word: 'SHOULD', says: 'These are the key words.', reason: NO_RULE.keyWords, times: 3 },
  { section: 'RO-Crate Structure', word: 'MUST', says: 'The metadata file is in the root, with its name.', rules: ['document-name'], times: 3 },
  { section: 'RO-Crate Structure', word: 'SHOULD', says: 'There are payload files.', reason: 'the document does not show whether a crate without files is as its author wants it' },
  { section: 'Metadata File', word: 'MUST', says: 'The document is JSON-LD, flattened and compacted.', rules: ['document-json', 'document-object', 'document-json-ld', 'document-graph', 'entity-object', 'entity-flat', 'entity-unique', 'entity-id', 'key-unique', 'key-keyword', 'key-compact', 'type-compact'] },
  { section: 'Metadata File', word: 'SHOULD', says: 'The context of this version is used by its address.', rules: ['context-crate', 'context-version'] },
  { section: 'Metadata File', word: 'MUST', says: 'The graph describes descriptor and root.', rules: ['descriptor-exists', 'root-exists'] },
  { section: 'Metadata File', word: 'SHOULD', says: 'Contextual entities are described, and something refers to them.', rules: ['reference-described', 'entity-reachable'], times: 2 },
  { section: 'RO-Crate Website', word: 'MUST', says: 'The website is valid HTML and useful.', reason: WEBSITE },
  { section: 'RO-Crate Website', word: 'SHOULD', says: 'The website shows the metadata, with links.', reason: WEBSITE },
  { section: 'Self-describing and self-contained', word: 'SHOULD', says: 'A crate describes itself and needs nothing else.', reason: NO_RULE.meaning, times: 2 },
  { section: 'Self-describing and self-contained', word: 'MUST', says: 'The metadata file is in the root.', rules: ['document-name'] },
  { section: 'Differences from schema.org', word: 'SHOULD', says: 'No entity is described inside of another one. (Elsewhere it is a MUST: the document is flattened.)', rules: ['entity-flat'] },
  { section: 'Recommended Identifiers', word: 'SHOULD', says: 'Identifiers are of these kinds, where possible.', rules: ['person-orcid', 'organization-ror'] },
  { section: 'Recommended Identifiers', word: 'SHOULD', says: 'The `identifier` of the root is a DOI, and others are persistent.', reason: 'whether there could be such an identifier is for people to know', times: 2 },
  { section: 'Root Data Entity', word: 'MUST', says: 'There is a descriptor, about the root.', rules: ['descriptor-exists', 'descriptor-id', 'descriptor-type', 'descriptor-about'], times: 2 },
  { section: 'Root Data Entity', word: 'SHOULD', says: 'The `@id` of the root is `./`.', rules: ['root-id'] },
  { section: 'Root Data Entity', word: 'SHOULD', says: 'The `conformsTo` of the descriptor names a version, by an address of RO-Crate.', rules: ['descriptor-version'], times: 2 },
  { section: 'Root Data Entity', word: 'MUST', says: 'The root has all properties of the list.', rules: ['root-type', 'root-id', 'root-name', 'root-description', 'root-date', 'root-license'], times: 2 },
  { section: 'Root Data Entity', word: 'MUST', says: 'The root is a `Dataset`.', rules: ['root-type'] },
  { section: 'Root Data Entity', word: 'MUST', says: 'The `@id` of the root is `./`.', rules: ['root-id'] },
  { section: 'Root Data Entity', word: 'SHOULD', says: 'Name and description tell people which dataset it is.', reason: NO_RULE.meaning, times: 2 },
  { section: 'Root Data Entity', word: 'MUST', says: '`datePublished` is a text with a date of ISO 8601.', rules: ['root-date-format'] },
  { section: 'Root Data Entity', word: 'SHOULD', says: '`datePublished` has a day.', rules: ['root-date-day'] },
  { section: 'Root Data Entity', word: 'SHOULD', says: 'The licence is an entity of the crate with name and description.', rules: ['root-license-described', 'license-description'] },
  { section: 'Data Entities', word: 'MUST', says: '`hasPart` leads from the root to files and folders.', rules: ['root-has-part', 'root-has-web-part'] },
  { section: 'Data Entities', word: 'MUST', says: 'Files are a `File`, folders a `Dataset`.', rules: ['data-type'], times: 2 },
  { section: 'Data Entities', word: 'SHOULD', says: 'More detail of a format is linked by PRONOM, or described in a file.', reason: 'whether more detail is of use takes a person to judge', times: 2 },
  { section: 'Data Entities', word: 'MUST', says: 'Data entities have the properties that follow, with their types.', rules: ['data-type', 'file-id'], times: 5 },
  { section: 'Data Entities', word: 'MUST', says: 'The `@id` of a file or folder is a path.', rules: ['data-relative', 'file-id'], times: 2 },
  { section: 'Data Entities', word: 'SHOULD', says: 'The path of a folder ends with `/`.', rules: ['folder-slash'] },
  { section: 'RO-Crate JSON-LD', word: 'SHOULD', says: 'Write JSON with JSON tools.', rules: ['document-json', 'key-unique', 'document-characters'] },
  { section: 'Describing entities', word: 'SHOULD', says: 'An `@id` is an absolute URI or a path, in UTF-8.', rules: ['id-escaped', 'id-separator', 'id-inside-root', 'id-native-characters'], times: 2 },
  { section: 'Describing entities', word: 'SHOULD', says: 'Local identifiers begin with `#`.', rules: ['id-local'] },
  { section: 'Describing entities', word: 'SHOULD', says: 'Arrays of one element are unpacked.', rules: ['value-unpacked'] },
  { section: 'Context', word: 'SHOULD', says: 'Clients take the version from `conformsTo`, and do not replace an embedded context.', reason: NO_RULE.readers, times: 2 },
  { section: 'Extending RO-Crate', word: 'SHOULD', says: 'Terms of schema.org come first.', reason: 'whether schema.org has a term that suits takes a person to judge' },
  { section: 'Extending RO-Crate', word: 'SHOULD', says: 'The context defines the terms that are used, in an array next to its address.', rules: ['property-defined', 'type-defined', 'context-crate'], times: 2 },
  { section: 'Extending RO-Crate', word: 'SHOULD', says: 'IRIs of the context lead to documentation.', reason: NO_RULE.web, times: 3 },
  { section: 'Extending RO-Crate', word: 'MUST', says: 'Websites link to `sameAs` of a term.', reason: NO_RULE.readers },
  { section: 'BagIt', word: 'MUST', says: 'The metadata file is in the bag.', rules: ['document-name'], times: 2 },
  { section: 'BagIt', word: 'SHOULD', says: 'There are payload files.', reason: 'the document does not show whether a crate without files is as its author wants it', times: 2 },
]; // prettier-ignore

const CONTEXTUAL: readonly Row[] = [
  { section: 'Contextual Entities', word: 'SHOULD', says: 'The graph describes contextual entities.', rules: ['reference-described'] },
  { section: 'People', word: 'SHOULD', says: 'An affiliation is described.', rules: ['affiliation-described', 'affiliation-type'] },
  { section: 'Organizations', word: 'SHOULD', says: 'Publishers and affiliations are an `Organization`.', rules: ['root-publisher-type', 'affiliation-type'], times: 2 },
  { section: 'Contact', word: 'SHOULD', says: 'A crate has a `ContactPoint`.', rules: ['contact-known', 'contact-type'] },
  { section: 'Publications', word: 'MUST', says: 'A citation refers to the address of a publication.', rules: ['citation-address'] },
  { section: 'Publications', word: 'SHOULD', says: 'The publication is described.', rules: ['citation-described'] },
  { section: 'Publisher', word: 'SHOULD', says: 'The root has a publisher, which is an `Organization`.', rules: ['root-publisher', 'root-publisher-type'], times: 2 },
  { section: 'Funding', word: 'SHOULD', says: 'Projects and funders are described, and the root refers to them.', rules: ['root-funder', 'funder-type', 'project-funder'], times: 3 },
  { section: 'Licensing', word: 'SHOULD', says: 'The licence of a data entity is a `CreativeWork` with its address.', rules: ['data-license', 'license-type', 'license-address'], times: 2 },
  { section: 'Licensing', word: 'SHOULD', says: 'Imported metadata name who published them.', reason: INTENT },
  { section: 'Equipment', word: 'SHOULD', says: 'Equipment is described, with serial number and manufacturer, by the address of a page.', reason: INTENT, times: 5 },
  { section: 'Software', word: 'SHOULD', says: 'Software that made a file is a `SoftwareApplication` with a version, and an action ties them.', rules: ['software-version', 'run-instrument'], times: 3 },
  { section: 'Changes', word: 'SHOULD', says: 'Changes are actions with results, a name, an end, an agent and a tool.', rules: ['run-end', 'run-agent', 'run-result'], times: 7 },
  { section: 'Changes', word: 'MUST', says: 'A curation action has an object.', reason: 'the document does not show which actions are curation' },
  { section: 'Changes', word: 'MUST', says: 'The end of an action is a date of ISO 8601.', rules: ['action-time'] },
  { section: 'Changes', word: 'SHOULD', says: 'An update concerns the dataset as a whole, and old versions of files are kept.', reason: INTENT, times: 2 },
  { section: 'Workflows and scripts', word: 'SHOULD', says: 'They are a `SoftwareSourceCode`, with types in an array and a language.', rules: ['script-type', 'script-language'], times: 3 },
  { section: 'Workflows and scripts', word: 'MUST', says: 'A workflow has types, an `@id` and a name.', rules: ['workflow-type', 'script-name'] },
  { section: 'Workflows and scripts', word: 'MUST', says: 'Software and languages have name, address and version.', rules: ['software-name', 'software-url', 'software-version'] },
  { section: 'Workflow diagram', word: 'SHOULD', says: 'A sketch has its types and its format.', reason: INTENT, times: 4 },
  { section: 'Places', word: 'SHOULD', says: 'A place is the `contentLocation`, and coordinates have a name.', rules: ['location-place', 'entity-name'], times: 2 },
  { section: 'Subjects & keywords', word: 'MUST', says: 'Subjects are in `about`, keywords in `keywords`.', reason: INTENT, times: 2 },
  { section: 'Repository content', word: 'SHOULD', says: 'What a repository exports is a `RepositoryObject`.', reason: INTENT },
  { section: 'Thumbnails', word: 'MUST', says: 'The thumbnail is in the crate.', rules: ['thumbnail-file', 'file-exists'] },
]; // prettier-ignore

/** RO-Crate 1.0, which is one page. */
export const FIRST_VERSION_SENTENCES: readonly SpecSentence[] = [...PACKAGE, ...CONTEXTUAL].map((row) => ({
  pages: ['1.0/index'],
  ...row,
}));
