import { nextTurn, type StopSignal } from '../crate/read/stop-signal.js';
import type { JsonLdParserOptions } from '../rdf/json-ld-parser.js';

/** Characters that a parser gets at once. */
const PART = 1 << 14;
/** How long a parser may keep other events waiting, in milliseconds. */
const LONGEST = 50;

/** Lets other events happen now and then, such as Ctrl-C and the abort of the signal, which ends the work. */
export function pausing(signal: StopSignal | undefined): JsonLdParserOptions['pause'] {
  let last = Date.now();
  const turn = async (): Promise<void> => {
    await nextTurn();
    signal?.throwIfAborted();
    last = Date.now();
  };
  return () => (Date.now() - last < LONGEST ? undefined : turn());
}

/** A text in parts of whole characters: a parser takes a whole part at once. */
export async function* inParts(text: string, pause: JsonLdParserOptions['pause']): AsyncGenerator<string> {
  for (let at = 0; at < text.length;) {
    await pause();
    const isHalf = /[\ud800-\udbff]/.test(text[at + PART - 1] ?? '');
    const end = at + PART + (isHalf ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}
