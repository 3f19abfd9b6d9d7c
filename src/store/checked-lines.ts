import { isUtf8 } from 'node:buffer';
import type { Quad } from '@rdfjs/types';
import { checkedQuad } from '../base/rdf/checked-quads.js';
import { quadToNQuads, termToNQuads } from '../base/rdf/nquads.js';
import { parseNQuads } from '../base/rdf/parse-rdf.js';
import { termFactory } from '../base/rdf/term-factory.js';

/** Characters of most IRIs after the scheme, with whole percent-encodings. */
const CHARACTERS = `[\\w\\-.~:/?@!$&'()*+,;=]*(?:%[\\dA-Fa-f]{2}[\\w\\-.~:/?@!$&'()*+,;=]*)*`;
const HOST = `//[\\w\\-.~!$&'()*+,;=]*(?::\\d*)?(?=[/?#>])`;
const IRI = `<[A-Za-z][A-Za-z\\d+.-]*:(?:${HOST}|(?!//))${CHARACTERS}(?:#${CHARACTERS})?>`;
const NODE = `(?:${IRI}|_:\\w(?:[\\w.-]*[\\w-])?)`;
/** A limit of escapes, because a regular expression needs memory for each. */
const STRING = `"[^"\\\\\\n\\r]*(?:\\\\[tbnrf"\\\\][^"\\\\\\n\\r]*){0,999}"`;
/** Literals with such a datatype have a language, or are no RDF. */
const DATATYPE = `(?!<http://www\\.w3\\.org/1999/02/22-rdf-syntax-ns#(?:dirL|l)angString>)${IRI}`;
const LITERAL = `${STRING}(?:@[a-z]{2,3}(?:-[A-Z]{2})?|\\^\\^${DATATYPE})?`;
/** The triples that nearly all lines have. Of UTF-8 as Latin-1, so that no text has to be decoded. */
const USUAL = new RegExp(`${NODE} ${IRI} (?:${NODE}|${LITERAL}) `, 'y');

/** A line of a store that is not what it has to be. */
export class WrongLine extends Error {
  /** Its number in the piece, from 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/**
 * Checks that each line of a piece is one quad of its graph, as our writers write it: a store file may come from
 * anywhere, and its lines go into other stores as they are. The usual lines are recognized, all others parsed.
 * @param bytes whole lines
 * @returns the number of lines
 * @throws WrongLine
 */
export function checkLines(bytes: Uint8Array, graph: string): number {
  if (!isUtf8(bytes)) throw new WrongLine(1, 'the text is not UTF-8');
  const text = latin1(bytes);
  const end = latin1(Buffer.from(`<${graph}> .\n`));
  let lines = 0;
  for (let at = 0; at < text.length; lines += 1) {
    USUAL.lastIndex = at;
    if (USUAL.test(text) && text.startsWith(end, USUAL.lastIndex)) {
      at = USUAL.lastIndex + end.length;
      continue;
    }
    const next = text.indexOf('\n', at) + 1;
    if (next === 0) throw new WrongLine(lines + 1, 'it has no end');
    checkUnusual(Buffer.from(text.slice(at, next), 'latin1').toString(), graph, lines + 1);
    at = next;
  }
  return lines;
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function checkUnusual(line: string, graph: string, number: number): void {
  let quads: Quad[];
  try {
    quads = parseNQuads(line).map((quad) => checkedQuad(quad, { factory: termFactory, onRepair: refuse }));
  } catch (error) {
    throw new WrongLine(number, (error as Error).message);
  }
  const [quad] = quads;
  if (quad === undefined) throw new WrongLine(number, 'it is empty');
  if (quad.graph.value !== graph || quad.graph.termType !== 'NamedNode')
    throw new WrongLine(number, 'it belongs to another graph');
  if (!isSpelledByUs(line, quad)) throw new WrongLine(number, 'it is not in canonical N-Quads');
}

function refuse(iri: string): never {
  throw new Error(`<${iri}> is not a legal IRI`);
}

/** Whether a line is what our writer writes for its quad, or differs in the escapes of a string only. */
function isSpelledByUs(line: string, quad: Quad): boolean {
  if (quadToNQuads(quad) === line) return true;
  const { subject, predicate, object, graph } = quad;
  if (object.termType !== 'Literal') return false;
  const start = `${termToNQuads(subject)} ${termToNQuads(predicate)} "`;
  const end = ` ${termToNQuads(graph)} .\n`;
  const suffix = termToNQuads(object).slice(termToNQuads(object).lastIndexOf('"'));
  return line.startsWith(start) && line.endsWith(suffix + end);
}
