import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unreadable } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import { MalformedText } from './fields.js';
import { FACT_FILES, type Facts } from './fact-files.js';
import { namedLicense } from './license-iri.js';
import { licenseOfText } from './license-text.js';

/** A value of the crate that a file of the folder states. */
export interface TakenFact {
  readonly property: keyof Facts;
  readonly file: string;
}

/** What the files of a folder say about it. */
export interface StatedFacts {
  readonly facts: Facts;
  readonly taken: readonly TakenFact[];
  /** What could not be used, in words. */
  readonly problems: readonly string[];
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|unlicense)(?:[-_.][\w.-]+)?$/i;
const PROPERTIES = ['name', 'description', 'version', 'license', 'authors'] as const;

/** Files of this kind are small: a larger one is something else. */
const LARGEST = 1_000_000;

/**
 * Reads what a folder says about itself. For each property the first file counts that states it: a text of a licence,
 * then CITATION.cff, codemeta.json, package.json, pyproject.toml.
 * @param names files in the folder that may be read
 * @param said what a person says already
 * @throws CrateError ERR_NOT_FOUND for a file that cannot be read
 */
export async function statedFacts(
  folder: string,
  names: readonly string[],
  said: ReadonlySet<keyof Facts>,
): Promise<StatedFacts> {
  const problems: string[] = [];
  const sources = said.has('license') ? [] : await licenseTexts(folder, names, problems);
  for (const [file, factsIn] of Object.entries(FACT_FILES)) {
    const text = names.includes(file) ? await textIn(folder, file, problems) : undefined;
    if (text === undefined) continue;
    try {
      sources.push([file, usable(file, factsIn(text), problems, said)]);
    } catch (error) {
      if (!(error instanceof MalformedText)) throw error;
      problems.push(`${file} is malformed and was not used: ${error.message}`);
    }
  }
  const facts: { -readonly [P in keyof Facts]: unknown } = {};
  const taken: TakenFact[] = [];
  for (const property of PROPERTIES) {
    const stating = sources.filter(([, one]) => one[property] !== undefined);
    const [file, found] = (property === 'license' ? laterVersions(stating) : undefined) ?? stating[0] ?? [];
    if (said.has(property) || file === undefined) continue;
    facts[property] = found?.[property];
    taken.push({ property, file });
  }
  return { facts: facts as Facts, taken, problems };
}

/** Who says that a GNU licence is meant with its later versions, which its text leaves open. */
function laterVersions(stating: readonly (readonly [file: string, facts: Facts])[]) {
  const ids = stating.map(([, { license = '' }]) => namedLicense(license).name);
  const first = ids[0] ?? '';
  const at = first.endsWith('-only') ? ids.indexOf(first.replace(/-only$/, '-or-later')) : -1;
  return stating[at];
}

/** The licence whose text is in the folder, unless there are several. */
async function licenseTexts(folder: string, names: readonly string[], problems: string[]): Promise<[string, Facts][]> {
  const found: [file: string, license: string][] = [];
  for (const file of names.filter((name) => LICENSE_FILE.test(name))) {
    const text = await textIn(folder, file, problems);
    const license = text === undefined ? undefined : licenseOfText(text);
    if (license !== undefined) found.push([file, license]);
    else if (text !== undefined) problems.push(`${file} is no text of a licence that is recognised`);
  }
  const lesser = found.filter(([, license]) => license.startsWith('LGPL-')); // adds to a text of the GPL
  const chosen = lesser.length > 0 && found.every(([, license]) => /^L?GPL-/.test(license)) ? lesser : found;
  if (new Set(chosen.map(([, license]) => license)).size > 1) {
    problems.push(`${chosen.map(([file, license]) => `${file} is ${license}`).join(', ')}: choose a licence`);
    return [];
  }
  return chosen.map(([file, license]) => [file, { license }]);
}

/** The facts of a file, without a licence that cannot be looked up. */
function usable(file: string, facts: Facts, problems: string[], said: ReadonlySet<keyof Facts>): Facts {
  const { license, ...others } = facts;
  if (license === undefined || said.has('license')) return others;
  try {
    namedLicense(license);
    return facts;
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    problems.push(`${file} names a licence that cannot be used: ${error.message}`);
    return others;
  }
}

async function textIn(folder: string, file: string, problems: string[]): Promise<string | undefined> {
  const place = join(folder, file);
  try {
    if ((await stat(place)).size <= LARGEST) return (await readFile(place, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw unreadable(place, error);
  }
  problems.push(`${file} is larger than ${LARGEST} bytes and was not read`);
  return undefined;
}
