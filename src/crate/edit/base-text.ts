import type { Node } from 'jsonc-parser';
import { decodeUtf8, bytesInMemory, type ByteSource } from '../json/byte-source.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { CrateDocument } from '../read/crate-document.js';
import { withAbsoluteVocab } from '../write/written-context.js';
import { withContext, type ContextChange } from '../follow/context-text.js';
import {
  lineText,
  localStyle,
  nodeText,
  rebuild,
  styleOf,
  treeOf,
  type Item,
  type TextStyle,
} from '../follow/json-text.js';

/** Whether the context of a document contains a base. */
export function hasBase({ writtenContext = null }: Pick<CrateDocument, 'writtenContext'>): boolean {
  return [writtenContext].flat().some((part) => isObject(part) && '@base' in part);
}

/** What the context of a document has afterwards. */
export interface NewContext {
  /** The only base, at its end; undefined for none. */
  readonly base: string | undefined;
  /** More terms. */
  readonly terms: JsonObject;
}

/**
 * Rewrites the context of a document: all bases in it go away, and then terms and a base are added.
 * @returns the document; all else in it keeps its bytes
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export async function withOtherBase(document: CrateDocument, { base, terms }: NewContext): Promise<ByteSource> {
  const additions = [
    ...(Object.keys(terms).length === 0 ? [] : [{ contexts: [], terms }]),
    ...(base === undefined ? [] : [{ contexts: [{ '@base': base }], terms: {} }]),
  ];
  if (additions.length === 0 && !hasBase(document)) return document.json.source;
  const independent = hasBase(document)
    ? await withAbsoluteVocab(document.writtenContext as JsonValue, document.contexts)
    : undefined;
  return rewriteAround(document, (around, style) => {
    const plain = independent === undefined ? around : withoutBases(around, [independent].flat(), style);
    return additions.reduce((text, addition) => withMore(text, addition, style), plain);
  });
}

/** Rewrites the text around the entities of a document. @returns the document; its entities keep their bytes */
export function rewriteAround(
  { json: { source, windows } }: CrateDocument,
  write: (around: Surroundings, style: TextStyle) => Surroundings,
): ByteSource {
  const start = windows[0]?.start ?? source.length;
  const end = windows.at(-1)?.end ?? source.length;
  const textOf = (from: number, to: number) => decodeUtf8(source.read(from, to)).text;
  const style = styleOf(textOf(0, Math.min(source.length, 1 << 16)));
  const around = write([textOf(0, start), textOf(end, source.length)], style);
  const encoder = new TextEncoder();
  const before = encoder.encode(around[0]);
  const after = encoder.encode(around[1]);
  const bytes = new Uint8Array(before.length + (end - start) + after.length);
  bytes.set(before);
  bytes.set(source.read(start, end), before.length);
  bytes.set(after, before.length + (end - start));
  return bytesInMemory(bytes);
}

/** The text before and after the entities. */
export type Surroundings = readonly [before: string, after: string];

/** Adds to the context in the text around the entities. */
export function withMore([before, after]: Surroundings, addition: ContextChange, style: TextStyle): Surroundings {
  const entities = '\0'; // stands for the entities; cannot occur in JSON text
  const text = withContext(before + after, entities, addition, style);
  const at = text.indexOf(entities);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** @param parts the contexts with the vocabularies that they are to have */
function withoutBases([before, after]: Surroundings, parts: readonly JsonValue[], style: TextStyle): Surroundings {
  const text = before + after;
  const next = parts.values();
  const edits: { readonly value: Node; readonly written: string }[] = [];
  for (const { children } of treeOf(text).children ?? []) {
    const [key, value] = children as [Node, Node];
    if (key.value === '@context') edits.push({ value, written: contextText(text, value, next, style) });
  }
  return edits.reduceRight<Surroundings>(
    ([start, end], { value: { offset, length }, written }) => {
      const at = offset - before.length;
      if (at < 0) return [start.slice(0, offset) + written + start.slice(offset + length), end];
      return [start, end.slice(0, at) + written + end.slice(at + length)];
    },
    [before, after],
  );
}

/** The text of a `@context` without bases. */
function contextText(text: string, value: Node, parts: Iterator<JsonValue>, style: TextStyle): string {
  if (value.type !== 'array') return partText(text, value, parts.next().value as JsonValue, style) ?? '{}';
  const items = (value.children ?? []).flatMap((child, from): Item[] => {
    const written = partText(text, child, parts.next().value as JsonValue, style);
    return written === undefined ? [] : [{ text: written, from }];
  });
  return rebuild(text, value, items, localStyle(text, [value], style));
}

/** The text of one context without bases; undefined if nothing else is in it. */
function partText(text: string, node: Node, part: JsonValue, style: TextStyle): string | undefined {
  if (node.type !== 'object' || node.children?.length === 0) return nodeText(text, node);
  const vocab = isObject(part) ? part['@vocab'] : undefined;
  const items = (node.children ?? []).flatMap((property, from): Item[] => {
    const [key, value] = property.children as [Node, Node];
    if (key.value === '@base') return [];
    const isOther = key.value === '@vocab' && vocab !== undefined && vocab !== value.value;
    const written = isOther ? lineText(vocab, style) : nodeText(text, value);
    return [{ text: text.slice(property.offset, value.offset) + written, from }];
  });
  return items.length === 0 ? undefined : rebuild(text, node, items, localStyle(text, [node], style));
}
