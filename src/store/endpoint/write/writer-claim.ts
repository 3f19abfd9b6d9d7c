import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { namedHasEnded, processName, readProcessName } from '../../../base/disk/running-process.js';
import { CrateError } from '../../../base/errors.js';
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
  readonly #id = `<${BOOKKEEPING}:writer:${randomUUID()}>`;
  readonly #since = new Date().toISOString();
  #renewal: NodeJS.Timeout | undefined;

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

  /** Gives the right back. What is left of a claim is known by its process, or goes out of date. */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    own.delete(this.#id);
    await this.#endpoint
      .operate(deleteSubjects([this.#id]), { signal: AbortSignal.timeout(RELEASE) })
      .catch(() => undefined);
  }

  /** Notes the claim. @returns a writer that came before, or that does not go away */
  async #conflict(end: number, options: WorkOptions): Promise<FoundClaim | undefined> {
    own.add(this.#id);
    const noted = new Date().toISOString();
    try {
      await this.#endpoint.update(bookkeepingData('INSERT', [this.#triple(noted)]), options);
      for (; ; await pause(options)) {
        const others = await this.#others(options);
        const [first] = others;
        if (first === undefined) break;
        const isBefore = others.some(({ seen, id }) => `${seen} ${id}` < `${noted} ${this.#id}`);
        if (isBefore || performance.now() >= end) return first;
      }
    } catch (error) {
      // What the endpoint has refused is not there.
      if (!isRefused(error)) await this.release();
      throw error;
    }
    let last = noted;
    this.#renewal = setInterval(() => {
      const next = new Date().toISOString();
      const renewed = operations(
        bookkeepingData('DELETE', [this.#triple(last)]),
        bookkeepingData('INSERT', [this.#triple(next)]),
      );
      last = next;
      // The next one will tell, or the write itself.
      this.#endpoint.update(renewed).catch(() => undefined);
    }, RENEWAL).unref();
    return undefined;
  }

  /** The claims of others that still write. Those of writers that are gone are removed. */
  async #others(options: WorkOptions): Promise<FoundClaim[]> {
    const where = `GRAPH <${BOOKKEEPING}> { ?k ${TERM.writer} ?claim }`;
    const select = 'SELECT ?k ?claim';
    const key = 'CONCAT(STR(?k), " ", ?claim)';
    const claims = (await this.#endpoint.rows({ select, where, key }, options)).map((row): FoundClaim => {
      const [, by = '', seen = '', text = ''] = /^(\S+) (\S+) (.*)$/su.exec(cellText(row, 'claim')) ?? [];
      return { id: `<${cellIri(row, 'k')}>`, by, seen, text };
    });
    const others = claims.filter(({ id }) => id !== this.#id);
    const gone = new Set(others.filter(isGone).map(({ id }) => id));
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

function isGone({ id, by, seen }: FoundClaim): boolean {
  if (by === processName()) return !own.has(id);
  const named = readProcessName(by);
  const hasEnded = named && namedHasEnded(named);
  return hasEnded ?? !(Date.now() - Date.parse(seen) < LEASE);
}

function lockedBy({ text, seen }: FoundClaim): CrateError {
  const writer = parseWriter(text);
  const who = writer === undefined ? '' : `: ${describeWriter(writer)}`;
  return new CrateError('ERR_STORE_LOCKED', `another process is writing to the endpoint${who}`, {
    hint: `wait until it is done, then run the same command again; if it is gone, its claim of ${seen} ends after ${LEASE / 1000} seconds`,
    details: { ...(writer && { writer }) },
  });
}
