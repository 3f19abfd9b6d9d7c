import { eachLine } from '../../store/pieces.js';
import { wholeLines } from '../../store/nquads-lines.js';
import type { NQuadsChunks } from '../../store/port.js';
import { valueLine } from '../../store/value-line.js';

/**
 * A line of a graph as three terms of N-Quads. A literal is in the one form of its value, however an engine spells it.
 */
export interface Statement {
  readonly subject: string;
  readonly property: string;
  readonly object: string;
}

/** Reads the lines of a graph one by one; may be called several times. */
export type ReadLines = () => NQuadsChunks;

/** Calls `visit` with each statement of a graph. */
export async function eachStatement(
  lines: ReadLines,
  visit: (statement: Statement, line: string) => void,
): Promise<void> {
  for await (const text of wholeLines(lines())) eachLine(text, (line) => visit(statementOf(line), line));
}

/** Parses a line as our writers write it: one space between terms, and a graph. */
export function statementOf(line: string): Statement {
  const text = valueLine(line);
  const first = text.indexOf(' ');
  const second = text.indexOf(' ', first + 1);
  const end = text.lastIndexOf(' <');
  return {
    subject: text.slice(0, first),
    property: text.slice(first + 1, second),
    object: text.slice(second + 1, end),
  };
}

/** The text of a statement; the same statement has the same text. */
export function keyOf({ subject, property, object }: Statement): string {
  return `${subject} ${property} ${object}`;
}

/** A line with other labels for its blank nodes. */
export function relabelled(line: string, labels: ReadonlyMap<string, string>): string {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  const end = line.lastIndexOf(' <');
  const subject = line.slice(0, first);
  const object = line.slice(second + 1, end);
  return `${labels.get(subject) ?? subject}${line.slice(first, second + 1)}${labels.get(object) ?? object}${line.slice(end)}`;
}

/** Whether a term is a blank node. */
export function isBlankTerm(term: string): boolean {
  return term.startsWith('_:');
}
