import { dirname, relative, resolve } from 'node:path';
import { readSettings, settingsBeside, type CheckSettings } from '../tasks/check/check-settings.js';
import { ruleFilter } from '../tasks/check/choose-rules.js';
import { isWebAddress } from '../package/package-options.js';

/** Where the settings of a check come from. */
export interface SettingsChoice {
  /** Those of the command line, which win key by key. */
  readonly given: CheckSettings;
  /** A file for all crates; false: no files; undefined: the file beside each crate. */
  readonly config?: string | false | undefined;
  /** Called once for each file that is found beside a crate. */
  readonly onFile: (line: string) => void;
}

/** The settings for each crate of a check. Each file is read once. */
export class SettingsOfCrates {
  readonly #choice: SettingsChoice;
  readonly #read = new Map<string, Promise<CheckSettings>>();

  constructor(choice: SettingsChoice) {
    this.#choice = choice;
  }

  /** Reads what the command line names, so that mistakes in it are found before any crate is checked. */
  async checkGiven(): Promise<void> {
    ruleFilter(this.#choice.given);
    await this.of(undefined);
  }

  /**
   * The settings for a crate.
   * @param document path of its metadata document or archive; undefined for a stream and a crate of a store
   * @throws CrateError as `readSettings`
   */
  async of(document: string | undefined): Promise<CheckSettings> {
    const { given, config } = this.#choice;
    const found = await this.#found(document, config);
    const own = Object.entries(given).filter(([, value]) => value !== undefined);
    return { ...found, ...Object.fromEntries(own) };
  }

  async #found(document: string | undefined, config: string | false | undefined): Promise<CheckSettings> {
    if (config === false) return {};
    if (config !== undefined) return this.#once(config, () => readSettings(config));
    if (document === undefined || document === '-' || isWebAddress(document)) return {};
    return this.#once(resolve(dirname(document)), async () => {
      const found = await settingsBeside(document);
      if (found === undefined) return {};
      this.#choice.onFile(`${relative('.', found.file)}: ${inWords(found.settings)}`);
      return found.settings;
    });
  }

  #once(key: string, read: () => Promise<CheckSettings>): Promise<CheckSettings> {
    const known = this.#read.get(key) ?? read();
    this.#read.set(key, known);
    return known;
  }
}

/** Settings in words: a crate from elsewhere may declare its faults acceptable. */
function inWords({ select, ignore, profile, failOn }: CheckSettings): string {
  const parts = [
    select && `only ${select.join(', ')}`,
    ignore && ignore.length > 0 && `without ${ignore.join(', ')}`,
    profile && `demands ${profile.join(', ')}`,
    failOn && `fails on ${failOn}`,
  ].filter((part) => typeof part === 'string');
  return parts.join('; ') || 'changes nothing';
}
