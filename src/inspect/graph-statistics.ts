import { isDescriptorId } from '../crate/metadata-names.js';
import { byteCount } from '../package/described-files.js';
import { HashSet, hash53 } from '../rdf/hashes.js';
import { DCTERMS, RDF_TYPE, schemaOrg } from '../rdf/vocabulary.js';
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

/** What is known about an entity that may be a file. */
interface FileFacts {
  isFile: boolean;
  format: string | undefined;
  bytes: number | undefined;
}

/** Makes the statistics of one graph from its triples, in any order. It holds numbers, not texts, of its entities. */
export class GraphStatistics {
  readonly #root: string;
  /** What identifiers inside the crate begin with. */
  readonly #inside: string;
  #triples = 0;
  #last = '';
  readonly #subjects = new HashSet();
  readonly #named = new HashSet();
  readonly #typed = new HashSet();
  readonly #inner = new HashSet();
  readonly #outer = new HashSet();
  /** Each reference that was not described yet when it came. */
  #references: number[] = [];
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
    else if (NAME.has(predicate)) this.#named.add(key);
    else if (FORMAT.has(predicate)) this.#addFormat(object);
    else if (SIZE.has(predicate)) this.#file().bytes ??= byteCount(textOfTerm(object));
    const property = subject === this.#root ? ROOT.get(predicate) : undefined;
    if (property !== undefined) this.#rootHas.add(property);
    if (predicate === TYPE || object.startsWith('"') || (predicate === CONFORMS_TO && key === this.#descriptor)) return;
    const reference = hash53(object);
    const isInside = object.startsWith('_:') || object === this.#root || object.startsWith(this.#inside);
    if ((isInside ? this.#inner : this.#outer).add(reference)) this.#references.push(reference);
  }

  #begin(subject: string): void {
    this.#last = subject;
    this.#subject = hash53(subject);
    if (!this.#subjects.add(this.#subject) || this.#descriptor !== undefined) return;
    if (isDescriptorId(subject.slice(subject.lastIndexOf('/') + 1, -1))) this.#descriptor = this.#subject;
  }

  #addType(object: string): void {
    this.#typed.add(this.#subject);
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
    const undescribed = this.#references.filter((reference) => !this.#subjects.has(reference));
    const missingInside = undescribed.filter((reference) => this.#inner.has(reference)).length;
    const descriptors = this.#descriptor === undefined || this.#named.has(this.#descriptor) ? 0 : 1;
    return {
      crates: 1,
      triples: this.#triples,
      entities: this.#subjects.size,
      types: typeStatistics(this.#types),
      files: fileStatistics(formats),
      completeness: {
        root: Object.fromEntries(ROOT_PROPERTIES.map((name) => [name, this.#rootHas.has(name) ? 1 : 0])) as Record<RootProperty, number>, // prettier-ignore
        entitiesWithoutName: this.#subjects.size - this.#named.size - descriptors,
        entitiesWithoutType: this.#subjects.size - this.#typed.size,
        missingInside,
        undescribedOutside: undescribed.length - missingInside,
      },
    };
  }
}
