import type { BenchModel } from './crates.mjs';

export interface BenchCase {
  readonly id: string;
  readonly sparql: string;
  readonly rows: readonly (readonly string[])[];
  readonly graphs: readonly string[] | undefined;
}
export function casesOf(model: BenchModel): BenchCase[];
