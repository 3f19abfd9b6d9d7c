import { schemaOrg } from '../../base/rdf/vocabulary.js';

/** Statistics of one crate, or of several together. */
export interface CrateStatistics {
  /** Number of crates. */
  readonly crates: number;
  readonly triples: number;
  readonly entities: number;
  /** The types of the entities, the most frequent first; an entity with two types counts for both. */
  readonly types: readonly TypeStatistics[];
  readonly files: FileStatistics;
  readonly completeness: Completeness;
}

/** How many entities have a type. */
export interface TypeStatistics {
  /** IRI of the type. */
  readonly type: string;
  /** A short name, as crates write it: `File`, `Person`. */
  readonly name: string;
  readonly entities: number;
}

/** Files as the crate describes them; sizes are those of `contentSize`. */
export interface FileStatistics extends FileCount {
  /** By `encodingFormat`, the most frequent first; several formats of one file count once, as the first one. */
  readonly formats: readonly FormatStatistics[];
}

/** The files of one format. */
export interface FormatStatistics extends FileCount {
  /** As written, such as `text/csv`; undefined for files without a format. */
  readonly format: string | undefined;
}

/** A number of files with their sizes. */
export interface FileCount {
  readonly files: number;
  /** Sum of the known sizes. */
  readonly bytes: number;
  /** How many files state no size in bytes. */
  readonly withoutSize: number;
}

/** What a crate says, of what people and programs look for. */
export interface Completeness {
  /** For each of these properties the number of crates whose root has it. */
  readonly root: Readonly<Record<RootProperty, number>>;
  readonly entitiesWithoutName: number;
  readonly entitiesWithoutType: number;
  /** References to identifiers inside the crate, or to blank nodes, that nothing describes. */
  readonly missingInside: number;
  /** References to the web that the crate does not describe. */
  readonly undescribedOutside: number;
}

/** Properties that every root should have (RO-Crate 1.2, direct properties of the Root Data Entity), and its author. */
export const ROOT_PROPERTIES = ['name', 'description', 'datePublished', 'license', 'author'] as const;

/** One of {@link ROOT_PROPERTIES}. */
export type RootProperty = (typeof ROOT_PROPERTIES)[number];

/** Adds the statistics of several crates. */
export function sumStatistics(all: Iterable<CrateStatistics>): CrateStatistics {
  const types = new Map<string, number>();
  const formats = new Map<string | undefined, FileCount>();
  const root: Record<RootProperty, number> = { name: 0, description: 0, datePublished: 0, license: 0, author: 0 };
  const sum = { crates: 0, triples: 0, entities: 0, withoutName: 0, withoutType: 0, inside: 0, outside: 0 };
  for (const { crates, triples, entities, completeness, ...one } of all) {
    sum.crates += crates;
    sum.triples += triples;
    sum.entities += entities;
    sum.withoutName += completeness.entitiesWithoutName;
    sum.withoutType += completeness.entitiesWithoutType;
    sum.inside += completeness.missingInside;
    sum.outside += completeness.undescribedOutside;
    for (const property of ROOT_PROPERTIES) root[property] += completeness.root[property];
    for (const { type, entities: count } of one.types) types.set(type, (types.get(type) ?? 0) + count);
    for (const { format, ...count } of one.files.formats) formats.set(format, addFiles(formats.get(format), count));
  }
  return {
    crates: sum.crates,
    triples: sum.triples,
    entities: sum.entities,
    types: typeStatistics(types),
    files: fileStatistics(formats),
    completeness: {
      root,
      entitiesWithoutName: sum.withoutName,
      entitiesWithoutType: sum.withoutType,
      missingInside: sum.inside,
      undescribedOutside: sum.outside,
    },
  };
}

const NO_FILES: FileCount = { files: 0, bytes: 0, withoutSize: 0 };

/** Adds two numbers of files. */
export function addFiles(one: FileCount = NO_FILES, other: FileCount): FileCount {
  return {
    files: one.files + other.files,
    bytes: one.bytes + other.bytes,
    withoutSize: one.withoutSize + other.withoutSize,
  };
}

/** Sorts the types, the most frequent first, then by IRI. */
export function typeStatistics(types: ReadonlyMap<string, number>): TypeStatistics[] {
  return [...types]
    .map(([type, entities]) => ({ type, name: typeName(type), entities }))
    .sort((a, b) => b.entities - a.entities || (a.type < b.type ? -1 : 1));
}

/** Sorts the formats, the most frequent first, and adds them. */
export function fileStatistics(formats: ReadonlyMap<string | undefined, FileCount>): FileStatistics {
  const sorted = [...formats]
    .map(([format, count]) => ({ format, ...count }))
    .sort((a, b) => b.files - a.files || ((a.format ?? '') < (b.format ?? '') ? -1 : 1));
  return { ...sorted.reduce<FileCount>(addFiles, NO_FILES), formats: sorted };
}

const FILE: ReadonlySet<string> = new Set(schemaOrg('MediaObject'));

/** The name of a type for people: what RO-Crate calls it, or the end of its IRI. */
export function typeName(type: string): string {
  if (FILE.has(type)) return 'File';
  const end = /[^/#:]+(?=[/#]?$)/.exec(type)?.[0] ?? type;
  try {
    return decodeURIComponent(end);
  } catch {
    return end; // a % that encodes nothing
  }
}
