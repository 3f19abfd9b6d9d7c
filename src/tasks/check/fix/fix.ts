/** Something that was repaired in the text of a document. */
export interface Fix {
  /** Id of the rule that was broken. */
  readonly rule: string;
  /** What is different now. */
  readonly message: string;
  /** `@id` of the entity as it was written. */
  readonly entity?: string | undefined;
  /** JSON pointer (RFC 6901) into the document before the repair. */
  readonly pointer: string;
}

/** Receives what was repaired. */
export type OnFix = (fix: Fix) => void;
