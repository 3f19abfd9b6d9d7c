/**
 * CPU seconds of the quick suites by room, on a machine whose `calibrate` takes `LOOP` milliseconds; `npm test -- --cpu`
 * prints what they are now. A room that is not named has `OTHER`.
 */
export const BUDGET = {
  crate: 28,
  store: 18,
  'tasks/check': 14,
  cli: 11,
  server: 8,
  'site/pages': 8,
  'tasks/stored': 7,
  'tasks/load': 7,
  package: 5,
  house: 4,
  'site/view': 5,
  'tasks/convert': 5,
  'tasks/query': 4,
  'base/rdf': 4,
  'package/open': 3,
  'base/disk': 3,
  'tasks/export': 3,
  'tasks/rewrite': 3,
  'tasks/sync': 6,
};
export const LOOP = 1.2;
export const OTHER = 2;

/** How much more than its budget a room may take: machines differ, and the first file of a process starts the runner. */
export const MARGIN = 2.5;
/** CPU seconds that all of them may take together: two minutes of two cores, which people wait. */
export const TOTAL = 240;

/**
 * Adds up the costs of test files by room.
 * @param costs for each test file: its path below `test/`, CPU milliseconds, and those of the calibration beside it
 * @returns for each room, the dearest first: CPU seconds, its files, and how much of its budget it takes on this machine
 */
export function sumsOf(costs, budget = BUDGET) {
  const speed = speedOf(costs);
  const rooms = new Set(costs.map(({ file }) => roomOf(file, budget)));
  return [...rooms]
    .map((room) => {
      const own = costs.filter(({ file }) => roomOf(file, budget) === room);
      const seconds = own.reduce((sum, { cpu }) => sum + cpu, 0) / 1000;
      return { room, seconds, files: own.length, part: seconds / ((budget[room] ?? OTHER) * speed) };
    })
    .sort((a, b) => b.seconds - a.seconds);
}

/**
 * What takes more than it may.
 * @param costs as for {@link sumsOf}
 * @returns a sentence; undefined if all is within the budget
 */
export function beyondBudget(costs, budget = BUDGET) {
  const sums = sumsOf(costs, budget);
  const rooms = sums.filter(({ part }) => part > MARGIN).map(({ room, part }) => `${room} (${percent(part)})`);
  if (rooms.length > 0) return `rooms beyond ${percent(MARGIN)} of their budget: ${rooms.join(', ')}`;
  const total = sums.reduce((sum, { seconds }) => sum + seconds, 0) / speedOf(costs);
  return total > TOTAL ? `all rooms take ${Math.round(total)} s of CPU, more than ${TOTAL}` : undefined;
}

/** How much longer this machine takes than the one of the budget. */
function speedOf(costs) {
  return median(costs.map(({ loop }) => loop)) / LOOP;
}

/** A part of 1, as people read it. */
export function percent(part) {
  return `${Math.round(part * 100)} %`;
}

/** The longest path of the budget that a test file is in; of a room without a number its folder. */
function roomOf(file, budget) {
  const named = Object.keys(budget).filter((room) => file.startsWith(`${room}/`));
  return named.sort((a, b) => b.length - a.length)[0] ?? file.slice(0, file.lastIndexOf('/'));
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
