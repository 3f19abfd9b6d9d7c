/** How many crates are opened ahead: enough that reading and computing overlap, few enough to keep in memory. */
const AHEAD = 8;

/**
 * Starts slow work on the next few items while the caller is busy with the one before; order is kept.
 * A failure comes out where the promise is awaited.
 */
export async function* readAhead<Item, Result>(
  items: AsyncIterable<Item>,
  start: (item: Item) => Promise<Result>,
): AsyncGenerator<{ readonly item: Item; readonly result: Promise<Result> }> {
  const started: { item: Item; result: Promise<Result> }[] = [];
  for await (const item of items) {
    const result = start(item);
    result.catch(() => undefined); // not unhandled: it is awaited later
    started.push({ item, result });
    if (started.length > AHEAD) yield started.shift() as (typeof started)[number];
  }
  yield* started;
}
