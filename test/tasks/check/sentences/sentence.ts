/** A sentence of a specification that says MUST or SHOULD, in our words. */
export interface SpecSentence {
  /** The pages that say it, as the specification names them: `1.2/data-entities`, `process_run_crate`. */
  readonly pages: readonly string[];
  /** Title of the section. */
  readonly section: string;
  /** MUST stands for MUST NOT, REQUIRED and SHALL too, SHOULD for SHOULD NOT and RECOMMENDED. */
  readonly word: 'MUST' | 'SHOULD';
  readonly says: string;
  /** The rules that check it. */
  readonly rules?: readonly string[];
  /** Why no rule checks it. */
  readonly reason?: string;
  /** How often the word is in the sentences of a page that this row stands for. Default 1. */
  readonly times?: number;
}

/** Why no rule checks a sentence. */
export const NO_RULE = {
  readers: 'it speaks to programs that read crates, not about the crate',
  writers: 'it speaks to programs that write crates: the document does not show whether they did it',
  web: 'it takes the web to know: no rule asks an address',
  meaning: 'it takes a person to judge',
  keyWords: 'it explains the key words',
} as const;
