/**
 * Thrown by a query that may only use the index, where that lacks graphs, or words that the query
 * looks for. No user sees it.
 */
export class NotIndexed extends Error {
  constructor() {
    super('the index is not up to date');
  }
}
