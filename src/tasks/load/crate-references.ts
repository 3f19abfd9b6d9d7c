import { JSONLD } from '../../base/rdf/syntaxes.js';
import { isMetadataFileName, METADATA_NAME_PART } from '../../crate/metadata-names.js';
import { isCrateProfile } from '../../package/open/signposting.js';
import { folderOf, lastSegment } from '../../base/rdf/iri.js';
import { addToList } from '../../base/list-map.js';
import { TextSet } from '../../base/rdf/text-set.js';
import { DCTERMS, RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';

/** Another crate that a crate names, or a folder of it that may be a crate. */
export interface CrateReference {
  /** The IRI or `_:label` by which the crate names it. */
  readonly id: string;
  /** Identifiers of its metadata document (`subjectOf`). */
  readonly metadata: readonly string[];
  /** Identifiers of downloads (`distribution`). */
  readonly downloads: readonly string[];
  /** Whether the crate says that it is a crate; otherwise it is a Dataset among the parts. */
  readonly declared: boolean;
}

const LINE_FEED = 0x0a;
/** A line of N-Quads with a text or resource as object; text with escapes is no identifier. */
const LINE = /^(?:<([^>]*)>|(_:\S+)) <([^>]*)> (?:<([^>]*)>|(_:\S+)|"([^"\\]*)"\S*) </;

const CONFORMS_TO = `${DCTERMS}conformsTo`;
const [PART, ABOUT, SUBJECT_OF, DISTRIBUTION, ENCODING, CONTENT_URL] = [
  'hasPart',
  'about',
  'subjectOf',
  'distribution',
  'encodingFormat',
  'contentUrl',
].map(schemaOrg) as [Names, Names, Names, Names, Names, Names];
type Names = readonly [string, string];

const JSON_LD = `"${JSONLD.mediaType}`;

/** What a line must contain to be looked at. */
const NEEDLES = [
  ...['http', 'https'].map((scheme) => ` <${CONFORMS_TO}> <${scheme}://w3id.org/ro/crate`),
  ...schemaOrg('Dataset').map((type) => ` <${RDF_TYPE}> <${type}> `),
  ...[PART, ABOUT, SUBJECT_OF, DISTRIBUTION, CONTENT_URL].flat().map((name) => ` <${name}> `),
  ...ENCODING.map((name) => ` <${name}> ${JSON_LD}`),
].map((text) => Buffer.from(text));

/**
 * Finds what a crate refers to in its N-Quads, in one pass (RO-Crate 1.2, section "Referencing other RO-Crates"): what
 * conforms to the profile of all RO-Crates, what is `subjectOf` a metadata file, and Datasets among the parts.
 */
export class ReferenceLines {
  readonly #crates = new Set<string>();
  readonly #datasets = new Set<string>();
  readonly #parts = new TextSet(); // a root may have a million parts
  readonly #jsonLd = new Set<string>();
  readonly #about = new Map<string, string[]>();
  readonly #subjectOf = new Map<string, string[]>();
  readonly #distributions = new Map<string, string[]>();
  readonly #contentUrls = new Map<string, string[]>();

  /** Reads whole lines of N-Quads in UTF-8. */
  read({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const lines = Buffer.from(buffer, byteOffset, byteLength);
    for (const needle of NEEDLES)
      for (let at = lines.indexOf(needle); at >= 0; at = lines.indexOf(needle, at)) {
        const start = lines.lastIndexOf(LINE_FEED, at) + 1;
        at = lines.indexOf(LINE_FEED, at);
        this.#line(lines.toString('utf8', start, at));
      }
  }

  /** What the lines refer to, each once. @param own the root and the descriptor of the crate, which are not others */
  references(own: { readonly root: string; readonly descriptor: string }): CrateReference[] {
    const { root, descriptor } = own;
    const downloads = new Set([...this.#distributions.values()].flat());
    const metadata = new Map<string, string[]>();
    const declare = (id: string, ...files: readonly string[]) => {
      if (id !== root && id !== descriptor) metadata.set(id, [...(metadata.get(id) ?? []), ...files]);
    };
    for (const crate of this.#crates) {
      if (!isMetadataFileName(lastSegment(crate))) {
        if (!downloads.has(crate)) declare(crate); // a distribution belongs to its Dataset
      } else if (crate !== descriptor) declare(this.#about.get(crate)?.[0] ?? folderOf(crate), crate);
    }
    for (const [id, ones] of this.#distributions) if (ones.some((one) => this.#crates.has(one))) declare(id);
    for (const [id, files] of this.#subjectOf) {
      const others = files.filter((file) => file !== descriptor);
      const named = others.filter((file) => isMetadataFileName(lastSegment(file)));
      const described = metadata.has(id)
        ? others.filter((file) => this.#jsonLd.has(file) && !named.includes(file))
        : [];
      if (named.length + described.length > 0) declare(id, ...named, ...described);
    }
    const references = [...metadata].map(([id, files]) => ({
      id,
      metadata: this.#addresses(files),
      downloads: this.#addresses(this.#distributions.get(id) ?? []),
      declared: true,
    }));
    const folders = [...this.#datasets].filter((id) => id !== root && !metadata.has(id) && this.#parts.has(id));
    return [...references, ...folders.map((id) => ({ id, metadata: [], downloads: [], declared: false }))];
  }

  #line(text: string): void {
    const [, iri, label, predicate = '', object, blank, literal] = LINE.exec(text) ?? [];
    const subject = iri ?? label;
    const value = object ?? blank ?? literal;
    if (subject === undefined || value === undefined) return;
    if (predicate === CONFORMS_TO) {
      if (isCrateProfile(value)) this.#crates.add(subject);
    } else if (predicate === RDF_TYPE) this.#datasets.add(subject);
    else if (PART.includes(predicate)) {
      this.#parts.add(value);
      if (value.endsWith('/')) this.#datasets.add(value); // a folder, even if nothing describes it
    } else if (ENCODING.includes(predicate)) this.#jsonLd.add(subject);
    else if (ABOUT.includes(predicate)) {
      if (subject.includes(METADATA_NAME_PART)) addToList(this.#about, subject, value);
    } else if (SUBJECT_OF.includes(predicate)) addToList(this.#subjectOf, subject, value);
    else if (DISTRIBUTION.includes(predicate)) addToList(this.#distributions, subject, value);
    // The files of a crate on the web need none, and there may be many.
    else if (CONTENT_URL.includes(predicate) && !/^https?:/i.test(subject))
      addToList(this.#contentUrls, subject, value);
  }

  /** Where these are: they themselves, or their `contentUrl`. */
  #addresses(ids: readonly string[]): string[] {
    const all = ids.flatMap((id) => [...(id.startsWith('_:') ? [] : [id]), ...(this.#contentUrls.get(id) ?? [])]);
    return [...new Set(all)];
  }
}
