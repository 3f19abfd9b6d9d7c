/** The function that the core calls. The types of the package itself refer to those of Node. */
export function expand(input: unknown, options: unknown): Promise<unknown[]>;
