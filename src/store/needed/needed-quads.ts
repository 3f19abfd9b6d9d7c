import type { IriTerm, SparqlQuery } from 'sparqljs';
import type { Term } from '@rdfjs/types';

/** Quads that a query needs: those with these terms, and any other where there is none. */
export interface NeededQuads {
  readonly subject?: IriTerm | undefined;
  readonly predicate?: IriTerm | undefined;
  readonly object?: Term | undefined;
  /** Where the query looks for them: in its default graph, in any named graph, or in this one. */
  readonly graph: 'default' | 'named' | IriTerm;
}

/** A query whose quads are known. */
export interface QueryNeeds {
  readonly quads: readonly NeededQuads[];
  /** FROM and FROM NAMED of its text. */
  readonly from: { readonly unnamed: readonly string[]; readonly named: readonly string[] } | undefined;
  /** Whether it calls another endpoint. */
  readonly hasService: boolean;
}

/** The needs of a text that cannot be analysed. */
export const EVERY_QUAD: QueryNeeds = {
  quads: [{ graph: 'default' }, { graph: 'named' }],
  from: undefined,
  hasService: false,
};

/** Any node of a parsed text. */
type SyntaxNode = Readonly<Record<string, unknown>>;

/** Property paths and terms, as sparqljs has them. */
export type Path = IriTerm | { readonly type: 'path'; readonly pathType: string; readonly items: readonly Path[] };

/**
 * Finds the quads that a query needs, such that it has the same answer over them, with or without other quads of the
 * same graphs, as over all.
 *
 * Why that is right (SPARQL 1.1 Query, section 18). Let D be all quads, and N ⊆ D contain the quads that match a triple
 * pattern of the query in its graph. A basic graph pattern has the same solutions over N as over D: each is made of
 * quads that match. So has a property path, if N contains the quads of all of its predicates. A path that may have no
 * step relates every node to itself, GRAPH without triples asks for every graph, and DESCRIBE for what is not known
 * before: all of these need whole graphs; of a path with a constant, only the quads with this term at one of their
 * ends. Everything else (joins, OPTIONAL, MINUS, EXISTS, aggregates) is computed from solutions.
 */
export function neededQuads(parsed: SparqlQuery): QueryNeeds {
  const quads: NeededQuads[] = [];
  let hasService = false;

  function visit(part: unknown, graph: NeededQuads['graph']): void {
    if (Array.isArray(part)) for (const item of part) visit(item, graph);
    if (part === null || typeof part !== 'object' || Array.isArray(part) || 'termType' in part) return;
    const node = part as SyntaxNode;
    if (node['type'] === 'service') hasService = true;
    if (node['type'] === 'bgp')
      for (const triple of node['triples'] as SyntaxNode[])
        for (const one of quadsOfTriple(triple, graph)) quads.push(one);
    else if (node['type'] === 'graph') {
      const name = node['name'] as Term;
      const inside = name.termType === 'NamedNode' ? (name as IriTerm) : 'named';
      if (!hasTriple(node['patterns'])) quads.push({ graph: inside });
      visit(node['patterns'], inside);
    } else for (const [key, value] of Object.entries(node)) if (key !== 'template') visit(value, graph);
  }
  visit(parsed, 'default');
  if ('queryType' in parsed && parsed.queryType === 'DESCRIBE') quads.push({ graph: 'default' });
  const from = 'from' in parsed ? parsed.from : undefined;
  const values = (terms: readonly Term[]) => terms.map(({ value }) => value);
  return {
    quads,
    from: from && { unnamed: values(from.default), named: values(from.named) },
    hasService,
  };
}

function quadsOfTriple(triple: SyntaxNode, graph: NeededQuads['graph']): NeededQuads[] {
  const path = triple['predicate'] as Path | Term;
  const subject = constant(triple['subject'] as Term);
  const object = constant(triple['object'] as Term);
  if ('termType' in path) {
    const iri =
      subject === undefined || subject.termType === 'NamedNode' ? (subject as IriTerm | undefined) : undefined;
    return [{ subject: iri, predicate: constant(path as Term) as IriTerm | undefined, object, graph }];
  }
  const ends = mayHaveNoStep(path) ? [subject, object] : [];
  // Without steps, a path leads from each node of the graph to itself.
  if (ends.length > 0 && subject === undefined && object === undefined) return [{ graph }];
  const predicates = predicatesOf(path);
  if (predicates === undefined) return [{ graph }];
  return [
    ...predicates.map((predicate) => ({ predicate, graph })),
    ...ends.flatMap((end) => (end === undefined ? [] : quadsAt(end, graph))),
  ];
}

/** The quads that say whether a term is in a graph: the engine relates only such terms to themselves. */
function quadsAt(end: Term, graph: NeededQuads['graph']): NeededQuads[] {
  return [...(end.termType === 'NamedNode' ? [{ subject: end as IriTerm, graph }] : []), { object: end, graph }];
}

/** A term that is the same in every solution. A triple term may have variables inside. */
function constant(term: Term): Term | undefined {
  return term.termType === 'NamedNode' || term.termType === 'Literal' ? term : undefined;
}

/** Whether a path may lead from a node to itself without a triple. */
export function mayHaveNoStep(path: Path): boolean {
  if ('termType' in path) return false;
  switch (path.pathType) {
    case '*':
    case '?':
      return true;
    case '/':
      return path.items.every(mayHaveNoStep);
    case '!':
      return false;
    default: // | ^ +
      return path.items.some(mayHaveNoStep);
  }
}

/** The predicates on a path; undefined if it may go over any. */
function predicatesOf(path: Path): IriTerm[] | undefined {
  if ('termType' in path) return [path];
  if (path.pathType === '!') return undefined;
  const inside = path.items.map(predicatesOf);
  return inside.includes(undefined) ? undefined : inside.flatMap((one) => one ?? []);
}

/** Whether patterns have solutions only in graphs with triples that match. */
function hasTriple(patterns: unknown): boolean {
  return (patterns as SyntaxNode[]).some((pattern) => {
    switch (pattern['type']) {
      case 'bgp':
        return (pattern['triples'] as SyntaxNode[]).some(({ predicate }) => !mayHaveNoStep(predicate as Path));
      case 'group':
        return hasTriple(pattern['patterns']);
      case 'union':
        return (pattern['patterns'] as unknown[]).every((one) => hasTriple([one]));
      default:
        return false;
    }
  });
}
