import { DataFactory } from 'n3';
import type { Quad_Object, Quad_Predicate, Quad_Subject, Term } from '@rdfjs/types';

/** A solution of a SELECT query. */
export type Bindings = ReadonlyMap<string, Term>;

/**
 * A term of a result (SPARQL 1.1 Query Results JSON Format, section 3.2.2; triples and directions as in SPARQL 1.2).
 */
export interface JsonTerm {
  readonly type: 'uri' | 'literal' | 'typed-literal' | 'bnode' | 'triple';
  readonly value: string | { readonly subject: JsonTerm; readonly predicate: JsonTerm; readonly object: JsonTerm };
  readonly 'xml:lang'?: string;
  readonly 'its:dir'?: 'ltr' | 'rtl';
  readonly datatype?: string;
}

/** The answer to a SELECT or ASK query; its rows become terms when they are read. */
export interface SparqlJson {
  readonly variables: readonly string[];
  readonly bindings: readonly Readonly<Record<string, JsonTerm>>[];
  /** Of an ASK query only. */
  readonly boolean: boolean | undefined;
  /** The bindings as RDF/JS terms; can be read several times. */
  readonly rows: Iterable<Bindings>;
}

/** The document itself (section 3). */
interface JsonDocument {
  readonly head: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
  readonly boolean?: boolean;
}

/** Reads `application/sparql-results+json`. @throws SyntaxError for text that is not JSON */
export function readSparqlJson(text: string): SparqlJson {
  const { head, results, boolean } = JSON.parse(text) as JsonDocument;
  const bindings = results?.bindings ?? [];
  return { variables: head.vars ?? [], bindings, boolean, rows: { [Symbol.iterator]: () => rowsOf(bindings) } };
}

function* rowsOf(bindings: SparqlJson['bindings']): Generator<Bindings> {
  for (const binding of bindings)
    yield new Map(Object.entries(binding).map(([variable, term]) => [variable, termOf(term)]));
}

/** The RDF/JS term. */
export function termOf(term: JsonTerm): Term {
  if (typeof term.value === 'object') {
    const { subject, predicate, object } = term.value;
    return DataFactory.quad(
      termOf(subject) as Quad_Subject,
      termOf(predicate) as Quad_Predicate,
      termOf(object) as Quad_Object,
    );
  }
  if (term.type === 'uri') return DataFactory.namedNode(term.value);
  if (term.type === 'bnode') return DataFactory.blankNode(term.value);
  if (term['xml:lang'] !== undefined) return languageLiteral(term.value, term['xml:lang'], term['its:dir']);
  return DataFactory.literal(
    term.value,
    term.datatype === undefined ? undefined : DataFactory.namedNode(term.datatype),
  );
}

/** A literal with a language and, in RDF 1.2, a base direction. */
export function languageLiteral(value: string, language: string, direction?: 'ltr' | 'rtl' | ''): Term {
  // N3 takes a direction, its types do not know it yet.
  return DataFactory.literal(value, (direction ? { language, direction } : language) as string);
}
