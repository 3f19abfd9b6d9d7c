import { randomUUID } from 'node:crypto';
import type { SparqlQuery } from 'sparqljs';
import { replaceTokens } from '../sparql-tokens.js';

/** Begins the IRI or string that stands for a constant in a shape. It is secret, so no text can contain it. */
const MARK = `urn:uuid:${randomUUID()}:`;
/** An IRI that no parser changes: absolute, and without escapes. */
const PLAIN_IRI = /^<[A-Za-z][A-Za-z0-9+.-]*:[^\\]*>$/;
/** A string that means what is between its quotation marks, without halves of characters. */
const PLAIN_STRING = /^"[^"\\\n\r\ud800-\udfff]*"$/;

/** Shapes that were parsed last, and characters of one that is worth keeping. */
const MOST_SHAPES = 200;
const LONGEST_SHAPE = 2000;

/** A text without its constants. */
interface Shape {
  /** The text with a mark in the place of each constant, and without comments. */
  readonly text: string;
  /** The values of the constants, in the order of their marks. */
  readonly constants: readonly string[];
}

/** A shape as syntax, and the parts of it that contain constants. */
interface ParsedShape {
  readonly query: SparqlQuery;
  readonly parts: ReadonlySet<unknown>;
}

const shapes = new Map<string, ParsedShape>();

/**
 * Parses a text that may differ only in its constants from one that was parsed before. Clients ask the same with other
 * IRIs and strings, and parsing costs more than a short answer.
 *
 * Why that is right: an IRI and a string are each one token, the grammar has no rule that looks into one, and those
 * that are taken out need no resolving and have no escapes. So the parser makes the same of both texts except for these
 * values. IRIs of the prologue change the meaning of others, and stay.
 * @param parse parses a text; undefined for an invalid one
 * @returns shared syntax that must not be changed; undefined for an invalid text
 */
export function parseByShape(
  sparql: string,
  parse: (text: string) => SparqlQuery | undefined,
): SparqlQuery | undefined {
  const shape = shapeOf(sparql);
  if (shape.text.length > LONGEST_SHAPE) return parse(sparql);
  const known = shapes.get(shape.text) ?? parsedShape(shape.text, parse);
  if (known === undefined) return parse(sparql);
  shapes.delete(shape.text);
  shapes.set(shape.text, known); // last, so that the first is the one that was used longest ago
  const [oldest = ''] = shapes.keys();
  if (shapes.size > MOST_SHAPES) shapes.delete(oldest);
  return withConstants(known, shape.constants);
}

function parsedShape(text: string, parse: (text: string) => SparqlQuery | undefined): ParsedShape | undefined {
  try {
    const query = parse(text);
    return query && { query, parts: partsWithConstants(query) };
  } catch {
    return undefined; // the error of the whole text has the right place
  }
}

function shapeOf(sparql: string): Shape {
  const constants: string[] = [];
  let before = '';
  let last = '';
  const mark = (value: string): string => `${MARK}${constants.push(value) - 1}`;
  const text = replaceTokens(sparql, (token) => {
    if (token.startsWith('#')) return token.includes('\\') ? token : ''; // the parser also judges escapes in comments
    const isDeclared = last === 'BASE' || before === 'PREFIX';
    before = last;
    last = token.length < 7 ? token.toUpperCase() : '';
    if (PLAIN_IRI.test(token) && !isDeclared) return `<${mark(token.slice(1, -1))}>`;
    return PLAIN_STRING.test(token) ? `"${mark(token.slice(1, -1))}"` : token;
  });
  return { text, constants };
}

/** The objects of a syntax tree that contain a constant at any depth. */
function partsWithConstants(query: SparqlQuery): Set<unknown> {
  const parts = new Set<unknown>();
  const contains = (part: unknown): boolean => {
    if (typeof part === 'string') return part.startsWith(MARK);
    if (part === null || typeof part !== 'object') return false;
    const isFound = Object.values(part).map(contains).includes(true);
    if (isFound) parts.add(part);
    return isFound;
  };
  contains(query);
  return parts;
}

/** A copy of the parts with constants, which have these values now; all others are shared. */
function withConstants({ query, parts }: ParsedShape, constants: readonly string[]): SparqlQuery {
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return part.startsWith(MARK) ? constants[Number(part.slice(MARK.length))] : part;
    if (!parts.has(part)) return part;
    if (Array.isArray(part)) return part.map(copy);
    // A term has methods.
    const copied = Object.create(Object.getPrototypeOf(part) as object) as Record<string, unknown>;
    for (const [key, value] of Object.entries(part as object)) copied[key] = copy(value);
    return copied;
  };
  return copy(query) as SparqlQuery;
}
