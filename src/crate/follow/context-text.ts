import type { Node } from 'jsonc-parser';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import {
  commaOf,
  indentBefore,
  lineText,
  rebuild,
  localStyle,
  nodeText,
  treeOf,
  valueText,
  type Item,
  type TextStyle,
} from './json-text.js';

/** What to add to a context. */
export interface ContextChange {
  /** Whole contexts, which go to its end. */
  readonly contexts: readonly JsonValue[];
  /** Terms. They go into the last context if it is an object, otherwise into a new one at the end. */
  readonly terms: JsonObject;
}

/**
 * Writes a document with additions to its context.
 * @param skeleton the document without the entities of `@graph`
 * @param graph the text of the entities
 */
export function withContext(skeleton: string, graph: string, change: ContextChange, style: TextStyle): string {
  const root = treeOf(skeleton);
  if (root.type === 'array') {
    // A top-level array cannot carry a context, so we wrap it in an object with `@graph`.
    const before = skeleton.slice(0, root.offset);
    const after = skeleton.slice(root.offset + root.length);
    const contexts = [...change.contexts, ...(Object.keys(change.terms).length === 0 ? [] : [change.terms])];
    const context = `"@context":${style.colon}${lineText(contexts.length === 1 ? (contexts[0] as JsonValue) : contexts, style)}`;
    return `${before}{${context}${commaOf(style)}"@graph":${style.colon}[${graph}]}${after}`;
  }
  let found = false;
  const properties = (root.children ?? []).map((property, from): Item => {
    const [key, value] = property.children as [Node, Node];
    const lead = skeleton.slice(property.offset, value.offset);
    if (key.value === '@graph' && value.type === 'array') return { text: `${lead}[${graph}]`, from };
    if (key.value !== '@context') return { text: nodeText(skeleton, property), from };
    found = true;
    return { text: lead + changedContext(skeleton, value, change, style), from };
  });
  const text = rebuild(skeleton, root, properties, style);
  const whole = found ? text : text.replace('{', () => `{${newContext(skeleton, root, change, style)}`);
  return skeleton.slice(0, root.offset) + whole + skeleton.slice(root.offset + root.length);
}

function changedContext(text: string, value: Node, { contexts, terms }: ContextChange, style: TextStyle): string {
  const isEmpty = Object.keys(terms).length === 0;
  if (contexts.length === 0) return isEmpty ? nodeText(text, value) : withTerms(text, value, terms, style);
  const before = text.slice(0, value.offset); // the preceding lines determine the indentation
  const longer = before + withContexts(text, value, contexts, style);
  return isEmpty ? longer.slice(before.length) : withTerms(longer, lastTree(longer, before.length), terms, style);
}

/** The tree of the value at the end of a text, with offsets into the text. */
function lastTree(text: string, start: number): Node {
  return treeOf(' '.repeat(start) + text.slice(start));
}

function withContexts(text: string, value: Node, contexts: readonly JsonValue[], style: TextStyle): string {
  if (value.type !== 'array') {
    const own = value.type === 'null' ? [] : [nodeText(text, value)];
    return `[${[...own, ...contexts.map((one) => lineText(one, style))].join(commaOf(style))}]`;
  }
  const children = value.children ?? [];
  const local = localStyle(text, [value], style);
  const inner = indentBefore(text, children[0]?.offset ?? value.offset);
  const written = children.map((child, from): Item => ({ text: nodeText(text, child), from }));
  return rebuild(text, value, [...written, ...contexts.map((one) => ({ text: valueText(one, inner, local) }))], local);
}

function withTerms(text: string, value: Node, terms: JsonObject, style: TextStyle): string {
  const children = value.children ?? [];
  const local = localStyle(text, [value], style);
  const written = children.map((child, from): Item => ({ text: nodeText(text, child), from }));
  const inner = indentBefore(text, children[0]?.offset ?? value.offset);
  if (value.type === 'object') {
    const added = Object.entries(terms).map(([name, iri]) => ({
      text: `${lineText(name, style)}:${style.colon}${lineText(iri, style)}`,
    }));
    return rebuild(text, value, [...written, ...added], local);
  }
  if (value.type !== 'array')
    return value.type === 'null'
      ? lineText(terms, style)
      : `[${nodeText(text, value)}${commaOf(style)}${lineText(terms, style)}]`;
  const last = children.at(-1);
  if (last?.type !== 'object')
    return rebuild(text, value, [...written, { text: valueText(terms, inner, local) }], local);
  return rebuild(
    text,
    value,
    [...written.slice(0, -1), { text: withTerms(text, last, terms, style), from: children.length - 1 }],
    local,
  );
}

/** The `@context` property for a document without context. */
function newContext(text: string, root: Node, { contexts, terms }: ContextChange, style: TextStyle): string {
  const lead = text.slice(root.offset + 1, root.children?.[0]?.offset ?? root.offset + 1);
  const all = Object.keys(terms).length === 0 ? contexts : [...contexts, terms];
  const value = all.length === 1 ? (all[0] as JsonValue) : [...all];
  return `${lead}"@context":${style.colon}${lineText(value, style)},`;
}
