/**
 * How many times the CPU time grows when the work grows eight times: about 8 if it is linear, 64 if it is quadratic.
 * A ratio of the same process holds on a busy machine, too; the quickest of three tries counts.
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

/** Between linear and quadratic. */
export const LINEAR = 28;
