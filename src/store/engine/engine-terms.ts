import { DataFactory } from 'n3';
import type { Quad, Quad_Graph, Quad_Object, Quad_Predicate, Quad_Subject, Term } from '@rdfjs/types';

/** An object that lives in WebAssembly memory until it is freed. */
interface Held {
  free(): void;
}

/** A term of a SPARQL 1.1 result in JSON (SPARQL 1.1 Query Results JSON Format, section 3.2.2). */
export interface JsonTerm {
  readonly type: 'uri' | 'literal' | 'typed-literal' | 'bnode' | 'triple';
  readonly value: string | { readonly subject: JsonTerm; readonly predicate: JsonTerm; readonly object: JsonTerm };
  readonly 'xml:lang'?: string;
  readonly 'its:dir'?: 'ltr' | 'rtl';
  readonly datatype?: string;
}

/** A quad of the engine as a plain RDF/JS quad; frees the engine's, for hundreds of thousands of them are a burden. */
export function takeQuad(quad: Quad): Quad {
  const copy = DataFactory.quad(
    takeTerm(quad.subject) as Quad_Subject,
    takeTerm(quad.predicate) as Quad_Predicate,
    takeTerm(quad.object) as Quad_Object,
    takeTerm(quad.graph) as Quad_Graph,
  );
  (quad as unknown as Held).free();
  return copy;
}

function takeTerm(term: Term): Term {
  const copy = copyTerm(term);
  if (term.termType !== 'Quad') (term as unknown as Held).free();
  return copy;
}

function copyTerm(term: Term): Term {
  switch (term.termType) {
    case 'NamedNode':
      return DataFactory.namedNode(term.value);
    case 'BlankNode':
      return DataFactory.blankNode(term.value);
    case 'Literal': {
      const direction = (term as { direction?: 'ltr' | 'rtl' | '' }).direction;
      if (term.language !== '') return languageLiteral(term.value, term.language, direction);
      return DataFactory.literal(term.value, takeTerm(term.datatype) as ReturnType<typeof DataFactory.namedNode>);
    }
    case 'Quad':
      return takeQuad(term as Quad);
    case 'Variable':
      return DataFactory.variable(term.value);
    case 'DefaultGraph':
      return DataFactory.defaultGraph();
  }
}

function languageLiteral(value: string, language: string, direction?: 'ltr' | 'rtl' | ''): Term {
  // N3 takes a direction (RDF 1.2), its types do not know it yet.
  return DataFactory.literal(value, (direction ? { language, direction } : language) as string);
}

/** A term of a JSON result as an RDF/JS term. */
export function fromJson(term: JsonTerm): Term {
  if (typeof term.value === 'object') {
    const { subject, predicate, object } = term.value;
    return DataFactory.quad(
      fromJson(subject) as Quad_Subject,
      fromJson(predicate) as Quad_Predicate,
      fromJson(object) as Quad_Object,
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
