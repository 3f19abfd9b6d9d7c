import { APPENDIX_SENTENCES } from './appendix.js';
import { pagesOf } from './pages-of.js';
import { NO_RULE, type SpecSentence } from './sentence.js';
import { FIRST_VERSION_SENTENCES } from './version-1-0.js';

const STRUCTURE = pagesOf('structure');
const METADATA = pagesOf('metadata');
const ROOT = pagesOf('root-data-entity');
const DATA = pagesOf('data-entities');
const WEBSITE = 'it speaks about the website of a crate: rules read the document and its files, not pages';
const FILE_OR_NOT = 'whether it is a file at that address takes the web to know';

const STRUCTURE_SENTENCES: readonly SpecSentence[] = [
  { pages: STRUCTURE('1.1'), section: 'RO-Crate Structure', word: 'MUST', says: 'The root has this structure: the metadata file is there.', rules: ['document-name'], times: 4 },
  { pages: STRUCTURE('1.1'), section: 'RO-Crate Structure', word: 'MUST', says: 'Data entities are in the crate or on the web.', rules: ['file-exists', 'file-id', 'id-file-uri'] },
  { pages: STRUCTURE('1.1'), section: 'RO-Crate Metadata File', word: 'MUST', says: 'The metadata file has its name and is in the root.', rules: ['document-name'] },
  { pages: STRUCTURE('1.1'), section: 'RO-Crate Metadata File', word: 'SHOULD', says: 'The context of this version is used by its address.', rules: ['context-crate', 'context-version'] },
  { pages: STRUCTURE('1.1'), section: 'RO-Crate Metadata File', word: 'SHOULD', says: 'Who updates a crate of version 1.0 renames the file and updates the descriptor.', reason: 'it speaks about an update, which the document does not show', times: 2 },
  { pages: STRUCTURE('1.1'), section: 'Self-describing and self-contained', word: 'MUST', says: 'The metadata file is in the root.', rules: ['document-name'] },
  { pages: STRUCTURE('1.2', '1.3'), section: 'Types of RO-Crate', word: 'SHOULD', says: 'The file of a Detached Package has a prefix in its name.', rules: ['document-prefix'], times: 2 },
  { pages: STRUCTURE('1.1', '1.2', '1.3'), section: 'RO-Crate Metadata Document', word: 'MUST', says: 'The document is JSON-LD, flattened and compacted.', rules: ['document-json', 'document-object', 'document-json-ld', 'document-graph', 'document-encoding', 'entity-object', 'entity-flat', 'entity-unique', 'key-unique', 'key-keyword', 'key-compact', 'type-compact', 'value-object', 'type-string', 'id-string', 'context-terms', 'context-available', 'base-usable'] },
  { pages: STRUCTURE('1.2', '1.3'), section: 'RO-Crate Metadata Document', word: 'MUST', says: 'The context of this version is used by its address. (An appendix allows its terms in its place.)', rules: ['context-crate', 'context-version'] },
  { pages: STRUCTURE('1.1', '1.2', '1.3'), section: 'RO-Crate Metadata Document', word: 'MUST', says: 'The graph describes descriptor and root.', rules: ['descriptor-exists', 'root-exists', 'root-unambiguous'] },
  { pages: STRUCTURE('1.1', '1.2', '1.3'), section: 'RO-Crate Metadata Document', word: 'SHOULD', says: 'Contextual entities that are referred to are described.', rules: ['reference-described'] },
  { pages: STRUCTURE('1.1', '1.2', '1.3'), section: 'RO-Crate Metadata Document', word: 'SHOULD', says: 'Something refers to each contextual entity.', rules: ['entity-reachable'] },
  { pages: STRUCTURE('1.2', '1.3'), section: 'Attached RO-Crate Package', word: 'MUST', says: 'The metadata file is in the root of an Attached Package, with its name.', rules: ['document-name'], times: 4 },
  { pages: STRUCTURE('1.2', '1.3'), section: 'Attached RO-Crate Package', word: 'MUST', says: 'The `@id` of the root is `./` or a URI.', rules: ['root-id'] },
  { pages: STRUCTURE('1.2', '1.3'), section: 'RO-Crate Website', word: 'MUST', says: 'The website has its name and its folder in the root.', reason: 'no document says which page is the website, if it has another name', times: 2 },
  { pages: STRUCTURE('1.1', '1.2', '1.3'), section: 'RO-Crate Website', word: 'MUST', says: 'The website is valid HTML and useful.', reason: WEBSITE },
  { pages: STRUCTURE('1.1', '1.2', '1.3'), section: 'RO-Crate Website', word: 'SHOULD', says: 'The website shows the metadata, with links.', reason: WEBSITE },
  { pages: STRUCTURE('1.2', '1.3'), section: 'RO-Crate Website', word: 'SHOULD', says: 'The website is no part of a dataset.', rules: ['preview-no-part'] },
  { pages: STRUCTURE('1.1', '1.2', '1.3'), section: 'Self-describing and self-contained', word: 'SHOULD', says: 'A crate describes itself and needs nothing else.', reason: NO_RULE.meaning },
  { pages: STRUCTURE('1.2', '1.3'), section: 'Self-describing and self-contained', word: 'MUST', says: 'The metadata file is in the root.', rules: ['document-name'] },
  { pages: STRUCTURE('1.2', '1.3'), section: 'Detached RO-Crate Package', word: 'SHOULD', says: 'The root of a Detached Package is absolute, if it is online.', rules: ['root-id-kind'] },
  { pages: STRUCTURE('1.2', '1.3'), section: 'Detached RO-Crate Package', word: 'MUST', says: 'All data entities of a Detached Package are on the web.', rules: ['data-absolute', 'data-in-crate'] },
]; // prettier-ignore

const METADATA_SENTENCES: readonly SpecSentence[] = [
  { pages: METADATA('1.2', '1.3'), section: 'Common principles', word: 'MUST', says: 'Each entity has an `@id`.', rules: ['entity-id', 'id-string'] },
  { pages: METADATA('1.2', '1.3'), section: 'Common principles', word: 'MUST', says: 'Each entity has a `@type`.', rules: ['entity-type', 'type-string'] },
  { pages: METADATA('1.2', '1.3'), section: 'Common principles', word: 'SHOULD', says: 'One of its types is of schema.org.', rules: ['entity-schema-type'] },
  { pages: METADATA('1.2', '1.3'), section: 'Common principles', word: 'SHOULD', says: 'Each entity has a name for people.', rules: ['entity-name', 'data-name'] },
  { pages: METADATA('1.2', '1.3'), section: 'Common principles', word: 'SHOULD', says: 'Properties fit the types by their definitions.', reason: 'the vocabularies define that, and most of them are not at hand' },
  { pages: METADATA('1.2', '1.3'), section: 'Common principles', word: 'MUST', says: 'References are objects with an `@id`.', rules: ['reference-form', 'reference-address'] },
  { pages: METADATA('1.2', '1.3'), section: 'Common principles', word: 'SHOULD', says: 'References lead from the root to each entity.', rules: ['entity-reachable'] },
  { pages: METADATA('1.2', '1.3'), section: 'Differences from Schema.org', word: 'MUST', says: 'No entity is described inside of another one.', rules: ['entity-flat'] },
  { pages: METADATA('1.1'), section: 'Differences from Schema.org', word: 'SHOULD', says: 'No entity is described inside of another one. (Elsewhere it is a MUST: the document is flattened.)', rules: ['entity-flat'] },
  { pages: METADATA('1.1', '1.2', '1.3'), section: 'Recommended Identifiers', word: 'SHOULD', says: 'People, organizations and others have identifiers of these kinds, where possible.', rules: ['person-orcid', 'organization-ror'] },
  { pages: METADATA('1.1', '1.2', '1.3'), section: 'Recommended Identifiers', word: 'SHOULD', says: 'The `identifier` of the root is a DOI.', reason: 'a crate may have none: whether there could be one is for people to know' },
  { pages: METADATA('1.1', '1.2', '1.3'), section: 'Recommended Identifiers', word: 'SHOULD', says: 'Identifiers are persistent, where possible.', reason: NO_RULE.meaning },
]; // prettier-ignore

const ROOT_SENTENCES: readonly SpecSentence[] = [
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Metadata Descriptor', word: 'MUST', says: 'There is a descriptor, with its `@id` and type.', rules: ['descriptor-exists', 'descriptor-id', 'descriptor-type'] },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Metadata Descriptor', word: 'MUST', says: 'The descriptor is about the root.', rules: ['descriptor-about'] },
  { pages: ROOT('1.1'), section: 'Metadata Descriptor', word: 'SHOULD', says: 'The `@id` of the root is `./`.', rules: ['root-id-kind'] },
  { pages: ROOT('1.2', '1.3'), section: 'Metadata Descriptor', word: 'MUST', says: 'The descriptor of a Detached Package has the same `@id`.', rules: ['descriptor-id'] },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Metadata Descriptor', word: 'SHOULD', says: 'Its `conformsTo` names one version, by an address of RO-Crate.', rules: ['descriptor-version', 'descriptor-profiles'], times: 2 },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Direct properties', word: 'MUST', says: 'The root has all properties of the list.', rules: ['root-type', 'root-id', 'root-name', 'root-description', 'root-date', 'root-license'], times: 2 },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Direct properties', word: 'MUST', says: 'The root is a `Dataset`.', rules: ['root-type'] },
  { pages: ROOT('1.1'), section: 'Direct properties', word: 'MUST', says: 'The `@id` of the root ends with `/`. (An absolute one is no path: there it is only a warning.)', rules: ['root-id', 'root-id-kind'] },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Direct properties', word: 'SHOULD', says: 'The `@id` of the root is `./`; since 1.2 it may be an absolute URI.', rules: ['root-id', 'root-id-kind'] },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Direct properties', word: 'SHOULD', says: 'Name and description tell people which dataset it is.', reason: NO_RULE.meaning, times: 2 },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Direct properties', word: 'MUST', says: '`datePublished` is one text with a date of ISO 8601.', rules: ['root-date-format'] },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Direct properties', word: 'SHOULD', says: '`datePublished` has a day.', rules: ['root-date-day'] },
  { pages: ROOT('1.1', '1.2', '1.3'), section: 'Direct properties', word: 'SHOULD', says: 'The licence is an entity of the crate with name and description.', rules: ['root-license-described', 'license-description', 'entity-name'] },
  { pages: ROOT('1.2', '1.3'), section: 'Root Data Entity identifier', word: 'SHOULD', says: 'The `@id` of the root is `./` or absolute.', rules: ['root-id', 'root-id-kind'] },
  { pages: ROOT('1.2', '1.3'), section: 'Root Data Entity identifier', word: 'SHOULD', says: 'Clients accept any form of `identifier`.', reason: NO_RULE.readers },
  { pages: ROOT('1.2', '1.3'), section: 'Root Data Entity identifier', word: 'SHOULD', says: 'The `identifier` is a `PropertyValue`.', rules: ['root-identifier'] },
  { pages: ROOT('1.2', '1.3'), section: 'Root Data Entity identifier', word: 'MUST', says: 'It has a `value`.', rules: ['identifier-value'] },
  { pages: ROOT('1.2', '1.3'), section: 'Root Data Entity identifier', word: 'SHOULD', says: 'It has a `url`, if the identifier leads somewhere.', reason: NO_RULE.web },
  { pages: ROOT('1.2', '1.3'), section: 'Resolvable persistent identifiers', word: 'SHOULD', says: 'The identifier leads to the document or an archive.', reason: NO_RULE.web },
  { pages: ROOT('1.2', '1.3'), section: 'Resolvable persistent identifiers', word: 'SHOULD', says: 'Then `cite-as` names it.', rules: ['root-cite-as'] },
  { pages: ROOT('1.2', '1.3'), section: 'Resolvable persistent identifiers', word: 'SHOULD', says: 'Servers name it in a header.', reason: NO_RULE.web },
  { pages: ROOT('1.2', '1.3'), section: 'Resolvable persistent identifiers', word: 'MUST', says: '`cite-as` leads to a page where the crate can be downloaded.', reason: NO_RULE.web },
  { pages: ROOT('1.2', '1.3'), section: 'Resolvable persistent identifiers', word: 'SHOULD', says: 'Programs can download it too.', reason: NO_RULE.web },
]; // prettier-ignore

const DATA_SENTENCES: readonly SpecSentence[] = [
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Referencing files and folders', word: 'MUST', says: '`hasPart` leads from the root to files and folders.', rules: ['root-has-part', 'root-has-web-part', 'root-has-web-folder'] },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Referencing files and folders', word: 'MUST', says: 'Files have the type `File`.', rules: ['data-type'] },
  { pages: DATA('1.1'), section: 'Referencing files and folders', word: 'MUST', says: 'Folders have the type `Dataset`.', rules: ['data-type'] },
  { pages: DATA('1.1'), section: 'Referencing files and folders', word: 'SHOULD', says: 'Folders elsewhere have a listing for programs.', reason: NO_RULE.web },
  { pages: DATA('1.1'), section: 'Referencing files and folders', word: 'SHOULD', says: 'Other data entities are a `CreativeWork`.', reason: 'whether another type suits better takes a person to judge' },
  { pages: DATA('1.1'), section: 'Core Metadata for Data Entities', word: 'MUST', says: 'Data entities have the properties that follow.', rules: ['data-type', 'file-id'] },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Encoding file paths', word: 'SHOULD', says: 'International characters are UTF-8.', rules: ['id-native-characters'] },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'File Data Entity', word: 'MUST', says: 'A file has `@type` and `@id`, and is a `File`.', rules: ['data-type', 'file-id'], times: 2 },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'File Data Entity', word: 'MUST', says: 'The `@id` of a file is a path or an absolute URI.', rules: ['file-id', 'data-uri', 'id-escaped', 'id-separator'] },
  { pages: DATA('1.2', '1.3'), section: 'File Data Entity', word: 'MUST', says: 'In an Attached Package it is a path in the crate, or leads to the web.', rules: ['data-in-crate', 'file-id'] },
  { pages: DATA('1.2', '1.3'), section: 'File Data Entity', word: 'MUST', says: 'The file of a path exists.', rules: ['file-exists'] },
  { pages: DATA('1.2', '1.3'), section: 'File Data Entity', word: 'SHOULD', says: 'A `contentUrl` leads to the file itself.', reason: FILE_OR_NOT },
  { pages: DATA('1.2', '1.3'), section: 'File Data Entity', word: 'MUST', says: 'In a Detached Package it is absolute.', rules: ['data-absolute'] },
  { pages: DATA('1.2', '1.3'), section: 'File Data Entity', word: 'SHOULD', says: 'A file has name, description, format and size.', rules: ['data-name', 'data-description', 'file-format', 'format-media-type', 'format-type', 'file-size', 'size-in-bytes'] },
  { pages: DATA('1.2', '1.3'), section: 'File Data Entity', word: 'SHOULD', says: 'A file that is also on the web says so.', reason: 'the document does not show that a file is also on the web' },
  { pages: DATA('1.2', '1.3'), section: 'File Data Entity', word: 'SHOULD', says: 'A file that is left out has a `localPath`.', rules: ['file-local-path', 'local-path-relative'] },
  { pages: DATA('1.2', '1.3'), section: 'File Data Entity', word: 'SHOULD', says: 'Checkers try each `contentUrl`.', reason: NO_RULE.readers },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Directory Data Entity', word: 'MUST', says: 'A folder has `@type` and `@id`, and is a `Dataset`.', rules: ['data-type', 'file-id'], times: 2 },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Directory Data Entity', word: 'MUST', says: 'The `@id` of a folder is a path in the crate or an absolute URI.', rules: ['file-id', 'data-uri', 'data-in-crate', 'data-absolute'] },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Directory Data Entity', word: 'SHOULD', says: 'The path of a folder ends with `/`.', rules: ['folder-slash'] },
  { pages: DATA('1.2', '1.3'), section: 'Directory Data Entity', word: 'MUST', says: 'The folder of a path exists.', rules: ['file-exists'] },
  { pages: DATA('1.2', '1.3'), section: 'Directory Data Entity', word: 'SHOULD', says: 'An absolute URI leads to a listing.', reason: NO_RULE.web },
  { pages: DATA('1.2', '1.3'), section: 'Directory Data Entity', word: 'SHOULD', says: 'A folder has name and description, and lists what it contains. (Not all that it contains needs a description.)', rules: ['data-name', 'data-description'] },
  { pages: DATA('1.2', '1.3'), section: 'Directory Data Entity', word: 'SHOULD', says: 'A folder on the web has a `distribution`.', rules: ['web-folder-content'] },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Web-based Data Entities', word: 'SHOULD', says: 'Take care that what is on the web lasts.', reason: NO_RULE.meaning },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Web-based Data Entities', word: 'SHOULD', says: 'A file on the web can be downloaded at once.', reason: NO_RULE.web },
  { pages: DATA('1.2', '1.3'), section: 'Web-based Data Entities', word: 'SHOULD', says: 'Its `@id` leads to no page about it.', reason: NO_RULE.web },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Web-based Data Entities', word: 'SHOULD', says: '`sdDatePublished` says when it was accessed.', rules: ['file-accessed', 'accessed-date'] },
  { pages: DATA('1.2', '1.3'), section: 'Data entities that are also on the web', word: 'SHOULD', says: 'Its `contentUrl` is an address that leads to the file itself.', rules: ['content-url-absolute'] },
  { pages: DATA('1.2', '1.3'), section: 'Data entities that are also on the web', word: 'MUST', says: 'The `@id` of a file in the crate is a path in it.', rules: ['data-in-crate', 'file-exists'] },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Directories on the web', word: 'SHOULD', says: 'A folder on the web lists what it contains.', rules: ['web-folder-content'] },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Downloadable dataset', word: 'SHOULD', says: 'The `distribution` of a crate is an archive with its document.', reason: NO_RULE.web },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Descriptions of File encodings', word: 'SHOULD', says: 'More detail of a format is linked by PRONOM.', reason: 'whether more detail is of use takes a person to judge' },
  { pages: DATA('1.2', '1.3'), section: 'Descriptions of File encodings', word: 'SHOULD', says: 'A page that does not define the format is no `Standard`.', reason: NO_RULE.meaning },
  { pages: DATA('1.2', '1.3'), section: 'Descriptions of File encodings', word: 'SHOULD', says: 'What describes a format is a `WebPage`.', rules: ['format-type'] },
  { pages: DATA('1.1', '1.2', '1.3'), section: 'Descriptions of File encodings', word: 'SHOULD', says: 'A format without a page is described in a file.', reason: NO_RULE.meaning },
  { pages: DATA('1.2', '1.3'), section: 'Referencing other RO-Crates', word: 'SHOULD', says: 'Another crate conforms to the profile without a version.', rules: ['crate-profile'] },
  { pages: DATA('1.2', '1.3'), section: 'Crates with a persistent identifier', word: 'SHOULD', says: 'Its `@id` is its persistent identifier.', reason: 'the document of the other crate says whether it has one' },
  { pages: DATA('1.2', '1.3'), section: 'Crates with a persistent identifier', word: 'MUST', says: 'Its `conformsTo` names no version of RO-Crate.', rules: ['crate-profile'] },
  { pages: DATA('1.2', '1.3'), section: 'Crates with a persistent identifier', word: 'SHOULD', says: 'The root of this crate does not conform to that profile.', rules: ['crate-profile-root'] },
  { pages: DATA('1.2', '1.3'), section: 'Crates with a persistent identifier', word: 'SHOULD', says: 'Readers do not take its `@id` for its document.', reason: NO_RULE.readers },
  { pages: DATA('1.2', '1.3'), section: 'Identifier of a referenced crate', word: 'SHOULD', says: 'A crate in a folder of this one is an Attached Package, and has the path of the folder.', rules: ['package-nested'], times: 2 },
  { pages: DATA('1.2', '1.3'), section: 'Identifier of a referenced crate', word: 'SHOULD', says: 'One on the web without a persistent identifier says when it was accessed.', rules: ['crate-accessed'] },
  { pages: DATA('1.2', '1.3'), section: 'Identifier of a referenced crate', word: 'SHOULD', says: 'No root is resolved against an address with another file name.', reason: NO_RULE.readers },
  { pages: DATA('1.2', '1.3'), section: 'Identifier of a referenced crate', word: 'MUST', says: 'One that leads nowhere names its document or a download.', rules: ['crate-metadata'] },
  { pages: DATA('1.2', '1.3'), section: 'Referencing another metadata document', word: 'SHOULD', says: 'A known document is described, and `subjectOf` names it.', reason: NO_RULE.web },
  { pages: DATA('1.2', '1.3'), section: 'Referencing another metadata document', word: 'SHOULD', says: 'It has the format of JSON-LD.', rules: ['crate-metadata-format'] },
  { pages: DATA('1.2', '1.3'), section: 'Referencing another metadata document', word: 'SHOULD', says: 'It has neither `conformsTo` nor `about` as the descriptor has.', rules: ['crate-metadata-plain'] },
]; // prettier-ignore

/** The pages of RO-Crate about packages, the metadata document, the root and data entities. */
export const PACKAGE_SENTENCES: readonly SpecSentence[] = [
  ...STRUCTURE_SENTENCES,
  ...METADATA_SENTENCES,
  ...ROOT_SENTENCES,
  ...DATA_SENTENCES,
  ...APPENDIX_SENTENCES,
  ...FIRST_VERSION_SENTENCES,
];
