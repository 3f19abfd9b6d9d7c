import type { Term } from '@rdfjs/types';
import { termToNQuads } from '../../base/rdf/nquads.js';
import { valueLine } from '../value-line.js';
import { leaveToEngine } from './not-covered.js';
import { readTerm } from './term-value.js';

/**
 * The N-Quads term of a term in a query, in the form of its value.
 * @throws NotCovered if the engine may write it in another way
 */
export function constantTerm(term: Term): string {
  if (term.termType !== 'NamedNode' && term.termType !== 'Literal') return leaveToEngine('a triple term');
  if (term.termType === 'NamedNode') return termToNQuads(term);
  if ((term as { direction?: string }).direction) return leaveToEngine('a text with a direction');
  const text = valueLine(termToNQuads(term));
  if (readTerm(text).kind === 'odd') return leaveToEngine('a literal of an unusual datatype');
  return text;
}
