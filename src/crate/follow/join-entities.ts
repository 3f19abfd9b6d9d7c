import type { Node } from 'jsonc-parser';
import { keywordOf, predicateOf, type InContext } from './written-keys.js';
import { commaOf, rebuild, localStyle, nodeText, treeOf, type Item, type TextStyle } from './json-text.js';

/**
 * Joins two descriptions of an entity: adds the keys and values of the second to the first. Values that RDF cannot
 * represent appear only once.
 * @param more the second description; its triples are all new
 */
export function joinEntities(text: string, more: string, document: InContext, documentStyle: TextStyle): string {
  const entity = treeOf(text);
  const other = treeOf(more);
  const properties = (entity.children ?? []).map((property) => propertyParts(property, document));
  const added = properties.map((): string[] => []);
  const newProperties: Item[] = [];
  for (const property of other.children ?? []) {
    const { key, predicate, value } = propertyParts(property, document);
    if (keywordOf(key, document) === '@id') continue;
    const at = properties.findIndex(
      (one) => one.key === key || (predicate !== undefined && one.predicate === predicate),
    );
    const known = properties[at];
    if (known === undefined) {
      newProperties.push({ text: nodeText(more, property) });
      continue;
    }
    const knownValues = new Set(predicate === undefined ? valuesOf(known.value).map((one) => jsonOf(text, one)) : []);
    for (const one of valuesOf(value))
      if (one.type !== 'null' && !knownValues.has(jsonOf(more, one))) added[at]?.push(nodeText(more, one));
  }
  const style = localStyle(text, [entity], documentStyle);
  const items = properties.map(({ property, value }, from): Item => {
    const values = added[from] ?? [];
    if (values.length === 0) return { text: nodeText(text, property), from };
    return { text: text.slice(property.offset, value.offset) + withValues(text, value, values, style), from };
  });
  return rebuild(text, entity, [...items, ...newProperties], style);
}

function propertyParts(property: Node, document: InContext) {
  const [{ value: key }, value] = property.children as [Node & { value: string }, Node];
  return { property, key, value, predicate: predicateOf(key, document) };
}

function valuesOf(value: Node): readonly Node[] {
  return value.type === 'array' ? (value.children ?? []) : [value];
}

function jsonOf(text: string, node: Node): string {
  return JSON.stringify(JSON.parse(nodeText(text, node)));
}

function withValues(text: string, value: Node, added: readonly string[], style: TextStyle): string {
  if (value.type !== 'array') return `[${[nodeText(text, value), ...added].join(commaOf(style))}]`;
  const written = valuesOf(value).map((one, from): Item => ({ text: nodeText(text, one), from }));
  return rebuild(text, value, [...written, ...added.map((item) => ({ text: item }))], localStyle(text, [value], style));
}

/** Moves JSON text to a line with another indentation. In a one-line style, the result is one line. */
export function reindent(text: string, from: string, to: string, style: TextStyle): string {
  if (!text.includes('\n')) return text;
  if (style.unit !== '') {
    const moved = (line: string) => to + (line.startsWith(from) ? line.slice(from.length) : line.trimStart());
    const [first = '', ...lines] = text.split(/\r?\n/);
    return [first, ...lines.map(moved)].join(style.newline);
  }
  const spaces: Readonly<Record<string, string>> = { ':': `:${style.colon}`, ',': commaOf(style) };
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+|[:,]/g, (token) =>
    token.startsWith('"') ? token : (spaces[token] ?? ''),
  );
}
