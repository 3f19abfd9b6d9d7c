import { beforeInterruption } from './interruption.js';
import { isLively } from './colours.js';
import type { Io } from './io.js';
import type { QuietOption } from './options.js';
import { printable } from './printable.js';

/** A progress bar, shown only in a terminal whose cursor moves. */
export interface Progress {
  /** @param total undefined when it is unknown @param unit if it differs from that of the bar */
  update(done: number, total: number | undefined, name: string, unit?: string): void;
  /** Clears its line for one that is printed above it. */
  clear(): void;
  stop(): void;
}

/** Shows progress on stderr if that is such a terminal and not `--quiet`, with an estimate of the remaining time. */
export async function progressBar({ stderr, env }: Io, { quiet }: QuietOption, usualUnit: string): Promise<Progress> {
  if (!isLively(stderr, { env }) || quiet === true)
    return { update: () => undefined, clear: () => undefined, stop: () => undefined };
  const { Format, SingleBar } = (await import('cli-progress')).default;
  const bar = new SingleBar({
    stream: stderr,
    format: (options, { total, value, progress, eta, startTime }, { name, unit }: { name: string; unit: string }) => {
      const time = (seconds: number) => Format.TimeFormat(Math.round(seconds), options, 1);
      const spent = time((Date.now() - startTime) / 1000);
      if (total === 0) return `${value} ${unit}, ${spent}  ${name}`;
      return `${Math.floor(progress * 100)} %  ${value} of ${total} ${unit}, ${spent}, ${time(eta)} left  ${name}`;
    },
    etaBuffer: 500,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(0, 0, { name: '', unit: usualUnit });
  const release = beforeInterruption(() => bar.stop());
  return {
    update(done, total = 0, name, unit = usualUnit) {
      if (bar.getTotal() !== total) bar.setTotal(total);
      bar.update(done, { name: printable(name, 100), unit });
    },
    clear: () => void stderr.write('\r\u001b[K'),
    stop: () => {
      release();
      bar.stop();
    },
  };
}
