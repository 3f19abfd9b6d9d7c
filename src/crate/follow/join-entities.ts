import type { Node } from 'jsonc-parser';
import { keywordOf, predicateOf, type InContext } from './written-keys.js';
import { commaOf, rebuild, styleBeside, textOf, treeOf, type Item, type TextStyle } from './json-text.js';

/**
 * The text of an entity with what another description of it adds: more keys, and more values of the same ones. What
 * RDF does not hold is not said twice.
 * @param more says nothing in RDF that the first one does
 */
export function joinEntities(text: string, more: string, document: InContext, documentStyle: TextStyle): string {
  const [entity, other] = [treeOf(text), treeOf(more)];
  const properties = (entity.children ?? []).map((property) => partsOf(property, document));
  const added = properties.map((): string[] => []);
  const fresh: Item[] = [];
  for (const property of other.children ?? []) {
    const { key, predicate, value } = partsOf(property, document);
    if (keywordOf(key, document) === '@id') continue;
    const at = properties.findIndex(
      (one) => one.key === key || (predicate !== undefined && one.predicate === predicate),
    );
    const known = properties[at];
    if (known === undefined) {
      fresh.push({ text: textOf(more, property) });
      continue;
    }
    const said = new Set(predicate === undefined ? valuesOf(known.value).map((one) => jsonOf(text, one)) : []);
    for (const one of valuesOf(value))
      if (one.type !== 'null' && !said.has(jsonOf(more, one))) added[at]?.push(textOf(more, one));
  }
  const style = styleBeside(text, [entity], documentStyle);
  const items = properties.map(({ property, value }, from): Item => {
    const values = added[from] ?? [];
    if (values.length === 0) return { text: textOf(text, property), from };
    return { text: text.slice(property.offset, value.offset) + withValues(text, value, values, style), from };
  });
  return rebuild(text, entity, [...items, ...fresh], style);
}

function partsOf(property: Node, document: InContext) {
  const [{ value: key }, value] = property.children as [Node & { value: string }, Node];
  return { property, key, value, predicate: predicateOf(key, document) };
}

function valuesOf(value: Node): readonly Node[] {
  return value.type === 'array' ? (value.children ?? []) : [value];
}

function jsonOf(text: string, node: Node): string {
  return JSON.stringify(JSON.parse(textOf(text, node)));
}

function withValues(text: string, value: Node, added: readonly string[], style: TextStyle): string {
  if (value.type !== 'array') return `[${[textOf(text, value), ...added].join(commaOf(style))}]`;
  const kept = valuesOf(value).map((one, from): Item => ({ text: textOf(text, one), from }));
  return rebuild(text, value, [...kept, ...added.map((item) => ({ text: item }))], styleBeside(text, [value], style));
}

/** JSON text from a line indented one way for a place that is indented another way; on one line where the style is. */
export function placed(text: string, from: string, to: string, style: TextStyle): string {
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
