import type { Expression, OperationExpression, Pattern } from 'sparqljs';
import type { Term } from '@rdfjs/types';
import { XSD } from '../../base/rdf/vocabulary.js';
import { FUNCTIONS } from './literal-functions.js';
import { leaveToEngine } from './not-covered.js';
import type { CallExpression, PlanExpression, QueryNode } from './query-algebra.js';
import { safePattern } from './safe-pattern.js';
import { slotIn, type PlanContext } from './plan-context.js';
import { constantTerm } from './constant-term.js';
import { usedSlots } from './node-makers.js';

const OPERATORS: ReadonlySet<string> = new Set(
  '= != < > <= >= && || ! + - * / UMINUS UPLUS in notin bound if coalesce'.split(' '),
);

const NO_SLOTS: ReadonlySet<number> = new Set();

/** What translates the pattern of EXISTS. */
export type PatternTranslator = (patterns: readonly Pattern[], context: PlanContext) => QueryNode;

/** Translates an expression. @throws NotCovered */
export function translateExpression(
  expression: Expression,
  context: PlanContext,
  translatePattern: PatternTranslator,
): PlanExpression {
  const inner = (one: unknown): PlanExpression => translateExpression(one as Expression, context, translatePattern);
  if (Array.isArray(expression)) return leaveToEngine('a list as an expression');
  if ('termType' in expression) return translateTerm(expression, context);
  if (expression.type === 'aggregate') return leaveToEngine('an aggregate in a pattern');
  if (expression.type === 'functionCall') {
    const name = typeof expression.function === 'string' ? expression.function : expression.function.value;
    if (!name.startsWith(XSD) || !Object.hasOwn(FUNCTIONS, name) || expression.args.length !== 1)
      return leaveToEngine(`the function <${name}>`);
    return planCall(name, expression.args.map(inner));
  }
  const { operator, args } = expression as OperationExpression;
  switch (operator) {
    case 'exists':
    case 'notexists': {
      const patterns = args as unknown as Pattern[];
      if (context.isInExists) return leaveToEngine('EXISTS in EXISTS');
      const pattern = translatePattern(patterns, { ...context, isInExists: true, self: undefined });
      const exists: PlanExpression = { kind: 'exists', pattern, slots: usedSlots(pattern) };
      return operator === 'exists' ? exists : planCall('!', [exists]);
    }
    case 'in':
    case 'notin': {
      const [value, list] = args as unknown as [Expression, Expression[]];
      const call = planCall('in', [inner(value), ...list.map(inner)]);
      return operator === 'in' ? call : planCall('!', [call]);
    }
    case 'regex':
    case 'replace':
      return translateMatch(operator, args.map(inner));
    case 'uri':
      return planCall('iri', args.map(inner));
    default:
      if (!OPERATORS.has(operator) && !Object.hasOwn(FUNCTIONS, operator))
        return leaveToEngine(`the function ${operator}`);
      return planCall(operator, args.map(inner));
  }
}

function translateTerm(term: Term, context: PlanContext): PlanExpression {
  if (term.termType === 'Variable') {
    const slot = slotIn(context, term.value);
    return { kind: 'variable', slot, slots: new Set([slot]) };
  }
  return { kind: 'constant', term: constantTerm(term), slots: NO_SLOTS };
}

/** A call of a function or operator. */
export function planCall(name: string, args: readonly PlanExpression[]): CallExpression {
  return { kind: 'call', name, args, slots: new Set(args.flatMap(({ slots }) => [...slots])) };
}

/** REGEX and REPLACE, whose pattern we must know to be certain. */
function translateMatch(name: string, args: readonly PlanExpression[]): PlanExpression {
  const texts = args.slice(1).map((one) => {
    const [, text] = one.kind === 'constant' ? (/^"(.*)"$/s.exec(one.term) ?? []) : [];
    return text === undefined
      ? leaveToEngine(`${name.toUpperCase()} with a pattern that is no constant`)
      : plainText(text);
  });
  const [pattern = '', ...rest] = texts;
  const [replacement = '', flags = ''] = name === 'replace' ? rest : ['', rest[0] ?? ''];
  const matcher = safePattern(pattern, flags, name === 'replace');
  if (name === 'replace' && (/[$\\]/.test(replacement) || matcher.test('')))
    return leaveToEngine('REPLACE with a special pattern');
  return planCall(name, args);
}

/** The text of a quoted string. */
function plainText(quoted: string): string {
  return JSON.parse(`"${quoted.replaceAll('\t', '\\t').replaceAll('\f', '\\f')}"`) as string;
}
