import { RDF } from '../rdf/vocabulary.js';
import { wholeLines } from '../store/nquads-lines.js';
import { eachLine } from '../store/pieces.js';
import type { NQuadsChunks, TriedGraph } from '../store/port.js';
import { utf8Text } from '../store/utf8-text.js';

const REST = ` <${RDF}rest> `;

/** Opens the lines of a graph from their beginning. */
type Lines = () => NQuadsChunks;

/**
 * The nodes whose description an update may change, as terms of N-Quads. A list is part of the entity that has it, so a
 * node comes with its lists, and a cell with the node that has the list.
 * @param states the graph before and after
 */
export async function touchedNodes({ changes }: TriedGraph, states: readonly Lines[]): Promise<Set<string>> {
  const touched = new Set<string>();
  for (const { content } of changes)
    eachLine(utf8Text(content.bytes), (line) => {
      touched.add(subjectOf(line));
      const object = blankObjectOf(line);
      if (object !== undefined) touched.add(object);
    });
  const cells = new Set<string>();
  for (const lines of states)
    for await (const text of wholeLines(lines()))
      if (text.includes(REST)) eachLine(text, (line) => line.includes(REST) && cells.add(subjectOf(line)));
  if (cells.size === 0) return touched;
  const neighbours = new Map<string, string[]>();
  for (const lines of states)
    for await (const text of wholeLines(lines()))
      eachLine(text, (line) => {
        const cell = blankObjectOf(line);
        if (cell === undefined || !cells.has(cell)) return;
        const subject = subjectOf(line);
        addTo(neighbours, subject, cell);
        addTo(neighbours, cell, subject);
      });
  for (const node of touched) for (const other of neighbours.get(node) ?? []) touched.add(other);
  return touched;
}

/** The lines about these nodes. @param nodes terms of N-Quads */
export async function* linesAbout(nodes: ReadonlySet<string>, lines: NQuadsChunks): AsyncGenerator<string> {
  let [last, isAbout] = ['', false];
  for await (const text of wholeLines(lines)) {
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

function subjectOf(line: string): string {
  return line.slice(0, line.indexOf(' '));
}

/** The object of a line if it is a blank node. */
function blankObjectOf(line: string): string | undefined {
  const object = line.indexOf(' ', line.indexOf(' ') + 1) + 1;
  return line.startsWith('_:', object) ? line.slice(object, line.indexOf(' ', object)) : undefined;
}

function addTo(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
