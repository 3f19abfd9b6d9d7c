import { CrateError } from '../../base/errors.js';

/** Repairs: changes that let an invalid document load. A strict JSON-LD processor would refuse it or drop something. */
export const REPAIRS = {
  'iri-encoded': 'an identifier is not a legal IRI and was percent-encoded',
  'key-encoded': 'the IRI of a property is not legal and was percent-encoded',
  'id-form': 'an `@id` is not a string',
  'id-empty': 'an `@id` would become the identifier of the root and got a stand-in',
  'id-above-root': 'an `@id` climbs above the top of the base and got a stand-in',
  'id-reserved': 'an `@id` looks like a stand-in and got one itself',
  'blank-label': 'a blank node label that no parser reads back was encoded',
  'type-form': 'a `@type` is not a string',
  'value-form': 'a value object has no meaning in JSON-LD and was read as a plain value',
  'number-range': 'a number is beyond the range of a double; it became INF, or null in a JSON literal',
  'language-tag': 'a language tag is not well-formed and was left out',
  'lone-surrogate': 'a string contains half a character (a lone surrogate), which became U+FFFD',
  'duplicate-key': 'a JSON object has a duplicate key; both values count',
  'invalid-utf8': 'bytes that are not UTF-8 became U+FFFD',
  'not-an-entity': 'an item of `@graph` is not an object',
  'context-term': 'a part of the context has no meaning in JSON-LD',
  'context-missing': 'no context defines the terms of RO-Crate; those of the version in conformsTo were used',
  'base-unusable': 'relative identifiers cannot resolve against the `@base` of the document',
  'kept-as-resource': 'an entity has neither type nor defined property; it was kept as rdfs:Resource',
} as const;

/** Warnings: legal, but worth knowing. */
export const WARNINGS = {
  'undefined-property':
    'no context defines a property, so its values are not in RDF and cannot be queried (the document keeps them)',
  'undefined-type': 'no context defines a type; it became an IRI under the base',
  'unknown-keyword': 'a key looks like a keyword and is ignored by JSON-LD',
  'entity-merged': 'an entity is described more than once; the descriptions were merged',
  'version-mismatch': 'context and conformsTo name different versions; conformsTo decides',
  'version-unknown': 'the descriptor has no conformsTo that names an RO-Crate version',
  'root-missing': 'the graph has no metadata descriptor about a Dataset: the output is not a valid RO-Crate',
  'several-roots': 'the document describes other crates too',
  'other-base':
    'the store has this document from another source, under a base that differs: its identifiers that begin with `#` keep that base',
  'record-replaced':
    'the crate was merged with one that had no place either; the store keeps the original and the load record of this one only',
  'several-names': 'after the merge the root has several names',
  'several-profiles': 'after the merge the root or the descriptor conforms to several things',
  'layout-lost': 'the export loses what RDF cannot represent (`null`, `[]`, undefined properties, spelling)',
  'nested-crate':
    'a crate inside the package has a metadata file of its own, which was not read; `load --follow 1` loads what the crate lists',
  'value-altered':
    'the engine of the store does not keep this value apart from another, or alters it: queries see another value, exports do not',
  'reference-failed': 'the crate refers to another crate that could not be loaded',
  'rdf-failed': 'an RDF file of the crate could not be loaded (--with-rdf)',
  'rdf-removed': 'the crate has no longer an RDF file that the store had; its graph was removed',
  'entry-unsafe': 'an entry of the archive could not be unpacked safely; only the metadata was read',
  'payload-unchecked': 'the files of a bag were not checked: it is on the web, or the path leads into it',
  'bag-odd': 'a tag file of the bag does not conform to BagIt; its unambiguous parts were used',
  'found-beside': 'the address itself is not a crate; the metadata file next to it was read',
  'payload-none': 'a source of the crate has no files to copy',
  'payload-missing':
    'the package lacks a file that the crate describes: where the crate was loaded from has changed or has no such file, or --no-files leaves it out',
  'payload-twice': 'several sources of the crate have a file with this path; that of the earliest was copied',
  'nothing-below': 'no entity lies below the base, so no identifier became relative: is it the right base?',
  'descriptor-added': 'the RDF has no metadata descriptor for the root that --root names; it was added',
  'graph-left-out': 'a graph of the RDF does not describe the crate and was left out',
  'insecure-redirect': 'a redirect led from https to http',
} as const;

/** A key of {@link REPAIRS}. */
export type RepairKind = keyof typeof REPAIRS;
/** A key of {@link WARNINGS}. */
export type WarningKind = keyof typeof WARNINGS;

/** What one repair or warning is about, with its place as a JSON pointer (RFC 6901) if it has one. */
export interface Remark {
  readonly kind: RepairKind | WarningKind;
  readonly detail: string;
  readonly pointer?: string | undefined;
}

/** One repair or warning, also in words. */
export interface Note extends Remark {
  /** What the kind means, and the detail. */
  readonly message: string;
}

/** Says a remark in words. */
export function noteOf(remark: Remark): Note {
  return { ...remark, message: `${meaningOf(remark.kind)}: ${remark.detail}` };
}

/** What a kind of note means. */
export function meaningOf(kind: RepairKind | WarningKind): string {
  return isRepair(kind) ? REPAIRS[kind] : WARNINGS[kind];
}

/** The place of an entity: its index in `@graph`, or a JSON pointer. */
export type EntityPlace = number | string;

/** The JSON pointer (RFC 6901) of a place. */
export function pointerTo(place: EntityPlace): string {
  return typeof place === 'number' ? `/@graph/${place}` : place;
}

/** Maximum number of notes of each kind that a report holds by default. It counts all of them. */
const SAMPLES = 20;

/** Collects repairs and warnings. Refuses repairs if strict. */
export class Report {
  readonly #counts = new Map<RepairKind | WarningKind, number>();
  readonly #notes = new Map<RepairKind | WarningKind, Note[]>();
  readonly #strict: boolean;
  readonly #samples: number;
  #leftOut: (remark: Remark) => boolean = () => false;

  /** @param all hold all notes, not only the first of each kind */
  constructor(strict = false, all = false) {
    this.#strict = strict;
    this.#samples = all ? Infinity : SAMPLES;
  }

  /** @throws CrateError ERR_STRICT for a repair when strict */
  add(remark: Remark): void {
    const { kind, pointer } = remark;
    if (this.#strict && isRepair(kind)) {
      const place = pointer === undefined ? '' : ` at ${pointer}`;
      throw new CrateError('ERR_STRICT', noteOf(remark).message + place, { details: { kind, pointer } });
    }
    if (this.#leftOut(remark)) return;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const notes = this.#notes.get(kind);
    if (notes === undefined) this.#notes.set(kind, [noteOf(remark)]);
    else if (notes.length < this.#samples) notes.push(noteOf(remark));
  }

  /** Leaves notes out from now on that say what a verb does not do: reading repairs what it may write as it was. */
  leaveOut(isLeftOut: (remark: Remark) => boolean): void {
    this.#leftOut = isLeftOut;
  }

  /** Total number of repairs. */
  get repairs(): number {
    let sum = 0;
    for (const [kind, count] of this.#counts) if (isRepair(kind)) sum += count;
    return sum;
  }

  /** Number of notes of each kind. */
  get counts(): Readonly<Partial<Record<RepairKind | WarningKind, number>>> {
    return Object.fromEntries(this.#counts);
  }

  /** The notes by kind, of each the first 20 or all. */
  get notes(): readonly Note[] {
    return [...this.#notes.values()].flat();
  }
}

/**
 * Whether a note is about an identifier that has another form in RDF, but not where it is
 * written relative or as it was.
 */
export function isAboutSpelling({ kind }: Remark): boolean {
  return ['id-empty', 'id-above-root', 'id-reserved', 'blank-label'].includes(kind);
}

/** Whether a kind is a repair (and not a warning). */
export function isRepair(kind: RepairKind | WarningKind): kind is RepairKind {
  return kind in REPAIRS;
}
