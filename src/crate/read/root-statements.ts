import type { BlankLabel, Iri } from '../../rdf/checked-text.js';
import { DCTERMS, RDF, schemaOrg } from '../../rdf/vocabulary.js';
import { byDescriptor, type RootCandidate } from '../choose-root.js';
import { METADATA_NAME_PART } from '../metadata-names.js';
import { versionOf } from '../spec-version.js';
import type { TermWriter } from './quad-writers.js';

/** A candidate with what its descriptor says of itself. */
export interface JsonCandidate extends RootCandidate {
  /** Values of `conformsTo`. */
  readonly conformsTo: readonly string[];
}

const ABOUT: ReadonlySet<string> = new Set(schemaOrg('about'));
const DATASET: ReadonlySet<string> = new Set(schemaOrg('Dataset'));
const CONFORMS_TO = `${DCTERMS}conformsTo`;
const TYPE = `${RDF}type`;

type Statement = readonly [subject: string, predicate: string, object: string];

/** Takes the quads that the reading of a document writes, and keeps those that tell its root. */
export class RootStatements implements TermWriter<string> {
  quads = 0;
  #kept: Statement[] = [];
  #marked = { quads: 0, kept: 0 };

  /** What `queries/root.rq` finds in these quads or, if that is nothing, `queries/root-by-version.rq`. */
  candidates(): JsonCandidate[] {
    const datasets = new Set<string>();
    const versions = new Map<string, string[]>();
    for (const [subject, predicate, object] of this.#kept) {
      if (predicate === TYPE) datasets.add(subject);
      else if (predicate === CONFORMS_TO)
        versions.set(subject, [...(versions.get(subject) ?? []), object.replace(/^"/, '')]);
    }
    const found = new Map<string, JsonCandidate>();
    for (const [descriptor, predicate, root] of this.#kept) {
      if (!ABOUT.has(predicate) || !datasets.has(root)) continue;
      found.set(`${descriptor} ${root}`, { descriptor, root, conformsTo: versions.get(descriptor) ?? [] });
    }
    const all = [...found.values()].sort(byDescriptor);
    const named = all.filter(({ descriptor }) => descriptor.includes(METADATA_NAME_PART));
    if (named.length > 0) return named;
    return all.filter(({ conformsTo }) => conformsTo.some((value) => versionOf(value) !== undefined));
  }

  /** What descriptors, by their name, are about and is no Dataset so far. */
  untyped(): Set<string> {
    const found = new Set<string>();
    for (const [subject, predicate, object] of this.#kept)
      if (ABOUT.has(predicate) && subject.includes(METADATA_NAME_PART) && !object.startsWith('"')) found.add(object);
    for (const [subject, predicate] of this.#kept) if (predicate === TYPE) found.delete(subject);
    return found;
  }

  iri(iri: Iri): string {
    return iri;
  }

  blank(label: BlankLabel): string {
    return `_:${label}`;
  }

  /** Literals are told from nodes by a quotation mark, which no identifier begins with. */
  literal(value: string): string {
    return `"${value}`;
  }

  quad(...statement: Statement): void {
    this.quads += 1;
    const [, predicate, object] = statement;
    if (predicate === TYPE ? DATASET.has(object) : predicate === CONFORMS_TO || ABOUT.has(predicate))
      this.#kept.push(statement);
  }

  key(term: string): string {
    return term;
  }

  mark(): void {
    this.#marked = { quads: this.quads, kept: this.#kept.length };
  }

  rollback(): void {
    this.quads = this.#marked.quads;
    this.#kept.length = this.#marked.kept;
  }
}
