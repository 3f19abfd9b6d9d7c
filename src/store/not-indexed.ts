/** Thrown by a query that may only use the index, where that lacks graphs. No user sees it. */
export class NotIndexed extends Error {
  constructor() {
    super('the index lacks graphs');
  }
}
