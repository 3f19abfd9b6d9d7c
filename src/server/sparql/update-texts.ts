import type { ContextSource } from '../../crate/context/context-source.js';
import { CrateError, unpackError, packError, type PackedError } from '../../base/errors.js';
import type { ContextOptions } from '../../package/contexts/open-contexts.js';
import { prepareUpdate, type PreparedUpdate, type UpdateOptions } from '../../tasks/query/update-store.js';
import type { GraphReader } from '../../store/port.js';
import { threadCode } from '../../base/thread-code.js';
import { ThreadPool } from '../../base/threads/thread-pool.js';
import { refusal } from './refusal.js';

/** What the thread gets when it starts. */
export interface UpdateTextData {
  /** Path of the store file. */
  readonly place: string;
  readonly contexts: ContextOptions;
}

type Settings = Pick<UpdateOptions, 'crate' | 'using' | 'base'>;

/** A text to prepare, or to explain an error of the engine in. */
export interface UpdateTextRequest extends Settings {
  readonly sparql: string;
  readonly error?: PackedError | undefined;
}

/** The text to run, or the explained error. */
export type UpdateTextAnswer = Pick<PreparedUpdate, 'text' | 'graphs'> | { readonly error: PackedError };

/** Characters of a text that the thread which answers all requests reads itself. */
const SHORT = 4000;

/** Reads the updates that clients send, long ones in a thread: the parser takes a second for some hundred kilobytes. */
export class UpdateTexts {
  readonly #store: GraphReader;
  readonly #contexts: ContextSource;
  readonly #thread: ThreadPool<UpdateTextRequest, UpdateTextAnswer>;

  constructor(store: GraphReader, contexts: ContextSource, data: UpdateTextData) {
    this.#store = store;
    this.#contexts = contexts;
    const code = threadCode('update-text-thread');
    this.#thread = new ThreadPool({ code, data });
  }

  /**
   * As `prepareUpdate`.
   * @param signal ends the thread
   * @throws CrateError; HTTPException 413 for a text that needs too much memory
   */
  async prepare(sparql: string, settings: Settings, signal: AbortSignal): Promise<PreparedUpdate> {
    if (sparql.length <= SHORT) return prepareUpdate(this.#store, sparql, { ...settings, contexts: this.#contexts });
    const ask = (error?: PackedError): Promise<UpdateTextAnswer> =>
      this.#thread.ask({ ...settings, sparql, error }, { doing: 'the text of the update', signal });
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof CrateError && error.code === 'ERR_LIMIT') throw refusal(413, `${error.message}.`);
      throw error;
    });
    if ('error' in answer) throw unpackError(answer.error);
    const explain = async (error: unknown): Promise<unknown> => {
      if (!(error instanceof CrateError) || error.code !== 'ERR_QUERY_SYNTAX') return error;
      const explained = await ask(packError(error));
      return 'error' in explained ? unpackError(explained.error) : error;
    };
    return { ...answer, explain };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
