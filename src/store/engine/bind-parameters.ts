import { DataFactory } from 'n3';
import type { Pattern, SparqlQuery } from 'sparqljs';
import type { Literal, NamedNode, Term } from '@rdfjs/types';
import { CrateError } from '../../base/errors.js';
import { XSD } from '../../base/rdf/vocabulary.js';
import { generateSparql } from './parse-sparql.js';
import { isVariable } from './visible-variables.js';

/** The values of variables, by name. */
export type ParameterTerms = ReadonlyMap<string, NamedNode | Literal>;

/** Any node of a parsed text. */
type SyntaxNode = Readonly<Record<string, unknown>>;

/** The names of all variables in a parsed text, or in a part of it. */
export function variablesOf(parsed: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return;
    if (isVariable(part)) names.add(part.value);
    else if (!('termType' in part))
      for (const [key, value] of Object.entries(part)) {
        if (key.startsWith('?')) names.add(key.slice(1)); // the rows of VALUES
        visit(value);
      }
  };
  visit(parsed);
  return names;
}

/**
 * Sets variables of a query or update. Patterns get the terms themselves, so that a fixed graph or subject costs what
 * it costs in a text that names it. What a (sub)query selects, groups or counts keeps its variable, with VALUES.
 * @returns the text to run
 * @throws CrateError ERR_USAGE for a literal where SPARQL takes only an IRI, and for a variable that the text computes
 */
export function bindParameters(parsed: SparqlQuery, terms: ParameterTerms): string {
  return generateSparql(new Binder(terms).bound(parsed) as SparqlQuery);
}

/** The parts of a query outside its pattern, which keep their variables. */
const HEAD = ['variables', 'group', 'having', 'order', 'template'] as const;

class Binder {
  readonly #terms: ParameterTerms;

  constructor(terms: ParameterTerms) {
    this.#terms = terms;
  }

  bound(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((item) => this.bound(item));
    if (part === null || typeof part !== 'object') return part;
    if ('termType' in part) return this.#termOf(part) ?? part;
    const node = part as SyntaxNode;
    switch (node['type']) {
      case 'query':
        return this.#query(node);
      case 'values':
        return this.#values(node);
      case 'bind':
        this.#refuseComputed(node['variable']);
        break;
      case 'bgp':
        for (const triple of node['triples'] as SyntaxNode[])
          this.#refuseLiterals(triple['subject'], triple['predicate']);
        break;
      case 'graph':
        this.#refuseLiterals(node['name']);
        break;
      case 'operation':
        if (node['operator'] === 'bound' && (node['args'] as unknown[]).some((one) => this.#termOf(one) !== undefined))
          return DataFactory.literal('true', DataFactory.namedNode(`${XSD}boolean`));
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, this.bound(value)]));
  }

  #query(query: SyntaxNode): SyntaxNode {
    const where = this.bound(query['where'] ?? []) as Pattern[];
    for (const key of ['variables', 'group'])
      for (const one of Array.isArray(query[key]) ? (query[key] as SyntaxNode[]) : [])
        if ('expression' in one && !('termType' in one)) this.#refuseComputed(one['variable']);
    const head = HEAD.map((key) => query[key]);
    const needed = (name: string) =>
      isWildcard(query['variables']) || [...head, query['values']].some((one) => names(one, name));
    const values = this.#rowOf(needed);
    return { ...query, where: values === undefined ? where : [values, ...where] };
  }

  /** VALUES stays; joined with those of the parameters, only the rows that agree with them count. */
  #values(node: SyntaxNode): SyntaxNode {
    const own = this.#rowOf((name) => names(node['values'], name));
    return own === undefined ? node : { type: 'group', patterns: [own, node] };
  }

  /** VALUES for the chosen parameters; undefined if there are none. */
  #rowOf(isChosen: (name: string) => boolean): SyntaxNode | undefined {
    const chosen = [...this.#terms]
      .filter(([name]) => isChosen(name))
      .map(([name, term]) => [`?${name}`, term] as const);
    return chosen.length === 0 ? undefined : { type: 'values', values: [Object.fromEntries(chosen)] };
  }

  #termOf(part: unknown): NamedNode | Literal | undefined {
    return isVariable(part) ? this.#terms.get(part.value) : undefined;
  }

  #refuseLiterals(...places: readonly unknown[]): void {
    for (const place of places)
      if (this.#termOf(place)?.termType === 'Literal') {
        const name = (place as Term).value;
        throw new CrateError('ERR_USAGE', `the parameter ${name} must be an IRI: it is a subject, property or graph`, {
          hint: `write --param '${name}=<${this.#terms.get(name)?.value.includes(':') ? this.#terms.get(name)?.value : 'https://...'}>'`,
          details: { parameter: name },
        });
      }
  }

  #refuseComputed(variable: unknown): void {
    if (this.#termOf(variable) === undefined) return;
    const name = (variable as Term).value;
    throw new CrateError('ERR_USAGE', `${name} cannot be a parameter: the text computes ?${name} itself`, {
      details: { parameter: name },
    });
  }
}

/** Whether a query selects all variables of its pattern. */
function isWildcard(variables: unknown): boolean {
  return Array.isArray(variables) && (variables[0] as { termType?: string } | undefined)?.termType === 'Wildcard';
}

/** Whether a part of a text contains a variable. */
function names(part: unknown, name: string): boolean {
  if (part === null || typeof part !== 'object') return false;
  if ('termType' in part) return isVariable(part) && part.value === name;
  if (Object.hasOwn(part, `?${name}`)) return true; // a row of VALUES
  return Object.values(part).some((one) => names(one, name));
}
