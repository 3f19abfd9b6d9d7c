import { prefixedName, type Prefixes } from './names.js';
import type { AnswerTable } from './run-query.js';

/** Finds the rows of a table that have all words of a text somewhere, in any case. */
export function rowFilter(rows: AnswerTable['rows'], prefixes: Prefixes): (text: string) => AnswerTable['rows'] {
  const words = new Map<AnswerTable['rows'][number], string>();
  const textOf = (row: AnswerTable['rows'][number]): string => {
    const known = words.get(row);
    if (known !== undefined) return known;
    const terms = Object.values(row).map(({ type, value }) => {
      const name = type === 'uri' ? prefixedName(value, prefixes) : undefined;
      return typeof value !== 'string' ? JSON.stringify(value) : name === undefined ? value : `${value} ${name}`;
    });
    const text = folded(terms.join('\n'));
    words.set(row, text);
    return text;
  };
  return (text) => {
    const wanted = folded(text)
      .split(/\s+/)
      .filter((word) => word !== '');
    return wanted.length === 0 ? rows : rows.filter((row) => wanted.every((word) => textOf(row).includes(word)));
  };
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
