import { crateGraph, type CrateGraph } from '../../../src/site/view/crate-graph.js';
import type { CrateView } from '../../../src/site/view/crate-view.js';
import { openCrateView } from '../../../src/site/view/open-crate-view.js';
import { growth, LINEAR } from '../../helpers/growth.js';
import { crate, open } from '../../helpers/read.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
const ALL = { most: 1000, isBundled: false };

async function viewOf(entities: object[], root: object = {}): Promise<CrateView> {
  return openCrateView(await open(crate(entities as never, [CONTEXT] as never, root)));
}

function edgesOf({ nodes, edges }: CrateGraph): string[] {
  return edges.map(({ source, target, keys }) => `${nodes[source]?.id} ${keys.join('+')} ${nodes[target]?.id}`);
}

function folder(files: number): object[] {
  const parts = Array.from({ length: files }, (_, number) => ({ '@id': `f/${number}.csv`, '@type': 'File' }));
  const refs = parts.map(({ '@id': id }) => ({ '@id': id }));
  return [{ '@id': 'f/', '@type': 'Dataset', name: 'Folder', hasPart: refs }, ...parts];
}

describe('the graph of a crate', () => {
  it('has its entities but the descriptor, and each reference with its keys', async () => {
    const view = await viewOf(
      [
        { '@id': '#a', '@type': 'Person', name: 'Ada', knows: [{ '@id': '#a' }, { '@id': '#nobody' }] },
        { '@id': '_:geo', '@type': 'GeoCoordinates' },
      ],
      { author: { '@id': '#a' }, editor: { '@id': '#a' }, spatialCoverage: { '@id': '_:geo' } },
    );
    const graph = crateGraph(view, ALL);
    expect(graph.nodes.map(({ label, kind, links }) => [label, kind, links])).toEqual([
      ['./', 'dataset', 2],
      ['Ada', 'person', 1],
      ['GeoCoordinates', 'place', 1],
    ]);
    expect(edgesOf(graph)).toEqual(['./ author+editor #a', './ spatialCoverage _:geo']);
    expect(graph.notes).toEqual([]);
    expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
  });

  it('draws entities with the same links as one, and says so', async () => {
    const graph = crateGraph(await viewOf(folder(30), { hasPart: { '@id': 'f/' } }), { most: 100, isBundled: true });
    expect(graph.nodes.map(({ label, count }) => [label, count])).toEqual([
      ['./', 1],
      ['Folder', 1],
      ['30 × files', 30],
    ]);
    expect(graph.notes).toEqual(['Entities of one kind with the same links are drawn as one, with their number.']);
  });

  it('keeps the most linked of many, and says how many it leaves out', async () => {
    const graph = crateGraph(await viewOf(folder(30), { hasPart: { '@id': 'f/' } }), { most: 10, isBundled: false });
    expect(graph.nodes.slice(0, 2).map(({ id }) => id)).toEqual(['./', 'f/']);
    expect(graph.edges).toHaveLength(9);
    expect(graph.notes).toEqual(['This picture shows 10 entities around the crate; 22 others are left out.']);
  });

  it('costs as much as the crate is large', async () => {
    const views = new Map<number, CrateView>();
    for (const size of [1000, 8000]) views.set(size, await viewOf(folder(size)));
    const grown = await growth(1000, (size) => crateGraph(views.get(size)!, { most: 120, isBundled: true }));
    expect(grown).toBeLessThan(LINEAR);
  });
});

it('a picture of some of the entities is connected: the nearest to the root, not the most linked of all', async () => {
  const far = Array.from({ length: 30 }, (_, at) => ({ '@id': `#far${at}`, '@type': 'Person', about: [{ '@id': '#hub' }, { '@id': `#far${(at + 1) % 30}` }] })); // prettier-ignore
  const near = Array.from({ length: 5 }, (_, at) => ({ '@id': `near${at}.txt`, '@type': 'File', name: `Near ${at}` }));
  const lonely = Array.from({ length: 20 }, (_, at) => ({ '@id': `#lonely${at}`, '@type': 'Thing' }));
  const view = await viewOf([...lonely, { '@id': '#hub', '@type': 'Thing' }, ...far, ...near], {
    hasPart: near.map((file) => ({ '@id': file['@id'] })),
  });
  const { nodes, edges } = crateGraph(view, { most: 6, isBundled: false });
  expect(nodes.map(({ id }) => id).sort()).toEqual(['./', ...near.map((file) => file['@id'])]);
  expect(edges).toHaveLength(5);
});
