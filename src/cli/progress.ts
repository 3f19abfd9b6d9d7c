import type { CommonOptions } from './options.js';
import type { Io } from './io.js';

/** A progress bar that is only there when a person looks at it. */
export interface Progress {
  update(done: number, name: string): void;
  stop(): void;
}

/** Shows progress on stderr if that is a terminal. */
export async function progressBar({ stderr }: Io, { quiet }: CommonOptions, unit: string): Promise<Progress> {
  if (stderr.isTTY !== true || quiet === true) return { update: () => undefined, stop: () => undefined };
  const { SingleBar } = (await import('cli-progress')).default;
  const bar = new SingleBar({
    stream: stderr,
    format: `{value} ${unit}, {duration_formatted}  {name}`,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(0, 0, { name: '' });
  return { update: (done, name) => bar.update(done, { name }), stop: () => bar.stop() };
}
