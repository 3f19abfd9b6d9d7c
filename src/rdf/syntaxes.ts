/** A format of files: its name on the command line, and what else means it. */
export interface Format {
  readonly name: string;
  /** Its name in messages. */
  readonly label: string;
  readonly mediaType: string;
  /** The endings of file names that mean this format. */
  readonly extensions: readonly string[];
  /** Endings that it may have, although they mean another format. */
  readonly alsoExtensions?: readonly string[];
  /** Other media types that clients ask for. */
  readonly aliases?: readonly string[];
}

/** An RDF syntax. */
export interface RdfSyntax extends Format {
  /** Whether it supports named graphs. */
  readonly graphs: boolean;
}

/** N-Quads, which stores exchange. */
export const NQUADS: RdfSyntax = {
  name: 'nquads',
  label: 'N-Quads',
  mediaType: 'application/n-quads',
  extensions: ['nq', 'nquads'],
  aliases: ['text/n-quads'],
  graphs: true,
};

/** JSON-LD of any form. */
export const JSONLD: RdfSyntax = {
  name: 'jsonld',
  label: 'JSON-LD',
  mediaType: 'application/ld+json',
  extensions: ['jsonld'],
  alsoExtensions: ['json'],
  aliases: ['application/json'],
  graphs: true,
};

/** RDF/XML, which we read and do not write. */
export const RDFXML: RdfSyntax = {
  name: 'rdfxml',
  label: 'RDF/XML',
  mediaType: 'application/rdf+xml',
  extensions: ['rdf', 'owl', 'xml'],
  graphs: false,
};

/** The RDF syntaxes that we read; all but RDF/XML are written too. */
export const RDF_SYNTAXES: readonly RdfSyntax[] = [
  NQUADS,
  {
    name: 'ntriples',
    label: 'N-Triples',
    mediaType: 'application/n-triples',
    extensions: ['nt', 'ntriples'],
    aliases: ['text/plain'],
    graphs: false,
  },
  {
    name: 'turtle',
    label: 'Turtle',
    mediaType: 'text/turtle',
    extensions: ['ttl', 'turtle', 'n3'],
    aliases: ['application/x-turtle'],
    graphs: false,
  },
  { name: 'trig', label: 'TriG', mediaType: 'application/trig', extensions: ['trig'], graphs: true },
  JSONLD,
  RDFXML,
];

/** The RDF syntaxes that we write. */
export const WRITTEN_SYNTAXES: readonly RdfSyntax[] = RDF_SYNTAXES.filter((syntax) => syntax !== RDFXML);

/** The names of the RDF syntaxes that we read. */
export const RDF_INPUTS: readonly string[] = RDF_SYNTAXES.map(({ name }) => name);

/** The names of the RDF syntaxes that we write. */
export const RDF_OUTPUTS: readonly string[] = WRITTEN_SYNTAXES.map(({ name }) => name);

/** The syntax for a file name extension, also of a compressed file (`.nq.gz`); undefined for unknown ones. */
export function syntaxOfFile(name: string): RdfSyntax | undefined {
  const extension = /\.([A-Za-z0-9]+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  return RDF_SYNTAXES.find(({ extensions }) => extension !== undefined && extensions.includes(extension));
}

/** The syntax of a command line name, a file name extension (`ttl`) or a media type. */
export function syntaxOf(name: string): RdfSyntax | undefined {
  const wanted = name.split(';')[0]?.trim().toLowerCase() ?? '';
  return RDF_SYNTAXES.find(
    ({ name: own, mediaType, extensions }) => own === wanted || mediaType === wanted || extensions.includes(wanted),
  );
}
