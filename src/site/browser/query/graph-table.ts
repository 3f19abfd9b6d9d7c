import type { Quad, Term } from '@rdfjs/types';
import type { AnswerTable, ResultTerm } from './run-query.js';

/** Triples as the rows of a table. */
export function tableOfTriples(triples: readonly Quad[]): AnswerTable {
  const rows = triples.map(({ subject, predicate, object }) => ({
    subject: resultTermOf(subject),
    property: resultTermOf(predicate),
    object: resultTermOf(object),
  }));
  return { kind: 'table', columns: ['subject', 'property', 'object'], rows };
}

/** A term as the JSON results of SPARQL would have it. */
export function resultTermOf(term: Term): ResultTerm {
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType !== 'Literal') return { type: 'bnode', value: term.value };
  const { value, language, datatype } = term;
  return language === ''
    ? { type: 'literal', value, datatype: datatype.value }
    : { type: 'literal', value, 'xml:lang': language };
}
