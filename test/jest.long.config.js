import process from 'node:process';
import quick from './jest.config.js';

// Properties are tried as often as they are meant to be.
process.env['RUNS'] ??= '1';

/** The long suites: real crates and conformance tests that are not part of the repository. */
export default { ...quick, testPathIgnorePatterns: ['/node_modules/'], testTimeout: 900_000 };
