import { resultFormats } from '../../tasks/query/result-formats.js';
import { JSONLD, type Format, type WrittenSyntax } from '../../base/rdf/syntaxes.js';
import { withCharset } from '../../package/media-type.js';
import { METADATA_TYPE } from '../http/media-types.js';
import { preferredType } from '../http/preferred-type.js';

/** A form in which a crate of the store is available. */
export interface StoredFormat {
  /** The end of an address that names the form. */
  readonly extension: string;
  readonly mediaType: string;
  /** `Content-Type` of the answer. */
  readonly contentType: string;
  /** As `exportRdf` knows it, or the metadata document; undefined for the page. */
  readonly to: 'document' | Exclude<WrittenSyntax['name'], 'jsonld'> | undefined;
}

/** The page. */
export const HTML_PAGE: StoredFormat = {
  extension: 'html',
  mediaType: 'text/html',
  contentType: 'text/html; charset=utf-8',
  to: undefined,
};
/** The metadata document. */
export const DOCUMENT: StoredFormat = {
  extension: JSONLD.extensions[0],
  mediaType: JSONLD.mediaType,
  contentType: METADATA_TYPE,
  to: 'document',
};

/** The RDF of a crate; its JSON-LD is the metadata document. */
const RDF = resultFormats('CONSTRUCT')
  .filter((syntax) => syntax !== JSONLD)
  .map(rdfForm);

function rdfForm({ name, mediaType, extensions, aliases = [] }: Format): StoredFormat & {
  readonly aliases: readonly string[];
} {
  const contentType = withCharset(mediaType);
  return { extension: extensions[0] ?? '', mediaType, contentType, aliases, to: name as StoredFormat['to'] };
}

/**
 * The first counts most where a client accepts several alike: without a wish it gets the page, which links to the rest.
 */
const FORMATS = [HTML_PAGE, DOCUMENT, ...RDF];
/** Other names of the media types. */
const ALIASES: readonly (readonly [type: string, format: StoredFormat])[] = [
  ['application/json', DOCUMENT],
  ['application/xhtml+xml', HTML_PAGE],
  ...RDF.flatMap((format) => format.aliases.map((type) => [type, format] as const)),
];
const OFFERED = new Map([...FORMATS.map((format) => [format.mediaType, format] as const), ...ALIASES]);

/** The forms of the metadata besides the document itself. */
export const METADATA_FORMS: readonly StoredFormat[] = RDF;

/** The media types of all forms, for an answer that says so. */
export const OFFERED_TYPES: readonly string[] = FORMATS.map(({ mediaType }) => mediaType);

/** The form that a client likes best (RFC 9110, section 12.5.1); undefined if it accepts none. */
export function acceptedFormat(accept: string | null): StoredFormat | undefined {
  const best = preferredType(accept, [...OFFERED.keys()]);
  return best === undefined ? undefined : OFFERED.get(best);
}

/** Splits `survey.ttl` into a key and the form; undefined without a known extension. */
export function formatOfName(name: string): { readonly key: string; readonly format: StoredFormat } | undefined {
  const dot = name.lastIndexOf('.');
  const format = FORMATS.find(({ extension }) => extension === name.slice(dot + 1).toLowerCase());
  return dot < 1 || format === undefined ? undefined : { key: name.slice(0, dot), format };
}
