import type { CrateDocument } from '../read/crate-document.js';
import type { WalkedEntity } from '../read/lanes.js';
import type { GraphLines } from './graph-triples.js';
import { LineWriter, printsOf } from './triple-lines.js';

/*
 * A node without `@id` cannot be spoken of from outside of it. When the graph says something new of one, it has to get
 * a name: the entity that holds it is opened, although the graph still says all of it.
 */

/** Labels of nodes without `@id` in what the graph says beside the document. */
export async function newlyNamed(lines: GraphLines, labels: ReadonlySet<string>): Promise<Set<string>> {
  if (![...labels].some(isAnonymous)) return new Set();
  return new Set([...(await lines.openLabels())].filter((label) => labels.has(label) && isAnonymous(label)));
}

/**
 * The entities that hold such nodes as they stood, by position in `@graph`. Nothing accounts for their triples any more.
 */
export async function reopened(
  document: CrateDocument,
  lines: GraphLines,
  named: ReadonlySet<string>,
): Promise<{ index: number; entity: WalkedEntity }[]> {
  const found: { index: number; entity: WalkedEntity }[] = [];
  const writer = new LineWriter();
  let index = -1;
  const walk = document.walk(writer, (entity) => {
    const own = writer.take();
    index += 1;
    if (!stillHolds(own, lines, named)) return;
    lines.uncover(printsOf(own));
    found.push({ index, entity });
  });
  for await (const _ of walk); // the work is done in the callback
  return found;
}

/** Whether one of the nodes is still in the place where the document has it: what it says, or that it is there. */
function stillHolds(own: readonly string[], lines: GraphLines, named: ReadonlySet<string>): boolean {
  const nodes = own.map((line) => ({ line, ...blankNodesOf(line) }));
  const speak = new Set(nodes.map(({ subject }) => subject));
  return nodes.some(
    ({ line, subject, object }) =>
      (named.has(subject) || (named.has(object) && !speak.has(object))) && lines.covers(printsOf([line])),
  );
}

/** Whether lines speak of a node with one of the labels. */
export function mentions(lines: readonly string[], labels: ReadonlySet<string>): boolean {
  if (labels.size === 0) return false;
  return lines.map(blankNodesOf).some(({ subject, object }) => labels.has(subject) || labels.has(object));
}

function blankNodesOf(line: string): { subject: string; object: string } {
  const [, subject = '', object = ''] = /^(?:_:(\S+)|<[^>]*>) <[^>]*> (?:_:(\S+)$)?/.exec(line) ?? [];
  return { subject, object };
}

/** Labels that a document wrote itself hold a mark, see `Identifiers`. */
export function isAnonymous(label: string): boolean {
  return !label.includes('_');
}
