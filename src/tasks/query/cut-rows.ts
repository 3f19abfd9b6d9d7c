import { tooLong, type RowBatch } from '../../store/result-rows.js';

/** How many rows a result may have. */
export interface RowLimits {
  /** Leave out those after this many. Default: none. */
  readonly rows?: number | undefined;
  /** Refuse more than this many. Default: none are refused. */
  readonly most?: number | undefined;
}

/** The rows of a result up to a limit. @throws CrateError ERR_LIMIT, while they are read, for more than `most` */
export class CutRows implements AsyncIterable<RowBatch> {
  readonly #batches: AsyncIterable<RowBatch>;
  readonly #limits: RowLimits;
  /** Whether `rows` left rows out; known when they have been read. */
  isCut = false;

  constructor(batches: AsyncIterable<RowBatch>, limits: RowLimits) {
    this.#batches = batches;
    this.#limits = limits;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RowBatch> {
    const { rows = Infinity, most = Infinity } = this.#limits;
    let count = 0;
    for await (const batch of this.#batches) {
      const left = rows - count;
      count += batch.length;
      if (count > most) throw tooLong(most, 'rows');
      this.isCut ||= count > rows;
      yield batch.length > left ? batch.slice(0, left) : batch;
    }
  }
}
