/** What a Virtuoso of a test or a benchmark is. */
export interface VirtuosoOptions {
  readonly folder: string;
  /** Ports of loopback. */
  readonly sql: number;
  readonly http: number;
  /** Folders that it may load from, besides its own. Default: none. */
  readonly reads?: readonly string[];
  /** Of the database that it keeps in memory. Default 160. */
  readonly megabytes?: number;
  /** At how many rows it cuts a result. Default: never. */
  readonly maxRows?: number | undefined;
}

export function virtuosoConfiguration(options: VirtuosoOptions): string;
