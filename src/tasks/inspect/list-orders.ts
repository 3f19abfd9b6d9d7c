/** By what crates are sorted: texts from the first one, the quads and the time of the load from the largest. */
export const LIST_ORDERS = ['graph', 'name', 'version', 'source', 'quads', 'loaded'] as const;

/** One of {@link LIST_ORDERS}. */
export type ListOrder = (typeof LIST_ORDERS)[number];
