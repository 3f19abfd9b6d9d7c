import * as fc from 'fast-check';
import { tries } from '../../helpers/seed.js';
import { answerFromIndex } from '../../../src/store/plan/plan-query.js';
import { compareWays } from './helpers/compare-ways.js';
import { indexOf, type TestGraphs } from './helpers/index-of.js';
import { Dice, ODD_LITERALS, PLAIN_LITERALS, randomGraphs, randomWords } from './helpers/random-data.js';

const QUERIES = 10;

describe('a query over the index', () => {
  it('answers as the engine does, or not at all, and so does the engine over the quads that it needs', async () => {
    let [all, planned, found] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0 }), async (seed) => {
        const dice = new Dice(seed);
        const literals = dice.percent(60) ? PLAIN_LITERALS : [...PLAIN_LITERALS, ...ODD_LITERALS];
        const [graphs, words] = [randomGraphs(dice, literals), randomWords(literals)];
        const result = await compareWays(dice, { graphs, words, queries: QUERIES });
        all += QUERIES;
        planned += result.planned;
        found += result.found;
        expect(result.different).toEqual([]);
      }),
      tries(1000),
    );
    expect(planned / all).toBeGreaterThan(0.75);
    expect(found / all).toBeGreaterThan(0.5);
  });

  const GRAPHS: TestGraphs = {
    'urn:g:1': ['<urn:a> <urn:p> "1"', '<urn:a> <urn:q> <urn:b>', '<urn:g:1> <urn:p> "name"'],
    'urn:g:2': ['<urn:a> <urn:p> "1"', '<urn:b> <urn:q> <urn:c>', '<urn:c> <urn:q> <urn:a>'],
  };
  const rows = (sparql: string, options = {}): unknown => {
    const { answer, reason } = answerFromIndex(indexOf(GRAPHS), sparql, options);
    return answer === undefined ? reason : [...answer.rows()].map((row) => Object.values(row).map(({ value }) => value).join(' ')).sort(); // prettier-ignore
  };

  it('counts a triple of several graphs once in the default graph', () => {
    expect(rows('SELECT ?o { <urn:a> <urn:p> ?o }')).toEqual(['1']);
    expect(rows('SELECT ?g { GRAPH ?g { <urn:a> <urn:p> "1" } }')).toEqual(['urn:g:1', 'urn:g:2']);
  });

  it('sees the graphs that it is given', () => {
    expect(rows('SELECT ?g { GRAPH ?g { <urn:a> <urn:p> "1" } }', { graphs: ['urn:g:2', 'urn:no'] })).toEqual([
      'urn:g:2',
    ]);
    expect(rows('SELECT ?s { ?s <urn:q> ?o }', { graphs: ['urn:g:1'], named: ['urn:g:2'] })).toEqual(['urn:a']);
    expect(rows('SELECT ?s FROM <urn:g:1> { ?s <urn:q> ?o }')).toEqual(['urn:a']);
    expect(rows('SELECT ?s { ?s <urn:q> ?o }', { graphs: [] })).toEqual([]);
  });

  it('narrows the graphs by VALUES', () => {
    expect(rows('SELECT ?s { VALUES ?g { <urn:g:2> } GRAPH ?g { ?s <urn:q> ?o } }')).toEqual(['urn:b', 'urn:c']);
  });

  it('takes the variable of GRAPH for the graph where a triple binds it', () => {
    expect(rows('SELECT ?g ?n { GRAPH ?g { ?g <urn:p> ?n OPTIONAL { ?g <urn:q> ?o } } }')).toEqual(['urn:g:1 name']);
    expect(rows('SELECT ?g { GRAPH ?g { ?s <urn:p> ?n FILTER(?g = <urn:g:1>) } }')).toMatch(/its own GRAPH clause/);
  });

  it('describes what the default graph says of resources, and of the blank nodes that it leads to', () => {
    const graphs = {
      'urn:g:1': ['<urn:a> <urn:p> _:x', '_:x <urn:q> _:y', '<urn:b> <urn:to> <urn:a>'],
      'urn:g:2': ['<urn:a> <urn:p> _:x', '_:y <urn:back> _:x', '_:y <urn:r> "1"'],
    };
    const described = (sparql: string, options = {}) =>
      [...(answerFromIndex(indexOf(graphs), sparql, options).answer?.triples() ?? [])].sort();
    const [x, y] = ['<urn:a> <urn:p> _:x .\n', '_:x <urn:q> _:y .\n'];
    const all = [x, y, '_:y <urn:back> _:x .\n', '_:y <urn:r> "1" .\n'];
    expect(described('DESCRIBE <urn:a>')).toEqual(all);
    expect(described('DESCRIBE ?o <urn:none> { ?s <urn:to> ?o }')).toEqual(all);
    expect(described('DESCRIBE <urn:a> { ?s <urn:nothing> ?o }')).toEqual([]);
    expect(described('DESCRIBE <urn:a>', { graphs: ['urn:g:1'] })).toEqual([x, y]);
    expect(described('DESCRIBE <urn:a> FROM <urn:g:2>')).toEqual([x]);
  });

  it('follows paths of any length', () => {
    expect(rows('SELECT ?o { <urn:a> <urn:q>+ ?o }')).toEqual(['urn:a', 'urn:b', 'urn:c']);
    expect(rows('SELECT ?g ?o { GRAPH ?g { <urn:b> <urn:q>+ ?o } }')).toEqual(['urn:g:2 urn:a', 'urn:g:2 urn:c']);
  });

  it('counts each alternative, and each triple of a negated property set', () => {
    const graphs = {
      'urn:g:1': ['<urn:a> <urn:p> <urn:b>', '<urn:a> <urn:q> <urn:b>', '<urn:a> <urn:r> <urn:b>'],
      'urn:g:2': ['<urn:a> <urn:q> <urn:b>', '<urn:b> <urn:p> <urn:a>'],
    };
    const count = (pattern: string): unknown => {
      const { answer, reason } = answerFromIndex(indexOf(graphs), `SELECT (COUNT(*) AS ?n) { ${pattern} }`);
      return answer === undefined ? reason : Number([...answer.rows()][0]?.['n']?.value);
    };
    expect(count('<urn:a> <urn:p>|<urn:q> ?o')).toBe(2);
    expect(count('<urn:a> <urn:p>|<urn:p>|<urn:none> ?o')).toBe(2);
    expect(count('<urn:a> (<urn:p>|<urn:q>)/(<urn:p>|<urn:q>) ?o')).toBe(2);
    expect(count('GRAPH ?g { <urn:a> <urn:p>|<urn:q> <urn:b> }')).toBe(3);
    expect(count('<urn:a> (<urn:p>|<urn:q>)? ?o')).toBe(2);
    expect(count('<urn:a> !<urn:p> <urn:b>')).toBe(2);
    expect(count('?a !(<urn:p>|<urn:q>) ?b')).toBe(1);
    expect(count('<urn:a> !(<urn:p>|^<urn:q>) ?b')).toBe(3);
    expect(count('<urn:a> !(^<urn:q>) ?b')).toBe(1);
    expect(count('GRAPH ?g { ?a !<urn:p> ?b }')).toBe(3);
    expect(count('?a <urn:r> ?b . ?a !<urn:r> ?b')).toBe(2);
  });

  it('says what it ran, with expected and real rows', () => {
    const { steps } = answerFromIndex(indexOf(GRAPHS), 'SELECT * { ?s <urn:q> ?o . ?o <urn:p> ?n }');
    expect(steps.map(({ step }) => step)).toEqual(['?s <urn:q> ?o', '?o <urn:p> ?n', 'subquery']);
    expect(steps[0]).toMatchObject({ expected: 3, rows: 3 });
  });

  it.each([
    ['SELECT * { SERVICE <urn:s> { ?s ?p ?o } }', 'SERVICE'],
    ['SELECT (RAND() AS ?x) {}', 'the function rand'],
    ['SELECT REDUCED ?s { ?s ?p ?o }', 'REDUCED'],
    ['this is no query', 'a text that our parser does not know'],
  ])('does not cover %s', (sparql, reason) => {
    expect(rows(sparql)).toBe(reason);
  });

  it('reads no more than LIMIT needs', () => {
    const triples = Array.from({ length: 20_000 }, (_, number) => `<urn:s${number}> <urn:p> "${number}"`);
    const index = indexOf({ 'urn:g:1': triples });
    const { steps, answer } = answerFromIndex(index, 'SELECT ?s { ?s <urn:p> ?o . ?s <urn:p> ?n } LIMIT 3');
    expect(answer?.size).toBe(3);
    expect(Math.max(...steps.map(({ rows: all }) => all))).toBeLessThan(5000);
  });

  it('ends when its caller does not want it any more', () => {
    const check = (): never => {
      throw new Error('enough');
    };
    expect(() => answerFromIndex(indexOf(GRAPHS), 'SELECT * { ?s ?p ?o }', { check })).toThrow('enough');
  });
});
