import type { CheckedCrate } from './crate/checked-crate.js';
import type { CheckedEntity, Fault } from './crate/checked-entity.js';

/** How much a fault matters: a MUST of the specification is broken, a SHOULD is, or it is worth knowing. */
export type Severity = 'error' | 'warning' | 'note';

/** From which severity on a check fails. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;

/** One of {@link FAIL_ON}. */
export type FailOn = (typeof FAIL_ON)[number];

/** What a rule may find at one place. */
export type Faults = Fault | readonly Fault[] | undefined;

/** What a rule says about itself. */
export interface RuleText {
  /** Name of the rule in reports: lower case with hyphens, the subject first, as in `root-name`. */
  readonly id: string;
  readonly severity: Severity;
  /** Of an error: the version since which it is a MUST. In older crates it is a warning. */
  readonly mustSince?: string | undefined;
  /** What is right, as one sentence in our words. */
  readonly sentence: string;
  /**
   * Where it is said: a section of the format document (`format 2, identifier rule 3`), of the RO-Crate specification
   * (`RO-Crate 1.2, Root Data Entity`), or of a profile.
   */
  readonly source: string;
  /** What `check --fix` does about it; undefined if there is no one right answer. */
  readonly fix?: string | undefined;
}

/** A rule about the crate as a whole. */
export interface CrateRule extends RuleText {
  readonly on: 'crate';
  readonly check: (crate: CheckedCrate) => Faults;
}

/** A rule about each entity of a kind. */
export interface EntityRule extends RuleText {
  /**
   * Which entities: one role, `entity` for all, `data` for files and folders; or a type, `File` or `Dataset` too, and
   * then descriptor and root are included.
   */
  readonly on: 'descriptor' | 'root' | 'entity' | 'data' | 'file' | 'folder' | 'contextual' | { readonly type: string };
  readonly check: (entity: CheckedEntity, crate: CheckedCrate) => Faults;
}

/** One rule of the format, with the function that finds what breaks it. */
export type Rule = CrateRule | EntityRule;
