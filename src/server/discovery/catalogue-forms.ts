import { JSONLD, RDF_SYNTAXES, type RdfSyntax } from '../../base/rdf/syntaxes.js';
import { withCharset } from '../../package/media-type.js';
import { preferredType } from '../http/preferred-type.js';

/** A form of the catalogue of a server. */
export interface CatalogueForm {
  /** The end of its address, `/catalogue` and this. */
  readonly ending: string;
  readonly mediaType: string;
  readonly contentType: string;
  readonly title: string;
  /** The syntax of DCAT; undefined for schema.org. */
  readonly syntax: RdfSyntax | undefined;
}

/** schema.org in JSON-LD, by the media type that DataCite gave it: that of JSON-LD alone means DCAT, as all RDF does. */
const SCHEMA_FORM: CatalogueForm = {
  ending: '.schema.jsonld',
  mediaType: 'application/vnd.schemaorg.ld+json',
  contentType: JSONLD.mediaType,
  title: 'schema.org',
  syntax: undefined,
};

/** The forms of the catalogue. */
export const CATALOGUE_FORMS: readonly CatalogueForm[] = [
  ...RDF_SYNTAXES.map((syntax) => ({
    ending: `.${syntax.extensions[0] ?? ''}`,
    mediaType: syntax.mediaType,
    contentType: withCharset(syntax.mediaType),
    title: `DCAT as ${syntax.label}`,
    syntax,
  })),
  SCHEMA_FORM,
];

/** The profile by which a client asks JSON-LD for schema.org. */
const SCHEMA_PROFILE = /\bprofile\s*=\s*"?[^",]*\bschema\.org/i;

/** The form that a client likes better than the page; undefined for a client that takes the page. */
export function acceptedForm(accept: string | null): CatalogueForm | undefined {
  const types = ['text/html', 'application/xhtml+xml', ...CATALOGUE_FORMS.map(({ mediaType }) => mediaType)];
  const best = preferredType(accept, types);
  const form = CATALOGUE_FORMS.find(({ mediaType }) => mediaType === best);
  return form?.syntax === JSONLD && SCHEMA_PROFILE.test(accept ?? '') ? SCHEMA_FORM : form;
}
