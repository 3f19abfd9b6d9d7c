import { styleText } from 'node:util';
import type { Io } from './io.js';
import { printable } from './printable.js';

/** Makes text safe for a terminal, in a style where there is one. */
export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

/** An output: a terminal, or anything else. */
interface Output {
  readonly isTTY?: boolean;
}

/** The option of every command line that ends all colours. */
const NO_COLOR = '--no-color';

/** The styles of an output, of which there are none where it gets no colours. */
export function styleOn(output: Output, io: Io): Style {
  const isColoured = hasColours(output, io);
  return (format, text) =>
    isColoured ? styleText(format, printable(text), { validateStream: false }) : printable(text);
}

/**
 * Whether an output gets colours: as FORCE_COLOR says, which Node reads in the same way; else if it is a terminal that
 * has them, and nothing is in NO_COLOR (https://no-color.org).
 */
function hasColours(output: Output, { env }: Io): boolean {
  const { NO_COLOR: unwanted = '', FORCE_COLOR: forced } = env;
  if (forced !== undefined) return ['', '1', '2', '3', 'true'].includes(forced);
  return unwanted === '' && isLively(output, { env });
}

/** Whether an output is a terminal that knows more than text: colours, and a cursor that moves. */
export function isLively({ isTTY }: Output, { env }: Pick<Io, 'env'>): boolean {
  return isTTY === true && env['TERM'] !== 'dumb';
}

/**
 * Takes `--no-color` out of a command line, before or after the verb. It beats the variables of the environment, and
 * errors obey it that come before any option is parsed.
 */
export function takeNoColor(argv: readonly string[], io: Io): { readonly argv: readonly string[]; readonly io: Io } {
  const end = argv.indexOf('--');
  const options = argv.slice(0, end < 0 ? argv.length : end);
  if (!options.includes(NO_COLOR)) return { argv, io };
  const { stdout, stderr, env } = io;
  return {
    argv: [...options.filter((word) => word !== NO_COLOR), ...argv.slice(options.length)],
    io: {
      get stdin() {
        return io.stdin; // Node opens standard input when it is named first
      },
      stdout,
      stderr,
      env: { ...env, FORCE_COLOR: '0' },
    },
  };
}
