import type { Expression, Pattern } from 'sparqljs';
import { skolemIri } from '../../../base/rdf/skolem.js';
import { callOf, stringTerm } from './query-syntax.js';

const PREFIX = skolemIri('');

/**
 * Rewrites an expression so that isBlank, isIRI and isURI answer for skolem IRIs as for the blank nodes that they stand
 * for. Where the argument is an error, so is the new expression, as before.
 * @param exists rewrites the pattern of EXISTS
 */
export function withSkolemTests<E extends Expression | Pattern>(
  expression: E,
  exists: (pattern: Pattern) => Pattern,
): E {
  const rewritten = (one: Expression | Pattern): Expression => withSkolemTests(one, exists) as Expression;
  if (Array.isArray(expression)) return expression.map(rewritten) as Expression as E;
  if ('termType' in expression) return expression;
  if (expression.type === 'operation') {
    const { operator, args } = expression;
    if (/^(?:not)?exists$/.test(operator))
      return { ...expression, args: args.map((pattern) => exists(pattern as Pattern)) };
    const [asked, ...others] = args.map(rewritten) as [Expression, ...Expression[]];
    if (operator === 'isblank') return callOf('||', callOf('isblank', asked), isSkolem(asked)) as E;
    if (operator === 'isiri' || operator === 'isuri')
      return callOf('&&', callOf('isiri', asked), callOf('!', startsAsSkolem(asked))) as E;
    return { ...expression, args: asked === undefined ? [] : [asked, ...others] };
  }
  if (expression.type === 'functionCall') return { ...expression, args: expression.args.map(rewritten) };
  if (expression.type === 'aggregate') return { ...expression, expression: rewritten(expression.expression as never) };
  return expression;
}

function isSkolem(expression: Expression): Expression {
  return callOf('&&', callOf('isiri', expression), startsAsSkolem(expression));
}

function startsAsSkolem(expression: Expression): Expression {
  return callOf('strstarts', callOf('str', expression), stringTerm(PREFIX));
}
