/** The IRIs that stand for blank nodes in a store that gives blank nodes new labels (RDF 1.1 Concepts, section 3.5). */
const SKOLEM = 'urn:crategraph:blank:';

/**
 * What a blank node label may consist of (RDF 1.1 N-Quads, BLANK_NODE_LABEL), within brackets of a regular expression.
 */
const LABEL_START = String.raw`\w:\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`;
const LABEL_CHAR = String.raw`\u0300-\u036F${LABEL_START}\u00B7\u203F\u2040\-`;
const LABEL = `[${LABEL_START}](?:[${LABEL_CHAR}.]*[${LABEL_CHAR}])?`;
const ONE_LABEL = new RegExp(`^${LABEL}$`, 'u');

/** The tokens of N-Quads: the quote that begins a literal, a comment, a datatype, an IRI, a blank node, an end. */
const TOKEN = new RegExp(String.raw`"|#[^\r\n]*|\^\^[ \t]*<[^<>]*>|<[^<>]*>|_:${LABEL}|[.\r\n]`, 'gu');

/** Returns the IRI that stands for a blank node. Characters that are not of ASCII are percent-encoded. */
export function skolemIri(label: string): string {
  return SKOLEM + label.replace(/[^\w:.-]+/gu, encodeURIComponent);
}

/**
 * The label of a blank node as N-Quads can write it: any other text in hexadecimal, so that
 * different labels stay different.
 */
export function writtenLabel(label: string): string {
  if (ONE_LABEL.test(label)) return label;
  const bytes = Array.from(new TextEncoder().encode(label), (byte) => byte.toString(16).padStart(2, '0'));
  return `x-${bytes.join('')}`;
}

/** Returns the label of the blank node that an IRI stands for; undefined for any other IRI. */
export function blankLabel(iri: string): string | undefined {
  if (!iri.startsWith(SKOLEM)) return undefined;
  const written = iri.slice(SKOLEM.length);
  if (!written.includes('%')) return ONE_LABEL.test(written) && skolemIri(written) === iri ? written : undefined;
  try {
    const label = decodeURIComponent(written);
    return ONE_LABEL.test(label) && skolemIri(label) === iri ? label : undefined;
  } catch {
    return undefined; // not percent-encoded UTF-8
  }
}

/**
 * Writes the blank nodes of N-Quads as IRIs, so that a store that merges the same lines twice has them once. A text
 * without blank nodes costs a search and is returned as it is.
 * @param bytes whole lines in UTF-8
 */
export function skolemizeNQuads(bytes: Uint8Array): Uint8Array {
  return mapNodes(bytes, '_:', (token) => (token.startsWith('_:') ? `<${skolemIri(token.slice(2))}>` : token));
}

/**
 * Turns the IRIs of {@link skolemizeNQuads} into the blank nodes that they stand for.
 * Predicates and datatypes stay IRIs.
 * @param bytes whole lines in UTF-8
 */
export function unskolemizeNQuads(bytes: Uint8Array): Uint8Array {
  return mapNodes(bytes, `<${SKOLEM}`, (token) => {
    const label = token.startsWith('<') ? blankLabel(token.slice(1, -1)) : undefined;
    return label === undefined ? token : `_:${label}`;
  });
}

/** Maps subjects, objects and graph names; reads only the lines that contain the mark. */
function mapNodes(bytes: Uint8Array, mark: string, map: (token: string) => string): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let mapped = '';
  let done = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, done)) {
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at) + 1 || text.length;
    mapped += text.slice(done, start) + mapNodesOfLine(text.slice(start, end), map);
    done = end;
  }
  return done === 0 ? bytes : new TextEncoder().encode(mapped + text.slice(done));
}

function mapNodesOfLine(line: string, map: (token: string) => string): string {
  let mapped = '';
  let done = 0;
  let position = 0; // 0 subject, 1 predicate, 2 object, 3 graph
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(line); match !== null; match = TOKEN.exec(line)) {
    const [token] = match;
    if (token === '"') TOKEN.lastIndex = endOfString(line, match.index);
    if (token.startsWith('#') || token.startsWith('^')) continue;
    if (token === '.' || token === '\r' || token === '\n') position = 0;
    else {
      const node = position === PREDICATE ? token : map(token);
      if (node !== token) {
        mapped += line.slice(done, match.index) + node;
        done = match.index + token.length;
      }
      position += 1;
    }
  }
  return mapped + line.slice(done);
}

const PREDICATE = 1;

/** Where a quoted string ends, behind its last quote. */
function endOfString(line: string, start: number): number {
  for (let end = line.indexOf('"', start + 1); end >= 0; end = line.indexOf('"', end + 1)) {
    let slashes = 0;
    while (line[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return line.length;
}
