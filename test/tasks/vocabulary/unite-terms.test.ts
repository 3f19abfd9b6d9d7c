import type { ListedTerm } from '../../../src/tasks/vocabulary/list-terms.js';
import { uniteTerms } from '../../../src/tasks/vocabulary/unite-terms.js';

const term = (more: Partial<ListedTerm>): ListedTerm => ({
  name: 'gauge',
  iri: 'urn:gauge',
  origin: 'local',
  uses: { property: 1, class: 0, term: 0 },
  problems: [],
  ...more,
});

it('counts a term of several crates once, with the uses in each', () => {
  const problem = { rule: 'term-described', message: 'uses gauge' } as const;
  const a = term({ problems: [problem] });
  const b = term({ uses: { property: 2, class: 1, term: 0 }, definition: '#gauge', description: 'x' });
  const united = uniteTerms([
    { crate: 'a', terms: [a] },
    { crate: 'b', terms: [b] },
    { crate: 'c', terms: [a] },
  ]);
  expect(united).toEqual([
    {
      ...b,
      uses: { property: 4, class: 1, term: 0 },
      problems: [problem],
      crates: [
        { crate: 'a', uses: a.uses, definition: undefined, problems: [problem] },
        { crate: 'b', uses: b.uses, definition: '#gauge', problems: [] },
        { crate: 'c', uses: a.uses, definition: undefined, problems: [problem] },
      ],
    },
  ]);
});

it('keeps apart what one name means', () => {
  const united = uniteTerms([
    { crate: 'a', terms: [term({}), term({ name: 'depth', iri: undefined, origin: 'undefined' })] },
    { crate: 'b', terms: [term({ iri: 'urn:other' }), term({ name: 'depth', iri: undefined, origin: 'undefined' })] },
  ]);
  expect(united.map(({ name, iri, crates }) => [name, iri, crates.length])).toEqual([
    ['gauge', 'urn:gauge', 1],
    ['depth', undefined, 2],
    ['gauge', 'urn:other', 1],
  ]);
});
