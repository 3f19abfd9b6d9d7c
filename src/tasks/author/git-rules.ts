import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { isFolder, isThere, unreadable } from '../../base/disk/read-file.js';

/**
 * Patterns as in `.gitignore`, each for the folder that it was read in: the last one that matches decides, as in git.
 */
export class GitRules {
  /** From the top of the repository to the folder of the crate: '' or with a final `/`. */
  readonly #place: string;
  readonly #rules: Ignore;

  constructor(place = '', rules = ignore({ ignorecase: false })) {
    this.#place = place;
    this.#rules = rules;
  }

  /** These rules, and those of a text in a folder. @param folder its path in the crate, '' or with a final `/` */
  with(text: string, folder = ''): GitRules {
    const rules = ignore({ ignorecase: false }).add(this.#rules);
    return new GitRules(this.#place, rules.add(patternsIn(text, this.#place + folder)));
  }

  /** The same rules for paths in a folder below. */
  from(place: string): GitRules {
    return new GitRules(place, this.#rules);
  }

  /** Whether a file or folder is ignored. @param path in the crate; that of a folder ends in `/` */
  ignores(path: string): boolean {
    return this.#rules.ignores(this.#place + path);
  }
}

/**
 * The rules that the repository around a folder has for it: those of the folders above, and
 * `.git/info/exclude`. A folder that the repository ignores as a whole is described because the user names it:
 * then they say nothing about its content.
 * @throws CrateError ERR_NOT_FOUND for rules that cannot be read
 */
export async function rulesAround(folder: string): Promise<GitRules> {
  const inner = await realpath(folder);
  const top = await repositoryOf(inner);
  if (top === undefined) return new GitRules();
  const place = relative(top, inner).split(sep).join('/');
  let rules = await withFile(new GitRules(), join(top, '.git', 'info', 'exclude'));
  if (place === '') return rules;
  const steps = place.split('/');
  for (let depth = 0; depth < steps.length; depth += 1) {
    const above = steps.slice(0, depth);
    rules = await withFile(rules, join(top, ...above, '.gitignore'), above.map((step) => `${step}/`).join(''));
  }
  return rules.ignores(`${place}/`) ? new GitRules() : rules.from(`${place}/`);
}

/**
 * Whether git ignores a file anywhere in a folder, also by rules of folders that are not read yet.
 * @param rules those around the folder
 * @throws CrateError ERR_NOT_FOUND for rules that cannot be read
 */
export async function ignoresBelow(folder: string, path: string, rules: GitRules): Promise<boolean> {
  const steps = path.split('/');
  let all = rules;
  for (let depth = 0; depth < steps.length; depth += 1) {
    const above = steps.slice(0, depth);
    all = await withFile(all, join(folder, ...above, '.gitignore'), above.map((step) => `${step}/`).join(''));
  }
  return all.ignores(path);
}

/** The text of a file of patterns. @throws CrateError ERR_NOT_FOUND */
export async function patternText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return text.replace(/^\uFEFF/, '');
}

async function withFile(rules: GitRules, path: string, folder = ''): Promise<GitRules> {
  const isFile = (await isThere(path)) && !(await isFolder(path));
  return isFile ? rules.with(await patternText(path), folder) : rules;
}

/** The folder with `.git` that a folder is in. */
async function repositoryOf(folder: string): Promise<string | undefined> {
  for (let place = folder; ; place = dirname(place)) {
    // as git: where one may not look, there is no repository
    if (await isThere(join(place, '.git')).catch(() => false)) return place;
    if (dirname(place) === place) return undefined;
  }
}

/** The patterns of a text, written for the top of the repository. */
function patternsIn(text: string, folder: string): string[] {
  const place = folder.replaceAll(/[\\*?[\]!# ]/g, '\\$&');
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\) +$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (folder === '' ? line : patternBelow(place, line)));
}

/** A pattern with a `/` before its end is about the folder itself, any other about all folders in it too. */
function patternBelow(place: string, line: string): string {
  const not = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(not.length);
  const isAnchored = pattern.slice(0, -1).includes('/');
  return `${not}/${place}${isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`}`;
}
