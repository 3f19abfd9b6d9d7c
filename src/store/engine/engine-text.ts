import { CrateError } from '../../base/errors.js';
import { replaceTokens } from '../sparql-tokens.js';
import { generateSparql, parsedSparql } from './parse-sparql.js';
import { withEachAlternative } from './path-alternatives.js';
import { longPlainUpdate } from './sparql-graphs.js';
import { totallyOrdered } from './total-order.js';

/**
 * Writes a query or update so that the engine answers it as SPARQL 1.1 says. Oxigraph (up to 0.5.11) does not where a
 * text sorts values of several kinds (see {@link totallyOrdered}), and where it calculates: it reads `5 - 1 - 2` as `5
 * - (1 - 2)` and `8 / 2 * 3` as `8 / (2 * 3)`, against section 19.8. So such a text gets all its brackets. Nor does it
 * count each alternative of a path (see {@link withEachAlternative}).
 * @returns the text itself if it is right as it is
 * @throws CrateError ERR_UNSUPPORTED for calculations without brackets and for alternatives in a text that only the
 * engine can parse, and for too many combinations of alternatives
 */
export function engineText(sparql: string): string {
  if (longPlainUpdate(sparql) !== undefined) return sparql; // whatever words are in its data
  const sorts = /\border\b/i.test(sparql);
  const calculates = mayCalculate(sparql);
  const branches = mayBranch(sparql);
  if (!sorts && !calculates && !branches) return sparql;
  const parsed = parsedSparql(sparql);
  if (parsed === undefined) {
    if (branches) refuseAlternatives(sparql);
    if (calculates) requireBrackets(sparql);
    return sparql;
  }
  const branched = branches ? withEachAlternative(parsed) : parsed;
  const ordered = sorts ? totallyOrdered(branched) : branched;
  return ordered !== parsed || (calculates && hasChain(parsed)) ? generateSparql(ordered) : sparql;
}

/** Two operators of arithmetic, with at most operands between them. Property paths and `1e-5` look the same. */
const CHAIN = /[-+*/][^-+*/{},;<>=!&|]*[-+*/]/;

/** Whether a text may have two operators of arithmetic in one expression, which always stands in brackets. */
function mayCalculate(sparql: string): boolean {
  if (!/\b(?:filter|bind|as|having|by)\b/i.test(sparql)) return false; // data of any length
  let text = replaceTokens(sparql, (token) => (token.startsWith('#') ? '' : 'x'));
  let isFound = false;
  for (let before = ''; text !== before && !isFound;) {
    before = text;
    text = text.replaceAll(/\(([^()]*)\)/g, (_, content: string) => {
      isFound ||= CHAIN.test(content);
      return 'x';
    });
  }
  return isFound;
}

/** Whether a text may have a path with alternatives outside of `(...)*` and its like. */
function mayBranch(sparql: string): boolean {
  if (!sparql.includes('|')) return false;
  let text = replaceTokens(sparql, (token) => (token.startsWith('#') ? '' : 'x')).replaceAll(/\{\||\|\}|\|\|/g, '');
  for (let before = ''; text !== before;) {
    before = text;
    text = text.replaceAll(/\(([^()]*)\)(\s*[*+?])?/g, (_, content: string, closure) => (closure ? 'x' : content));
  }
  return text.includes('|');
}

const PRECEDENCE: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 };

/** Whether an operator of arithmetic stands left of another one of its precedence. */
function hasChain(part: unknown): boolean {
  if (part === null || typeof part !== 'object') return false;
  const own = precedenceOf(part);
  const left = precedenceOf((part as { args?: readonly unknown[] }).args?.[0]);
  return (own !== undefined && own === left) || Object.values(part).some(hasChain);
}

function precedenceOf(part: unknown): number | undefined {
  const { type, operator = '' } = (part ?? {}) as { readonly type?: string; readonly operator?: string };
  return type === 'operation' ? PRECEDENCE[operator] : undefined;
}

/** Words that the engine knows beyond SPARQL 1.1. */
const BEYOND =
  /<<|\{\||\b(?:lateral|i?s?triple|subject|predicate|object|(?:str)?langdir|haslang(?:dir)?|adjust|version)\b/i;

function requireBrackets(sparql: string): void {
  if (!BEYOND.test(sparql)) return; // it is no SPARQL: the engine says so
  throw new CrateError('ERR_UNSUPPORTED', 'SPARQL: the engine needs brackets to calculate in this text', {
    hint: 'write them, as in (5 - 1) - 2, or write the text in SPARQL 1.1, without LATERAL and triple terms',
  });
}

function refuseAlternatives(sparql: string): void {
  if (!BEYOND.test(sparql)) return; // it is no SPARQL: the engine says so
  throw new CrateError('ERR_UNSUPPORTED', 'SPARQL: the engine does not count each alternative of a path in this text', {
    hint: 'write UNION, or write the text in SPARQL 1.1, without LATERAL and triple terms',
  });
}
