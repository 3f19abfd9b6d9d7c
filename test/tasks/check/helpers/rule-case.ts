import type { Change } from './sample-crate.js';

/** A crate that breaks a rule, and one that keeps it although it looks similar. Both are changes of the sample crate. */
export interface RuleCase {
  /** Id of the rule. */
  readonly rule: string;
  /** What the case is about: the name of its tests. */
  readonly name: string;
  /** Version of the sample. Default 1.2. */
  readonly version?: string;
  readonly breaks: Change;
  /** `@id` of the entity that the finding names; undefined for a finding about the document. Not compared if left out. */
  readonly entity?: string | undefined;
  /** The JSON pointer of the finding. Not compared if left out. */
  readonly pointer?: string;
  /** Other rules that the same crate breaks inevitably. Default none. */
  readonly also?: readonly string[];
  readonly keeps: Change;
}
