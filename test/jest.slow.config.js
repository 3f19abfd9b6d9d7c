import quick from './jest.config.js';
import { SLOW_SUITES } from './slow-suites.js';

/** The suites that `npm test` leaves out because they take longer than a person waits. */
export default {
  ...quick,
  testMatch: SLOW_SUITES,
  testPathIgnorePatterns: quick.testPathIgnorePatterns.filter((path) => !SLOW_SUITES.includes(path)),
};
