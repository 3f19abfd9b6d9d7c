import { CrateError } from '../../../base/errors.js';
import { LineSet } from '../../../base/rdf/line-set.js';
import { eachLine } from '../../pieces.js';
import { utf8Text } from '../../utf8-text.js';
import { literalOf, valueLine } from '../../value-line.js';
import { readGraph } from '../bookkeeping/read-graph.js';
import type { Endpoint } from '../protocol/endpoint.js';

/** What an endpoint should have of a graph. */
export interface SentGraph {
  readonly graph: string;
  /** N-Quads that were sent, in texts of whole lines. */
  readonly texts: Iterable<string> | AsyncIterable<string>;
  /** In which form a line is compared. Default: with its literal in the one form of its value. */
  readonly form?: (line: string) => string;
}

/** Lines that an error or a note shows. */
const SHOWN = 10;

/** Literals that every engine keeps: without a datatype, booleans, and integers of 64 bits in their usual form. */
const SAFE =
  /"(?:@[\w-]+)? <[^>]*> \.$|"(?:0|-?[1-9]\d{0,17})"\^\^<[^>]*#integer> <[^>]*> \.$|"(?:true|false)"\^\^<[^>]*#boolean> <[^>]*> \.$/;

/** Whether a line of N-Quads has a value that an engine may store as another one without a word. */
export function mayBeAltered(line: string): boolean {
  return line.includes('"^^') && !SAFE.test(line);
}

/**
 * The lines that the endpoint does not have, by value: engines respell literals. Some take two values for one, such as
 * `true` and `1`, and keep one of them: these are returned.
 * @throws CrateError ERR_STATE_UNKNOWN if anything else is missing
 */
export async function missingLines(
  endpoint: Endpoint,
  { graph, texts, form = valueLine }: SentGraph,
): Promise<string[]> {
  const found = new LineSet();
  for await (const bytes of readGraph(endpoint, graph)) eachLine(utf8Text(bytes), (line) => found.add(form(line)));
  const missing: string[] = [];
  let lost: string | undefined;
  for await (const text of texts)
    eachLine(text, (line) => {
      if (found.has(form(line))) return;
      if (literalOf(line)?.datatype === undefined) lost ??= line;
      else if (missing.length < SHOWN) missing.push(line);
    });
  if (lost === undefined) return missing;
  throw new CrateError('ERR_STATE_UNKNOWN', `the endpoint accepted <${graph}> but does not have all of it`, {
    hint: `it lacks for example ${lost.slice(0, 300)}; write the graph again with --mode replace`,
    details: { graph },
  });
}

/** The error for a graph that has more than it was sent. @param again what to do when the other writer is done */
export function otherWriter(
  graph: string,
  found: number,
  sent: number,
  again = 'run the same command again',
): CrateError {
  const message = `the endpoint has ${found} quads of <${graph}>, more than the ${sent} of this command`;
  return new CrateError('ERR_STATE_UNKNOWN', message, {
    hint: `something else writes to this graph: wait until it is done, then ${again}`,
    details: { graph },
  });
}
