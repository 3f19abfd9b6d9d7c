import type { Node } from 'jsonc-parser';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import {
  commaOf,
  indentBefore,
  lineText,
  rebuild,
  styleBeside,
  textOf,
  treeOf,
  valueText,
  type Item,
  type TextStyle,
} from './json-text.js';

/** What a context is to get. */
export interface ContextChange {
  /** Whole parts, which go to its end. */
  readonly parts: readonly JsonValue[];
  /** Terms, which then go into its last object, or become one at its end. */
  readonly terms: JsonObject;
}

/**
 * A document with more in its context.
 * @param skeleton the document without the entities of `@graph`
 * @param graph text of the entities
 */
export function withContext(skeleton: string, graph: string, change: ContextChange, style: TextStyle): string {
  const root = treeOf(skeleton);
  if (root.type === 'array') {
    // An array at the top has no place for a context: it becomes the graph of an object that has.
    const [before, after] = [skeleton.slice(0, root.offset), skeleton.slice(root.offset + root.length)];
    const parts = [...change.parts, ...(Object.keys(change.terms).length === 0 ? [] : [change.terms])];
    const context = `"@context":${style.colon}${lineText(parts.length === 1 ? (parts[0] as JsonValue) : parts, style)}`;
    return `${before}{${context}${commaOf(style)}"@graph":${style.colon}[${graph}]}${after}`;
  }
  let found = false;
  const properties = (root.children ?? []).map((property, from): Item => {
    const [key, value] = property.children as [Node, Node];
    const lead = skeleton.slice(property.offset, value.offset);
    if (key.value === '@graph' && value.type === 'array') return { text: `${lead}[${graph}]`, from };
    if (key.value !== '@context') return { text: textOf(skeleton, property), from };
    found = true;
    return { text: lead + changed(skeleton, value, change, style), from };
  });
  const text = rebuild(skeleton, root, properties, style);
  const whole = found ? text : text.replace('{', () => `{${freshContext(skeleton, root, change, style)}`);
  return skeleton.slice(0, root.offset) + whole + skeleton.slice(root.offset + root.length);
}

function changed(text: string, value: Node, { parts, terms }: ContextChange, style: TextStyle): string {
  const isEmpty = Object.keys(terms).length === 0;
  if (parts.length === 0) return isEmpty ? textOf(text, value) : contextText(text, value, terms, style);
  const before = text.slice(0, value.offset); // the lines before tell the indentation
  const longer = before + partsText(text, value, parts, style);
  return isEmpty ? longer.slice(before.length) : contextText(longer, lastTree(longer, before.length), terms, style);
}

/** The tree of a value that ends a text; its places are those in the text. */
function lastTree(text: string, start: number): Node {
  return treeOf(' '.repeat(start) + text.slice(start));
}

function partsText(text: string, value: Node, parts: readonly JsonValue[], style: TextStyle): string {
  if (value.type !== 'array') {
    const own = value.type === 'null' ? [] : [textOf(text, value)];
    return `[${[...own, ...parts.map((part) => lineText(part, style))].join(commaOf(style))}]`;
  }
  const children = value.children ?? [];
  const beside = styleBeside(text, [value], style);
  const inner = indentBefore(text, children[0]?.offset ?? value.offset);
  const kept = children.map((child, from): Item => ({ text: textOf(text, child), from }));
  return rebuild(text, value, [...kept, ...parts.map((part) => ({ text: valueText(part, inner, beside) }))], beside);
}

function contextText(text: string, value: Node, terms: JsonObject, style: TextStyle): string {
  const children = value.children ?? [];
  const beside = styleBeside(text, [value], style);
  const kept = children.map((child, from): Item => ({ text: textOf(text, child), from }));
  const inner = indentBefore(text, children[0]?.offset ?? value.offset);
  if (value.type === 'object') {
    const added = Object.entries(terms).map(([name, iri]) => ({
      text: `${lineText(name, style)}:${style.colon}${lineText(iri, style)}`,
    }));
    return rebuild(text, value, [...kept, ...added], beside);
  }
  if (value.type !== 'array')
    return value.type === 'null'
      ? lineText(terms, style)
      : `[${textOf(text, value)}${commaOf(style)}${lineText(terms, style)}]`;
  const last = children.at(-1);
  if (last?.type !== 'object')
    return rebuild(text, value, [...kept, { text: valueText(terms, inner, beside) }], beside);
  return rebuild(
    text,
    value,
    [...kept.slice(0, -1), { text: contextText(text, last, terms, style), from: children.length - 1 }],
    beside,
  );
}

/** The property for a document that has no context at all. */
function freshContext(text: string, root: Node, { parts, terms }: ContextChange, style: TextStyle): string {
  const lead = text.slice(root.offset + 1, root.children?.[0]?.offset ?? root.offset + 1);
  const all = Object.keys(terms).length === 0 ? parts : [...parts, terms];
  const value = all.length === 1 ? (all[0] as JsonValue) : [...all];
  return `${lead}"@context":${style.colon}${lineText(value, style)},`;
}
