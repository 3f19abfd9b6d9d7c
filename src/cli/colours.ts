import { styleText } from 'node:util';
import type { Io } from './io.js';
import { printable } from './printable.js';

/** Makes text safe for a terminal, in a style where there is one. */
export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

/** The styles of an output: none unless it is a terminal, nor with NO_COLOR (https://no-color.org). */
export function styleOn({ isTTY }: { readonly isTTY?: boolean }, { env }: Io): Style {
  const isColoured = isTTY === true && (env['NO_COLOR'] ?? '') === '';
  return (format, text) =>
    isColoured ? styleText(format, printable(text), { validateStream: false }) : printable(text);
}
