import { settledTime } from '../../../src/tasks/sync/settled-time.js';

it.each([
  ['2026-11-28', '2026-11-29T11:59:00Z', false],
  ['2026-11-28', '2026-11-29T12:01:00Z', true],
  ['2026-11-30Z', '2026-12-01T13:00:00Z', true],
  ['2026-11', '2026-11-29T00:00:00Z', false],
  ['2026-11', '2026-12-01T13:00:00Z', true],
  ['2026-12', '2026-12-31T23:00:00Z', false],
  ['2026-12', '2027-01-01T13:00:00Z', true],
  ['2026', '2026-12-31T23:00:00Z', false],
  ['2026', '2027-01-01T13:00:00Z', true],
  ['2026-11-29T10:00:00Z', '2026-11-29T10:00:00Z', true],
])('%s says at %s what state a crate has: %s', (time, now, isSettled) => {
  expect(settledTime(time, Date.parse(now)) === time).toBe(isSettled);
});
