/** CPU milliseconds of one work in each of two trees, round by round. */
export interface Compared {
  readonly title: string;
  /** What else is measured beside it. */
  readonly peer: string | undefined;
  readonly cpu: readonly [readonly number[], readonly number[]];
  /** Bytes of memory at most. */
  readonly peak: readonly [number, number];
  readonly of: readonly number[];
  /** Whether the outputs of both were equal in all rounds. */
  readonly equal: boolean;
}
/** Measures two trees in turns, as whole processes. */
export declare function compareTrees(
  trees: readonly [string, string],
  folder: string,
  options: { readonly rounds: number; readonly quick: boolean; readonly onRound?: (round: number) => void },
): Promise<Compared[]>;
/** The results as Markdown. */
export declare function tableOfTrees(names: readonly [string, string], results: readonly Compared[]): string;
