import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { SETTINGS_FILE } from '../../package/tool-files.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import { ruleFilter, type RuleChoice } from './choose-rules.js';
import { FAIL_ON, type FailOn } from './rule.js';

/** What a file of settings says about the check of a crate. */
export interface CheckSettings extends RuleChoice {
  /** Profiles that the root has to conform to. */
  readonly profile?: readonly string[] | undefined;
  readonly failOn?: FailOn | undefined;
}

/** Settings and the file that they are from. */
export interface FoundSettings {
  readonly file: string;
  readonly settings: CheckSettings;
}

const KEYS = ['select', 'ignore', 'profile', 'failOn'] as const;

/**
 * Reads a file of settings.
 * @throws CrateError ERR_NOT_FOUND, and ERR_USAGE for what is no settings
 */
export async function readSettings(file: string): Promise<CheckSettings> {
  return parseSettings(await settingsIn(file), file);
}

/**
 * The settings in the file {@link SETTINGS_FILE} beside a metadata document or archive on this machine.
 * @throws CrateError as {@link readSettings}
 */
export async function settingsBeside(document: string): Promise<FoundSettings | undefined> {
  const file = join(dirname(document), SETTINGS_FILE);
  try {
    return { file, settings: await readSettings(file) };
  } catch (error) {
    if (error instanceof CrateError && error.code === 'ERR_NOT_FOUND') return undefined;
    throw error;
  }
}

async function settingsIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new CrateError('ERR_NOT_FOUND', `${file} does not exist`, { cause, details: { file } });
    throw new CrateError('ERR_USAGE', `${file} cannot be read: ${message}`, { cause, details: { file } });
  }
}

/** @throws CrateError ERR_USAGE with the name of the file and of the key */
function parseSettings(text: string, file: string): CheckSettings {
  const invalid = (reason: string, hint = `its keys are ${KEYS.join(', ')}`, cause?: unknown) =>
    new CrateError('ERR_USAGE', `${file}: ${reason}`, { hint, cause, details: { file } });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(`not JSON: ${(cause as Error).message}`, 'correct the file', cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('not a JSON object');
  const { $schema: _, ...given } = value as Record<string, unknown>;
  for (const key of Object.keys(given))
    if (!(KEYS as readonly string[]).includes(key))
      throw invalid(`the key ${key} is unknown`, didYouMean(nearNames(key, KEYS)));
  const listOf = (key: string): string[] | undefined => {
    const list = given[key];
    if (list === undefined) return undefined;
    if (Array.isArray(list) && list.every((one) => typeof one === 'string' && one !== '')) return list as string[];
    throw invalid(`${key} is not a list of strings`, `write "${key}": ["..."]`);
  };
  const failOn = given['failOn'] as FailOn | undefined;
  if (failOn !== undefined && !FAIL_ON.includes(failOn))
    throw invalid('failOn has no known value', `write one of ${FAIL_ON.join(', ')}`);
  const settings = { select: listOf('select'), ignore: listOf('ignore'), profile: listOf('profile'), failOn };
  try {
    ruleFilter(settings);
  } catch (error) {
    if (error instanceof CrateError) throw invalid(error.message, error.hint, error);
    throw error;
  }
  return settings;
}
