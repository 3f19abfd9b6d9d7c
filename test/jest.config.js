import { SLOW_SUITES } from './slow-suites.js';

/** The quick suites: everything under test/ but the slow and the long ones, which have configurations of their own. */
export default {
  rootDir: '..',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironment: '<rootDir>/test/helpers/environment.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/corpus/',
    '<rootDir>/test/w3c/',
    '<rootDir>/test/packed/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/servers/',
    '<rootDir>/test/torture/long/',
    // They make disks fail, which takes a while.
    '<rootDir>/test/store/sqlite/sqlite-faults',
    '<rootDir>/test/store/sqlite/read-only',
    ...SLOW_SUITES,
  ],
  globalSetup: '<rootDir>/test/helpers/build.ts',
  moduleNameMapper: {
    '/thread-code\\.js$': '<rootDir>/test/helpers/thread-code.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '^.+\\.tsx?$': '<rootDir>/test/helpers/transform.mjs' },
  // By itself jest leaves one processor idle, which is half of a small machine.
  maxWorkers: '100%',
  testSequencer: '<rootDir>/test/changed-first.mjs',
  testTimeout: 60_000,
};
