import type { Node } from 'jsonc-parser';
import { keywordOf, predicateOf, type InContext } from './keys.js';
import { commaOf, rebuild, styleBeside, textOf, treeOf, type Item, type TextStyle } from './json-text.js';

/**
 * The text of an entity with what another description of it adds: more keys, and more values of the same ones. What
 * RDF does not hold is not said twice.
 * @param more says nothing in RDF that the first one does
 */
export function joinEntities(text: string, more: string, document: InContext, style: TextStyle): string {
  const [entity, other] = [treeOf(text), treeOf(more)];
  const properties = (entity.children ?? []).map((property) => partsOf(property, document));
  const items: Item[] = properties.map(({ property }, from) => ({ text: textOf(text, property), from }));
  const beside = styleBeside(text, [entity], style);
  for (const property of other.children ?? []) {
    const { key, predicate, value } = partsOf(property, document);
    if (keywordOf(key, document) === '@id') continue;
    const at = properties.findIndex(
      (one) => one.key === key || (predicate !== undefined && one.predicate === predicate),
    );
    const known = properties[at];
    if (known === undefined) {
      items.push({ text: textOf(more, property) });
      continue;
    }
    const said = new Set(predicate === undefined ? valuesOf(known.value).map((one) => jsonOf(text, one)) : []);
    const fresh = valuesOf(value).filter((one) => one.type !== 'null' && !said.has(jsonOf(more, one)));
    if (fresh.length === 0) continue;
    const lead = text.slice(known.property.offset, known.value.offset);
    const added = fresh.map((one) => textOf(more, one));
    items[at] = { text: lead + withValues(text, known.value, added, beside), from: at };
  }
  return rebuild(text, entity, items, beside);
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
