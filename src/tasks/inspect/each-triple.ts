import { literalOf } from '../../store/value-line.js';

/** Receives the terms of a triple as N-Quads writes them: `<iri>`, `_:label`, `"literal"`. */
export type VisitTriple = (subject: string, predicate: string, object: string) => void;

/**
 * Splits whole N-Quads lines of one graph into their terms, without parsing them: our stores write one space between
 * two terms, and IRIs contain none.
 * @param graph IRI of the graph that ends each line
 */
export function eachTriple(text: string, graph: string, visit: VisitTriple): void {
  const ending = ` <${graph}> .`.length;
  for (let start = 0; start < text.length;) {
    const afterSubject = text.indexOf(' ', start);
    const afterPredicate = text.indexOf(' ', afterSubject + 1);
    const end = text.indexOf('\n', afterPredicate);
    const last = end < 0 ? text.length : end;
    if (afterSubject > start && afterPredicate > 0)
      visit(
        text.slice(start, afterSubject),
        text.slice(afterSubject + 1, afterPredicate),
        text.slice(afterPredicate + 1, last - ending),
      );
    start = last + 1;
  }
}

/** The text of a term: the value of a literal, the IRI, or `_:label`. */
export function textOfTerm(term: string): string {
  if (term.startsWith('<')) return term.slice(1, -1);
  return literalOf(term)?.value ?? term;
}

/** A copy that does not keep the text alive from which it was cut. */
export function detached(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
