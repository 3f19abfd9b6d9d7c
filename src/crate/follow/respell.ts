import type { Node } from 'jsonc-parser';
import { bytesInMemory, decodeUtf8, type ByteSource } from '../json/byte-source.js';
import type { CrateDocument } from '../read/crate-document.js';
import { IdWriter } from '../write/id-writer.js';
import { keywordOf } from './written-keys.js';
import { lineText, styleOf, treeOf, type TextStyle } from './json-text.js';

/** What a string is: an identifier, or a name that the context may define: of a type, or of another node. */
export type StringKind = 'id' | 'name' | 'type';

/** Returns the new spelling of a string, undefined if it does not change. */
export type Spell = (text: string, kind: StringKind) => string | undefined;

/**
 * Respells the nodes in JSON text wherever they occur: under `@id`, `@type`, and terms whose values are nodes. Not in
 * objects with a base of their own, where identifiers mean something else.
 */
export function respelled(text: string, document: CrateDocument, spell: Spell, style: TextStyle): string {
  const root = treeOf(text);
  let written = '';
  let end = 0;
  const put = (node: Node, kind: StringKind): void => {
    const next = spell(node.value as string, kind);
    if (next === undefined) return;
    written += text.slice(end, node.offset) + lineText(next, style);
    end = node.offset + node.length;
  };
  const visit = (node: Node, { values, keys }: Strings): void => {
    if (node.type === 'string') return values === undefined ? undefined : put(node, values);
    if (node.type === 'array') for (const item of node.children ?? []) visit(item, { values, keys });
    if (node.type !== 'object') return;
    if (node !== root && !document.json.sharesContext && hasOwnBase(node)) return;
    for (const { children } of node.children ?? []) {
      const [key, value] = children as [Node, Node];
      if (keys !== undefined && keys !== 'other' && keywordOf(key.value as string, document) !== '@none')
        put(key, keys);
      const own = keys === undefined ? stringsUnder(key.value as string, values, document) : { values };
      if (own !== undefined) visit(value, own);
    }
  };
  visit(root, {});
  return written + text.slice(end);
}

/** Whether a base is in the context of an object. */
function hasOwnBase({ children = [] }: Node): boolean {
  const context = children.find((property) => property.children?.[0]?.value === '@context')?.children?.[1];
  const parts = context?.type === 'array' ? (context.children ?? []) : [context];
  return parts.some(
    (part) => part?.type === 'object' && part.children?.some((one) => one.children?.[0]?.value === '@base') === true,
  );
}

/** What the strings of a value are and, in a map, its keys. `other`: keys that are neither properties nor nodes. */
interface Strings {
  readonly values?: StringKind | undefined;
  readonly keys?: StringKind | 'other' | undefined;
}

/** @returns undefined for contexts and literals: they may look like nodes but never contain any */
function stringsUnder(key: string, around: StringKind | undefined, document: CrateDocument): Strings | undefined {
  const keyword = keywordOf(key, document);
  if (keyword === '@id') return { values: 'id' };
  if (keyword === '@type') return { values: 'type' };
  if (keyword === '@list' || keyword === '@set') return { values: around };
  if (keyword === '@context' || keyword === '@value') return undefined;
  const term = document.context.term(key);
  if (term === undefined) return {};
  const { container, type } = term;
  if (type === '@json' || container.includes('@language')) return undefined;
  const values = type === '@id' ? 'id' : type === '@vocab' ? 'name' : undefined;
  if (container.includes('@id')) return { values, keys: 'id' };
  if (container.includes('@type')) return { values: values ?? 'id', keys: 'type' };
  return { values, keys: container.includes('@index') ? 'other' : undefined };
}

/** The IRI or `_:label` that a string stands for in a document; undefined for a name that no context defines. */
export function meantBy(text: string, kind: StringKind, document: CrateDocument): string | undefined {
  return kind === 'id' ? document.resolveId(text) : document.resolveVocab(text);
}

/** Gives nodes of a document new identifiers. @param names new IRI by old IRI (or `_:label`) */
export function withRenamed(document: CrateDocument, names: ReadonlyMap<string, string>): CrateDocument {
  const ids = new IdWriter(document.context, document.base, new Set(), { exact: true });
  const spell = (text: string, kind: StringKind) => {
    const name = names.get(meantBy(text, kind, document) ?? '');
    // The short spelling may need a prefix that this document does not define.
    return name === undefined
      ? undefined
      : [ids.write(name), name].find((one) => meantBy(one, kind, document) === name);
  };
  return document.withText(rewriteEntities(document, (text, style) => respelled(text, document, spell, style)));
}

/** Rewrites the entities of a document. @param write rewrites the text of an array of entities */
export function rewriteEntities(
  { json: { source, windows } }: CrateDocument,
  write: (text: string, style: TextStyle) => string,
): ByteSource {
  const style = styleOf(decodeUtf8(source.read(0, Math.min(source.length, 1 << 16))).text);
  const chunks: Uint8Array[] = [];
  let end = 0;
  for (const window of windows) {
    const bytes = source.read(window.start, window.end);
    const text = `[${decodeUtf8(bytes).text}]`;
    const next = write(text, style);
    chunks.push(source.read(end, window.start), next === text ? bytes : new TextEncoder().encode(next.slice(1, -1)));
    end = window.end;
  }
  chunks.push(source.read(end, source.length));
  return bytesInMemory(concatenated(chunks));
}

function concatenated(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
