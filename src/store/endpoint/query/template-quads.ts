import type { Quads, Triple } from 'sparqljs';
import { DataFactory } from 'n3';
import type { Quad, Quad_Graph, Quad_Object, Quad_Predicate, Quad_Subject, Term } from '@rdfjs/types';
import { termOf } from '../../sparql-json.js';
import type { AnswerRow } from '../protocol/endpoint-answer.js';

/** The triples of a template in one graph. */
export type TemplateBlock = Quads | { readonly type: 'bgp'; readonly triples: readonly Triple[] };

/**
 * Fills the variables of a template with each row (SPARQL 1.1 Query, section 16.2). A triple without a value, or that
 * is no valid one, is left out; blank nodes of the template are new for each row.
 * @param newBlank the label of a blank node of the template in a row, by its number
 */
export function* templateQuads(
  blocks: readonly TemplateBlock[],
  rows: Iterable<AnswerRow>,
  newBlank: (label: string, row: number) => string,
): Generator<Quad> {
  let number = 0;
  for (const row of rows) {
    const filled = (term: Term): Term | undefined => {
      if (term.termType === 'Variable') return row[term.value] && termOf(row[term.value] as never);
      return term.termType === 'BlankNode' ? DataFactory.blankNode(newBlank(term.value, number)) : term;
    };
    for (const block of blocks) {
      const graph = block.type === 'graph' ? filled(block.name as Term) : DataFactory.defaultGraph();
      for (const triple of block.triples) {
        const [subject, predicate, object] = [triple.subject, triple.predicate, triple.object].map((one) =>
          filled(one as Term),
        );
        if (
          isNode(subject) &&
          predicate?.termType === 'NamedNode' &&
          object &&
          graph &&
          graph.termType !== 'Literal' &&
          graph.termType !== 'BlankNode'
        )
          yield DataFactory.quad(
            subject as Quad_Subject,
            predicate as Quad_Predicate,
            object as Quad_Object,
            graph as Quad_Graph,
          );
      }
    }
    number += 1;
  }
}

function isNode(term: Term | undefined): boolean {
  return term?.termType === 'NamedNode' || term?.termType === 'BlankNode';
}

/** The variables of a template, for SELECT; `*` if it has none. */
export function rowVariables(template: unknown): unknown[] {
  const variables = new Map<string, unknown>();
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return;
    const { termType, value } = part as { termType?: string; value: string };
    if (termType === 'Variable') variables.set(value, part);
    else for (const one of Object.values(part)) visit(one);
  };
  visit(template);
  return variables.size > 0 ? [...variables.values()] : [{ termType: 'Wildcard', value: '*' }];
}
