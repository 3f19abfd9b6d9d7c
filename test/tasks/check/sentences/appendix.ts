import { pagesOf } from './pages-of.js';
import { NO_RULE, type SpecSentence } from './sentence.js';

const BAGIT = pagesOf('appendix/implementation-notes');
const JSONLD = pagesOf('appendix/jsonld');
const URIS = pagesOf('appendix/relative-uris');
const BAGIT_ONLY = 'it speaks about bags, and BagIt itself does not ask for it: a bag without it is read';

/** The appendixes of RO-Crate 1.1 to 1.3. */
export const APPENDIX_SENTENCES: readonly SpecSentence[] = [
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Adding RO-Crate to Bagit', word: 'MUST', says: 'The metadata file is in the bag.', rules: ['document-name'], times: 2 },
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Adding RO-Crate to Bagit', word: 'SHOULD', says: 'There are payload files.', reason: 'a crate may have no files, as the structure says', times: 2 },
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Adding RO-Crate to Bagit', word: 'MUST', says: 'There is a `bagit.txt`.', reason: 'without it nothing says that a folder is a bag' },
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Adding RO-Crate to Bagit', word: 'SHOULD', says: '`bagit.txt` has this content.', rules: ['package-bag'] },
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Adding RO-Crate to Bagit', word: 'SHOULD', says: 'There is a manifest with SHA-512.', reason: BAGIT_ONLY },
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Adding RO-Crate to Bagit', word: 'MUST', says: 'The manifest has all payload files, the metadata file too.', rules: ['package-intact', 'package-bag-files'], times: 2 },
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Adding RO-Crate to Bagit', word: 'SHOULD', says: 'There is a tag manifest.', reason: BAGIT_ONLY },
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Base URI in BagIt', word: 'SHOULD', says: '`bag-info.txt` has a UUID.', reason: BAGIT_ONLY },
  { pages: BAGIT('1.1', '1.2', '1.3'), section: 'Referencing external files', word: 'SHOULD', says: 'An entity has the `url` that `fetch.txt` has.', reason: BAGIT_ONLY },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'RO-Crate JSON-LD', word: 'SHOULD', says: 'Write JSON with JSON tools.', rules: ['document-json', 'key-unique', 'document-characters'], times: 2 },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Describing entities', word: 'SHOULD', says: 'An `@id` is a legal absolute URI, or a path relative to the root.', rules: ['id-escaped', 'id-separator', 'id-empty', 'id-inside-root', 'id-file-uri'] },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Describing entities', word: 'SHOULD', says: 'No `@id` leaves the root by `../`; it becomes an absolute URI.', rules: ['id-inside-root'], times: 2 },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Describing entities', word: 'SHOULD', says: 'International characters are UTF-8.', rules: ['id-native-characters'] },
  { pages: JSONLD('1.1'), section: 'Describing entities', word: 'SHOULD', says: 'Local identifiers begin with `#`.', rules: ['id-local'] },
  { pages: JSONLD('1.2', '1.3'), section: 'Describing entities', word: 'SHOULD', says: 'A named entity without an identifier of its own begins with `#`.', rules: ['id-local'] },
  { pages: JSONLD('1.2', '1.3'), section: 'Describing entities', word: 'SHOULD', says: 'An un-named one begins with `_:`.', rules: ['entity-name'] },
  { pages: JSONLD('1.2', '1.3'), section: 'Describing entities', word: 'SHOULD', says: 'Programs show such entities in-line.', reason: NO_RULE.readers },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Describing entities', word: 'SHOULD', says: 'Arrays of one element are unpacked.', rules: ['value-unpacked'] },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'RO-Crate JSON-LD Context', word: 'SHOULD', says: 'Clients take the version from `conformsTo`, and do not replace an embedded context.', reason: NO_RULE.readers, times: 2 },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Extending RO-Crate', word: 'SHOULD', says: 'Terms of schema.org come first.', reason: 'whether schema.org has a term that suits takes a person to judge' },
  { pages: JSONLD('1.1'), section: 'Extending RO-Crate', word: 'SHOULD', says: 'The context defines the terms that are used.', rules: ['property-defined', 'type-defined'] },
  { pages: JSONLD('1.2', '1.3'), section: 'Extending RO-Crate', word: 'MUST', says: 'The context defines the terms of other vocabularies.', rules: ['property-defined', 'type-defined'] },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Extending RO-Crate', word: 'SHOULD', says: 'Terms are added in an array, next to the address of the context.', rules: ['context-crate'] },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Extending RO-Crate', word: 'SHOULD', says: 'IRIs of the context lead to pages for people, or `sameAs` does.', reason: NO_RULE.web, times: 2 },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Extending RO-Crate', word: 'MUST', says: 'Websites link to `sameAs` of a term.', reason: NO_RULE.readers },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Extending RO-Crate', word: 'SHOULD', says: 'New terms get stable addresses with documentation.', reason: NO_RULE.web },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Choosing URIs', word: 'SHOULD', says: 'Their addresses lead to useful content.', reason: NO_RULE.web },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Choosing URIs', word: 'SHOULD', says: 'Public namespaces are registered.', rules: ['term-namespace'] },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Choosing URIs', word: 'MUST', says: 'The local context has the IRI of an ad-hoc term.', rules: ['property-defined', 'type-defined', 'term-in-context'] },
  { pages: JSONLD('1.1', '1.2', '1.3'), section: 'Local definitions', word: 'SHOULD', says: 'The crate defines its ad-hoc terms, with name and description.', rules: ['term-described', 'term-role', 'definition-id', 'definition-name', 'definition-description'] },
  { pages: JSONLD('1.2', '1.3'), section: 'Local definitions', word: 'SHOULD', says: 'Name and description are also `rdfs:label` and `rdfs:comment`.', rules: ['definition-rdfs'] },
  { pages: JSONLD('1.2', '1.3'), section: 'Grouping extensions', word: 'SHOULD', says: 'Terms that move to a profile get identifiers based on it.', reason: 'it speaks about a step of moving terms, which the document does not show' },
  { pages: URIS('1.2', '1.3'), section: 'Converting', word: 'MUST', says: 'This is a value in an example.', reason: 'it is no sentence' },
  { pages: URIS('1.1', '1.2', '1.3'), section: 'Flattening', word: 'SHOULD', says: 'The context to flatten with, and the saved one, have no `@base`.', rules: ['context-base'], times: 2 },
  { pages: URIS('1.1', '1.2', '1.3'), section: 'Establishing absolute URI', word: 'SHOULD', says: 'Redirects count for the base URI.', reason: NO_RULE.readers },
]; // prettier-ignore
