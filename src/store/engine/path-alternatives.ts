import { DataFactory } from 'n3';
import type { IriTerm, Pattern, PropertyPath, Term, Triple } from 'sparqljs';
import { CrateError } from '../../base/errors.js';

type Path = IriTerm | PropertyPath;

/** Branches into which the triples of one block may fall. */
const MOST_BRANCHES = 256;

/**
 * Rewrites a query or update for an engine that counts two nodes once, whatever alternatives of a path lead from one to
 * the other. SPARQL counts each (1.1 Query, section 18.4: alternatives are a union), so they become UNION. Inside of
 * `*`, `+` and `?` a node counts once in any case, and all stays as it is. No variable is added.
 * @returns the same object if there are no alternatives
 * @throws CrateError ERR_UNSUPPORTED for too many of them
 */
export function withEachAlternative<T>(part: T): T {
  return mapped(part) as T;
}

function mapped(part: unknown): unknown {
  if (part === null || typeof part !== 'object' || 'termType' in part) return part;
  if (Array.isArray(part)) return sameIfEqual(part, part.map(mappedPattern));
  const isUnion = (part as Partial<Pattern>).type === 'union';
  const entries = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] => {
    const isGroup = Array.isArray(value) && (key === 'where' || (key === 'patterns' && !isUnion));
    return [key, isGroup ? mappedGroup(value as Pattern[]) : mapped(value)];
  });
  return entries.every(([key, value]) => (part as Record<string, unknown>)[key] === value)
    ? part
    : Object.fromEntries(entries);
}

/** A pattern that stands by itself, as a branch of UNION or in EXISTS. */
function mappedPattern(part: unknown): unknown {
  if ((part as Partial<Pattern> | null)?.type !== 'bgp') return mapped(part);
  const group = [part as Pattern];
  const patterns = mappedGroup(group);
  return patterns === group ? part : { type: 'group', patterns };
}

/** The patterns of one pair of braces. Triples with filters between them are one block, in which blank nodes have names. */
function mappedGroup(group: Pattern[]): Pattern[] {
  const blocks: Pattern[][] = [];
  let isOpen = false;
  for (const pattern of group) {
    const isInBlock = pattern.type === 'bgp' || pattern.type === 'filter';
    const one = mapped(pattern) as Pattern;
    if (isInBlock && isOpen) blocks.at(-1)?.push(one);
    else blocks.push([one]);
    isOpen = isInBlock;
  }
  return sameIfEqual(group, blocks.flatMap(mappedBlock));
}

function mappedBlock(block: Pattern[]): Pattern[] {
  const branched = eachAlternative(block.flatMap((one) => (one.type === 'bgp' ? one.triples : [])));
  return branched === undefined ? block : [...branched, ...block.filter(({ type }) => type !== 'bgp')];
}

function sameIfEqual<T>(before: T[], after: T[]): T[] {
  return before.length === after.length && before.every((one, at) => one === after[at]) ? before : after;
}

/** Triples with a UNION for each path of several alternatives; undefined if there are none. */
function eachAlternative(triples: readonly Triple[]): Pattern[] | undefined {
  const ways = new Map(triples.map((triple) => [triple, waysOf(triple)]));
  const parts = joinedByBlankNodes(triples);
  const isBranching = (part: readonly Triple[]): boolean => part.some((triple) => ways.get(triple)?.length !== 1);
  const branching = parts.filter(isBranching);
  if (branching.length === 0) return undefined;
  const rest = triples.filter((triple) => !branching.some((part) => part.includes(triple)));
  const unions = branching.map((part): Pattern => {
    const branches = choices(
      part.map((triple) => ways.get(triple)),
      MOST_BRANCHES,
    );
    if (branches === undefined) throw tooMany();
    return { type: 'union', patterns: branches.map((one, at): Pattern => ({ type: 'bgp', triples: branch(one, at) })) };
  });
  return rest.length === 0 ? unions : [{ type: 'bgp', triples: rest }, ...unions];
}

/** The triples of a branch, with blank nodes of its own: a name of one may not be in two. */
function branch(triples: readonly Triple[], at: number): Triple[] {
  const own = <T extends Triple['object']>(term: T): T =>
    term.termType === 'BlankNode' ? (DataFactory.blankNode(`way${at}_${term.value}`) as Term as T) : term;
  return triples.map(({ subject, predicate, object }) => ({ subject: own(subject), predicate, object: own(object) }));
}

function tooMany(): CrateError {
  return new CrateError(
    'ERR_UNSUPPORTED',
    `SPARQL: a path has more than ${MOST_BRANCHES} combinations of alternatives`,
    {
      hint: 'write it as several triples with variables between them, as in ?x a|b ?y . ?y c|d ?z',
    },
  );
}

function waysOf(triple: Triple): Triple[] | undefined {
  const { predicate } = triple;
  if (!isPath(predicate)) return [triple];
  const paths = pathAlternatives(predicate, MOST_BRANCHES);
  if (paths?.length === 1) return [triple];
  return paths?.map((path) => ({ ...triple, predicate: path }));
}

/** Splits a block so that no blank node is in two parts: its name means nothing outside of its block. */
function joinedByBlankNodes(triples: readonly Triple[]): Triple[][] {
  let parts: { triples: Triple[]; blanks: Set<string> }[] = [];
  for (const triple of triples) {
    const ends = [triple.subject, triple.object].filter(({ termType }) => termType === 'BlankNode');
    const blanks = new Set(ends.map((end) => (end as { value: string }).value));
    const linked = parts.filter((part) => [...blanks].some((blank) => part.blanks.has(blank)));
    parts = parts.filter((part) => !linked.includes(part));
    parts.push({
      triples: [...linked.flatMap((part) => part.triples), triple],
      blanks: new Set([...linked.flatMap((part) => [...part.blanks]), ...blanks]),
    });
  }
  return parts.map((part) => part.triples);
}

/** Whether the predicate of a triple is a property path. */
export function isPath(predicate: Triple['predicate']): predicate is PropertyPath {
  return 'type' in predicate && (predicate as { type?: string }).type === 'path';
}

/** Whether a path finds a node once, however it gets there: `*`, `+` and `?`. */
export function isClosure({ pathType }: PropertyPath): boolean {
  return pathType === '*' || pathType === '+' || pathType === '?';
}

/** The paths without alternatives that a path is the union of; undefined if they are more than `most`. */
export function pathAlternatives(path: Path, most: number): Path[] | undefined {
  if (!isPath(path) || isClosure(path)) return [path];
  if (path.pathType === '!') return negatedDirections(path);
  const items = (path.items as Path[]).map((item) => pathAlternatives(item, most));
  if (path.pathType === '|') {
    const all = items.includes(undefined) ? [] : (items as Path[][]).flat();
    return all.length === 0 || all.length > most ? undefined : all;
  }
  return choices(items, most)?.map((way): Path => ({ ...path, items: way }) as PropertyPath);
}

/** A negated set of properties and inverse ones is the union of two sets (section 18.2.2.3). */
function negatedDirections(path: PropertyPath): Path[] {
  const [only] = path.items as Path[];
  const terms = only !== undefined && isPath(only) && only.pathType === '|' ? (only.items as Path[]) : [only!];
  const sets = [terms.filter((term) => !isPath(term)), terms.filter(isPath)];
  if (sets.some(({ length }) => length === 0)) return [path];
  return sets.map((items) => ({ ...path, items: [items.length === 1 ? items[0]! : { ...path, pathType: '|', items }] }) as PropertyPath); // prettier-ignore
}

/** Each choice of one item of every list; undefined if they are more than `most`. */
export function choices<T>(lists: readonly (readonly T[] | undefined)[], most: number): T[][] | undefined {
  let all: T[][] = [[]];
  for (const list of lists) {
    if (list === undefined || list.length * all.length > most) return undefined;
    all = all.flatMap((before) => list.map((one) => [...before, one]));
  }
  return all;
}
