/** A measurement of the benchmark. */
export interface Measurement {
  readonly name: string;
  /** Its module, if that is not of its name. */
  readonly module?: string;
  readonly subjects: readonly string[];
  readonly targets?: readonly { readonly ours?: string; readonly peer?: string }[];
}
export const MEASUREMENTS: readonly Measurement[];
/** Peers that take part if they are installed. */
export const OPTIONAL: readonly string[];
