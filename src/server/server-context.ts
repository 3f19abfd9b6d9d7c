import type { ContextSource } from '../crate/context/context-source.js';
import type { Branding, Pages } from '../site/door.js';
import type { GraphStore } from '../store/port.js';
import type { Access } from './access.js';
import type { Metrics } from './metrics.js';
import type { CrateDirectory } from './discovery/crate-directory.js';
import type { DescribedCrates } from './discovery/described-crates.js';
import type { SignpostedCrates } from './discovery/signposted-crates.js';
import type { FolderFacts } from './packages/crate-facts.js';
import type { GraphBodies } from './sparql/graph-bodies.js';
import type { QueryThreads } from './sparql/query-threads.js';
import type { UpdateTexts } from './sparql/update-texts.js';
import type { CrateExports } from './stored/crate-exports.js';
import type { StoredCrates } from './stored/stored-crates.js';

/** A crate folder that is served as it is, at `/crates/<name>/`. */
export interface ServedPackage {
  readonly name: string;
  /** Absolute path of the folder. */
  readonly folder: string;
  /** Name of its metadata file, such as `ro-crate-metadata.json`. */
  readonly metadata: string;
  /** Its graph in the store; undefined if the store does not have it. */
  readonly graph: string | undefined;
}

/** What a server serves, and how; all routes get it. */
export interface ServerContext {
  /** The address of the server as its clients see it, with `/` at its end. */
  readonly address: string;
  /** How the website presents itself. */
  readonly branding: Branding;
  /** An address of mail, whom harvesters may write to. */
  readonly contact: string | undefined;
  readonly store: GraphStore;
  /** Path of the store file; threads open it by themselves. */
  readonly place: string;
  readonly packages: readonly ServedPackage[];
  /** What the served folders say about themselves. */
  readonly facts: FolderFacts;
  /** The crates of the store, by their keys. */
  readonly crates: StoredCrates;
  /** The links of crates, by their keys. */
  readonly signposts: SignpostedCrates;
  /** All crates, for sitemaps and feeds. */
  readonly directory: CrateDirectory;
  /** What crates say of themselves, for catalogues. */
  readonly described: DescribedCrates;
  readonly contexts: ContextSource;
  readonly access: Access;
  readonly pages: Pages;
  readonly queries: QueryThreads;
  /** Writes crates of the store in its metadata and RDF formats. */
  readonly exports: CrateExports;
  /** Reads the graphs that clients send. */
  readonly bodies: GraphBodies;
  /** Reads the updates that clients send. */
  readonly updates: UpdateTexts;
  readonly limits: ServerLimits;
  readonly metrics: Metrics;
}

/** What one request may take, and the threads for all of them. */
export interface ServerLimits {
  /** Seconds that a query or an update may run. Default 30. */
  readonly seconds: number;
  /** Rows or triples of one result; a longer one is an error. Default 1,000,000. */
  readonly rows: number;
  /** Threads for queries, at least two. Default 4. */
  readonly threads: number;
  /** Bytes of a request body. Default 100,000,000. */
  readonly bodyBytes: number;
}
