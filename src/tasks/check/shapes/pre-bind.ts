import type { IriTerm, Pattern, PropertyPath, SelectQuery, SparqlQuery } from 'sparqljs';
import sparqljs from 'sparqljs';

/**
 * The graph that has the values of pre-bound variables: `urn:x-crategraph:this urn:x-crategraph:is VALUE`, and so on.
 */
export const BOUND_GRAPH = 'urn:x-crategraph:bound';
/** The property of these triples. */
export const BOUND_VALUE = 'urn:x-crategraph:is';

/** The variables that SHACL binds before a query runs. */
export const PRE_BOUND = ['this', 'currentShape', 'shapesGraph'] as const;

/** One of {@link PRE_BOUND}. */
export type PreBoundName = (typeof PRE_BOUND)[number];

/** Why a query cannot be run with variables bound before (SHACL, appendix A). */
export class NotPreBindable extends Error {}

/**
 * Rewrites a SELECT query so that each of its groups reads the pre-bound variables from {@link BOUND_GRAPH}: a query
 * has no syntax for a blank node as a value. The variable PATH becomes a path.
 * @param path of the property shape; undefined for a node shape
 * @throws NotPreBindable with the reason
 */
export function preBind(
  sparql: string,
  path: IriTerm | PropertyPath | undefined,
): { text: string; names: PreBoundName[] } {
  const query = parsed(sparql);
  const names = PRE_BOUND.filter((name) => new RegExp(`[?$]${name}\\b`).test(sparql));
  const rewriter = new GroupRewriter(names, path);
  const bound = rewriter.select(query, true);
  return { text: new sparqljs.Generator().stringify(bound), names };
}

function parsed(sparql: string): SelectQuery {
  let query: SparqlQuery;
  try {
    query = new sparqljs.Parser().parse(sparql);
  } catch (cause) {
    throw new NotPreBindable(`it is no SPARQL: ${(cause as Error).message.split('\n')[0] ?? ''}`);
  }
  if (!('queryType' in query) || query.queryType !== 'SELECT') throw new NotPreBindable('it is no SELECT query');
  if (query.from !== undefined) throw new NotPreBindable('it has FROM');
  return query;
}

type Tree = Readonly<Record<string, unknown>>;

/** Puts the pattern of pre-bound variables into all groups of a query. */
class GroupRewriter {
  readonly #names: readonly string[];
  readonly #path: IriTerm | PropertyPath | undefined;

  constructor(names: readonly string[], path: IriTerm | PropertyPath | undefined) {
    this.#names = names;
    this.#path = path;
  }

  select(query: SelectQuery, isOuter: boolean): SelectQuery {
    const { variables, where = [], values } = query;
    if (values !== undefined) throw new NotPreBindable('it has VALUES');
    const names = variables.map((one) =>
      'termType' in one || 'value' in one ? (one as { value: string }).value : this.#assigned(one),
    );
    if (!names.includes('*') && !names.includes('this'))
      throw new NotPreBindable(`${isOuter ? 'it' : 'a SELECT in it'} does not select $this`);
    return { ...(this.#mapped({ ...query, where: undefined }) as unknown as SelectQuery), where: this.#group(where) };
  }

  #assigned({ variable }: { readonly variable: { readonly value: string } }): string {
    return this.#free(variable.value);
  }

  /** @throws NotPreBindable for a variable that is bound already */
  #free(name: string): string {
    if (this.#names.includes(name)) throw new NotPreBindable(`it assigns $${name}, which is bound already`);
    return name;
  }

  /** The patterns of a group, after that of the variables. */
  #group(patterns: readonly Pattern[]): Pattern[] {
    const bound = this.#names.map((name) => ({
      subject: iri(boundNode(name)),
      predicate: iri(BOUND_VALUE),
      object: variable(name),
    }));
    const graph = { type: 'graph', name: iri(BOUND_GRAPH), patterns: [{ type: 'bgp', triples: bound }] };
    const own = patterns.map((pattern) => this.#mapped(pattern as unknown as Tree) as unknown as Pattern);
    // A SELECT beside other patterns needs brackets of its own.
    const inBrackets = own.map((one): Pattern => (one.type === 'query' ? { type: 'group', patterns: [one] } : one));
    return [graph as Pattern, ...inBrackets];
  }

  #mapped(tree: Tree): Tree {
    const { type, queryType } = tree;
    if (queryType === 'SELECT' && tree['where'] !== undefined)
      return this.select(tree as unknown as SelectQuery, false) as unknown as Tree;
    if (type === 'minus' || type === 'service' || type === 'values')
      throw new NotPreBindable(`it has ${type.toUpperCase()}, which pre-bound variables do not allow`);
    if (type === 'bind') this.#free((tree['variable'] as { value: string }).value);
    if (type === 'graph') this.#checkGraph(tree['name'] as { termType: string; value: string });
    if (type === 'bgp') return { ...tree, triples: (tree['triples'] as Tree[]).map((one) => this.#triple(one)) };
    const patterns = tree['patterns'] as readonly Pattern[] | undefined;
    if (type === 'union') {
      const members = (patterns ?? []).map((member) => ({ type: 'group', patterns: this.#group([member]) }));
      return { ...tree, patterns: members };
    }
    if (patterns !== undefined) return { ...tree, patterns: this.#group(patterns) };
    if (tree['operator'] === 'exists' || tree['operator'] === 'notexists')
      return { ...tree, args: [{ type: 'group', patterns: this.#group(tree['args'] as Pattern[]) }] };
    return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, this.#any(value)]));
  }

  #any(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#any(one));
    if (typeof value !== 'object' || value === null) return value;
    if (!('termType' in value)) return this.#mapped(value as Tree);
    this.#noPath(value as { termType: string; value: string });
    return value;
  }

  #triple(triple: Tree): Tree {
    for (const place of ['subject', 'object']) this.#noPath(triple[place] as { termType: string; value: string });
    const predicate = triple['predicate'] as { termType?: string; value?: string };
    if (predicate.termType !== 'Variable' || predicate.value !== 'PATH') return triple;
    if (this.#path === undefined) throw new NotPreBindable('it has $PATH, but its shape has no sh:path');
    return { ...triple, predicate: this.#path };
  }

  #noPath({ termType, value }: { readonly termType: string; readonly value: string }): void {
    if (termType === 'Variable' && value === 'PATH') throw new NotPreBindable('it has $PATH where no property can be');
  }

  #checkGraph({ termType, value }: { readonly termType: string; readonly value: string }): void {
    if (termType === 'Variable' && value !== 'shapesGraph') throw new NotPreBindable(`it has GRAPH ?${value}`);
  }
}

/** The subject of the triple that has the value of a pre-bound variable. */
export function boundNode(name: string): string {
  return `urn:x-crategraph:${name}`;
}

function iri(value: string): { termType: 'NamedNode'; value: string } {
  return { termType: 'NamedNode', value };
}

function variable(value: string): { termType: 'Variable'; value: string } {
  return { termType: 'Variable', value };
}
