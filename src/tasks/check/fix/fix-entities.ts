import type { Node } from 'jsonc-parser';
import { isUndivided } from '../../../crate/edit/mentioned-ids.js';
import { indentBefore, lineText, nodeText, rebuild, treeOf, type TextStyle } from '../../../crate/follow/json-text.js';
import { rewriteEntities } from '../../../crate/follow/respell.js';
import { keywordOf } from '../../../crate/follow/written-keys.js';
import { isMap, KEYWORD_FORM } from '../../../crate/context/term-definition.js';
import type { ByteSource } from '../../../crate/json/byte-source.js';
import type { JsonObject } from '../../../crate/json/value.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { pointerToken } from '../../../crate/json/top-items.js';
import type { OnFix } from './fix.js';
import { isPlainEntity, saysSomething } from './plain-entity.js';
import { keywordsOf, StatedEntities } from './stated-entities.js';

/** Where a value is. */
interface Place {
  readonly text: string;
  readonly pointer: string;
  readonly style: TextStyle;
  /** The `@id` of the entity in `@graph`. */
  readonly entity: string | undefined;
  /** The indentation of the entity in `@graph`. */
  readonly indent: string;
  /** Receives the text of entities that move to `@graph`. */
  readonly moved: string[];
}

/** The entity that each window is about to have rewritten, for repairs of one entity. */
export type EntityRepair = (text: string, place: { readonly pointer: string; readonly style: TextStyle }) => string;

/** Repairs the values of entities: entities inside of others move to `@graph`, arrays of one are unpacked. */
export class EntityFixer {
  readonly #document: CrateDocument;
  readonly #stated: StatedEntities;
  readonly #onFix: OnFix;

  constructor(document: CrateDocument, onFix: OnFix) {
    this.#document = document;
    this.#stated = new StatedEntities(document);
    this.#onFix = onFix;
  }

  /** The document with all entities repaired. @param repair repairs one entity afterwards */
  fix(repair: EntityRepair): ByteSource {
    if (isUndivided(this.#document)) return this.#document.json.source;
    const positions = this.#document.json.windows.map(({ first }) => first).values();
    const fixed = rewriteEntities(this.#document, (text, style) =>
      this.#window(text, positions.next().value as number, { style, repair }),
    );
    return this.#stated.additions.size === 0 ? fixed : this.#withAdditions(this.#document.withText(fixed));
  }

  #window(
    text: string,
    first: number,
    { style, repair }: { readonly style: TextStyle; readonly repair: EntityRepair },
  ): string {
    const children = treeOf(text).children ?? [];
    const [one, two] = children;
    const lead = one === undefined ? '' : text.slice(1, one.offset);
    const between =
      one === undefined || two === undefined
        ? `,${lead === '' && style.colon !== '' ? ' ' : lead}`
        : text.slice(one.offset + one.length, two.offset);
    let written = '';
    let end = 0;
    for (const [index, node] of children.entries()) {
      if (node.type !== 'object') continue;
      const pointer = `/@graph/${first + index}`;
      const indent = indentBefore(text, node.offset);
      const moved: string[] = [];
      const entity = this.#idOf(node);
      const next = repair(this.#object(node, { text, pointer, style, entity, indent, moved }), { pointer, style });
      written += [text.slice(end, node.offset) + next, ...moved].join(between);
      end = node.offset + node.length;
    }
    return written + text.slice(end);
  }

  /** The text of an entity with its values repaired. */
  #object(node: Node, place: Place): string {
    const { text, pointer } = place;
    const types = { '@type': this.#jsonOf(node, '@type') ?? null };
    const keys = (node.children ?? []).map(({ children }) => String(children?.[0]?.value));
    if (keys.some((key) => ['@context', '@graph'].includes(key)) || !isPlainEntity(types, this.#document))
      return nodeText(text, node);
    let written = '';
    let end = node.offset;
    for (const { children } of node.children ?? []) {
      const [key, value] = children as [Node, Node];
      const name = String(key.value);
      const next = this.#values(name, value, { ...place, pointer: `${pointer}/${pointerToken(name)}` });
      if (next === undefined) continue;
      written += text.slice(end, value.offset) + next;
      end = value.offset + value.length;
    }
    return written + text.slice(end, node.offset + node.length);
  }

  #values(key: string, value: Node, place: Place): string | undefined {
    if (value.type !== 'array' && value.type !== 'object') return undefined;
    const { context } = this.#document;
    if (KEYWORD_FORM.test(keywordOf(key, this.#document)) || context.expandVocab(key).kind !== 'absolute')
      return undefined;
    const term = context.term(key);
    if (term?.complex === true || term?.type === '@json' || (term !== undefined && isMap(term))) return undefined;
    const takesArrays = term !== undefined && (term.list || term.container.length > 0);
    return this.#value(value, place, !takesArrays);
  }

  /** The repaired text of a value; undefined if it stays. @param unpack whether an array of one may be unpacked */
  #value(node: Node, place: Place, unpack: boolean): string | undefined {
    if (node.type === 'object') return this.#insideOf(node, place);
    if (node.type !== 'array') return undefined;
    const children = node.children ?? [];
    const texts = children.map((child, index) =>
      this.#value(child, { ...place, pointer: `${place.pointer}/${index}` }, false),
    );
    if (unpack && children.length === 1) return this.#unpacked(node, place, texts[0]);
    if (texts.every((text) => text === undefined)) return undefined;
    return rebuild(
      place.text,
      node,
      children.map((child, from) => ({ text: texts[from] ?? nodeText(place.text, child), from })),
      place.style,
    );
  }

  #unpacked(array: Node, { text, pointer, entity }: Place, written?: string): string | undefined {
    const only = array.children?.[0] as Node;
    if (only.type === 'array' || only.type === 'null') return written;
    this.#onFix({ rule: 'value-unpacked', message: 'the only value is not in an array', entity, pointer });
    return dedented(written ?? nodeText(text, only), () => [
      indentBefore(text, only.offset),
      indentBefore(text, array.offset),
    ]);
  }

  /** An object as value: an entity described in it moves to `@graph`. */
  #insideOf(node: Node, place: Place): string | undefined {
    const keys = keywordsOf(node, this.#document);
    if (keys === undefined || keys.some((key) => ['@context', '@graph', '@value'].includes(key))) return undefined;
    if (keys.includes('@list') || keys.includes('@set')) return this.#collection(node, place);
    if (keys.every((key) => key === '@id' || key === '@index')) return undefined;
    const children: string[] = [];
    const inner = this.#object(node, { ...place, moved: children });
    const next = this.#reference(inner, node, { ...place, moved: children });
    if (next !== undefined && next.moved !== undefined) place.moved.push(next.moved);
    for (const child of children) place.moved.push(child);
    return next?.text ?? (inner === nodeText(place.text, node) ? undefined : inner);
  }

  #collection(node: Node, place: Place): string | undefined {
    let written: string | undefined;
    for (const property of node.children ?? []) {
      const [key, value] = property.children as [Node, Node];
      const name = String(key.value);
      if (!['@list', '@set'].includes(keywordOf(name, this.#document))) continue;
      const next = this.#value(value, { ...place, pointer: `${place.pointer}/${pointerToken(name)}` }, false);
      if (next === undefined) continue;
      const { offset } = node;
      written = nodeText(place.text, node);
      written = written.slice(0, value.offset - offset) + next + written.slice(value.offset - offset + value.length);
    }
    return written;
  }

  /** The reference for an entity, and its text in `@graph` if it is not there; undefined if it stays inside. */
  #reference(inner: string, node: Node, place: Place): { text: string; moved?: string } | undefined {
    const { pointer, style, entity } = place;
    const json = JSON.parse(inner) as JsonObject;
    if (!isPlainEntity(json, this.#document) || !saysSomething(json, this.#document)) return undefined;
    const tree = treeOf(inner);
    const properties = (tree.children ?? []).map((property) => {
      const key = keywordOf(String(property.children?.[0]?.value), this.#document);
      return [key, property] as const;
    });
    const id = properties.find(([key]) => key === '@id')?.[1];
    const atTop = (text: string) => dedented(text, () => [indentBefore(place.text, node.offset), place.indent]);
    const fix = (message: string) => this.#onFix({ rule: 'entity-flat', message, entity, pointer });
    if (id === undefined) {
      const label = this.#stated.freeId(json);
      const written = `"@id":${style.colon}${lineText(label, style)}`;
      fix(`the entity is described in \`@graph\`, as ${label}`);
      const items = (tree.children ?? []).map((property, index) => ({ text: nodeText(inner, property), from: index }));
      const whole = rebuild(inner, tree, [{ text: written }, ...items.map(({ text }) => ({ text }))], style);
      return { text: rebuild(inner, tree, [{ text: written }], style), moved: atTop(whole) };
    }
    const name = id.children?.[1]?.value as unknown;
    if (typeof name !== 'string') return undefined;
    const texts = new Map(properties.map(([key, property]) => [key, atTop(nodeText(inner, property))]));
    const nesting = this.#stated.nest(this.#document.resolveId(name), json, texts);
    if (nesting === 'unclear') return undefined;
    const text = rebuild(inner, tree, [{ text: nodeText(inner, id) }], style);
    const shown = JSON.stringify(name);
    if (nesting === 'new') fix(`${shown} is described in \`@graph\``);
    else
      fix(
        `${shown} is described in \`@graph\` only${nesting === 'more' ? ', where it has its other properties too' : ''}`,
      );
    return nesting === 'new' ? { text, moved: atTop(inner) } : { text };
  }

  /** The document with the properties of nested descriptions added to entities. */
  #withAdditions(document: CrateDocument): ByteSource {
    const { additions } = this.#stated;
    return rewriteEntities(document, (text, style) => {
      let written = '';
      let end = 0;
      for (const node of treeOf(text).children ?? []) {
        const id = this.#idOf(node);
        const iri = id === undefined ? undefined : document.resolveId(id);
        const more = iri === undefined ? undefined : additions.get(iri);
        if (iri === undefined || more === undefined) continue;
        additions.delete(iri);
        const own = (node.children ?? []).map((property, from) => ({ text: nodeText(text, property), from }));
        written +=
          text.slice(end, node.offset) + rebuild(text, node, [...own, ...more.map((one) => ({ text: one }))], style);
        end = node.offset + node.length;
      }
      return written + text.slice(end);
    });
  }

  #idOf(node: Node): string | undefined {
    const id = this.#jsonOf(node, '@id');
    return typeof id === 'string' ? id : undefined;
  }

  /** The first value of a keyword in an object, as JSON; of an array its strings. */
  #jsonOf({ children = [] }: Node, keyword: string): string | string[] | undefined {
    for (const { children: [key, value] = [] } of children) {
      if (keywordOf(String(key?.value), this.#document) !== keyword || value === undefined) continue;
      return value.type === 'array' ? (value.children ?? []).map((item) => String(item.value)) : String(value.value);
    }
    return undefined;
  }
}

/** Text with the indentation of another place. @param indents before and after; not asked for text on one line */
function dedented(text: string, indents: () => readonly [from: string, to: string]): string {
  if (!text.includes('\n')) return text;
  const [from, to] = indents();
  if (from === to) return text;
  return text.replace(/\n([ \t]*)/g, (line, white: string) =>
    white.startsWith(from) ? `\n${to}${white.slice(from.length)}` : line,
  );
}
