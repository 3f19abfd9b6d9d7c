import type { DatasetFacts, FactDownload, FactFile } from '../view/dataset-facts.js';

/** A crate, as catalogues describe it. */
export interface CatalogueEntry {
  readonly facts: DatasetFacts;
  /** The address of its page; undefined without a website. */
  readonly page?: string | undefined;
  /** What of it can be downloaded: what the root says, and the forms of a website. */
  readonly downloads: readonly FactDownload[];
  /** Its files, for catalogues that describe them. */
  readonly files?: readonly FactFile[] | undefined;
}
