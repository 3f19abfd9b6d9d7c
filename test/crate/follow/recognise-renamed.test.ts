import { jest } from '@jest/globals';
import { factKey, recogniseRenamed, type Fact } from '../../../src/crate/follow/recognise-renamed.js';

const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

/** Facts by node, from lines `subject predicate object`. Objects that are nodes get the inverse fact. */
const nodesOf = (lines: readonly string[], isNode: (term: string) => boolean): Map<string, Fact[]> => {
  const nodes = new Map<string, Fact[]>();
  const put = (node: string, fact: Fact) => {
    if (isNode(node)) nodes.set(node, [...(nodes.get(node) ?? []), fact]);
  };
  for (const line of lines) {
    const [subject = '', predicate = '', object = ''] = line.split(' ');
    put(subject, [predicate, object]);
    if (predicate !== TYPE && !object.startsWith('"')) put(object, [`^${predicate}`, subject]);
  }
  return nodes;
};
const isOld = (term: string) => term.startsWith('<old');
const isNew = (term: string) => term.startsWith('<new');
const found = (before: readonly string[], after: readonly string[], common: readonly Fact[] = []) =>
  Object.fromEntries(recogniseRenamed(nodesOf(before, isOld), nodesOf(after, isNew), new Set(common.map(factKey))));

describe('recogniseRenamed pairs nodes', () => {
  it.each<[string, string[], string[], Record<string, string>]>([
    ['by their statements', ['<old1> p "a"', '<old2> p "b"'], ['<new1> p "b"', '<new2> p "a"'], { '<old1>': '<new2>', '<old2>': '<new1>' }],
    ['by who refers to it', ['<x> p <old1>', '<y> p <old2>'], ['<y> p <new1>', '<x> p <new2>'], { '<old1>': '<new2>', '<old2>': '<new1>' }],
    ['by the ends of their identifiers', ['<old/a> p "1"', '<old/b> p "2"'], ['<new/b> p "3"', '<new/a> p "4"'], { '<old/a>': '<new/a>', '<old/b>': '<new/b>' }],
    ['by a longer end', ['<old/x/a> t 1', '<old/y/a> t 1'], ['<new/y/a> t 1', '<new/x/a> t 1'], { '<old/x/a>': '<new/x/a>', '<old/y/a>': '<new/y/a>' }],
    ['by their neighbours', ['<old1> p <old2>', '<old2> p <old3>', '<old3> p "x"'], ['<new1> p <new2>', '<new2> p <new3>', '<new3> p "x"'], { '<old1>': '<new1>', '<old2>': '<new2>', '<old3>': '<new3>' }],
    ['only the most similar ones', ['<old1> p "a"', '<old1> q "b"', '<old2> p "a"', '<old2> q "c"'], ['<new1> p "a"', '<new1> q "c"'], { '<old2>': '<new1>' }],
    ['not if two are equally good', ['<old1> p "a"', '<old2> p "a"'], ['<new1> p "a"'], {}],
    ['not by a type alone', [`<old1> ${TYPE} <T>`], [`<new1> ${TYPE} <T>`], {}],
    ['not by a minority of their statements', ['<old1> p "a"', '<old1> q "b"', '<old1> r "c"'], ['<new1> p "a"'], {}],
    ['not a described one with one that is only referred to', ['<x> p <old1>', `<old1> ${TYPE} <T>`], ['<x> p <new1>'], {}],
  ])('%s', (_, before, after, names) => {
    expect(found(before, after)).toEqual(names);
  }); // prettier-ignore

  it('by facts that other nodes share only if nothing else changed', () => {
    const common: Fact[] = [['p', '"a"']];
    expect(found(['<old1> p "a"'], ['<new1> p "a"'], common)).toEqual({ '<old1>': '<new1>' });
    expect(found(['<old1> p "a"', '<old1> q "b"'], ['<new1> p "a"', '<new1> q "c"'], common)).toEqual({});
  });
});

describe('the work is linear', () => {
  const each = (count: number, of: (n: number) => string[]) => Array.from({ length: count }, (_, n) => of(n)).flat();
  /** Counts all look-ups. */
  const work = (before: readonly string[], after: readonly string[], names: number): number => {
    const [olds, news] = [nodesOf(before, isOld), nodesOf(after, isNew)];
    const spies = [jest.spyOn(Map.prototype, 'get'), jest.spyOn(Set.prototype, 'has'), jest.spyOn(Map.prototype, 'has')]; // prettier-ignore
    try {
      expect(recogniseRenamed(olds, news, new Set()).size).toBe(names);
      return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  };

  it.each<[string, (count: number, node: string) => string[], (count: number) => number]>([
    ['in a chain', (count, node) => [...each(count, (n) => [`<${node}${n}> p <${node}${n + 1}>`]), `<${node}0> q "x"`], (count) => count + 1],
    ['of named nodes', (count, node) => each(count, (n) => [`<${node}${n}> name "${n}"`, `<${node}${n}> ${TYPE} <T>`]), (count) => count],
    ['of parts, all alike', (count, node) => [`<${node}> name "x"`, ...each(count, (n) => [`<${node}> part <${node}${n}>`, `<${node}${n}> ${TYPE} <T>`])], () => 1],
    ['of parts of a whole that is no more', (count, node) => [...each(count, (n) => [`<${node}> ${node} "${n}"`, `<${node}> more "${node}${n}"`, `<${node}> part <${node}/${n}>`, `<${node}/${n}> name "${n}"`, `<${node}/${n}> next <${node}/${n + 1}>`])], (count) => count + 1],
  ])('%s', (_, of, names) => {
    const [some, many] = [500, 4000].map((count) => work(of(count, 'old'), of(count, 'new'), names(count)));
    expect(many).toBeLessThan(10 * (some as number));
  }); // prettier-ignore
});
