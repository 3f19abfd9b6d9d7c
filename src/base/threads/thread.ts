import { Worker, type TransferListItem } from 'node:worker_threads';
import { CrateError } from '../errors.js';
import { forgetNativeCalls, stopNativeCalls, watchNativeCalls, type NativeCalls } from './native-call.js';
import { PartStream } from './part-stream.js';
import { Bystander, deathBy, deathError, type ThreadDeath } from './thread-death.js';
import type { Opened, ThreadAsk, ThreadOptions } from './thread-options.js';
import { unpackFault, type FromThread, type ThreadStart, type ToThread } from './thread-messages.js';

/** A request under way. */
interface Asked extends ThreadAsk {
  readonly doing: string;
  readonly resolve: (opened: Opened<unknown>) => void;
  readonly reject: (error: Error) => void;
  readonly aborted: () => void;
  stream?: PartStream;
  note?: string;
  timer?: NodeJS.Timeout;
}

/** Milliseconds in which a thread that is not stuck handles a message. */
const PROMPT = 1000;

/**
 * A thread of this process that answers requests, from its start to its end. All threads are instances of it and speak
 * its protocol, `serveThread` on the other side. An idle one never keeps the process running.
 *
 * A thread dies of an error that is not caught, of too little memory, of a time limit, or of `end`. Then the request
 * that it died of fails with an error that says what was being done, and the others as a `Bystander`. Callers that
 * need a thread that lives start another one, as `ThreadPool` does.
 */
export class Thread<Request, Answer, Fact = unknown> {
  /** Resolves with a fact about the thread when it can take requests. @throws CrateError if it cannot start */
  readonly ready: Promise<Fact>;
  readonly #worker: Worker;
  readonly #isShared: boolean;
  readonly #nativeCalls: NativeCalls;
  readonly #asked = new Map<number, Asked>();
  readonly #pings = new Map<number, (isAnswering: boolean) => void>();
  #number = 0;
  #death: ThreadDeath | undefined;
  #isReady = false;

  constructor({ code, data, isShared = false }: ThreadOptions) {
    const nativeCalls = (this.#nativeCalls = watchNativeCalls());
    const workerData: ThreadStart = { data, isShared, nativeCalls };
    const worker = (this.#worker = new Worker(code, { workerData }));
    this.#isShared = isShared;
    worker.unref();
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (message: FromThread) => {
        if (message.is !== 'ready') return this.#receive(message);
        this.#isReady = true;
        this.#watch();
        resolve(message.fact as Fact);
      });
      worker.on('error', (error) => (this.#death ??= deathBy(error)));
      worker.on('messageerror', (error) => void this.end(deathBy(error)));
      // What the thread has sent before comes before this.
      worker.on('exit', (status) => {
        forgetNativeCalls(nativeCalls);
        this.#death ??= { by: 'exit', status };
        reject(deathError(this.#death, 'a thread'));
        this.#failAll(this.#death);
      });
    });
    this.ready.catch(() => undefined); // all that wait for it get it too
  }

  /** How the thread died; undefined as long as it lives. */
  get death(): ThreadDeath | undefined {
    return this.#death;
  }

  /** Whether it has started; before that it answers nothing. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Asks for an answer in one piece.
   * @throws CrateError what the thread throws, or `deathError`; the reason of `signal`
   */
  async ask(request: Request, options?: ThreadAsk): Promise<Answer> {
    const opened = await this.open(request, options);
    if ('answer' in opened) return opened.answer;
    throw new CrateError('ERR_INTERNAL', 'a thread answers in parts, but the caller reads none');
  }

  /**
   * Asks for an answer that may come in parts. They come as they are read, and the thread stops when the stream is
   * cancelled.
   * @throws CrateError what the thread throws before the first part, or `deathError`; the reason of `signal`
   */
  open(request: Request, { transfer = [], doing = 'the work of a thread', ...options }: ThreadAsk = {}) {
    return new Promise<Opened<Answer>>((resolve, reject) => {
      const { signal } = options;
      signal?.throwIfAborted();
      if (this.#death !== undefined)
        throw isCommon(this.#death) ? deathError(this.#death, doing) : new Bystander(doing);
      const number = (this.#number += 1);
      this.#send({ do: 'ask', number, request }, transfer);
      const aborted = () => this.#abort(number, signal?.reason as Error);
      signal?.addEventListener('abort', aborted, { once: true });
      this.#asked.set(number, { ...options, doing, resolve: resolve as Asked['resolve'], reject, aborted });
      this.#keepRunning();
      this.#watch();
    });
  }

  /** Whether the thread handles messages; one that is stuck in a request does not. @param ms how long to wait */
  async isAnswering(ms = PROMPT): Promise<boolean> {
    if (this.#death !== undefined) return false;
    const number = (this.#number += 1);
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<boolean>((resolve) => {
      // If this thread was stuck itself, the answer has come meanwhile: it is read first.
      timer = setTimeout(() => setImmediate(resolve, false), ms);
      this.#pings.set(number, resolve);
    });
    this.#send({ do: 'ping', number });
    const isAnswering = await answered;
    clearTimeout(timer);
    this.#pings.delete(number);
    return isAnswering;
  }

  /** Ends the thread, even during a request. @param death what its requests fail with. Default: that it was ended */
  async end(death: ThreadDeath = { by: 'end' }): Promise<void> {
    this.#death ??= death;
    await stopNativeCalls(this.#nativeCalls);
    await this.#worker.terminate();
  }

  #send(message: ToThread, transfer: readonly TransferListItem[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: Exclude<FromThread, { is: 'ready' }>): void {
    if (message.is === 'unable') return void this.end({ by: 'start', error: unpackFault(message.fault) });
    const { number } = message;
    if (message.is === 'pong') return this.#pings.get(number)?.(true);
    const asked = this.#asked.get(number);
    if (asked === undefined) return; // no caller waits for it any more
    switch (message.is) {
      case 'note':
        asked.note = message.note;
        return;
      case 'part':
        this.#forget(asked);
        this.#watch();
        return this.#streamOf(number, asked).push(message.part);
      case 'answer':
        this.#settled(number, asked);
        return asked.stream === undefined ? asked.resolve({ answer: message.answer }) : asked.stream.close();
      case 'fault':
        this.#settled(number, asked);
        return fail(asked, unpackFault(message.fault));
    }
  }

  #streamOf(number: number, asked: Asked): PartStream {
    if (asked.stream !== undefined) return asked.stream;
    const more = () => this.#send({ do: 'more', number });
    const cancelled = () => this.#send({ do: 'abort', number });
    asked.stream = new PartStream(more, cancelled, () => this.#keepRunning());
    asked.resolve({ body: asked.stream.readable });
    return asked.stream;
  }

  /** Keeps the process running as long as a caller waits; a result that is no longer read does not. */
  #keepRunning(): void {
    for (const { stream } of this.#asked.values()) if (stream?.isWanted !== false) return this.#worker.ref();
    this.#worker.unref();
  }

  /** Starts the time limits of the requests that the thread works on. */
  #watch(): void {
    if (!this.#isReady) return;
    for (const [number, asked] of this.#asked) {
      const { seconds, timer } = asked;
      if (seconds !== undefined && timer === undefined)
        asked.timer = setTimeout(() => void this.#late(number, asked), seconds * 1000);
      if (!this.#isShared) return; // the others wait for this one
    }
  }

  async #late(number: number, asked: Asked): Promise<void> {
    const death: ThreadDeath = { by: 'time', seconds: asked.seconds ?? 0 };
    const { timer } = asked;
    const isStuck = !(await this.isAnswering());
    if (this.#asked.get(number) !== asked || asked.timer !== timer || this.#death !== undefined) return;
    const waitsForReader = (asked.stream?.waiting ?? 0) > 0;
    if (isStuck || !(this.#isShared || asked.isPatient || waitsForReader)) return this.end(death);
    if (asked.isPatient || waitsForReader) {
      this.#forget(asked);
      return this.#watch();
    }
    this.#leave(number, asked, deathError(death, asked.note ?? asked.doing));
  }

  #abort(number: number, reason: Error): void {
    const asked = this.#asked.get(number);
    if (asked === undefined) return;
    const [first] = this.#asked.keys();
    this.#leave(number, asked, reason);
    if (!this.#isShared && first === number) void this.end({ by: 'abort' });
  }

  /** Waits no longer for a request, and tells the thread. */
  #leave(number: number, asked: Asked, error: Error): void {
    this.#send({ do: 'abort', number });
    this.#settled(number, asked);
    fail(asked, error);
  }

  #settled(number: number, asked: Asked): void {
    this.#asked.delete(number);
    this.#forget(asked);
    asked.signal?.removeEventListener('abort', asked.aborted);
    this.#keepRunning();
    this.#watch();
    asked.onEnd?.();
  }

  #forget(asked: Asked): void {
    clearTimeout(asked.timer);
    delete asked.timer;
  }

  #failAll(death: ThreadDeath): void {
    for (const answer of this.#pings.values()) answer(false);
    const [first] = this.#asked.keys();
    const culprit = death.by === 'abort' || (this.#isShared && this.#asked.size > 1) ? undefined : first;
    for (const [number, asked] of [...this.#asked]) {
      const isToBlame = isCommon(death) || number === culprit;
      fail(asked, isToBlame ? deathError(death, asked.note ?? asked.doing) : new Bystander(asked.doing));
      this.#settled(number, asked);
    }
  }
}

/** Whether no single request can be the reason. */
function isCommon({ by }: ThreadDeath): boolean {
  return by === 'end' || by === 'start';
}

function fail({ stream, reject }: Asked, error: Error): void {
  stream?.fail(error);
  reject(error);
}
