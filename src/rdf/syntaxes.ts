/** An RDF syntax: its name on the command line, its media type and its file name extensions. */
export interface RdfSyntax {
  readonly name: string;
  readonly mediaType: string;
  readonly extensions: readonly string[];
  /** Whether it supports named graphs. */
  readonly graphs: boolean;
}

/** N-Quads, which stores exchange. */
export const NQUADS: RdfSyntax = {
  name: 'nquads',
  mediaType: 'application/n-quads',
  extensions: ['nq', 'nquads'],
  graphs: true,
};

/** JSON-LD of any form. */
export const JSONLD: RdfSyntax = {
  name: 'jsonld',
  mediaType: 'application/ld+json',
  extensions: ['jsonld'],
  graphs: true,
};

/** RDF/XML, which we read and do not write. */
export const RDFXML: RdfSyntax = {
  name: 'rdfxml',
  mediaType: 'application/rdf+xml',
  extensions: ['rdf', 'owl', 'xml'],
  graphs: false,
};

/** The RDF syntaxes that we read; all but JSON-LD and RDF/XML are written too. */
export const RDF_SYNTAXES: readonly RdfSyntax[] = [
  NQUADS,
  { name: 'ntriples', mediaType: 'application/n-triples', extensions: ['nt', 'ntriples'], graphs: false },
  { name: 'turtle', mediaType: 'text/turtle', extensions: ['ttl', 'turtle', 'n3'], graphs: false },
  { name: 'trig', mediaType: 'application/trig', extensions: ['trig'], graphs: true },
  JSONLD,
  RDFXML,
];

/** The names of the RDF syntaxes that we read. */
export const RDF_INPUTS: readonly string[] = RDF_SYNTAXES.map(({ name }) => name);

/** The names of the RDF syntaxes that we write. */
export const RDF_OUTPUTS: readonly string[] = RDF_INPUTS.filter((name) => name !== RDFXML.name);

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
