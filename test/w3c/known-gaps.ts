/** Tests of the W3C suite whose result we do not give, each with its reason; a listed test that passes fails the suite. */
export const KNOWN_GAPS: Readonly<Record<string, string>> = {};
