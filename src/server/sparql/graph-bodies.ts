import { CrateError } from '../../base/errors.js';
import { unpackCrate, type PackedCrate } from '../../tasks/load/crate-readers.js';
import type { ReadCrate } from '../../tasks/load/read-crate.js';
import type { ContextOptions } from '../../package/contexts/open-contexts.js';
import { Packable, type PackedBytes } from '../../store/packable.js';
import type { Piece } from '../../store/port.js';
import { threadCode } from '../../base/thread-code.js';
import { ThreadPool } from '../../base/threads/thread-pool.js';
import type { GraphDocument } from './graph-body.js';
import { refusal } from './refusal.js';

/** The subject of error messages. */
export const BODY = 'the body of the request';

/** What the thread gets when it starts. */
export interface GraphBodyData {
  readonly contexts: ContextOptions;
  /** Megabytes that the triples of a body may take. Default 1024. */
  readonly megabytes?: number | undefined;
}

/** The documents for a graph. */
export interface GraphBodyRequest {
  readonly graph: string;
  readonly documents: readonly { readonly bytes: Uint8Array; /** Name of the syntax. */ readonly from: string }[];
}

/** What the documents are. */
export type GraphBodyOutcome =
  /** The metadata document of the crate that the graph is named by. */
  | { readonly is: 'crate'; readonly crate: PackedCrate }
  | { readonly is: 'graph'; readonly pieces: readonly (PackedBytes & Pick<Piece, 'quads'>)[] }
  | { readonly is: 'refused'; readonly status: 400 | 409; readonly message: string };

/**
 * Reads the graphs that clients send, in a thread: a parser does not stop before the end of a name or literal, however
 * long, and some texts of a few kilobytes take it minutes.
 */
export class GraphBodies {
  readonly #thread: ThreadPool<GraphBodyRequest, GraphBodyOutcome>;

  constructor(data: GraphBodyData) {
    this.#thread = new ThreadPool({ code: threadCode('graph-body-thread'), data });
  }

  /**
   * The triples of documents in one graph, or the crate whose metadata document they are.
   * @param signal ends the thread
   * @throws HTTPException 400 for triples of other graphs, 409 for the document of another crate, 413 for documents
   * that need too much memory; CrateError if they cannot be read
   */
  async read(
    documents: readonly GraphDocument[],
    graph: string,
    signal: AbortSignal,
  ): Promise<{ readonly pieces: readonly Piece[] } | { readonly crate: ReadCrate }> {
    const request = { graph, documents: documents.map(({ bytes, syntax }) => ({ bytes, from: syntax.name })) };
    const outcome = await this.#thread.ask(request, { doing: BODY, signal }).catch((error) => {
      if (error instanceof CrateError && error.code === 'ERR_LIMIT') throw refusal(413, `${error.message}.`);
      throw error;
    });
    if (outcome.is === 'refused') throw refusal(outcome.status, outcome.message);
    if (outcome.is === 'crate') return { crate: unpackCrate(outcome.crate) };
    return { pieces: outcome.pieces.map(({ quads, ...content }) => ({ content: Packable.packed(content), quads })) };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
