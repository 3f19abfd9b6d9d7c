import type { QueryFormat, ResultFormat } from '../../tasks/query/result-formats.js';
import { resultFormats } from '../../tasks/query/result-formats.js';
import { ROW_FORMATS } from '../../base/rdf/row-formats.js';
import { makesGraph, type QueryForm } from '../../store/sparql-tokens.js';
import { withCharset } from '../../package/media-type.js';
import { preferredType } from '../http/preferred-type.js';
import { refusal } from './refusal.js';

/** Formats of SELECT and ASK; the first is the default. */
export const ROW_ANSWERS: readonly ResultFormat[] = ROW_FORMATS;

/** Formats of CONSTRUCT, DESCRIBE and whole graphs; the first is the default. */
export const GRAPH_ANSWERS: readonly ResultFormat[] = resultFormats('CONSTRUCT');

/** The formats for a form of query. A text that is no query gets those of rows; the engine will say what is wrong. */
export function formatsFor(form: QueryForm | undefined): readonly ResultFormat[] {
  return makesGraph(form) ? GRAPH_ANSWERS : ROW_ANSWERS;
}

/** A format and the media type to name it by. */
export interface ChosenFormat {
  readonly name: QueryFormat;
  readonly contentType: string;
}

/** What was chosen for the headers `Accept` that clients send, which are few. */
const accepted = new WeakMap<readonly ResultFormat[], Map<string, ChosenFormat>>();
const MOST_ACCEPTED = 100;
const LONGEST_ACCEPTED = 500;

/**
 * Chooses a format: by its name if one is given, else by the header `Accept`.
 * @throws HTTPException 400 for an unknown name, 406
 */
export function chooseFormat(
  formats: readonly ResultFormat[],
  accept: string | null,
  named: string | undefined,
): ChosenFormat {
  if (named !== undefined) {
    const wanted = named.toLowerCase();
    const format = formats.find(({ name, mediaType, extensions, aliases = [] }) =>
      [name, mediaType, ...extensions, ...aliases].some((one) => one === wanted),
    );
    if (format !== undefined) return chosen(format.name, format.mediaType);
    const names = formats.map(({ name }) => name).join(', ');
    throw refusal(400, `There is no format "${named}" for this result; use ${names}.`);
  }
  const known = accepted.get(formats) ?? new Map<string, ChosenFormat>();
  accepted.set(formats, known);
  const format = known.get(accept ?? '') ?? acceptedFormat(formats, accept);
  if (known.size < MOST_ACCEPTED && (accept ?? '').length < LONGEST_ACCEPTED) known.set(accept ?? '', format);
  return format;
}

/** @throws HTTPException 406 */
function acceptedFormat(formats: readonly ResultFormat[], accept: string | null): ChosenFormat {
  const types = formats.flatMap(({ mediaType, aliases = [], name }) =>
    [mediaType, ...aliases].map((type) => ({ type, name })),
  );
  const best = preferredType(
    accept,
    types.map(({ type }) => type),
  );
  const found = types.find(({ type }) => type === best);
  const list = formats.map(({ mediaType }) => mediaType).join(', ');
  if (found === undefined) throw refusal(406, `None of the accepted media types can be written; there are ${list}.`);
  return chosen(found.name, found.type);
}

function chosen(name: QueryFormat, mediaType: string): ChosenFormat {
  return { name, contentType: mediaType.startsWith('text/') ? withCharset(mediaType) : mediaType };
}
