import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The number by which Linux knows the calling thread; undefined on other systems. */
export function linuxThread(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  } catch {
    return undefined; // there is no /proc
  }
}

/**
 * Lets a thread run only when the processor is idle, or as all others again, which a user without rights may not.
 * @returns whether the system did it
 */
export function setSlow(thread: number | undefined, isSlow: boolean): boolean {
  if (thread === undefined) return false;
  try {
    setPriority(thread, isSlow ? 19 : 0);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds that a thread has had a processor; undefined if the system does not say. */
export function processorTime(thread: number | undefined): number | undefined {
  if (thread === undefined) return undefined;
  try {
    const time = Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
    return Number.isFinite(time) ? time : undefined;
  } catch {
    return undefined;
  }
}
