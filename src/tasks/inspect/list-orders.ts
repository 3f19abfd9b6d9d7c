/** By what crates are sorted: texts from the first one, quads, entities and the time of the load from the largest. */
export const LIST_ORDERS = ['graph', 'name', 'version', 'source', 'quads', 'entities', 'loaded'] as const;

/** One of {@link LIST_ORDERS}. */
export type ListOrder = (typeof LIST_ORDERS)[number];
