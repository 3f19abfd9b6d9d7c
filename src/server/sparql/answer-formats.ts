import type { QueryFormat } from '../../query/result-formats.js';
import { RDF_OUTPUTS, RDF_SYNTAXES } from '../../rdf/syntaxes.js';
import type { QueryForm } from '../../store/sparql-tokens.js';
import { preferredType } from '../http/preferred-type.js';
import { refusal } from './refusal.js';

/** A format of an answer. */
export interface AnswerFormat {
  readonly name: QueryFormat;
  readonly mediaType: string;
  /** Other names, for `?format=`. */
  readonly names: readonly string[];
  /** Other media types that clients ask for. */
  readonly aliases: readonly string[];
}

/** Formats of SELECT and ASK; the first is the default. */
export const ROW_ANSWERS: readonly AnswerFormat[] = [
  row('json', 'application/sparql-results+json', ['srj'], ['application/json']),
  row('xml', 'application/sparql-results+xml', ['srx'], ['application/xml', 'text/xml']),
  row('csv', 'text/csv'),
  row('tsv', 'text/tab-separated-values'),
  row('ndjson', 'application/x-ndjson', ['jsonl']),
];

const GRAPH_ALIASES: Readonly<Record<string, readonly string[]>> = {
  turtle: ['application/x-turtle'],
  ntriples: ['text/plain'],
  jsonld: ['application/json'],
};

/** Formats of CONSTRUCT, DESCRIBE and whole graphs; the first is the default. RDF/XML cannot write all IRIs. */
export const GRAPH_ANSWERS: readonly AnswerFormat[] = [
  'turtle',
  ...RDF_OUTPUTS.filter((name) => name !== 'turtle'),
].map((name) => {
  const { mediaType = '', extensions = [] } = RDF_SYNTAXES.find((syntax) => syntax.name === name) ?? {};
  return { name: name as QueryFormat, mediaType, names: extensions, aliases: GRAPH_ALIASES[name] ?? [] };
});

function row(
  name: QueryFormat,
  mediaType: string,
  names: readonly string[] = [],
  aliases: readonly string[] = [],
): AnswerFormat {
  return { name, mediaType, names, aliases };
}

/** The formats for a form of query. A text that is no query gets those of rows; the engine will say what is wrong. */
export function formatsFor(form: QueryForm | undefined): readonly AnswerFormat[] {
  return form === 'CONSTRUCT' || form === 'DESCRIBE' ? GRAPH_ANSWERS : ROW_ANSWERS;
}

/** A format and the media type to name it by. */
export interface ChosenFormat {
  readonly name: QueryFormat;
  readonly contentType: string;
}

/**
 * Chooses a format: by its name if one is given, else by the header `Accept`.
 * @throws HTTPException 400 for an unknown name, 406
 */
export function chooseFormat(
  formats: readonly AnswerFormat[],
  accept: string | null,
  named: string | undefined,
): ChosenFormat {
  const list = formats.map(({ mediaType }) => mediaType).join(', ');
  if (named !== undefined) {
    const wanted = named.toLowerCase();
    const format = formats.find((one) => [one.name, one.mediaType, ...one.names, ...one.aliases].includes(wanted));
    if (format !== undefined) return chosen(format.name, format.mediaType);
    const names = formats.map(({ name }) => name).join(', ');
    throw refusal(400, `There is no format "${named}" for this result; use ${names}.`);
  }
  const types = formats.flatMap(({ mediaType, aliases, name }) =>
    [mediaType, ...aliases].map((type) => ({ type, name })),
  );
  const best = preferredType(
    accept,
    types.map(({ type }) => type),
  );
  const found = types.find(({ type }) => type === best);
  if (found === undefined) throw refusal(406, `None of the accepted media types can be written; there are ${list}.`);
  return chosen(found.name, found.type);
}

function chosen(name: QueryFormat, mediaType: string): ChosenFormat {
  return { name, contentType: mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType };
}
