import { valueForm } from '../../base/rdf/literal-value.js';
import { schemaOrg, XSD } from '../../base/rdf/vocabulary.js';
import { literalOf } from '../../store/value-line.js';

const LINE_FEED = 0x0a;

/** Collects the names of the root from N-Quads, in the order of the lines. */
export class RootNames {
  readonly found: string[] = [];
  readonly #starts: readonly Buffer[];

  /** @param root IRI, or `_:` and a label */
  constructor(root: string) {
    const subject = root.startsWith('_:') ? root : `<${root}>`;
    this.#starts = schemaOrg('name').map((name) => Buffer.from(`${subject} <${name}> `));
  }

  /** Reads whole lines of N-Quads in UTF-8. */
  read({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const lines = Buffer.from(buffer, byteOffset, byteLength);
    const positions = this.#starts.flatMap((start) => [...linesWithStart(start, lines)]).sort((a, b) => a - b);
    for (const position of positions) {
      const literal = literalOf(lines.toString('utf8', position, lines.indexOf(LINE_FEED, position)));
      if (literal !== undefined) this.found.push(valueForm(literal.value, literal.datatype ?? `${XSD}string`));
    }
  }
}

/** Yields the position of each line that starts with these bytes. */
function* linesWithStart(start: Buffer, lines: Buffer): Generator<number> {
  for (let at = lines.indexOf(start); at >= 0; at = lines.indexOf(start, at + 1))
    if (at === 0 || lines[at - 1] === LINE_FEED) yield at;
}
