import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { namedHasEnded, processName, readProcessName } from '../../../base/disk/running-process.js';
import { CrateError } from '../../../base/errors.js';
import { giveBackAtSignal } from '../../../base/give-back.js';
import { quoteNQuads } from '../../../base/rdf/nquads.js';
import type { WorkOptions } from '../../port.js';
import { describeWriter, parseWriter, writerText } from '../../writer.js';
import { BOOKKEEPING, TERM } from '../bookkeeping/bookkeeping.js';
import { bookkeepingData, deleteSubjects, operations } from '../bookkeeping/update-text.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { cellIri, cellText } from '../protocol/endpoint-answer.js';

/** Between two looks for other writers, in milliseconds. */
const PAUSE = 200;
/** How often a writer says that it is still there, and when that of another machine counts as gone, in milliseconds. */
const RENEWAL = 15_000;
const LEASE = 60_000;
/** How long the end of a command waits for an endpoint that may be gone, in milliseconds. */
const RELEASE = 5000;
/** How long a signal waits for that: a user who stops a command wants it to end. */
const RELEASE_AT_SIGNAL = 2000;

/** A claim as it is found. */
interface FoundClaim {
  readonly id: string;
  /** The process, as `processName` has it. */
  readonly by: string;
  /** When it was made, or renewed, in ISO 8601. */
  readonly seen: string;
  /** What the writer says of itself. */
  readonly text: string;
}

/** The claims of this process, by which those are known that it has left behind. */
const own = new Set<string>();

/**
 * The right to write to an endpoint, which one store of ours has at a time. An endpoint has no locks: each writer notes
 * a claim, then looks for others, and writes only if there are none. So of two writers at least one sees the other,
 * however their requests are mixed. The one that came later withdraws, the other one waits for that.
 */
export class WriterClaim {
  readonly #endpoint: Endpoint;
  readonly #forget = giveBackAtSignal(() => this.#abandon());
  readonly #id = `<${BOOKKEEPING}:writer:${randomUUID()}>`;
  readonly #since = new Date().toISOString();
  #timer: NodeJS.Timeout | undefined;
  /** The renewal that is on its way. */
  #renewal: Promise<void> = Promise.resolve();
  /** When the claim was last noted, in milliseconds, and as it is noted. */
  #renewed = Date.now();
  #noted = '';
  /** Others may have taken the right: it does not come back. */
  #isLost = false;

  private constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /**
   * Waits until nobody else writes, for so long as the endpoint has been opened with.
   * @throws CrateError ERR_STORE_LOCKED, which says who writes; ERR_ENDPOINT
   */
  static async take(endpoint: Endpoint, options: WorkOptions = {}): Promise<WriterClaim> {
    for (const end = performance.now() + endpoint.lockMs; ; await pause(options)) {
      const claim = new WriterClaim(endpoint);
      const other = await claim.#conflict(end, options);
      if (other === undefined) return claim;
      await claim.release();
      if (performance.now() >= end) throw lockedBy(other);
    }
  }

  /**
   * Makes sure that the right is still there: others take it from a process that was stopped for too long.
   * @throws CrateError ERR_STORE_LOCKED
   */
  check(): void {
    this.#isLost ||= Date.now() - this.#renewed >= LEASE;
    if (!this.#isLost) return;
    throw new CrateError(
      'ERR_STORE_LOCKED',
      `this process has not renewed its right to write to the endpoint for ${LEASE / 1000} seconds, so another one may have it`,
      {
        hint: 'it was stopped, or the endpoint did not answer: run the same command again; it continues where this one ends',
      },
    );
  }

  /** Gives the right back. What is left of a claim is known by its process, or goes out of date. */
  async release(): Promise<void> {
    this.#forget();
    clearInterval(this.#timer);
    own.delete(this.#id);
    const signal = AbortSignal.timeout(RELEASE);
    // A renewal that comes late would leave a claim.
    await Promise.race([this.#renewal, once(signal, 'abort')]);
    await this.#endpoint.operate(deleteSubjects([this.#id]), { signal }).catch(() => undefined);
  }

  /**
   * Gives the right back for a process that is about to end, unless a change of it may still come.
   * @returns whether the endpoint has answered
   */
  async #abandon(): Promise<boolean> {
    const signal = AbortSignal.timeout(RELEASE_AT_SIGNAL);
    const late = once(signal, 'abort').then(() => undefined);
    const endpoint = await Promise.race([this.#endpoint.abandon(), late]);
    if (endpoint === undefined) return false;
    const released = endpoint.operate(deleteSubjects([this.#id]), { signal });
    return released.then(
      () => true,
      () => false,
    );
  }

  /** Notes the claim. @returns a writer that came before, or that does not go away */
  async #conflict(end: number, options: WorkOptions): Promise<FoundClaim | undefined> {
    own.add(this.#id);
    this.#noted = this.#now();
    try {
      await this.#endpoint.update(bookkeepingData('INSERT', [this.#triple(this.#noted)]), options);
    } catch (error) {
      // What the endpoint has refused is not there.
      if (isRefused(error)) this.#forget();
      else await this.release();
      throw error;
    }
    try {
      let others = await this.#others(options);
      // Those that come later see this claim.
      const before = new Set(others.map(({ id }) => id));
      while (others.length > 0) {
        const isLater = others.some(({ seen, id }) => `${seen} ${id}` < `${this.#noted} ${this.#id}`);
        if (isLater || performance.now() >= end) return others[0];
        await pause(options);
        others = (await this.#others(options)).filter(({ id }) => before.has(id));
      }
    } catch (error) {
      await this.release();
      throw error;
    }
    this.#renewed = Date.now();
    this.#timer = setInterval(() => {
      this.#renewal = this.#renewal.then(() => this.#renew());
    }, RENEWAL).unref();
    return undefined;
  }

  /** Notes the claim anew. The old one goes last: others must see one at any moment. */
  async #renew(): Promise<void> {
    this.#isLost ||= Date.now() - this.#renewed >= LEASE;
    if (this.#isLost) return;
    const [last, next] = [this.#noted, this.#now()];
    const texts = [bookkeepingData('INSERT', [this.#triple(next)]), bookkeepingData('DELETE', [this.#triple(last)])];
    try {
      await this.#endpoint.update(operations(...texts));
      this.#noted = next;
      this.#renewed = Date.now();
    } catch {
      // The next one will tell, or the write itself.
    }
  }

  /** The time of the endpoint: machines may differ in theirs. */
  #now(): string {
    return new Date(this.#endpoint.now()).toISOString();
  }

  /** The claims of others that still write. Those of writers that are gone are removed. */
  async #others(options: WorkOptions): Promise<FoundClaim[]> {
    const where = `GRAPH <${BOOKKEEPING}> { ?k ${TERM.writer} ?claim }`;
    const select = 'SELECT ?k ?claim';
    const key = 'CONCAT(STR(?k), " ", ?claim)';
    const claims = new Map<string, FoundClaim>();
    for (const row of await this.#endpoint.rows({ select, where, key }, options)) {
      const [, by = '', seen = '', text = ''] = /^(\S+) (\S+) (.*)$/su.exec(cellText(row, 'claim')) ?? [];
      const id = `<${cellIri(row, 'k')}>`;
      // One that is being renewed may have two texts.
      if (id !== this.#id && !(seen < (claims.get(id)?.seen ?? ''))) claims.set(id, { id, by, seen, text });
    }
    const others = [...claims.values()];
    const gone = new Set(others.filter((one) => isGone(one, this.#endpoint.now())).map(({ id }) => id));
    await this.#endpoint.operate(deleteSubjects([...gone]), options);
    return others.filter(({ id }) => !gone.has(id));
  }

  #triple(seen: string): string {
    return `${this.#id} ${TERM.writer} ${quoteNQuads(`${processName()} ${seen} ${writerText(this.#since)}`)}`;
  }
}

async function pause({ signal }: WorkOptions): Promise<void> {
  await wait(PAUSE, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

function isRefused(error: unknown): boolean {
  const status = error instanceof CrateError ? Number(error.details['status']) : NaN;
  return status >= 400 && status < 500;
}

function isGone({ id, by, seen }: FoundClaim, now: number): boolean {
  if (by === processName()) return !own.has(id);
  const named = readProcessName(by);
  const hasEnded = named && namedHasEnded(named);
  return hasEnded ?? !(now - Date.parse(seen) < LEASE);
}

function lockedBy({ text, seen }: FoundClaim): CrateError {
  const writer = parseWriter(text);
  const who = writer === undefined ? '' : `: ${describeWriter(writer)}`;
  return new CrateError('ERR_STORE_LOCKED', `another process is writing to the endpoint${who}`, {
    hint: `wait until it is done, then run the same command again; if it is gone, its claim of ${seen} ends after ${LEASE / 1000} seconds`,
    details: { ...(writer && { writer }) },
  });
}
