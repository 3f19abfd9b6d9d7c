import { wholeGraph, type CrateGraph } from '../../../src/site/view/crate-graph.js';
import type { CrateView } from '../../../src/site/view/crate-view.js';
import { openCrateView } from '../../../src/site/view/open-crate-view.js';
import { crate, open } from '../../helpers/read.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';

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
    const graph = wholeGraph(view);
    expect(graph.nodes.map(({ label, kind, links }) => [label, kind, links])).toEqual([
      ['./', 'dataset', 2],
      ['Ada', 'person', 1],
      ['GeoCoordinates', 'place', 1],
    ]);
    expect(edgesOf(graph)).toEqual(['./ author+editor #a', './ spatialCoverage _:geo']);
    expect(graph.notes).toEqual([]);
    expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
  });

  it('keeps the most linked of many, and says how many it leaves out', async () => {
    const graph = wholeGraph(await viewOf(folder(30), { hasPart: { '@id': 'f/' } }), 10);
    expect(graph.nodes.slice(0, 2).map(({ id }) => id)).toEqual(['./', 'f/']);
    expect(graph.edges).toHaveLength(9);
    expect(graph.notes).toEqual(['This picture shows 10 entities around the crate; 22 others are left out.']);
  });
});

it('a picture of some of the entities is connected: the nearest to the root, not the most linked of all', async () => {
  const far = Array.from({ length: 30 }, (_, at) => ({ '@id': `#far${at}`, '@type': 'Person', about: [{ '@id': '#hub' }, { '@id': `#far${(at + 1) % 30}` }] })); // prettier-ignore
  const near = Array.from({ length: 5 }, (_, at) => ({ '@id': `near${at}.txt`, '@type': 'File', name: `Near ${at}` }));
  const lonely = Array.from({ length: 20 }, (_, at) => ({ '@id': `#lonely${at}`, '@type': 'Thing' }));
  const view = await viewOf([...lonely, { '@id': '#hub', '@type': 'Thing' }, ...far, ...near], {
    hasPart: near.map((file) => ({ '@id': file['@id'] })),
  });
  const { nodes, edges } = wholeGraph(view, 6);
  expect(nodes.map(({ id }) => id).sort()).toEqual(['./', ...near.map((file) => file['@id'])]);
  expect(edges).toHaveLength(5);
});
