/** A format of files: its name on the command line, and what else means it. */
export interface Format {
  readonly name: string;
  /** Its name in messages. */
  readonly label: string;
  readonly mediaType: string;
  /** The endings of file names that mean this format; we write the first. */
  readonly extensions: readonly string[];
  /** Endings that it may have, although they mean another format. */
  readonly alsoExtensions?: readonly string[];
  /** Other media types that clients ask for. */
  readonly aliases?: readonly string[];
  /** Its name among the formats of W3C, `http://www.w3.org/ns/formats/`; undefined if it has none. */
  readonly w3c?: string;
}

/** An RDF syntax. */
export interface RdfSyntax extends Format {
  /** Whether it supports named graphs. */
  readonly graphs: boolean;
  /** How we write it: a line for each quad, as Turtle and TriG, as JSON-LD or as XML. */
  readonly writer: 'lines' | 'turtle' | 'jsonld' | 'xml';
  /** Whether what we write has the names of graphs. */
  readonly writesGraphs: boolean;
}

/** N-Quads, which stores exchange. */
export const NQUADS = {
  name: 'nquads',
  label: 'N-Quads',
  mediaType: 'application/n-quads',
  extensions: ['nq', 'nquads'],
  aliases: ['text/n-quads'],
  w3c: 'N-Quads',
  graphs: true,
  writer: 'lines',
  writesGraphs: true,
} as const satisfies RdfSyntax;

/** N-Triples, which endpoints exchange. */
export const NTRIPLES = {
  name: 'ntriples',
  label: 'N-Triples',
  mediaType: 'application/n-triples',
  extensions: ['nt', 'ntriples'],
  aliases: ['text/plain'],
  w3c: 'N-Triples',
  graphs: false,
  writer: 'lines',
  writesGraphs: false,
} as const satisfies RdfSyntax;

/** Turtle, for people. */
export const TURTLE = {
  name: 'turtle',
  label: 'Turtle',
  mediaType: 'text/turtle',
  extensions: ['ttl', 'turtle', 'n3'],
  aliases: ['application/x-turtle'],
  w3c: 'Turtle',
  graphs: false,
  writer: 'turtle',
  writesGraphs: false,
} as const satisfies RdfSyntax;

const TRIG = {
  name: 'trig',
  label: 'TriG',
  mediaType: 'application/trig',
  extensions: ['trig'],
  w3c: 'TriG',
  graphs: true,
  writer: 'turtle',
  writesGraphs: true,
} as const satisfies RdfSyntax;

/** JSON-LD of any form. Few tools read the names of graphs in it, so we write none. */
export const JSONLD = {
  name: 'jsonld',
  label: 'JSON-LD',
  mediaType: 'application/ld+json',
  extensions: ['jsonld'],
  alsoExtensions: ['json'],
  aliases: ['application/json'],
  w3c: 'JSON-LD',
  graphs: true,
  writer: 'jsonld',
  writesGraphs: false,
} as const satisfies RdfSyntax;

/** RDF/XML, for older tools. It cannot say everything: a property needs an XML name, a text the characters of XML. */
export const RDFXML = {
  name: 'rdfxml',
  label: 'RDF/XML',
  mediaType: 'application/rdf+xml',
  extensions: ['rdf', 'owl', 'xml'],
  w3c: 'RDF_XML',
  graphs: false,
  writer: 'xml',
  writesGraphs: false,
} as const satisfies RdfSyntax;

const ALL = [NQUADS, NTRIPLES, TURTLE, TRIG, JSONLD, RDFXML] as const;

/** A syntax of {@link RDF_SYNTAXES}. */
export type WrittenSyntax = (typeof ALL)[number];

/** The RDF syntaxes; we read and write all of them. */
export const RDF_SYNTAXES: readonly (RdfSyntax & Pick<WrittenSyntax, 'name' | 'mediaType'>)[] = ALL;

/** The names of the RDF syntaxes. */
export const RDF_NAMES: readonly string[] = ALL.map(({ name }) => name);

/** The usual endings of files of RDF, for people. */
export const RDF_ENDINGS: readonly string[] = RDF_SYNTAXES.map(usualEnding);

/** The same in a sentence: `.nq, .nt or .ttl`. */
export const RDF_ENDINGS_IN_WORDS = RDF_ENDINGS.join(', ').replace(/, ([^,]*)$/, ' or $1');

/** Those without JSON-LD, which may be a crate. */
export const RDF_ONLY_ENDINGS: readonly string[] = RDF_SYNTAXES.filter((syntax) => syntax !== JSONLD).map(usualEnding);

/** The ending of the files that we write in a syntax: `.ttl`. */
export function usualEnding({ extensions: [first = ''] }: Format): string {
  return `.${first}`;
}

/** A media type without parameters, in lower case; '' for null. */
export function essence(contentType: string | null): string {
  return (contentType ?? '').replace(/;.*$/s, '').trim().toLowerCase();
}

/** Whether a media type, which may have parameters, means a format. */
export function isTypeOf(contentType: string | null, { mediaType, aliases = [] }: Format): boolean {
  const type = essence(contentType);
  return type === mediaType || aliases.includes(type);
}

/** The syntax for a file name extension, also of a compressed file (`.nq.gz`); undefined for unknown ones. */
export function syntaxOfFile(name: string): RdfSyntax | undefined {
  const extension = /\.([A-Za-z0-9]+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  return RDF_SYNTAXES.find(({ extensions }) => extension !== undefined && extensions.includes(extension));
}

/** The syntax of a command line name, a file name extension (`ttl`) or a media type. */
export function syntaxOf(name: string): RdfSyntax | undefined {
  const wanted = essence(name);
  return RDF_SYNTAXES.find(
    ({ name: own, mediaType, extensions }) => own === wanted || mediaType === wanted || extensions.includes(wanted),
  );
}
