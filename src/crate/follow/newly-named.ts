import type { CrateDocument } from '../read/crate-document.js';
import type { ReadEntity } from '../read/lanes.js';
import type { GraphTriples } from './graph-triples.js';
import { LineWriter } from './triple-lines.js';

/*
 * Nothing outside an entity can refer to a nested node without `@id`. When the graph states something new of such a
 * node, it needs a name. So we rewrite the entity that contains it, even if the graph still states all of that entity.
 */

/** Finds the nodes without `@id` that unmatched triples mention. @returns their labels */
export async function findNewlyNamed(triples: GraphTriples, labels: ReadonlySet<string>): Promise<Set<string>> {
  if (![...labels].some(isAnonymous)) return new Set();
  return new Set([...(await triples.unmatchedLabels())].filter((label) => labels.has(label) && isAnonymous(label)));
}

/** Finds the entities that contain newly named nodes, and marks their triples as unmatched. */
export async function unmatchHolders(
  document: CrateDocument,
  triples: GraphTriples,
  named: ReadonlySet<string>,
): Promise<{ position: number; entity: ReadEntity }[]> {
  const holders: { position: number; entity: ReadEntity }[] = [];
  const writer = new LineWriter();
  let position = -1;
  const reading = document.readEntities(writer, (entity) => {
    const lines = writer.take();
    position += 1;
    if (!containsAny(lines, triples, named)) return;
    triples.unmatch(triples.numbersOf(lines));
    holders.push({ position, entity });
  });
  for await (const _ of reading); // the callback does the work
  return holders;
}

/**
 * Whether an entity contains one of the nodes: the graph still states its triples or, if it has none, the link to it.
 */
function containsAny(lines: readonly string[], triples: GraphTriples, named: ReadonlySet<string>): boolean {
  const nodes = lines.map((line) => ({ line, ...blankNodesOf(line) }));
  const subjects = new Set(nodes.map(({ subject }) => subject));
  return nodes.some(
    ({ line, subject, object }) =>
      (named.has(subject) || (named.has(object) && !subjects.has(object))) &&
      triples.isMatched(triples.numbersOf([line])),
  );
}

/** Whether lines mention a node with one of the labels. */
export function mentions(lines: readonly string[], labels: ReadonlySet<string>): boolean {
  if (labels.size === 0) return false;
  return lines.map(blankNodesOf).some(({ subject, object }) => labels.has(subject) || labels.has(object));
}

function blankNodesOf(line: string): { subject: string; object: string } {
  const [, subject = '', object = ''] = /^(?:_:(\S+)|<[^>]*>) <[^>]*> (?:_:(\S+)$)?/.exec(line) ?? [];
  return { subject, object };
}

/** Whether the document does not write this label: written ones contain `_`, see `Identifiers`. */
export function isAnonymous(label: string): boolean {
  return !label.includes('_');
}
