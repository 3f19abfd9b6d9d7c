import { setTimeout as wait } from 'node:timers/promises';

/** The thread is in a call of a native addon. */
const CALLING = 1;
/** Its owner ends it: it begins no other call. */
const ENDING = 2;

/** The word that a thread and its owner share, of the bits above. */
export type NativeCalls = Int32Array;

/** That of this thread; undefined where there is no owner that could end it. */
let own: NativeCalls | undefined;
let isCalling = false;

const living = new Set<NativeCalls>();

/**
 * Calls a native addon, or zlib. If a thread ends in the middle of a call, libsql cannot make its result any more, and
 * zlib finds a stream that was not yet begun: then they abort the whole process. So the owner of the thread waits for
 * the end of the call.
 */
export function nativeCall<T>(call: () => T): T {
  if (own === undefined || isCalling) return call();
  if ((Atomics.or(own, 0, CALLING) & ENDING) !== 0) awaitEnd(own);
  isCalling = true;
  try {
    return call();
  } finally {
    isCalling = false;
    leave(own);
  }
}

/** Tells this thread what it shares with its owner, before it calls anything. */
export function shareNativeCalls(calls: NativeCalls): void {
  own = calls;
}

/** For a thread that is about to start. When this process exits, it waits until no thread is in a call. */
export function watchNativeCalls(): NativeCalls {
  if (living.size === 0) process.once('exit', stopAll);
  const calls = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  living.add(calls);
  return calls;
}

/** For a thread that has ended. */
export function forgetNativeCalls(calls: NativeCalls): void {
  living.delete(calls);
  if (living.size === 0) process.off('exit', stopAll);
}

/** Resolves when a thread is in no call, and will never be again: now it can be ended. */
export async function stopNativeCalls(calls: NativeCalls): Promise<void> {
  Atomics.or(calls, 0, ENDING);
  while ((Atomics.load(calls, 0) & CALLING) !== 0) await wait(1);
}

function stopAll(): void {
  for (const calls of living) {
    Atomics.or(calls, 0, ENDING);
    while ((Atomics.load(calls, 0) & CALLING) !== 0) Atomics.wait(calls, 0, CALLING | ENDING);
  }
}

function leave(calls: NativeCalls): void {
  if ((Atomics.and(calls, 0, ~CALLING) & ENDING) !== 0) Atomics.notify(calls, 0);
}

function awaitEnd(calls: NativeCalls): never {
  leave(calls);
  for (;;) Atomics.wait(calls, 0, ENDING);
}
