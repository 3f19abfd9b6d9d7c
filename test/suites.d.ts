/** The suites by name: the flags of Node, and the arguments of jest. */
export declare const SUITES: Readonly<
  Record<string, { readonly node: readonly string[]; readonly jest: readonly string[] }>
>;
