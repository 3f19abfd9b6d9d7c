import { valueForm } from '../rdf/literal-value.js';
import { schemaOrg, XSD } from '../rdf/vocabulary.js';
import { literalOf } from '../store/value-line.js';

const LINE_FEED = 0x0a;

/** Finds the names that N-Quads give the root while they pass by, in the order of the lines. */
export class RootNames {
  readonly found: string[] = [];
  readonly #starts: readonly Buffer[];

  /** @param root IRI, or `_:` and a label */
  constructor(root: string) {
    const subject = root.startsWith('_:') ? root : `<${root}>`;
    this.#starts = schemaOrg('name').map((name) => Buffer.from(`${subject} <${name}> `));
  }

  /** Looks into whole lines in UTF-8. */
  look({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const lines = Buffer.from(buffer, byteOffset, byteLength);
    const places = this.#starts.flatMap((start) => [...placesOf(start, lines)]).sort((a, b) => a - b);
    for (const place of places) {
      const literal = literalOf(lines.toString('utf8', place, lines.indexOf(LINE_FEED, place)));
      if (literal !== undefined) this.found.push(valueForm(literal.value, literal.datatype ?? `${XSD}string`));
    }
  }
}

/** Where lines begin so. */
function* placesOf(start: Buffer, lines: Buffer): Generator<number> {
  for (let at = lines.indexOf(start); at >= 0; at = lines.indexOf(start, at + 1))
    if (at === 0 || lines[at - 1] === LINE_FEED) yield at;
}
