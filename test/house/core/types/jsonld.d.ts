/** The function that the core calls. The package's own types refer to those of Node. */
export function expand(input: unknown, options: unknown): Promise<unknown[]>;
