import type { BlankLabel, Iri } from '../../base/rdf/checked-text.js';
import { DCTERMS, RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';
import { byDescriptor, type RootCandidate } from '../choose-root.js';
import { METADATA_NAME_PART } from '../metadata-names.js';
import { versionOf } from '../spec-version.js';
import type { TermWriter } from './quad-writers.js';

/** A root candidate, with the `conformsTo` of its descriptor. */
export interface JsonCandidate extends RootCandidate {
  readonly conformsTo: readonly string[];
}

const ABOUT: ReadonlySet<string> = new Set(schemaOrg('about'));
const DATASET: ReadonlySet<string> = new Set(schemaOrg('Dataset'));
const CONFORMS_TO = `${DCTERMS}conformsTo`;

type Statement = readonly [subject: string, predicate: string, object: string];

/** Receives the quads of a document and holds those that determine its root. */
export class RootStatements implements TermWriter<string> {
  quads = 0;
  #statements: Statement[] = [];
  #saved = { quads: 0, statements: 0 };

  /** The results of `queries/root.rq` for these quads or, if there are none, of `queries/root-by-version.rq`. */
  candidates(): JsonCandidate[] {
    const datasets = new Set<string>();
    const versions = new Map<string, string[]>();
    for (const [subject, predicate, object] of this.#statements) {
      if (predicate === RDF_TYPE) datasets.add(subject);
      else if (predicate === CONFORMS_TO)
        versions.set(subject, [...(versions.get(subject) ?? []), object.replace(/^"/, '')]);
    }
    const found = new Map<string, JsonCandidate>();
    for (const [descriptor, predicate, root] of this.#statements) {
      if (!ABOUT.has(predicate) || !datasets.has(root)) continue;
      found.set(`${descriptor} ${root}`, { descriptor, root, conformsTo: versions.get(descriptor) ?? [] });
    }
    const all = [...found.values()].sort(byDescriptor);
    const named = all.filter(({ descriptor }) => descriptor.includes(METADATA_NAME_PART));
    if (named.length > 0) return named;
    return all.filter(({ conformsTo }) => conformsTo.some((value) => versionOf(value) !== undefined));
  }

  /** Targets of `about` that have not been seen as a Dataset yet. Descriptors are recognised by name. */
  untyped(): Set<string> {
    const found = new Set<string>();
    for (const [subject, predicate, object] of this.#statements)
      if (ABOUT.has(predicate) && subject.includes(METADATA_NAME_PART) && !object.startsWith('"')) found.add(object);
    for (const [subject, predicate] of this.#statements) if (predicate === RDF_TYPE) found.delete(subject);
    return found;
  }

  iri(iri: Iri): string {
    return iri;
  }

  blank(label: BlankLabel): string {
    return `_:${label}`;
  }

  /** Marks a literal by a quotation mark, which cannot begin an identifier. */
  literal(value: string): string {
    return `"${value}`;
  }

  quad(...statement: Statement): void {
    this.quads += 1;
    const [, predicate, object] = statement;
    if (predicate === RDF_TYPE ? DATASET.has(object) : predicate === CONFORMS_TO || ABOUT.has(predicate))
      this.#statements.push(statement);
  }

  key(term: string): string {
    return term;
  }

  savepoint(): void {
    this.#saved = { quads: this.quads, statements: this.#statements.length };
  }

  rollback(): void {
    this.quads = this.#saved.quads;
    this.#statements.length = this.#saved.statements;
  }
}
