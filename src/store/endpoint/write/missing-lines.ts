import { CrateError } from '../../../errors.js';
import { LineSet } from '../../../rdf/line-set.js';
import { eachLine } from '../../pieces.js';
import { utf8Text } from '../../utf8-text.js';
import { literalOf, valueLine } from '../../value-line.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { readGraph } from '../bookkeeping/read-graph.js';
import type { HeldWrite } from './held-write.js';

/** Lines that an error or a note shows. */
const SHOWN = 10;

/** Literals that every engine keeps: without a datatype, booleans, and integers of 64 bits in their usual form. */
const SAFE =
  /"(?:@[\w-]+)? <[^>]*> \.$|"(?:0|-?[1-9]\d{0,17})"\^\^<[^>]*#integer> <[^>]*> \.$|"(?:true|false)"\^\^<[^>]*#boolean> <[^>]*> \.$/;

/** Whether a write has a value that an engine may store as another one without a word. */
export function mayBeAltered({ pieces }: HeldWrite): boolean {
  for (const { content } of pieces) {
    let isRisky = false;
    eachLine(utf8Text(content.bytes), (line) => {
      isRisky ||= line.includes('"^^') && !SAFE.test(line);
    });
    if (isRisky) return true;
  }
  return false;
}

/**
 * The lines of a write that the endpoint does not have, by value: engines respell literals. Some take two values for
 * one, such as `true` and `1`, and keep one of them: these are returned.
 * @throws CrateError ERR_STATE_UNKNOWN if anything else is missing
 */
export async function missingLines(endpoint: Endpoint, { graph, pieces }: HeldWrite): Promise<string[]> {
  const found = new LineSet();
  for await (const bytes of readGraph(endpoint, graph)) eachLine(utf8Text(bytes), (line) => found.add(valueLine(line)));
  const missing: string[] = [];
  let lost: string | undefined;
  for (const { content } of pieces)
    eachLine(utf8Text(content.bytes), (line) => {
      if (found.has(valueLine(line))) return;
      if (literalOf(line)?.datatype === undefined) lost ??= line;
      else if (missing.length < SHOWN) missing.push(line);
    });
  if (lost === undefined) return missing;
  throw new CrateError('ERR_STATE_UNKNOWN', `the endpoint accepted <${graph}> but does not have all of it`, {
    hint: `it lacks for example ${lost.slice(0, 300)}; load the crate again`,
    details: { graph },
  });
}
