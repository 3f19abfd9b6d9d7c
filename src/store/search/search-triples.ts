import type { Pattern, SparqlQuery, Triple } from 'sparqljs';
import type { Literal, Term } from '@rdfjs/types';
import { CrateError } from '../../base/errors.js';
import { RDF, SEARCH, XSD } from '../../base/rdf/vocabulary.js';
import { hasAggregate } from '../engine/graph-choices.js';
import { searchWords } from '../text/search-words.js';

/** A triple with `cg:search`. In place of a list, its subject is the entity. */
export interface SearchTriple extends Triple {
  /** The words that its object is one of. */
  readonly words: readonly Literal[];
  readonly score?: Term;
  readonly text?: Term;
}

/** A query in which each triple with `cg:search` is a {@link SearchTriple}. */
export interface SearchedQuery {
  readonly query: SparqlQuery;
  readonly searches: readonly SearchTriple[];
}

/** Whether a triple searches the full text. */
export function isSearch(triple: Triple): triple is SearchTriple {
  return 'words' in triple;
}

/** Any node of a parsed text. */
type SyntaxNode = Readonly<Record<string, unknown>>;

/** The values that variables certainly have, by name, as far as the text says. */
type KnownValues = ReadonlyMap<string, readonly Term[]>;

const NONE: KnownValues = new Map();
const known = new WeakMap<SparqlQuery, SearchedQuery>();

/**
 * Finds the triples of a query that search the full text: `?entity cg:search "words"`, and
 * `(?entity ?score ?text) cg:search "words"`.
 * @throws CrateError ERR_USAGE for words that are missing or not known before, for another list, and for a path
 */
export function searchedQuery(parsed: SparqlQuery): SearchedQuery {
  let searched = known.get(parsed);
  if (searched === undefined) {
    searched = mentionsProperty(parsed) ? new SearchReader().read(parsed) : { query: parsed, searches: [] };
    known.set(parsed, searched);
  }
  return searched;
}

/**
 * Whether a part of a text has a triple with the property. What a query makes of its answers, or
 * asks others, does not count.
 */
export function mentionsProperty(part: unknown): boolean {
  if (part === null || typeof part !== 'object' || 'termType' in part) return false;
  const { type, predicate } = part as SyntaxNode;
  if (predicate !== undefined) return hasProperty(predicate);
  return (
    type !== 'service' && Object.entries(part).some(([key, value]) => key !== 'template' && mentionsProperty(value))
  );
}

/** Whether the property is a predicate, or in a path. */
function hasProperty(predicate: unknown): boolean {
  const { termType, value, items = [] } = predicate as Partial<Term> & { readonly items?: readonly unknown[] };
  return termType === undefined ? items.some(hasProperty) : value === SEARCH;
}

class SearchReader {
  readonly #found: SearchTriple[] = [];

  read(parsed: SparqlQuery): SearchedQuery {
    return { query: this.#query(parsed as unknown as SyntaxNode) as unknown as SparqlQuery, searches: this.#found };
  }

  #query(query: SyntaxNode): SyntaxNode {
    const { where, values, ...head } = query;
    const isJoined = values !== undefined && !('group' in head) && !('having' in head) && !hasAggregate(head);
    const after = isJoined ? withValues(NONE, { type: 'values', values } as Pattern) : NONE;
    const { template, ...rest } = head;
    return {
      ...(this.#expression(rest, NONE) as SyntaxNode),
      ...(template === undefined ? {} : { template }),
      ...(where === undefined ? {} : { where: this.#group(where as Pattern[], after) }),
      ...(values === undefined ? {} : { values }),
    };
  }

  /**
   * What VALUES and BIND say holds in all of their group and in those inside, which are joined with it. It
   * holds in EXISTS of the same group; in OPTIONAL and MINUS if it stands before them: else a solution on the
   * left may fit other words.
   */
  #group(patterns: readonly Pattern[], outside: KnownValues): Pattern[] {
    const inside = patterns.reduce(withValues, outside);
    const own = patterns.reduce(withValues, NONE);
    let before = NONE;
    return patterns.map((pattern) => {
      const read = this.#pattern(pattern, { inside, own, before });
      before = withValues(before, pattern);
      return read;
    });
  }

  #pattern(pattern: Pattern, { inside, own, before }: Record<'inside' | 'own' | 'before', KnownValues>): Pattern {
    switch (pattern.type) {
      case 'bgp':
        return { ...pattern, triples: this.#triples(pattern.triples, inside) };
      case 'optional':
      case 'minus':
        return { ...pattern, patterns: this.#group(pattern.patterns, before) };
      case 'union':
        return { ...pattern, patterns: pattern.patterns.flatMap((branch) => this.#group([branch], inside)) };
      case 'group':
      case 'graph':
        return { ...pattern, patterns: this.#group(pattern.patterns, inside) };
      case 'filter':
        return this.#expression(pattern, own) as Pattern;
      case 'bind':
        return this.#expression(pattern, before) as Pattern;
      case 'query':
        return this.#query(pattern as unknown as SyntaxNode) as unknown as Pattern;
      default: // VALUES, and SERVICE, where another endpoint answers
        return pattern;
    }
  }

  #expression(part: unknown, values: KnownValues): unknown {
    if (Array.isArray(part)) return part.map((one) => this.#expression(one, values));
    if (part === null || typeof part !== 'object' || 'termType' in part) return part;
    const { operator, args } = part as SyntaxNode;
    if (operator === 'exists' || operator === 'notexists')
      return { ...part, args: this.#group(args as Pattern[], values) };
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, this.#expression(value, values)]));
  }

  #triples(triples: readonly Triple[], values: KnownValues): Triple[] {
    for (const { predicate } of triples)
      if (!('termType' in predicate) && hasProperty(predicate))
        throw wrongUse('cg:search cannot be in a property path', 'give it a triple of its own');
    const lists = new Lists(triples);
    const read = triples.map((triple): Triple => {
      if (!('termType' in triple.predicate) || triple.predicate.value !== SEARCH) return triple;
      const search = { ...triple, ...lists.of(triple.subject), words: wordsOf(triple.object, values) } as SearchTriple;
      this.#found.push(search);
      return search;
    });
    return lists.without(read);
  }
}

/** The lists of a basic graph pattern, which are triples as everything else. */
class Lists {
  readonly #triples: readonly Triple[];
  /** The nodes of the lists that were read. */
  readonly #nodes = new Set<string>();

  constructor(triples: readonly Triple[]) {
    this.#triples = triples;
  }

  /** What a search is to find: an entity, or a list with it. */
  of(subject: Term): Pick<SearchTriple, 'subject' | 'score' | 'text'> {
    const places: Term[] = [];
    for (let node = subject; this.#next(node, 'first') !== undefined; node = this.#next(node, 'rest') as Term) {
      if (places.length === 3) throw wrongUse('the list before cg:search is too long');
      places.push(this.#next(node, 'first') as Term);
      this.#nodes.add(node.value);
    }
    if (subject.value === `${RDF}nil`) throw wrongUse('the list before cg:search is empty');
    const [entity = subject, score, text] = places as Triple['subject'][];
    return { subject: entity as Triple['subject'], ...(score && { score }), ...(text && { text }) };
  }

  /** The triples without those of the lists. */
  without(triples: readonly Triple[]): Triple[] {
    const isNode = (term: unknown): boolean => isBlank(term) && this.#nodes.has(term.value);
    const isOfList = ({ subject, predicate }: Triple): boolean =>
      isNode(subject) && 'termType' in predicate && [`${RDF}first`, `${RDF}rest`].includes(predicate.value);
    const others = triples.filter((triple) => !isOfList(triple));
    if (triples.length - others.length !== 2 * this.#nodes.size) throw wrongUse('before cg:search is no list');
    if (others.some((triple) => Object.values(triple).some(isNode)))
      throw wrongUse('the list before cg:search is used elsewhere too', 'write the entity again for its other triples');
    return others;
  }

  #next(node: Term, part: 'first' | 'rest'): Term | undefined {
    if (!isBlank(node)) return undefined;
    const found = this.#triples.find(
      ({ subject, predicate }) =>
        isBlank(subject) && subject.value === node.value && (predicate as Term).value === RDF + part,
    );
    return found?.object;
  }
}

function isBlank(term: unknown): term is Term {
  return (term as Term | undefined)?.termType === 'BlankNode';
}

/** What is known when a pattern has been joined. Joined values only become fewer, so the first ones are enough. */
function withValues(before: KnownValues, pattern: Pattern): KnownValues {
  const after = new Map(before);
  const add = (name: string, terms: readonly (Term | undefined)[]): void => {
    if (!after.has(name) && !terms.includes(undefined)) after.set(name, terms as readonly Term[]);
  };
  if (pattern.type === 'bind' && 'termType' in pattern.expression && pattern.expression.termType === 'Literal')
    add(pattern.variable.value, [pattern.expression]);
  if (pattern.type === 'values')
    for (const key of new Set(pattern.values.flatMap((row) => Object.keys(row))))
      add(
        key.slice(1),
        pattern.values.map((row) => row[key]),
      );
  return after;
}

function wordsOf(object: Term, values: KnownValues): Literal[] {
  const terms = object.termType === 'Variable' ? values.get(object.value) : [object];
  if (terms === undefined)
    throw wrongUse(
      `nothing says what the words ?${object.value} of cg:search are`,
      `write them as a string, or add VALUES ?${object.value} { "words" } before it, or give --param ${object.value}="words"`,
    );
  return terms.map((term) => {
    const { value, datatype, language } = term as Literal;
    if (term.termType !== 'Literal' || (language === '' && datatype.value !== `${XSD}string`))
      throw wrongUse('the words of cg:search are not a string');
    searchWords(value); // says what is wrong with them
    return term;
  });
}

function wrongUse(
  message: string,
  hint = 'write ?entity cg:search "words", or (?entity ?score ?text) cg:search "words"',
): CrateError {
  return new CrateError('ERR_USAGE', message, { hint });
}
