import type { ContextSource } from '../../crate/context/context-source.js';
import type { Branding } from '../branding/branding.js';
import type { CrateStatistics } from '../../tasks/inspect/statistics.js';
import type { LoadRecord } from '../../tasks/stored/load-records.js';
import type { GraphReader } from '../../store/port.js';
import type { CrateCheck } from '../view/crate-check.js';
import type { CrateView } from '../view/crate-view.js';
import type { SearchTexts } from '../view/find-list.js';
import type { CrateFiles } from '../view/files/crate-files.js';
import type { CrateContents } from '../view/files/crate-contents.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';
import type { StatisticsSoFar } from '../view/store-statistics.js';

/** What pages are made of, at one moment. */
export interface PageData {
  /** How the website presents itself. */
  readonly branding: Branding;
  /** The address of the website, with `/` at its end. */
  readonly address: string;
  readonly index: StoreIndex;
  readonly store: GraphReader;
  /** Searches the full text of the store; undefined while it is made. */
  readonly search: SearchTexts | undefined;
  readonly contexts: ContextSource;
  /**
   * What the rules of RO-Crate find in a crate; undefined for one that is too large.
   * @param isQuick only if it is known, or costs little
   * @throws CrateError if it cannot be checked
   */
  check(crate: CrateSummary, isQuick?: boolean): Promise<CrateCheck | undefined>;
  /** Statistics of one crate. */
  statistics(crate: CrateSummary): Promise<CrateStatistics>;
  /** Statistics of all crates, as far as they were read. */
  sumOfStatistics(): Promise<StatisticsSoFar>;
  /** Names of the folders that are served as files only, at `/crates/<name>/`: no crate of the store is theirs. */
  readonly plainFolders: readonly string[];
  /** The files of a crate, if they are on this server, at `/crates/<key>/<path>`. */
  files(crate: CrateSummary): CrateFiles | undefined;
  /** Whether a crate is in a folder of this server whose metadata file is another one than was loaded. */
  isEdited(crate: CrateSummary, records: readonly LoadRecord[]): Promise<boolean>;
  /** What a crate contains. @param files as {@link files} has them */
  contents(view: CrateView, files: CrateFiles | undefined): CrateContents;
  /**
   * @param isKept false for a reader of many crates. Default true
   * @throws CrateError ERR_CONTEXT_UNAVAILABLE and others, if the crate cannot be read
   */
  view(crate: CrateSummary, isKept?: boolean): Promise<CrateView>;
}
