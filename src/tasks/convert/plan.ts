import type { JsonObject } from '../../crate/json/value.js';

/** The steps of the format document, section 3: (A) Attached to Detached, (B) Detached to Attached. */
export const STEPS = [
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'A7',
  'A8',
  'distribution',
  'B1',
  'B2',
  'B3',
  'B4',
  'B5',
] as const;

/** A step of a conversion; `distribution`: the root names a download that is the Attached Package. */
export type Step = (typeof STEPS)[number];

/**
 * What a change does.
 *
 * - `rename`: the entity gets another identifier, here and in every reference
 * - `change`: the entity loses or gets properties
 * - `add`: a new entity; `remove`: the entity goes away
 * - `folder`: the Dataset becomes a folder; `unpack`: the Dataset becomes a folder, unpacked from `url`
 * - `retrieve`: the File is retrieved from `url`; of a root, the whole package
 * - `leave`: nothing, `why` says the reason
 */
export const ACTIONS = ['rename', 'change', 'add', 'remove', 'folder', 'unpack', 'retrieve', 'leave'] as const;

/** What a {@link Change} does. */
export type Action = (typeof ACTIONS)[number];

/** One change of one entity. */
export interface Change {
  readonly step: Step;
  readonly action: Action;
  /** `@id` as the document writes it; of a new entity, its `@id` in the new document. */
  readonly id: string;
  /** `@id` in the new document, if it changes. Of a file or folder, its encoded path relative to the crate root. */
  readonly newId?: string | undefined;
  /** The reason, in one sentence. */
  readonly why: string;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly sha256?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly license?: string | undefined;
  /** What may go wrong, or what is lost. */
  readonly risk?: string | undefined;
  /** Address to retrieve from. */
  readonly url?: string | undefined;
  /** Addresses to retrieve from if that fails, or is not the file: the first that has it counts. */
  readonly otherUrls?: readonly string[] | undefined;
  /** Names of the properties whose values go away. */
  readonly drop?: readonly string[] | undefined;
  /** Properties to add, as the new document writes them; of a new entity all, with its `@type`. */
  readonly add?: JsonObject | undefined;
}

/** What a conversion will do, in the order in which it does it. */
export interface Plan {
  readonly verb: 'detach' | 'attach';
  /** How a Detached Package becomes an Attached one; undefined for `detach`. */
  readonly mode?: 'distribution' | 'snapshot' | 'fork' | 'download' | undefined;
  /** What was given as the crate, for people. */
  readonly crate: string;
  /** SHA-256 of the metadata document that the plan is for. */
  readonly document: string;
  /** The `@base` that the context of the new document has; undefined for none. */
  readonly base?: string | undefined;
  /** File name of the new metadata document. */
  readonly name: string;
  /**
   * The hosts that get the credentials of the user, if there are any; undefined for none. For
   * people: a run asks its options.
   */
  readonly credentials?: readonly string[] | undefined;
  readonly changes: readonly Change[];
}
