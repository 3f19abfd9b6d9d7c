import { isDescriptorId } from '../../crate/metadata-names.js';
import { byteCount } from '../../package/described-files.js';
import { grown } from '../../base/rdf/hash-table.js';
import { TextSet } from '../../base/rdf/text-set.js';
import { DCTERMS, RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';
import { addFiles, fileStatistics, ROOT_PROPERTIES, typeStatistics } from './statistics.js';
import type { CrateStatistics, FileCount, RootProperty } from './statistics.js';
import { detached, textOfTerm } from './each-triple.js';

const inBrackets = (names: readonly string[]): readonly string[] => names.map((name) => `<${name}>`);

const TYPE = `<${RDF_TYPE}>`;
const CONFORMS_TO = `<${DCTERMS}conformsTo>`;
const FILE: ReadonlySet<string> = new Set(inBrackets(schemaOrg('MediaObject')));
const ROOT: ReadonlyMap<string, RootProperty> = new Map(
  ROOT_PROPERTIES.flatMap((name) => inBrackets(schemaOrg(name)).map((iri) => [iri, name] as const)),
);
const NAME: ReadonlySet<string> = new Set(inBrackets(schemaOrg('name')));
const FORMAT: ReadonlySet<string> = new Set(inBrackets(schemaOrg('encodingFormat')));
const SIZE: ReadonlySet<string> = new Set(inBrackets(schemaOrg('contentSize')));

/** What is known about a term. */
const SUBJECT = 1;
const NAMED = 2;
const TYPED = 4;
const INNER = 8;
const OUTER = 16;

/** What is known about an entity that may be a file. */
interface FileFacts {
  isFile: boolean;
  format: string | undefined;
  bytes: number | undefined;
}

/** Makes the statistics of one graph from its triples, in any order. */
export class GraphStatistics {
  readonly #root: string;
  /** What identifiers inside the crate begin with. */
  readonly #inside: string;
  #triples = 0;
  #last = '';
  /** Subjects and references. */
  readonly #terms = new TextSet();
  /** What is known about each term, by its number. */
  #known = new Uint8Array(64);
  readonly #files = new Map<number, FileFacts>();
  readonly #types = new Map<string, number>();
  readonly #rootHas = new Set<RootProperty>();
  #descriptor: number | undefined;
  #subject = 0;

  /** @param graph IRI of the graph: the Root Data Entity */
  constructor(graph: string) {
    this.#root = `<${graph}>`;
    this.#inside = `<${graph.endsWith('/') ? graph : `${graph}/`}`;
  }

  /** The terms are written as in N-Quads. */
  add(subject: string, predicate: string, object: string): void {
    this.#triples += 1;
    if (subject !== this.#last) this.#begin(subject);
    const key = this.#subject;
    if (predicate === TYPE) this.#addType(object);
    else if (NAME.has(predicate)) this.#note(key, NAMED);
    else if (FORMAT.has(predicate)) this.#addFormat(object);
    else if (SIZE.has(predicate)) this.#file().bytes ??= byteCount(textOfTerm(object));
    const property = subject === this.#root ? ROOT.get(predicate) : undefined;
    if (property !== undefined) this.#rootHas.add(property);
    if (predicate === TYPE || object.startsWith('"') || (predicate === CONFORMS_TO && key === this.#descriptor)) return;
    const isInside = object.startsWith('_:') || object === this.#root || object.startsWith(this.#inside);
    this.#note(this.#terms.put(object), isInside ? INNER : OUTER);
  }

  /** @returns whether it is news about the term */
  #note(term: number, fact: number): boolean {
    if (term >= this.#known.length) this.#known = grown(this.#known, new Uint8Array(2 * (term + 1)));
    const known = this.#known[term] as number;
    this.#known[term] = known | fact;
    return (known & fact) === 0;
  }

  #count(fits: (known: number) => boolean): number {
    let count = 0;
    for (let term = 0; term < this.#terms.size; term += 1) if (fits(this.#known[term] as number)) count += 1;
    return count;
  }

  #begin(subject: string): void {
    this.#last = subject;
    this.#subject = this.#terms.put(subject);
    if (!this.#note(this.#subject, SUBJECT) || this.#descriptor !== undefined) return;
    if (isDescriptorId(subject.slice(subject.lastIndexOf('/') + 1, -1))) this.#descriptor = this.#subject;
  }

  #addType(object: string): void {
    this.#note(this.#subject, TYPED);
    const type = textOfTerm(object);
    const count = this.#types.get(type);
    this.#types.set(count === undefined ? detached(type) : type, (count ?? 0) + 1);
    if (FILE.has(object)) this.#file().isFile = true;
  }

  /** A media type is better than the IRI of an explanation of it. */
  #addFormat(object: string): void {
    const file = this.#file();
    if (file.format === undefined || (file.format.includes('://') && object.startsWith('"')))
      file.format = detached(textOfTerm(object).trim()) || undefined; // an empty text names no format
  }

  #file(): FileFacts {
    let file = this.#files.get(this.#subject);
    if (file === undefined)
      this.#files.set(this.#subject, (file = { isFile: false, format: undefined, bytes: undefined }));
    return file;
  }

  result(): CrateStatistics {
    const formats = new Map<string | undefined, FileCount>();
    for (const { isFile, format, bytes } of this.#files.values())
      if (isFile)
        formats.set(
          format,
          addFiles(formats.get(format), { files: 1, bytes: bytes ?? 0, withoutSize: bytes === undefined ? 1 : 0 }),
        );
    const isDescribed = (known: number) => (known & SUBJECT) !== 0;
    const entities = this.#count(isDescribed);
    const isNamed = (known: number | undefined = 0) => (known & NAMED) !== 0;
    const descriptors = this.#descriptor === undefined || isNamed(this.#known[this.#descriptor]) ? 0 : 1;
    return {
      crates: 1,
      triples: this.#triples,
      entities,
      types: typeStatistics(this.#types),
      files: fileStatistics(formats),
      completeness: {
        root: Object.fromEntries(ROOT_PROPERTIES.map((name) => [name, this.#rootHas.has(name) ? 1 : 0])) as Record<
          RootProperty,
          number
        >,
        entitiesWithoutName: entities - this.#count(isNamed) - descriptors,
        entitiesWithoutType: entities - this.#count((known) => (known & TYPED) !== 0),
        missingInside: this.#count((known) => !isDescribed(known) && (known & INNER) !== 0),
        undescribedOutside: this.#count((known) => !isDescribed(known) && (known & OUTER) !== 0),
      },
    };
  }
}
