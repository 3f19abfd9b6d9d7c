/** The paths of the slow suites, from `<rootDir>` on. */
export declare const SLOW_SUITES: readonly string[];
