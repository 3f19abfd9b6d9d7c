import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { QueryTerms } from '../../pages/query-terms.js';
import type { UsedTerm } from '../../view/store-index.js';
import { declaredPrefixes, prefixedName, namespacesIn, type Prefixes } from './names.js';

const KEYWORDS =
  'SELECT DISTINCT WHERE OPTIONAL FILTER GRAPH UNION MINUS BIND VALUES SERVICE ORDER~BY GROUP~BY HAVING LIMIT OFFSET ASK CONSTRUCT DESCRIBE FROM FROM~NAMED PREFIX BASE ASC DESC NOT~EXISTS EXISTS UNDEF'
    .split(' ')
    .map((keyword) => ({ label: keyword.replace('~', ' '), type: 'keyword' }));

const FUNCTIONS =
  'COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT STR LANG DATATYPE IRI BOUND COALESCE IF REGEX CONTAINS STRSTARTS STRENDS STRLEN SUBSTR REPLACE LCASE UCASE CONCAT YEAR MONTH NOW ABS ROUND isIRI isBlank isLiteral isNumeric'
    .split(' ')
    .map((name) => ({ label: name, type: 'function', apply: `${name}(` }));

/**
 * What is known where the server does not say: the words of SPARQL and the variables of the text complete all the same.
 */
const NOTHING_KNOWN: QueryTerms = { classes: [], properties: [], prefixes: {}, queries: [] };

/**
 * Completes SPARQL with the classes and properties of the store, its prefixes, and the variables of the text. The list
 * also comes when the terms come after the first letters were typed.
 */
export function sparqlCompletions(
  coming: Promise<QueryTerms | undefined>,
): (context: CompletionContext) => Promise<CompletionResult | null> {
  return async (context) => {
    const terms = (await coming) ?? NOTHING_KNOWN;
    const text = context.state.doc.toString();
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (/(?:^|\s)#/.test(before.replace(/<[^<>\s]*>|"[^"]*"/g, ''))) return null; // a comment
    const result = (typed: string, options: Completion[], validFor: RegExp) =>
      options.length === 0 ? null : { from: context.pos - typed.length, options, validFor };

    const [, declared] = /\bPREFIX\s+([\p{L}\p{N}_.-]*)$/iu.exec(before) ?? [];
    if (declared !== undefined) return result(declared, newPrefixes(text, terms), /^[\p{L}\p{N}_.-]*:?$/u);
    const [variable] = /[?$][\p{L}\p{N}_]*$/u.exec(before) ?? [];
    if (variable !== undefined) return result(variable, variables(text, variable), /^[?$][\p{L}\p{N}_]*$/u);
    const isType = /(?<![?$\p{L}\p{N}_:.-])(?:a|rdf:type)\s+\S*$/u.test(before);
    const [iri] = /<[^<>\s]*$/.exec(before) ?? [];
    if (iri !== undefined) return result(iri, namedTerms(terms, {}, isType), /^<[^<>\s]*$/);
    const [word = ''] = /[\p{L}_][\p{L}\p{N}_:.-]*$/u.exec(before) ?? [];
    if (word === '' && !context.explicit) return null;
    const names = namedTerms(terms, namespacesIn(text, terms), isType);
    return result(word, isType ? names : [...names, ...KEYWORDS, ...FUNCTIONS], /^[\p{L}\p{N}_:.-]*$/u);
  };
}

function newPrefixes(text: string, { prefixes }: QueryTerms): Completion[] {
  const present = declaredPrefixes(text);
  return Object.entries(prefixes)
    .filter(([prefix]) => !Object.hasOwn(present, prefix))
    .map(([prefix, iri]) => ({ label: `${prefix}:`, apply: `${prefix}: <${iri}>`, detail: iri, type: 'namespace' }));
}

function variables(text: string, typed: string): Completion[] {
  const others = [...text.matchAll(/[?$]([\p{L}\p{N}_]+)/gu)].map(([, name = '']) => typed.charAt(0) + name);
  const names = new Set(others.filter((name) => name !== typed || others.filter((one) => one === name).length > 1));
  return [...names].map((label) => ({ label, type: 'variable' }));
}

/** Where a type is expected only classes fit; anywhere else properties come first. */
function namedTerms({ classes, properties }: QueryTerms, prefixes: Prefixes, isType: boolean): Completion[] {
  const made = (kind: string, boost: number) => (term: UsedTerm) => ({
    label: prefixedName(term.iri, prefixes) ?? `<${term.iri}>`,
    type: kind,
    detail: `${term.uses.toLocaleString('en')} ${term.uses === 1 ? 'use' : 'uses'}`,
    info: term.iri,
    boost: boost + Math.min(Math.log2(term.uses + 1), 20),
  });
  return isType
    ? classes.map(made('class', 20))
    : [...properties.map(made('property', 20)), ...classes.map(made('class', 0))];
}
