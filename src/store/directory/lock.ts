import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { CrateError } from '../../errors.js';
import { codeOf, diskFailure } from './durable.js';

/** The right to write to a store. */
export interface WriterLock {
  /** True when another process took the lock away, because this one stood still for too long. */
  readonly lost: boolean;
  release(): Promise<void>;
}

/** Who holds the lock. */
interface Writer {
  readonly pid: number;
  readonly host: string;
  /** Second at which the process started: in a container every process may have the same number. */
  readonly started: number;
}

/** A long query keeps the process from touching its lock; so the lock is not taken for stale before five minutes. */
const STALE = 300_000;

/**
 * Takes the one writer's place. A writer that died on this machine is known by its process number, so its lock is
 * removed at once; one on another machine (a shared disk) when its lock has not been touched for five minutes.
 * The gate, held for some milliseconds, makes looking and removing one step.
 * @throws CrateError ERR_STORE_LOCKED
 */
export async function lockStore(store: string): Promise<WriterLock> {
  const file = {
    lock: join(store, 'writer.lock'),
    gate: join(store, 'writer.gate'),
    writer: join(store, 'writer.json'),
  };
  const retries = { retries: 60, minTimeout: 20, maxTimeout: 100 };
  const openGate = await take(store, { lockfilePath: file.gate, stale: 2000, retries });
  try {
    const writer = await readWriter(file.writer);
    if (writer && isDead(writer)) await rm(file.lock, { recursive: true, force: true });
    const held = { lost: false };
    const release = await take(
      store,
      { lockfilePath: file.lock, stale: STALE, onCompromised: () => void (held.lost = true) },
      writer,
    );
    await writeFile(file.writer, JSON.stringify(thisWriter()));
    return {
      get lost() {
        return held.lost;
      },
      release: async () => {
        if (held.lost) return;
        await rm(file.writer, { force: true });
        await release().catch(() => undefined);
      },
    };
  } finally {
    await openGate().catch(() => undefined);
  }
}

async function take(store: string, options: Parameters<typeof lock>[1], writer?: Writer): Promise<() => Promise<void>> {
  try {
    // The library tells its locks apart by this name, not by the path of the lock.
    return await lock(options?.lockfilePath ?? store, { realpath: false, onCompromised: () => undefined, ...options });
  } catch (error) {
    if (codeOf(error) !== 'ELOCKED') throw diskFailure(error, store);
    const by = writer ? ` (process ${writer.pid} on ${writer.host})` : '';
    throw new CrateError('ERR_STORE_LOCKED', `another process writes to the store ${store}${by}`, {
      details: { store, ...writer },
    });
  }
}

async function readWriter(file: string): Promise<Writer | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Writer;
  } catch {
    return undefined;
  }
}

function thisWriter(): Writer {
  return { pid: process.pid, host: hostname(), started: Math.round(Date.now() / 1000 - process.uptime()) };
}

function isDead({ pid, host, started }: Writer): boolean {
  const own = thisWriter();
  if (host !== own.host) return false;
  if (pid === own.pid) return Math.abs(started - own.started) > 5;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
