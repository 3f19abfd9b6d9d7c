import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/** A document split into the text of each item of `@graph` and the lines around them. */
export interface Blocks {
  readonly items: readonly string[];
  readonly around: readonly string[];
}

/** Splits a document; one without an array as `@graph` is a single item. */
export function blocksOf(text: string): Blocks {
  const tree = parseTree(text.replace(/^\ufeff/, ' '));
  const graph = tree === undefined ? undefined : findNodeAtLocation(tree, ['@graph']);
  if (graph?.type !== 'array') return { items: [text], around: [] };
  const items = (graph.children ?? []).map(({ offset, length }) => text.slice(offset, offset + length));
  return { items, around: `${text.slice(0, graph.offset)}\n${text.slice(graph.offset + graph.length)}`.split('\n') };
}

/** How two versions of a document differ, counted in items of `@graph`. */
export interface ChangedBlocks {
  /** Items of the first version that the second does not contain. The lines around them count as one; new terms do not. */
  readonly changed: number;
  /** Items that the second version has in addition to the changed ones. */
  readonly inserted: number;
  /** Nodes and values in the changed items: a rewritten item may turn its nodes into items. */
  readonly values: number;
  /** Nested nodes with properties in the changed items: these may move to another item. */
  readonly nested: number;
  /** Whether the common items have another order. */
  readonly moved: boolean;
}

/** Compares two versions of a document. */
export function changedBlocks(before: Blocks, after: Blocks): ChangedBlocks {
  const left = minus(before.items, after.items);
  const more = minus(after.items, before.items);
  const [commonBefore, commonAfter] = [minus(before.items, left), minus(after.items, more)];
  const words = (lines: readonly string[]) => lines.map((line) => line.trim().replace(/,$/, ''));
  const around = minus(words(before.around), words(after.around)).length > 1;
  const text = [...left, ...(around ? before.around : [])].join('');
  return {
    changed: left.length + (around ? 1 : 0),
    inserted: more.length - left.length,
    values: text.split(/[{[,]/).length - 1,
    nested: text.replace(/\{\s*"@id"\s*:\s*"[^"]*"\s*\}/g, '').split('{').length - 1 - left.length,
    moved: commonBefore.join('\n') !== commonAfter.join('\n'),
  };
}

/** Returns the items of one list without those of another; duplicates count. */
function minus(some: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return some.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}
