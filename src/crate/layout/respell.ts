import type { Node } from 'jsonc-parser';
import { bytesInMemory, decodeUtf8, type ByteSource } from '../json/bytes.js';
import type { CrateDocument } from '../read/document.js';
import { IdWriter } from '../write/names.js';
import { keywordOf } from './keys.js';
import { lineText, styleOf, treeOf, type TextStyle } from './json-text.js';

/** The new spelling of an `@id`, undefined when it stays. */
export type Spell = (id: string) => string | undefined;

/** JSON text in which identifiers are spelled another way: values of `@id`, and of terms whose values are identifiers. */
export function respelled(text: string, document: CrateDocument, spell: Spell, style: TextStyle): string {
  let written = '';
  let end = 0;
  const visit = (node: Node, kind: Kind): void => {
    if (node.type === 'string' && (kind === 'id' || (kind === 'name' && isLabel(node)))) {
      const next = spell(node.value as string);
      if (next === undefined) return;
      written += text.slice(end, node.offset) + lineText(next, style);
      end = node.offset + node.length;
    } else if (node.type === 'array') for (const item of node.children ?? []) visit(item, kind);
    else if (node.type === 'object')
      for (const { children } of node.children ?? []) {
        const [key, value] = children as [Node, Node];
        const own = kindOf(key.value as string, document);
        if (own !== 'opaque') visit(value, own);
      }
  };
  visit(treeOf(text), 'other');
  return written + text.slice(end);
}

/** What strings under a key are: identifiers, or names of the context, of which only labels of blank nodes concern us. */
type Kind = 'id' | 'name' | 'opaque' | 'other';

/** Contexts and literals hold no identifiers, whatever they look like. */
function kindOf(key: string, document: CrateDocument): Kind {
  const keyword = keywordOf(key, document);
  if (keyword === '@id') return 'id';
  if (keyword === '@type') return 'name';
  if (keyword === '@context' || keyword === '@value') return 'opaque';
  const type = document.context.term(key)?.type;
  if (type === '@id') return 'id';
  return type === '@vocab' ? 'name' : type === '@json' ? 'opaque' : 'other';
}

function isLabel({ value }: Node): boolean {
  return (value as string).startsWith('_:');
}

/** A document in which nodes have other names. @param names new IRI by the old one (or `_:label`) */
export function withNames(document: CrateDocument, names: ReadonlyMap<string, string>): CrateDocument {
  const ids = new IdWriter(document.context, document.base, new Set(), { exact: true });
  const spell = (id: string) => {
    const name = names.get(document.resolveId(id));
    return name === undefined ? undefined : ids.write(name);
  };
  const source = withEntities(document, (text, style) => respelled(text, document, spell, style));
  if (ids.terms.before.size > 0) return document; // it would need a prefix that stands before the context
  return document.withText(source);
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
