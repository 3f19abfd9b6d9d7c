/** How a query was answered. */
export type QueryPlan =
  | {
      readonly by: 'index';
      /** What ran, in its order. */
      readonly steps: readonly QueryStep[];
    }
  | {
      readonly by: 'engine';
      /** Why the index alone could not answer. */
      readonly reason: string;
      /** The quads that the engine got. */
      readonly quads: number;
    };

/** A step of a plan that ran. */
export interface QueryStep {
  readonly step: string;
  /** Rows expected before it ran; undefined where nothing was expected. */
  readonly expected: number | undefined;
  readonly rows: number;
}
