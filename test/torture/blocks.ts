import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/** A document cut into the text of each item of `@graph`, and what is around them. */
export interface Blocks {
  readonly items: readonly string[];
  readonly around: readonly string[];
}

/** Cuts a document; one without an array as `@graph` is a single block. */
export function blocksOf(text: string): Blocks {
  const tree = parseTree(text.replace(/^\ufeff/, ' '));
  const graph = tree === undefined ? undefined : findNodeAtLocation(tree, ['@graph']);
  if (graph?.type !== 'array') return { items: [text], around: [] };
  const items = (graph.children ?? []).map(({ offset, length }) => text.slice(offset, offset + length));
  return { items, around: `${text.slice(0, graph.offset)}\n${text.slice(graph.offset + graph.length)}`.split('\n') };
}

/** How two versions of a document differ, counted in items of `@graph`. */
export interface ChangedBlocks {
  /** Items of the first version that the second does not have; what is around them counts as one, new terms do not. */
  readonly changed: number;
  /** How many items the second version has more, beside those that were changed. */
  readonly inserted: number;
  /** How many nodes and values the changed items held: an item that is written anew may give its nodes places of their own. */
  readonly held: number;
  /** How many nodes with something to say were nested in the changed items: these may go to where they have a place. */
  readonly nested: number;
  /** Whether the items that both have come in another order. */
  readonly moved: boolean;
}

/** Compares two versions of a document. */
export function changedBlocks(before: Blocks, after: Blocks): ChangedBlocks {
  const left = minus(before.items, after.items);
  const more = minus(after.items, before.items);
  const [kept, still] = [minus(before.items, left), minus(after.items, more)];
  const words = (lines: readonly string[]) => lines.map((line) => line.trim().replace(/,$/, ''));
  const around = minus(words(before.around), words(after.around)).length > 1;
  const text = [...left, ...(around ? before.around : [])].join('');
  return {
    changed: left.length + (around ? 1 : 0),
    inserted: more.length - left.length,
    held: text.split(/[{[,]/).length - 1,
    nested: text.replace(/\{\s*"@id"\s*:\s*"[^"]*"\s*\}/g, '').split('{').length - 1 - left.length,
    moved: kept.join('\n') !== still.join('\n'),
  };
}

/** The items of one list without those of another, each taken away once. */
function minus(some: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return some.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}
