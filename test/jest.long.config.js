import quick from './jest.config.js';

/** The long suites: real crates and conformance tests that are not part of the repository. */
export default { ...quick, testPathIgnorePatterns: ['/node_modules/'], testTimeout: 900_000 };
