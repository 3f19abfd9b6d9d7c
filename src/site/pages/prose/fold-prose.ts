import { lengthOfProse, type ProseNode } from './prose-node.js';

/** A text in two parts. */
export interface FoldedProse {
  readonly shown: readonly ProseNode[];
  /** Nothing, or enough to be worth a click. */
  readonly folded: readonly ProseNode[];
}

/** Characters that are shown at once: some ten lines. */
const SHOWN = 800;
/** Characters that are not folded alone. */
const FEW = 400;
/** Lists and tables have more lines than their characters say. */
const LINE = 80;

/** Divides a text between blocks, or in its first paragraph after a sentence, where it is long. */
export function foldProse(blocks: readonly ProseNode[]): FoldedProse {
  let length = 0;
  let at = 0;
  for (; at < blocks.length && length < SHOWN; at += 1) {
    const next = extentOf(blocks[at] as ProseNode);
    if (at > 0 && length + next > SHOWN + FEW) break;
    length += next;
  }
  if (at === 1 && length > SHOWN + FEW) return foldFirst(blocks);
  while (at > 1 && isHeading(blocks[at - 1])) at -= 1;
  const rest = blocks.slice(at).reduce((sum, block) => sum + extentOf(block), 0);
  return rest <= FEW ? { shown: blocks, folded: [] } : { shown: blocks.slice(0, at), folded: blocks.slice(at) };
}

function foldFirst([first, ...rest]: readonly ProseNode[]): FoldedProse {
  const whole = { shown: [], folded: [first as ProseNode, ...rest] };
  if (typeof first !== 'object' || first.tag !== 'p') return whole;
  let length = 0;
  for (const [at, child] of first.children.entries()) {
    const end = typeof child === 'string' ? sentenceEnd(child, SHOWN - length) : undefined;
    if (end !== undefined) {
      const text = child as string;
      const before = [...first.children.slice(0, at), text.slice(0, end)];
      const after = [text.slice(end).trimStart(), ...first.children.slice(at + 1)];
      return { shown: [{ ...first, children: before }], folded: [{ ...first, children: after }, ...rest] };
    }
    length += lengthOfProse([child]);
    if (length > SHOWN + FEW) return whole;
  }
  return whole;
}

/** The end of the first sentence that ends after so many characters, and soon. */
function sentenceEnd(text: string, after: number): number | undefined {
  if (text.length <= after) return undefined;
  const from = Math.max(after, 0);
  const end = /[.!?。]["”’)]*(?=\s)|\n|。/.exec(text.slice(from, from + FEW));
  if (end !== null) return from + end.index + end[0].length;
  const space = text.lastIndexOf(' ', from + FEW);
  return space > from ? space : undefined;
}

function extentOf(block: ProseNode): number {
  if (typeof block === 'string') return block.length;
  const lines = block.children.reduce((sum, child) => sum + linesIn(child), 0);
  return Math.max(lengthOfProse([block]), lines * LINE);
}

function linesIn(node: ProseNode): number {
  return typeof node === 'string'
    ? node.split('\n').length - 1
    : node.tag === 'li' || node.tag === 'tr'
      ? 1
      : node.children.reduce((sum, child) => sum + linesIn(child), 0);
}

function isHeading(block: ProseNode | undefined): boolean {
  return typeof block === 'object' && /^h\d$/.test(block.tag);
}
