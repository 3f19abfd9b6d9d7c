import type { Term } from '@rdfjs/types';
import { XSD } from '../../base/rdf/vocabulary.js';

/** Whether every engine finds this term as it is written. Numbers, dates and languages may be spelled differently there. */
export function isFixedTerm(term: Term | undefined): boolean {
  if (term?.termType === 'Literal') return term.datatype.value === `${XSD}string`;
  return term?.termType === 'NamedNode';
}
