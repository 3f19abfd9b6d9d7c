import type { Severity } from './rule.js';

/** A place where a crate breaks a rule. */
export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong here. */
  readonly message: string;
  /** What to do about it, if the document cannot be read. */
  readonly hint?: string | undefined;
  /** `@id` of the entity as written. */
  readonly entity?: string | undefined;
  /** JSON pointer (RFC 6901) into the metadata document. */
  readonly pointer?: string | undefined;
  /** Where the pointer leads in the text of the document: line and column from 1, the column in UTF-16 code units. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Whether `fixCrate` (`check --fix`) repairs it. */
  readonly fixable?: true | undefined;
  /** Of a SHACL shape: its IRI, or that of the nearest shape around it. */
  readonly shape?: string | undefined;
  /** Of a SHACL shape: the name of the constraint component, as in `MinCount`. */
  readonly component?: string | undefined;
}
