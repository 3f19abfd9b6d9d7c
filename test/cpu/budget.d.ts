/** What one test file has cost. */
export interface FileCost {
  /** Below `test/`. */
  readonly file: string;
  /** CPU milliseconds, and those of the calibration beside it. */
  readonly cpu: number;
  readonly loop: number;
}
/** CPU seconds by room, and milliseconds of the calibration, on the machine of the budget. */
export declare const BUDGET: Readonly<Record<string, number>>;
export declare const LOOP: number;
export declare const OTHER: number;
export declare const MARGIN: number;
export declare const TOTAL: number;
/** Adds up the costs of test files by room, the dearest first. */
export declare function sumsOf(
  costs: readonly FileCost[],
  budget?: Readonly<Record<string, number>>,
): { readonly room: string; readonly seconds: number; readonly files: number; readonly part: number }[];
/** What takes more than it may, in a sentence; undefined if all is within the budget. */
export declare function beyondBudget(
  costs: readonly FileCost[],
  budget?: Readonly<Record<string, number>>,
): string | undefined;
/** A part of 1, as people read it. */
export declare function percent(part: number): string;
export declare function median(values: readonly number[]): number;
