import type { Node } from 'jsonc-parser';
import { bytesInMemory, decodeUtf8, type ByteSource } from '../json/byte-source.js';
import type { CrateDocument } from '../read/crate-document.js';
import { IdWriter } from '../write/id-writer.js';
import { keywordOf } from './written-keys.js';
import { lineText, styleOf, treeOf, type TextStyle } from './json-text.js';

/** What a string stands for: an identifier, or a name that is looked up in the context first, as types are. */
type Kind = 'id' | 'name';

/** The new spelling of a string, undefined when it stays. */
export type Spell = (text: string, kind: Kind) => string | undefined;

/** JSON text in which nodes are spelled another way, wherever that stands: under `@id`, `@type`, and terms for nodes. */
export function respelled(text: string, document: CrateDocument, spell: Spell, style: TextStyle): string {
  let written = '';
  let end = 0;
  const put = (node: Node, kind: Kind): void => {
    const next = spell(node.value as string, kind);
    if (next === undefined) return;
    written += text.slice(end, node.offset) + lineText(next, style);
    end = node.offset + node.length;
  };
  const visit = (node: Node, { values, keys }: Strings): void => {
    if (node.type === 'string') return values === undefined ? undefined : put(node, values);
    if (node.type === 'array') for (const item of node.children ?? []) visit(item, { values, keys });
    if (node.type !== 'object') return;
    for (const { children } of node.children ?? []) {
      const [key, value] = children as [Node, Node];
      if (keys === 'id' || keys === 'name') put(key, keys);
      const own = keys === undefined ? stringsUnder(key.value as string, values, document) : { values };
      if (own !== undefined) visit(value, own);
    }
  };
  visit(treeOf(text), {});
  return written + text.slice(end);
}

/** What the strings of a value stand for, and the keys of it where it is a map: of nothing that concerns us, `other`. */
interface Strings {
  readonly values?: Kind | undefined;
  readonly keys?: Kind | 'other' | undefined;
}

/** @returns undefined for contexts and literals, which hold no nodes, whatever they look like */
function stringsUnder(key: string, around: Kind | undefined, document: CrateDocument): Strings | undefined {
  const keyword = keywordOf(key, document);
  if (keyword === '@id') return { values: 'id' };
  if (keyword === '@type') return { values: 'name' };
  if (keyword === '@list' || keyword === '@set') return { values: around };
  if (keyword === '@context' || keyword === '@value') return undefined;
  const term = document.context.term(key);
  if (term === undefined) return {};
  const { container, type } = term;
  if (type === '@json' || container.includes('@language')) return undefined;
  const values = type === '@id' ? 'id' : type === '@vocab' ? 'name' : undefined;
  if (container.includes('@id')) return { values, keys: 'id' };
  if (container.includes('@type')) return { values: values ?? 'id', keys: 'name' };
  return { values, keys: container.includes('@index') ? 'other' : undefined };
}

/** A document in which nodes have other names. @param names new IRI by the old one (or `_:label`) */
export function withNames(document: CrateDocument, names: ReadonlyMap<string, string>): CrateDocument {
  const ids = new IdWriter(document.context, document.base, new Set(), { exact: true });
  const means = (text: string, kind: Kind) => (kind === 'id' ? document.resolveId(text) : document.resolveVocab(text));
  const spell = (text: string, kind: Kind) => {
    const name = names.get(means(text, kind) ?? '');
    // Nothing may need a prefix that stands before the context.
    return name === undefined ? undefined : [ids.write(name), name].find((one) => means(one, kind) === name);
  };
  return document.withText(withEntities(document, (text, style) => respelled(text, document, spell, style)));
}

/** The text of a document with its entities written another way. @param write for an array of entities */
export function withEntities(
  { json: { source, windows } }: CrateDocument,
  write: (text: string, style: TextStyle) => string,
): ByteSource {
  const style = styleOf(decodeUtf8(source.read(0, Math.min(source.length, 1 << 16))).text);
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const window of windows) {
    const bytes = source.read(window.start, window.end);
    const text = `[${decodeUtf8(bytes).text}]`;
    const next = write(text, style);
    pieces.push(source.read(end, window.start), next === text ? bytes : new TextEncoder().encode(next.slice(1, -1)));
    end = window.end;
  }
  pieces.push(source.read(end, source.length));
  return bytesInMemory(joined(pieces));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
