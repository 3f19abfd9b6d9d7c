import type { CrateGraph } from '../../../src/site/view/crate-graph.js';
import type { CrateView } from '../../../src/site/view/crate-view.js';
import { MOST_FOLDS } from '../../../src/site/view/fold-entities.js';
import { foundGraph, graphAround, overviewGraph } from '../../../src/site/view/folded-graph.js';
import { openCrateView } from '../../../src/site/view/open-crate-view.js';
import { growth, LINEAR } from '../../helpers/growth.js';
import { crate, open } from '../../helpers/read.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';

async function viewOf(entities: object[], root: object = {}): Promise<CrateView> {
  return openCrateView(await open(crate(entities as never, [CONTEXT] as never, root)));
}

function many(count: number, type: string, more: (at: number) => object = () => ({})): { '@id': string }[] {
  return Array.from({ length: count }, (_, at) => ({ '@id': `#${type}${at}`, '@type': type, name: `${type} ${at}`, ...more(at) })); // prettier-ignore
}

function refs(entities: readonly { '@id': string }[]): object[] {
  return entities.map(({ '@id': id }) => ({ '@id': id }));
}

function labels({ nodes }: CrateGraph): string[] {
  return nodes.map(({ label }) => label);
}

/** Expects that a picture can be read and that each entity is in one of its nodes. */
function expectWhole(view: CrateView, graph = overviewGraph(view)): void {
  expect(graph.nodes.length).toBeLessThanOrEqual(MOST_FOLDS);
  expect(graph.nodes.reduce((sum, { count }) => sum + count, 0)).toBe(view.entities.length - 1);
  for (const { source, target } of graph.edges) {
    expect(source).not.toBe(target);
    expect(Math.max(source, target)).toBeLessThan(graph.nodes.length);
  }
}

describe('the overview of a crate', () => {
  it('folds what is alike, names its type, and leads to its list', async () => {
    const files = many(240, 'File');
    const codes = many(30, 'SoftwareSourceCode');
    const view = await viewOf([...files, ...codes], { hasPart: refs([...files, ...codes]) });
    const graph = overviewGraph(view);
    expect(labels(graph)).toEqual(['./', '240 × files', '30 × SoftwareSourceCode']);
    expect(graph.nodes[1]?.list).toEqual({ id: './', key: 'hasPart' });
    expect(graph.notes.join()).toContain('271 entities in 3 nodes');
    expectWhole(view, graph);
  });

  it('names what is few, and what is linked with others, as long as there is room', async () => {
    const people = many(10, 'Person', (at) => ({ knows: { '@id': `#Place${at % 3}` } }));
    const places = many(3, 'Place');
    const view = await viewOf([...people, ...places], { author: refs(people) });
    const graph = overviewGraph(view);
    expect(labels(graph)).toEqual(expect.arrayContaining(['Person 0', 'Person 9', 'Place 2']));
    expect(graph.notes).toEqual([]);
    expectWhole(view, graph);
  });

  it('folds what has links of its own too where there is no room, by what they share', async () => {
    const people = many(90, 'Person', (at) => ({ affiliation: { '@id': `#Place${at < 60 ? 0 : 1}` } }));
    const view = await viewOf([...people, ...many(2, 'Place')], { author: refs(people) });
    const graph = overviewGraph(view);
    expect(labels(graph)).toEqual(['./', '60 × people', '30 × people', 'Place 0', 'Place 1']);
    expectWhole(view, graph);
  });

  it('counts by kind what finds no place, and says so', async () => {
    const chain = many(100, 'Person', (at) => ({ knows: { '@id': `#Person${at + 1}` } }));
    const view = await viewOf(chain, { author: { '@id': '#Person0' } });
    const graph = overviewGraph(view);
    expect(graph.nodes.at(-1)?.label).toBe('62 more people');
    expect(graph.notes.join()).toContain('62 that are farther away');
    const last = graph.nodes.length - 1;
    expect(graph.edges.some(({ source, target }) => source === last || target === last)).toBe(true);
    expectWhole(view, graph);
  });

  it('shows what nothing connects with the root', async () => {
    const view = await viewOf(many(50, 'Place'));
    expect(labels(overviewGraph(view))).toEqual(['./', '50 × places']);
  });

  it('stands hostile crates', async () => {
    const circle = many(60, 'Person', (at) => ({ knows: refs(many(60, 'Person')).slice(at) }));
    const types = Array.from({ length: 300 }, (_, at) => ({ '@id': `#t${at}`, '@type': `Type${at}` }));
    const crates = [
      await viewOf(circle, { author: { '@id': '#Person3' } }),
      await viewOf(types, { mentions: refs(types) }),
      await viewOf([{ '@id': '#long', '@type': 'Thing', name: 'x'.repeat(10_000) }, { '@id': '_:a' }, { '@id': '#none', name: '' }]), // prettier-ignore
      await viewOf(many(100, 'File', (at) => ({ isPartOf: refs(many(100, 'File')).filter((_, other) => (other * at) % 7 < 3) }))), // prettier-ignore
      await viewOf([]),
    ];
    for (const view of crates) expectWhole(view);
    const [, , long] = crates;
    expect(overviewGraph(long!).nodes.every(({ label }) => label.length <= 301)).toBe(true);
  });

  it('is the same for the same crate', async () => {
    const make = () => viewOf(many(200, 'Person', (at) => ({ knows: { '@id': `#Person${(at * 7) % 200}` } })));
    const [one, two] = [overviewGraph(await make()), overviewGraph(await make())];
    expect(two).toEqual(one);
    expect(JSON.parse(JSON.stringify(one))).toMatchObject({ edges: one.edges });
  });

  it('costs as much as the crate has links', async () => {
    const views = new Map<number, CrateView>();
    // The overview is kept for a view: each run gets its own.
    for (const size of [1000, 8000]) {
      const files = many(size, 'File', () => ({ author: [{ '@id': '#Person0' }, { '@id': '#Person1' }] }));
      views.set(size, await viewOf([...files, ...many(2, 'Person')], { hasPart: refs(files) }));
    }
    const grown = await growth(1000, (size) => overviewGraph({ ...views.get(size)! }));
    expect(grown).toBeLessThan(LINEAR);
  });
});

describe('a search in the picture', () => {
  it('finds names, identifiers and types, marks them, and shows the way to the root', async () => {
    const files = many(50, 'File');
    const view = await viewOf(
      [...files, { '@id': 'f/', '@type': 'Dataset', name: 'Folder', hasPart: refs(files) }, ...many(3, 'Person')],
      { hasPart: { '@id': 'f/' } },
    );
    const { found, graph } = foundGraph(view, ' fILE  17 ');
    expect(found.map(({ name }) => name)).toEqual(['File 17']);
    expect(graph.nodes.map(({ label, isMatch }) => [label, isMatch])).toEqual([['./', undefined], ['Folder', undefined], ['File 17', true]]); // prettier-ignore
    expect(foundGraph(view, '#Person').found).toHaveLength(3);
    expect(foundGraph(view, 'dataset').found).toHaveLength(2);
    const all = foundGraph(view, 'file').graph;
    expect(labels(all)).toEqual(['./', 'Folder', '50 × files']);
    expect(all.nodes[2]?.isMatch).toBe(true);
    expect(foundGraph(view, 'nothing').found).toEqual([]);
  });

  it('has at most as many nodes as can be read, with all that match', async () => {
    const people = many(300, 'Person', (at) => ({ knows: { '@id': `#Person${at + 1}` } }));
    const view = await viewOf([...people, ...many(200, 'Place')], { author: { '@id': '#Person0' } });
    const { found, graph } = foundGraph(view, 'person 2');
    expect(graph.nodes.length).toBeLessThanOrEqual(MOST_FOLDS);
    const marked = graph.nodes.filter(({ isMatch }) => isMatch === true);
    expect(marked.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
    expect(found).toHaveLength(138);
  });
});

it('the picture around an entity has what it is linked with, in both directions', async () => {
  const files = many(500, 'File');
  const view = await viewOf(
    [...files, { '@id': '#hub', '@type': 'Dataset', name: 'Hub', hasPart: refs(files), author: { '@id': '#Person0' } }, ...many(2, 'Person')], // prettier-ignore
    { hasPart: { '@id': '#hub' } },
  );
  const graph = graphAround(view, view.entity('#hub')!)!;
  expect(labels(graph).sort()).toEqual(['./', '500 × files', 'Hub', 'Person 0'].sort());
  expect(graph.nodes[0]).toMatchObject({ label: 'Hub', isMatch: true });
  expect(graphAround(view, view.descriptor!)).toBeUndefined();
});
