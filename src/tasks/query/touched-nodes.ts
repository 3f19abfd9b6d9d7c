import { addToList } from '../../base/list-map.js';
import { RDF } from '../../base/rdf/vocabulary.js';
import { eachLine } from '../../store/pieces.js';
import type { Piece, TriedGraph } from '../../store/port.js';
import { utf8Text } from '../../store/utf8-text.js';

const REST = ` <${RDF}rest> `;

/**
 * The nodes whose description an update may change, as terms of N-Quads. A list is part of the entity that has it, so a
 * node comes with its lists, and a cell with the node that has the list.
 */
export function touchedNodes({ kept, gained, lost }: TriedGraph): Set<string> {
  const touched = new Set<string>();
  for (const text of textsOf([...gained, ...lost]))
    eachLine(text, (line) => {
      touched.add(subjectOf(line));
      const object = blankObjectOf(line);
      if (object !== undefined) touched.add(object);
    });
  const all = [...kept, ...gained, ...lost];
  const cells = new Set<string>();
  for (const text of textsOf(all))
    if (text.includes(REST)) eachLine(text, (line) => line.includes(REST) && cells.add(subjectOf(line)));
  if (cells.size === 0) return touched;
  const neighbours = new Map<string, string[]>();
  for (const text of textsOf(all))
    eachLine(text, (line) => {
      const cell = blankObjectOf(line);
      if (cell === undefined || !cells.has(cell)) return;
      const subject = subjectOf(line);
      addToList(neighbours, subject, cell);
      addToList(neighbours, cell, subject);
    });
  for (const node of touched) for (const other of neighbours.get(node) ?? []) touched.add(other);
  return touched;
}

/** The lines about these nodes, a text for each piece that has some. @param nodes terms of N-Quads */
export function* linesAbout(nodes: ReadonlySet<string>, pieces: readonly Piece[]): Generator<string> {
  let last = '';
  let isAbout = false;
  for (const text of textsOf(pieces)) {
    let chosen = '';
    eachLine(text, (line) => {
      if (last === '' || !line.startsWith(last)) {
        last = line.slice(0, line.indexOf(' ') + 1);
        isAbout = nodes.has(last.slice(0, -1));
      }
      if (isAbout) chosen += `${line}\n`;
    });
    if (chosen !== '') yield chosen;
  }
}

/** Inflates one piece at a time. */
function* textsOf(pieces: readonly Piece[]): Generator<string> {
  for (const { content } of pieces) yield utf8Text(content.bytes);
}

function subjectOf(line: string): string {
  return line.slice(0, line.indexOf(' '));
}

/** The object of a line if it is a blank node. */
function blankObjectOf(line: string): string | undefined {
  const object = line.indexOf(' ', line.indexOf(' ') + 1) + 1;
  return line.startsWith('_:', object) ? line.slice(object, line.indexOf(' ', object)) : undefined;
}
