import { CrateError } from '../../errors.js';

/** What had to be repaired so that nothing is lost: a strict JSON-LD processor refuses or drops it. */
export const REPAIRS = {
  'iri-encoded': 'an identifier is no legal IRI and was percent-encoded',
  'id-form': 'an `@id` is not a string',
  'id-empty': 'an `@id` would fall together with the root and was kept apart',
  'id-above-root': 'an `@id` climbs above the top of the base and was kept apart',
  'id-reserved': 'an `@id` looks like an identifier that keeps another one apart, and was kept apart itself',
  'blank-label': 'a blank node label that no parser reads back was encoded',
  'type-form': 'a `@type` is not a string',
  'value-form': 'a value object has no meaning in JSON-LD and was read as plain value',
  'number-range': 'a number is beyond what a double can hold; it became INF, in a JSON literal null',
  'language-tag': 'a language tag is not well-formed and was left out',
  'lone-surrogate': 'a string holds half a character, which Unicode forbids; it became U+FFFD',
  'duplicate-key': 'a JSON key is written twice; both values count',
  'invalid-utf8': 'bytes that are not UTF-8 became U+FFFD',
  'not-an-entity': 'an item of `@graph` is not an object',
  'context-term': 'a part of the context has no meaning in JSON-LD',
  'context-missing': 'no context defines the terms of RO-Crate; those of the version in conformsTo were used',
  'base-unusable': 'the `@base` in the document cannot be resolved against',
  'kept-as-resource': 'an entity has neither type nor defined property; it was kept as rdfs:Resource',
} as const;

/** What is legal but should be known. */
export const WARNINGS = {
  'undefined-property': 'a property is defined in no context, RDF cannot hold it',
  'undefined-type': 'a type is defined in no context, it became an IRI under the base',
  'unknown-keyword': 'a key looks like a keyword and is ignored by JSON-LD',
  'entity-merged': 'an entity is described more than once; the descriptions were merged',
  'version-mismatch': 'the context is of another version than conformsTo, which decides',
  'version-unknown': 'the descriptor has no conformsTo that names an RO-Crate version',
  'root-missing': 'nothing in the graph is a metadata descriptor about a Dataset: what is written is no RO-Crate',
  'several-roots': 'other crates are described in this document too',
  'several-names': 'after the merge the root has several names',
  'several-profiles': 'after the merge the root or the descriptor conforms to several things',
  'layout-lost':
    'what RDF does not hold of it (`null`, `[]`, undefined properties, spelling) has no place in the export',
  'nested-crate': 'a crate inside the package has a metadata file of its own, which was not read',
  'entry-unsafe': 'an entry of the archive could not be unpacked safely; only the metadata was read',
  'payload-unchecked': 'the files of a bag on the web were not checked',
  'bag-odd': 'a tag file of the bag is not as BagIt asks; what it says clearly was used',
  'found-beside': 'the address itself holds no crate; the metadata file beside it was read',
  'payload-none': 'a source of the crate has no files to copy',
  'payload-twice': 'several sources of the crate have a file of this path; that of the earliest was copied',
  'nothing-below': 'no entity lies below the base, so that none got a relative identifier: is it the right one?',
  'insecure-redirect': 'on the way the connection lost its encryption',
} as const;

/** A key of {@link REPAIRS}. */
export type RepairKind = keyof typeof REPAIRS;
/** A key of {@link WARNINGS}. */
export type WarningKind = keyof typeof WARNINGS;

/** One thing to report, with its place as a JSON pointer (RFC 6901) where it has one. */
export interface Note {
  readonly kind: RepairKind | WarningKind;
  readonly detail: string;
  readonly pointer?: string | undefined;
}

/** Where an entity stands: its position in `@graph`, or a JSON pointer. */
export type EntityPlace = number | string;

/** The JSON pointer (RFC 6901) of a place. */
export function pointerTo(place: EntityPlace): string {
  return typeof place === 'number' ? `/@graph/${place}` : place;
}

/** How many examples of each kind are kept; all are counted. */
const SAMPLES = 20;

/** Counts repairs and warnings, and keeps a few of each; refuses repairs when strict. */
export class Report {
  readonly #counts = new Map<RepairKind | WarningKind, number>();
  readonly #notes = new Map<RepairKind | WarningKind, Note[]>();
  readonly #strict: boolean;

  constructor(strict = false) {
    this.#strict = strict;
  }

  /** @throws CrateError ERR_STRICT for a repair when strict */
  add(note: Note): void {
    if (this.#strict && isRepair(note.kind)) {
      const place = note.pointer === undefined ? '' : ` at ${note.pointer}`;
      throw new CrateError('ERR_STRICT', `${REPAIRS[note.kind]}: ${note.detail}${place}`, {
        details: { kind: note.kind, pointer: note.pointer },
      });
    }
    this.#counts.set(note.kind, (this.#counts.get(note.kind) ?? 0) + 1);
    const notes = this.#notes.get(note.kind);
    if (notes === undefined) this.#notes.set(note.kind, [note]);
    else if (notes.length < SAMPLES) notes.push(note);
  }

  /** Number of repairs of all kinds. */
  get repairs(): number {
    let sum = 0;
    for (const [kind, count] of this.#counts) if (isRepair(kind)) sum += count;
    return sum;
  }

  /** How often each kind occurred. */
  get counts(): Readonly<Partial<Record<RepairKind | WarningKind, number>>> {
    return Object.fromEntries(this.#counts);
  }

  /** Examples, at most 20 of each kind. */
  get notes(): readonly Note[] {
    return [...this.#notes.values()].flat();
  }
}

/** Whether a kind is a repair (and not a warning). */
export function isRepair(kind: RepairKind | WarningKind): kind is RepairKind {
  return kind in REPAIRS;
}
