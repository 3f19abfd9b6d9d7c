/**
 * Returns the growth of the CPU time for eight times the work: about 8 if it is linear, 64 if it is quadratic. A ratio
 * within one process is reliable even on a busy machine; the fastest of three runs counts.
 */
export async function growth(size: number, work: (size: number) => unknown): Promise<number> {
  const small = await cpuTime(() => work(size));
  return (await cpuTime(() => work(8 * size))) / small;
}

async function cpuTime(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    times.push(user + system);
  }
  return Math.min(...times);
}

/** A limit between linear and quadratic growth. */
export const LINEAR = 28;
