/** A sentence of the format document that says MUST, SHOULD or the like, in our words. */
export interface FormatSentence {
  readonly place: string;
  readonly word: 'MUST' | 'SHOULD' | 'RECOMMENDED' | 'must' | 'recommended' | 'required';
  readonly says: string;
  /** The rules that check it. */
  readonly rules?: readonly string[];
  /** Why no rule checks it. */
  readonly reason?: string;
}

const READERS = 'it speaks to programs that read crates, not about the crate';
const WEB = 'it takes the web to know: no rule asks an address';
const CONVERSION = 'it speaks about a step of a conversion, which `attach` and `detach` take';

/** Each such word of the format document, in its order. */
export const FORMAT_SENTENCES: readonly FormatSentence[] = [
  { place: '1, rule 1', word: 'SHOULD', says: 'Write JSON with JSON tools.', rules: ['document-json', 'key-unique', 'document-characters'] },
  { place: '1, rule 3', word: 'SHOULD', says: 'Flatten with `@base` null in the input context.', reason: 'it speaks about a step of flattening, which `flatten` takes' },
  { place: '1, rule 3', word: 'SHOULD', says: 'The context to flatten with needs no `@base`.', rules: ['context-base'] },
  { place: '1, rule 5', word: 'must', says: 'Parse RDF with the right base.', rules: ['base-usable'] },
  { place: '1, rule 7', word: 'must', says: 'Identifiers do not come from the path of an archive.', reason: READERS },
  { place: '1, rule 8', word: 'MUST', says: 'Identifiers inside the root are relative in the written document.', reason: 'the document does not say that an absolute identifier is inside the root; `relativize` and every export write relative ones' },
  { place: '2, context', word: 'SHOULD', says: 'Do not replace an embedded context by its address.', reason: READERS },
  { place: '2, entities', word: 'required', says: 'The descriptor has the `@id` of the metadata file, in both kinds of packages.', rules: ['descriptor-exists', 'descriptor-id'] },
  { place: '2, identifier rule 1', word: 'SHOULD', says: 'An `@id` is an absolute URI, or a path relative to the root.', rules: ['id-escaped', 'id-string', 'id-empty', 'id-inside-root'] },
  { place: '2, identifier rule 2', word: 'SHOULD', says: 'No `@id` leaves the root by `../`.', rules: ['id-inside-root'] },
  { place: '2, identifier rule 2', word: 'SHOULD', says: 'Such an `@id` becomes an absolute URI.', rules: ['id-inside-root'] },
  { place: '2, identifier rule 3', word: 'SHOULD', says: 'International characters are UTF-8.', rules: ['id-native-characters'] },
  { place: '2, identifier rule 5', word: 'SHOULD', says: 'Named entities without an identifier of their own begin with `#`.', rules: ['id-local'] },
  { place: '2, identifier rule 5', word: 'SHOULD', says: 'Un-named ones begin with `_:`.', rules: ['entity-name'] },
  { place: '2, identifier rule 6', word: 'SHOULD', says: 'Arrays of one element are unpacked.', rules: ['value-unpacked'] },
  { place: '2, ad hoc vocabulary 1', word: 'MUST', says: 'The context defines each term.', rules: ['property-defined', 'type-defined'] },
  { place: '2, ad hoc vocabulary 2', word: 'SHOULD', says: 'IRIs of the context lead to pages for people.', reason: WEB },
  { place: '2, ad hoc vocabulary 2', word: 'MUST', says: 'Websites link to `sameAs` of a term.', reason: 'it speaks to programs that make websites' },
  { place: '2, ad hoc vocabulary 3', word: 'SHOULD', says: 'New terms get stable addresses with documentation.', reason: WEB },
  { place: '2, ad hoc vocabulary 4', word: 'SHOULD', says: 'Their addresses lead to useful content.', reason: WEB },
  { place: '2, ad hoc vocabulary 4', word: 'SHOULD', says: 'Public namespaces are registered.', rules: ['term-namespace'] },
  { place: '2, ad hoc vocabulary 5', word: 'MUST', says: 'The local context has the IRI of the term.', rules: ['property-defined', 'type-defined', 'term-in-context'] },
  { place: '2, ad hoc vocabulary 6', word: 'SHOULD', says: 'A definition has `@id`, `@type`, `name` and `description`.', rules: ['term-described', 'term-role', 'definition-id', 'definition-name', 'definition-description'] },
  { place: '2, ad hoc vocabulary 7', word: 'SHOULD', says: 'Name and description are also `rdfs:label` and `rdfs:comment`.', rules: ['definition-rdfs'] },
  { place: '2, profiles', word: 'MUST', says: 'Terms of a profile have absolute identifiers that lead to it.', rules: ['profile-term-absolute'] },
  { place: '2, profiles', word: 'RECOMMENDED', says: 'They are based on the permalink of the profile.', reason: 'the verb `profile` makes them so' },
  { place: '2, profiles', word: 'must', says: 'A profile never removes terms.', rules: ['profile-term-kept'] },
  { place: '3, (A) 3', word: 'MUST', says: 'A folder that cannot be browsed lists its contents.', rules: ['web-folder-content'] },
  { place: '3, (A) 6', word: 'MUST', says: 'The descriptor of a Detached Package keeps its `@id`.', rules: ['descriptor-id', 'descriptor-content-url'] },
  { place: '3, (A) 8', word: 'SHOULD', says: 'Contextual entities get new identifiers unless the result is a snapshot.', reason: CONVERSION },
  { place: '3, (B) 5', word: 'MUST', says: 'A package with retrieved files counts as a fork.', reason: CONVERSION },
  { place: '4', word: 'recommended', says: 'Servers send the type and CORS headers.', reason: 'it speaks to servers: `serve` sends them' },
  { place: '4', word: 'must', says: 'Servers are configured to send the type.', reason: 'it speaks to servers: `serve` sends it' },
  { place: '9, rule 1', word: 'SHOULD', says: 'Clients take the version from `conformsTo`.', reason: READERS },
]; // prettier-ignore
