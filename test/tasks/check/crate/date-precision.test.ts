import { precisionOf } from '../../../../src/tasks/check/crate/date-precision.js';

describe('the precision of a date of ISO 8601', () => {
  it.each([
    ['2026-03-01', 'day'],
    ['20260301', 'day'],
    ['2026-W09-7', 'day'],
    ['2026-060', 'day'],
    ['2024-02-29', 'day'],
    ['2021-11-09T00:51:55.837325', 'day'],
    ['2024-01-22T15:36:43+00:00', 'day'],
    ['20260301T120000Z', 'day'],
    ['2026-03', 'less'],
    ['202603', 'less'],
    ['2026', 'less'],
    ['2026-W09', 'less'],
    ['2026-02-29', undefined],
    ['2026-13', undefined],
    ['1 March 2026', undefined],
    ['2024 Jan 01', undefined],
    ['202dddd1-11-09T00:51:55', undefined],
    ['2026T12:00', undefined],
    ['2024-01-01 12:00', undefined],
    ['2024-01-01t12:00', 'day'],
    ['2026-03-01T25:00', undefined],
    ['UNPUBLISHED', undefined],
    ['', undefined],
  ])('%s: %s', (text, precision) => expect(precisionOf(text)).toBe(precision));
});
