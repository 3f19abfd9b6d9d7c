import { DataFactory } from 'n3';
import type {
  BgpPattern,
  IriTerm,
  LiteralTerm,
  Pattern,
  PropertyPath,
  SelectQuery,
  Triple,
  VariableTerm,
} from 'sparqljs';
import { choices, isClosure, isPath, pathAlternatives } from '../../engine/path-alternatives.js';
import { isVariable } from '../../engine/visible-variables.js';
import { callOf, filterOf, hasClosurePath, isNullable, variablesIn } from './query-syntax.js';

type Path = IriTerm | PropertyPath;
type End = Triple['subject'] | Triple['object'];

/** Branches into which the triples of one block may fall; a block with more stays as it is. */
const MOST_BRANCHES = 32;

/**
 * Rewrites a query for an engine whose paths with `*`, `+` and `?` find a node once for each way to it, and whose paths
 * of no steps do not lead from a literal to itself (SPARQL 1.1 Query, section 18.4: once, and every term). A block of
 * triples with such a path becomes a SELECT DISTINCT over all of its nodes, one for each alternative of its paths, and
 * one more in which a literal is its own end.
 *
 * The engine needs a node to begin at. So only a block that gives one by itself is rewritten: a SELECT sees no other.
 */
export function withExactPaths<T>(query: T): T {
  const names = new FreshNames();
  const mapped = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(mapped);
    if (part === null || typeof part !== 'object' || 'termType' in part) return part;
    const pattern = part as Pattern;
    if (pattern.type === 'bgp') return exactBlock(pattern, undefined, names) ?? pattern;
    // The variable of GRAPH does not reach into a SELECT, so GRAPH has to be in it.
    const [only, ...others] = pattern.type === 'graph' ? pattern.patterns : [];
    if (pattern.type === 'graph' && only?.type === 'bgp')
      return (others.length === 0 && exactBlock(only, pattern.name as IriTerm | VariableTerm, names)) || pattern;
    if ('operator' in pattern) return pattern; // whether EXISTS finds something once or twice does not matter
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, mapped(value)]));
  };
  return mapped(query) as T;
}

class FreshNames {
  #count = 0;

  next(): VariableTerm {
    return DataFactory.variable(`crategraphNode${(this.#count += 1)}`) as VariableTerm;
  }
}

/** @returns undefined for a block that stays as it is */
function exactBlock(
  block: BgpPattern,
  graph: IriTerm | VariableTerm | undefined,
  names: FreshNames,
): Pattern | undefined {
  if (!block.triples.some(({ predicate }) => hasClosurePath(predicate))) return undefined;
  const seen = variablesIn(block.triples).concat(isVariable(graph) ? graph : []);
  const blanks = new Map<string, VariableTerm>();
  const named = <T extends End>(term: T): T => {
    if (term.termType !== 'BlankNode') return term;
    const known = blanks.get(term.value) ?? names.next();
    blanks.set(term.value, known);
    return known as T;
  };
  const branches = choices(
    block.triples.map(({ subject, predicate, object }) =>
      isPath(predicate)
        ? pathAlternatives(predicate, MOST_BRANCHES)?.map((path) => steps(named(subject), path, named(object), names))
        : [[{ subject: named(subject), predicate, object: named(object) }]],
    ),
    MOST_BRANCHES,
  )?.map((triples) => triples.flat());
  if (branches === undefined || !branches.every((triples) => triples.every(isSimple) && givesStarts(triples)))
    return undefined;
  const all = branches.flatMap((triples) => withLiterals(openEnds(triples, names)));
  if (all.length > MOST_BRANCHES) return undefined;
  const selects = all.map((patterns) => distinct(graph === undefined ? patterns : [inGraph(graph, patterns)], seen));
  return selects.length === 1 ? selects[0] : { type: 'union', patterns: selects };
}

function inGraph(name: IriTerm | VariableTerm, patterns: Pattern[]): Pattern {
  return { type: 'graph', name, patterns } as Pattern;
}

/** A pattern whose solutions differ in some node, with the variables that are seen outside. */
function distinct(where: Pattern[], seen: readonly VariableTerm[]): Pattern {
  const all = variablesIn(where);
  const select = (variables: readonly VariableTerm[], patterns: Pattern[], isDistinct: boolean): Pattern => ({
    type: 'group',
    patterns: [
      {
        type: 'query',
        queryType: 'SELECT',
        prefixes: {},
        variables: variables.length === 0 ? all.slice(0, 1) : variables,
        ...(isDistinct && { distinct: true }),
        where: patterns,
      } as unknown as SelectQuery,
    ],
  });
  const inner = select(all, where, true);
  return all.length === seen.length ? inner : select(seen, [inner], false);
}

/** A path without alternatives as triples, with new variables between them. */
function steps(subject: End, path: Path, object: End, names: FreshNames): Triple[] {
  if (isPath(path) && path.pathType === '^') return steps(object, (path.items as Path[])[0]!, subject, names);
  if (!isPath(path) || path.pathType !== '/')
    return [{ subject: subject as Triple['subject'], predicate: path, object: object as Triple['object'] }];
  const items = path.items as Path[];
  const nodes = [subject, ...items.slice(1).map(() => names.next()), object];
  return items.flatMap((item, at) => steps(nodes[at]!, item, nodes[at + 1]!, names));
}

/** Whether the solutions of a triple differ in a node or in the predicate. */
function isSimple({ predicate }: Triple): boolean {
  return !isPath(predicate) || isClosure(predicate);
}

/** Whether each path has an end that is a fixed node, or a node of a triple. */
function givesStarts(triples: readonly Triple[]): boolean {
  const known = new Set<string>();
  const isKnown = (end: End): boolean => !isVariable(end) || known.has(end.value);
  const add = ({ subject, object }: Triple) => {
    for (const end of [subject, object]) if (isVariable(end)) known.add(end.value);
  };
  triples.filter(({ predicate }) => !isPath(predicate)).forEach(add);
  let left = triples.filter(({ predicate }) => isPath(predicate));
  for (let before = -1; left.length !== before;) {
    before = left.length;
    left = left.filter((triple) => {
      const isGiven = isKnown(triple.subject) || isKnown(triple.object);
      if (isGiven) add(triple);
      return !isGiven;
    });
  }
  return left.length === 0;
}

/** Triples, and what else their solutions have to meet. */
interface Block {
  readonly triples: readonly Triple[];
  readonly more: readonly Pattern[];
}

/**
 * Makes a variable of a fixed node at one end of a path whose other end another triple gives, with a test of its text: the engine
 * finds nothing from a known node to a known one.
 */
function openEnds(triples: readonly Triple[], names: FreshNames): Block {
  const more: Pattern[] = [];
  const opened = triples.map((triple): Triple => {
    const { subject, predicate, object } = triple;
    const isGiven = (end: End) =>
      isVariable(end) && variablesIn(triples.filter((one) => one !== triple)).some(({ value }) => value === end.value);
    const open = <T extends End>(end: T, other: End): T => {
      if (!isPath(predicate) || end.termType !== 'NamedNode' || !isGiven(other)) return end;
      const node = names.next();
      more.push(filterOf(callOf('=', callOf('str', node), DataFactory.literal(end.value) as LiteralTerm)));
      return node as T;
    };
    return { subject: open(subject, object), predicate, object: open(object, subject) };
  });
  return { triples: opened, more };
}

/** The block, and again for each path of no steps that begins at an object: a literal there is its own end. */
function withLiterals(block: Block): Pattern[][] {
  let branches: readonly Block[] = [block];
  for (const triple of block.triples) {
    const { subject, predicate, object } = triple;
    if (!isPath(predicate) || !isNullable(predicate) || !isVariable(subject) || !isVariable(object)) continue;
    const isLiteral = callOf('isliteral', subject);
    branches = branches.flatMap((branch) => {
      const { triples: before, more } = branch;
      const others = before.filter((one) => one !== triple);
      if (!others.some((one) => isVariable(one.object) && one.object.value === subject.value)) return [branch];
      const isUsed = variablesIn([others, more]).some(({ value }) => value === object.value);
      const same: Pattern = isUsed
        ? filterOf(callOf('sameterm', subject, object))
        : { type: 'bind', expression: subject, variable: object };
      return [
        { triples: before, more: [...more, filterOf(callOf('!', isLiteral))] },
        { triples: others, more: [...more, filterOf(isLiteral), same] },
      ];
    });
  }
  return branches.map(({ triples, more }) => [{ type: 'bgp', triples }, ...more] as Pattern[]);
}
