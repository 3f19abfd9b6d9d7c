import type { CrateError } from '../../errors.js';
import type { ResultMediaType } from '../port.js';

/** What the engine's thread is asked to do; each request has one answer, in order. */
export type Request =
  | { readonly do: 'feed'; readonly pieces: readonly Uint8Array[] }
  | { readonly do: 'drop'; readonly graphs: readonly string[] }
  | {
      readonly do: 'query';
      readonly sparql: string;
      readonly mediaType: ResultMediaType;
      readonly dataset: Dataset | undefined;
    }
  | {
      readonly do: 'update';
      readonly sparql: string;
      /** The graphs that it can change; undefined when it may be all. */
      readonly graphs: readonly string[] | undefined;
    };

/** The graphs that a query sees; without them it sees the union of all that the engine holds. */
export interface Dataset {
  readonly unnamed: readonly string[];
  readonly named: readonly string[];
}

/** A graph after an update, as N-Quads of the engine's spelling. */
export interface ChangedGraph {
  readonly graph: string;
  readonly pieces: readonly Uint8Array[];
}

/** What the thread answers. */
export type Answer =
  | { readonly done: true; readonly bytes?: Uint8Array; readonly changed?: readonly ChangedGraph[] }
  | { readonly error: Pick<CrateError, 'code' | 'message' | 'hint' | 'details'> };
