/** The measurements: their subjects, sizes and targets. */
export declare const MEASUREMENTS: readonly {
  readonly name: string;
  /** The module of the subjects, if it has another name. */
  readonly module?: string;
  readonly subjects: readonly string[];
  readonly only?: Readonly<Record<string, readonly number[]>>;
  readonly targets?: readonly { readonly ours?: string; readonly peer?: string }[];
}[];
/** Peers that take part if they are installed. */
export declare const OPTIONAL: readonly string[];
