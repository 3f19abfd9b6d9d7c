import { CONTEXT_SENTENCES } from './context.js';
import { PACKAGE_SENTENCES } from './package.js';
import { PROFILE_SENTENCES } from './profiles.js';
import type { SpecSentence } from './sentence.js';

/** Each MUST and SHOULD of RO-Crate 1.0 to 1.3 and of the profiles that rules know. */
export const SPEC_SENTENCES: readonly SpecSentence[] = [
  ...PACKAGE_SENTENCES,
  ...CONTEXT_SENTENCES,
  ...PROFILE_SENTENCES,
];
