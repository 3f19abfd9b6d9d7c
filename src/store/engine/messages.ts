import type { ResultMediaType } from '../port.js';

/** A request to the engine thread; each gets one reply, in order. */
export type EngineRequest =
  | { readonly do: 'feed'; readonly pieces: readonly Uint8Array[] }
  | { readonly do: 'drop'; readonly graphs: readonly string[] }
  | {
      readonly do: 'query';
      readonly sparql: string;
      readonly mediaType: ResultMediaType;
      readonly dataset: Dataset | undefined;
      /** The most rows of a result. Default: any number. */
      readonly most?: number | undefined;
    }
  | {
      readonly do: 'update';
      readonly sparql: string;
      /** The graphs that it can change; undefined if it may change any. */
      readonly graphs: readonly string[] | undefined;
    };

/** The graphs of a query; without them it reads the union of all graphs in the engine. */
export interface Dataset {
  readonly unnamed: readonly string[];
  readonly named: readonly string[];
}

/** A graph after an update, as N-Quads in the engine's spelling. */
export interface ChangedGraph {
  readonly graph: string;
  readonly pieces: readonly Uint8Array[];
}

/** What a request that was carried out returns; the result of a query in parts. */
export interface DoneReply<Result = Iterable<Uint8Array>> {
  readonly done: true;
  /** The result of a query. */
  readonly result?: Result | undefined;
  readonly changed?: readonly ChangedGraph[];
}
