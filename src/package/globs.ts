import picomatch from 'picomatch';
import { CrateError } from '../base/errors.js';

/** Whether a text matches one of some globs. */
export type Matches = (text: string) => boolean;

/** Globs for paths, where `*.csv` also finds `data/x.csv`; in an IRI `*` also stands for `/`. */
export function pathGlobs(name: string, globs: readonly string[] | undefined): Matches | undefined {
  if (globs === undefined || globs.length === 0) return undefined;
  const names = someOf(
    name,
    globs.filter((glob) => !glob.includes('/')),
    { basename: true, dot: true },
  );
  const whole = someOf(
    name,
    globs.filter((glob) => glob.includes('/')),
    { dot: true },
  );
  const iris = checked(name, globs, { bash: true, dot: true });
  return (text) => (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) ? iris(text) : names(text) || whole(text));
}

/** Globs for other texts: upper and lower case are the same, `*` also stands for `/`. */
export function textGlobs(name: string, globs: readonly string[] | undefined): Matches | undefined {
  return globs === undefined || globs.length === 0
    ? undefined
    : checked(name, globs, { bash: true, dot: true, nocase: true });
}

/** As {@link checked}; no glob matches nothing. picomatch's `basename` holds for all globs that it is given. */
function someOf(name: string, globs: readonly string[], options: picomatch.PicomatchOptions): Matches {
  return globs.length === 0 ? () => false : checked(name, globs, options);
}

/** @throws CrateError ERR_USAGE */
function checked(name: string, globs: readonly string[], options: picomatch.PicomatchOptions): Matches {
  const empty = globs.find((glob) => glob.trim() === '');
  if (empty !== undefined) throw new CrateError('ERR_USAGE', `an ${name} pattern is empty`);
  try {
    return picomatch([...globs], options);
  } catch (cause) {
    throw new CrateError('ERR_USAGE', `a pattern for ${name} is not a glob`, {
      hint: 'write one such as *.csv',
      cause,
    });
  }
}
