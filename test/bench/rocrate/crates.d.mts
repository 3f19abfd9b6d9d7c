export interface BenchCrate {
  readonly iri: string;
}
export interface BenchModel {
  readonly crates: readonly BenchCrate[];
}
export function modelOf(number: number, entities?: number): BenchModel;
export function triplesOf(crate: BenchCrate): string[];
