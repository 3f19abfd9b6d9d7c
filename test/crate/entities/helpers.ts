import fc from 'fast-check';
import type { Crate } from '../../../src/crate/entities/crate.js';
import { crateOf } from '../../../src/crate/entities/crate.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/value.js';
import { open, type TestOptions } from '../../helpers/read.js';

/** Opens the entities of a document. */
export async function opened(document: string | Uint8Array | object, options?: TestOptions): Promise<Crate> {
  return crateOf(await open(document, options));
}

/** How to write a document as text. */
export type Layout = (document: JsonValue) => string;

/** Objects without objects in them are on one line, as people write them. */
function inHouseStyle(value: JsonValue, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isShort = Object.values(value).every((one) => typeof one !== 'object' || one === null);
  const items = Array.isArray(value)
    ? value.map((one) => inHouseStyle(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inHouseStyle(one, inner)}`);
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${start}${end}`;
  const space = Array.isArray(value) ? '' : ' ';
  if (isShort && indent !== '') return `${start}${space}${items.join(', ')}${space}${end}`;
  return `${start}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${end}`;
}

/** Layouts of documents in the wild. */
export const layout: fc.Arbitrary<Layout> = fc.constantFrom<Layout[]>(
  (document) => JSON.stringify(document, null, 2),
  (document) => `${JSON.stringify(document, null, 4)}\n`,
  (document) => JSON.stringify(document, null, '\t').replaceAll('\n', '\r\n'),
  (document) => `\ufeff${JSON.stringify(document)}`,
  (document) => `${inHouseStyle(document)}\n`,
);

/** The items of `@graph`. */
export function graphOf(text: string): JsonObject[] {
  return (JSON.parse(text.replace(/^\ufeff/, '')) as { '@graph': JsonObject[] })['@graph'];
}

/** The lines of a text that another one lacks, and those that it has besides, without their final commas. */
export function changedLines(before: string, after: string): { removed: string[]; added: string[] } {
  const lines = (text: string) => text.split(/\r?\n/).map((line) => line.trim().replace(/,$/, ''));
  const without = (some: string[], others: string[]) => {
    const rest = [...others];
    return some.filter((line) => {
      const at = rest.indexOf(line);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
  };
  return { removed: without(lines(before), lines(after)), added: without(lines(after), lines(before)) };
}
