import type { QueryWorker } from './query-worker.js';

/** Milliseconds after which a run is looked at first: most are over before. */
const FIRST_LOOK = 20;

/** What is done about a run that takes its time. */
interface RunLimits {
  /** Milliseconds of work after which a run is a long one. */
  readonly longAfter: number;
  /** Seconds that it may run. */
  readonly seconds: number;
  readonly isNotSmall: () => void;
  readonly isLong: () => void;
  readonly isTooLong: () => void;
}

/** Watches how long a thread works on a run. @returns what ends the watch */
export function watchRun(worker: QueryWorker, limits: RunLimits): () => void {
  const { longAfter, seconds, isNotSmall, isLong, isTooLong } = limits;
  let isOver = false;
  let timer: NodeJS.Timeout;
  const firstLook = (): void => {
    if (isOver) return;
    isNotSmall();
    look(worker.workTime - FIRST_LOOK);
  };
  const look = (begin: number): void => {
    const left = longAfter - (worker.workTime - begin);
    // On a busy machine a short query takes long, because it waits for the processor.
    if (left > 1) timer = setTimeout(look, Math.max(left, 10), begin);
    else isLong();
  };
  // If this thread was busy itself, the result has come meanwhile: it is read first.
  timer = setTimeout(() => setImmediate(firstLook), FIRST_LOOK);
  const timeLimit = setTimeout(isTooLong, seconds * 1000);
  return () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(timeLimit);
  };
}
