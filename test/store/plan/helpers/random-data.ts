import type { TestGraphs } from './index-of.js';

/** Random choices from a seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to below another. */
  below(most: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  }

  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }

  /** Whether something happens that does so in some of a hundred cases. */
  percent(share: number): boolean {
    return this.below(100) < share;
  }
}

/** What random queries speak of: names of graphs, and terms as N-Triples. */
export interface Vocabulary {
  readonly graphs: readonly string[];
  readonly nodes: readonly string[];
  readonly predicates: readonly string[];
  readonly literals: readonly string[];
}

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const typed = (text: string, type: string): string => `"${text}"^^<${XSD}${type}>`;

const GRAPHS = ['urn:g:1', 'urn:g:2', 'urn:g:3', 'urn:g:4'];
const NODES = ['<urn:a>', '<urn:b>', '<urn:c>', '<urn:d>', '<urn:g:1>', '<urn:g:2>'];
const PREDICATES = ['<urn:p>', '<urn:q>', '<urn:r>', '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'];

/** Literals whose meaning is certain. */
export const PLAIN_LITERALS = [
  ...['"a"', '"b"', '"ab"', '""', '"é😀"', '"\uffff"', '"a\\nb"', '"say \\"x\\""', '"a"@en', '"b"@en', '"a"@de-AT'],
  ...['1', '2', '10', '-3', '9007199254740993'].map((text) => typed(text, 'integer')),
  ...['1.0', '1.5', '-0.25', '0.1'].map((text) => typed(text, 'decimal')),
  ...['1', '1.5E0', '-2', '1e3', '0.5'].map((text) => typed(text, 'double')),
  ...['true', 'false'].map((text) => typed(text, 'boolean')),
  ...['2020-01-02', '2021-12-31'].map((text) => typed(text, 'date')),
  ...['2020-01-02T03:04:05Z', '2020-01-02T04:04:05+01:00', '2019-05-06T07:08:09.5Z'].map((text) =>
    typed(text, 'dateTime'),
  ),
];

/** Literals that need care. */
export const ODD_LITERALS = [
  ...['01', '+1', '-0', 'abc', '99999999999999999999'].map((text) => typed(text, 'integer')),
  ...[
    typed('1', 'int'),
    typed('7', 'byte'),
    typed('1.50', 'decimal'),
    typed('1.0E1', 'double'),
    typed('NaN', 'double'),
  ],
  ...[
    typed('INF', 'double'),
    typed('1', 'boolean'),
    typed('2020', 'gYear'),
    typed('2020-01-01T10:00:00+00:00', 'date'),
    typed('2020-01-01', 'dateTime'),
    typed('2020-02-30+00:00', 'date'),
    typed('P1D', 'duration'),
    typed('1.5', 'float'),
  ],
  ...[typed('2020-01-02T03:04:05', 'dateTime'), typed('2020-01-02Z', 'date'), typed('10:00:00', 'time')],
  ...['"A"@EN', '"x"^^<urn:type>', '"y"^^<urn:type>', typed('urn:a', 'anyURI'), `"${'long '.repeat(120)}"`],
];

/** The words of random graphs. */
export function randomWords(literals: readonly string[]): Vocabulary {
  return { graphs: GRAPHS, nodes: NODES, predicates: PREDICATES, literals };
}

/** Graphs with shared triples, blank nodes and lists. */
export function randomGraphs(dice: Dice, literals: readonly string[]): TestGraphs {
  const graphs: Record<string, readonly string[]> = {};
  const shared = Array.from({ length: dice.below(8) }, () => triple(dice, [], literals));
  for (const [at, name] of GRAPHS.entries()) {
    const blanks = Array.from({ length: dice.below(3) }, (_, number) => `_:g${at}b${number}`);
    const own = Array.from({ length: 3 + dice.below(12) }, () => triple(dice, blanks, literals));
    graphs[name] = [...new Set([...own, ...shared.filter(() => dice.percent(60))])];
  }
  return graphs;
}

function triple(dice: Dice, blanks: readonly string[], literals: readonly string[]): string {
  const nodes = [...NODES, ...blanks];
  const object = dice.percent(50) ? dice.of(nodes) : dice.of(literals);
  return `${dice.of(nodes)} ${dice.of(PREDICATES)} ${object}`;
}
