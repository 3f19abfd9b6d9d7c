import type { EventEmitter } from 'node:events';
import { Duplex, PassThrough, pipeline, Readable } from 'node:stream';
import { CrateError } from '../../base/errors.js';

/** A stream that only promises events (`data`, `end`, `error`), such as an RDF/JS Stream. */
export type EventStream = EventEmitter;

/** A Node stream over any stream of events or any iterable. Its errors and its early end are errors here. */
export function asReadable<T>(stream: EventStream | AsyncIterable<T> | Iterable<T>): Readable & AsyncIterable<T> {
  if (stream instanceof Readable) return stream;
  if (typeof stream === 'object' && stream !== null) {
    if (Symbol.asyncIterator in stream || Symbol.iterator in stream) return Readable.from(stream) as never;
    if ('on' in stream) return new Readable({ objectMode: true }).wrap(stream as never) as never;
  }
  throw new CrateError('ERR_USAGE', 'this is not a stream');
}

/** Whether the two sides of a {@link TransformingStream} carry bytes or objects. */
export interface StreamModes {
  readonly writableObjectMode: boolean;
  readonly readableObjectMode: boolean;
}

/**
 * A Node stream that transforms its whole input with a generator, at the pace of its reader. After an error it emits
 * neither data nor `end`.
 */
export class TransformingStream<In, Out> extends Duplex {
  readonly #input: PassThrough;
  readonly #output: AsyncIterator<Out>;
  readonly #stop = new AbortController();
  #isPulling = false;

  /** @param transform its signal aborts when the stream is destroyed */
  constructor(transform: (input: AsyncIterable<In>, stop: AbortSignal) => AsyncIterable<Out>, modes: StreamModes) {
    super(modes);
    this.#input = new PassThrough({ objectMode: modes.writableObjectMode });
    this.#input.on('error', () => undefined); // the generator throws it
    this.#output = transform(this.#input as AsyncIterable<In>, this.#stop.signal)[Symbol.asyncIterator]();
  }

  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#input.write(chunk, encoding, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#input.end();
    done();
  }

  override _read(): void {
    if (!this.#isPulling) void this.#pull();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stop.abort(error ?? undefined);
    this.#input.destroy(error ?? undefined);
    void this.#output.return?.().catch(() => undefined);
    done(error);
  }

  async #pull(): Promise<void> {
    this.#isPulling = true;
    try {
      for (;;) {
        const next = await this.#output.next();
        if (this.destroyed) return;
        if (next.done === true) {
          this.push(null);
          return;
        }
        if (!this.push(next.value)) return;
      }
    } catch (error) {
      this.destroy(error as Error);
    } finally {
      this.#isPulling = false;
    }
  }
}

/** Sends a stream through another. The error of either becomes the error of the second. */
export function sendThrough<T extends Duplex>(source: EventStream | AsyncIterable<unknown>, target: T): T {
  pipeline(asReadable(source), target, () => undefined); // `pipeline` destroys the target with the error
  return target;
}
