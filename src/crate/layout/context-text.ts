import type { Node } from 'jsonc-parser';
import type { JsonObject, JsonValue } from '../json/parse.js';
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

/**
 * A document with more terms in its context: they go into its last context object, or become one at its end.
 * @param skeleton the document without the entities of `@graph`
 * @param graph text of the entities
 */
export function withTerms(skeleton: string, graph: string, terms: JsonObject, style: TextStyle): string {
  const root = treeOf(skeleton);
  if (root.type === 'array') {
    // An array at the top has no place for a context: it becomes the graph of an object that has.
    const [before, after] = [skeleton.slice(0, root.offset), skeleton.slice(root.offset + root.length)];
    const context = `"@context":${style.colon}${lineText(terms, style)}`;
    return `${before}{${context}${commaOf(style)}"@graph":${style.colon}[${graph}]}${after}`;
  }
  let found = false;
  const properties = (root.children ?? []).map((property, from): Item => {
    const [key, value] = property.children as [Node, Node];
    const lead = skeleton.slice(property.offset, value.offset);
    if (key.value === '@graph' && value.type === 'array') return { text: `${lead}[${graph}]`, from };
    if (key.value !== '@context') return { text: textOf(skeleton, property), from };
    found = true;
    return { text: lead + contextText(skeleton, value, terms, style), from };
  });
  const text = rebuild(skeleton, root, properties, style);
  const whole = found ? text : text.replace('{', () => `{${freshContext(skeleton, root, terms, style)}`);
  return skeleton.slice(0, root.offset) + whole + skeleton.slice(root.offset + root.length);
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
function freshContext(text: string, root: Node, terms: JsonObject, style: TextStyle): string {
  const lead = text.slice(root.offset + 1, root.children?.[0]?.offset ?? root.offset + 1);
  return `${lead}"@context":${style.colon}${lineText(terms satisfies JsonValue, style)},`;
}
