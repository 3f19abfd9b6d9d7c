import { channel } from 'node:diagnostics_channel';

/** Silence that is worth a word, in milliseconds. */
const PATIENCE = 10_000;

const waiting = channel('crategraph:waiting');

/** Calls a function when this process waits for somebody else. @param tell gets a sentence about it */
export function onWaiting(tell: (sentence: string) => void): void {
  waiting.subscribe((sentence) => tell(sentence as string));
}

/** Says that this process waits. */
export function sayWaiting(sentence: string): void {
  waiting.publish(sentence);
}

/** Says that an answer does not come, and again after twice the time. @param patience until the first time, in milliseconds */
export async function sayIfLate<T>(url: URL, answer: Promise<T>, patience = PATIENCE): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const listen = (waited: number, more: number) => {
    timer = setTimeout(() => {
      sayWaiting(`${url.origin}${url.pathname} has not answered for ${Math.round((waited + more) / 1000)} seconds`);
      listen(waited + more, waited + more);
    }, more).unref();
  };
  listen(0, patience);
  return answer.finally(() => clearTimeout(timer));
}
