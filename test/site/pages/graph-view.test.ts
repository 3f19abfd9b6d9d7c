import { fileURLToPath } from 'node:url';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { drawnGraph, GraphView } from '../../../src/site/pages/graph-view.js';
import { fitText, nameOfSeen, textWidth } from '../../../src/site/pages/graph/fit-text.js';
import { placeInLayers } from '../../../src/site/pages/graph/layers.js';
import { labelNodes } from '../../../src/site/pages/graph/node-labels.js';
import { placeLabelled } from '../../../src/site/pages/graph/place-labelled.js';
import { timeLine } from '../../../src/site/pages/graph/run-words.js';
import { SITE_RUN_LINKS } from '../../../src/site/pages/graph/run-links.js';
import { RunView } from '../../../src/site/pages/run-view.js';
import type { CrateView } from '../../../src/site/view/crate-view.js';
import { openCrateView } from '../../../src/site/view/open-crate-view.js';
import { crate, open } from '../../helpers/read.js';

const none = new URLSearchParams();

async function example(name: string): Promise<CrateView> {
  const folder = fileURLToPath(new URL(`../../../data/crates/${name}`, import.meta.url));
  return openCrateView(await openCrateDocument(folder, { contexts: openContexts({ offline: true }) }));
}

async function evilView(files: number): Promise<CrateView> {
  const entities = Array.from({ length: files }, (_, number) => ({ '@id': `#${number}`, '@type': 'Thing', name: '<script>"&' })); // prettier-ignore
  return openCrateView(await open(crate(entities as never, ['https://w3id.org/ro/crate/1.1/context'] as never, {})));
}

describe('the picture of a crate', () => {
  it('is SVG with a link for each entity, the same each time, and a list', async () => {
    const view = await example('rainfall-survey');
    const [html, again] = [1, 2].map(() => String(GraphView({ view, search: none, home: '../../' })));
    expect(html).toBe(again);
    expect(html?.match(/class="graph-node/g)).toHaveLength(view.entities.length - 1);
    expect(html).toContain('href="?entity=https%3A%2F%2Forcid.org');
    expect(html).toContain('As a list');
    expect(html).toContain('../../assets/graph.js');
    expect(html).not.toMatch(/ style=|NaN|undefined/);
  });

  it('escapes the text of crates, and leaves thousands of entities to a script', async () => {
    const view = await evilView(400);
    const all = new URLSearchParams({ nodes: 'all' });
    const [overview, large] = [none, all].map((search) => String(GraphView({ view, search, home: '' })));
    expect(overview + large!).not.toContain('<script>"');
    expect(overview).toContain('400 × Thing');
    expect(large).toContain('graph-large.js');
    expect(drawnGraph({ view, search: all }).graph?.nodes).toHaveLength(401);
  });
});

describe('another picture of a crate', () => {
  it('is what a search finds, or says that it finds nothing', async () => {
    const view = await evilView(60);
    const page = (search: string) => String(GraphView({ view, search: new URLSearchParams(search), home: '' }));
    const found = page('q=%3Cscript%3E');
    expect(found).toContain('60 entities match');
    expect(found).toContain('is-match');
    expect(found).toContain('page=2#found');
    expect(found).not.toContain('<script>"');
    expect(page('q=nothing')).toContain('No entity has “nothing”');
    expect(page('q=nothing')).not.toContain('<svg');
  });

  it('is around an entity, or says that there is none', async () => {
    const view = await evilView(3);
    const page = (search: string) => String(GraphView({ view, search: new URLSearchParams(search), home: '' }));
    expect(page('around=%231').match(/class="graph-node/g)).toHaveLength(1);
    expect(page('around=%23x')).toContain('does not describe “#x”');
  });

  it('has labels that do not overlap, below their nodes', () => {
    const nodes = Array.from({ length: 40 }, (_, at) => ({ label: `A rather long label number ${at}`, links: at % 9, count: 1 })); // prettier-ignore
    for (const edges of [[], nodes.slice(1).map((_, at) => ({ source: 0, target: at + 1 }))]) {
      const placed = placeLabelled(nodes, edges);
      expect(placed[0]).toMatchObject({ x: 0, y: 0 });
      for (const [number, a] of placed.entries())
        for (const b of placed.slice(number + 1)) {
          const isBeside = Math.abs(a.x - b.x) >= a.reach + b.reach;
          const isApart = a.y + a.bottom <= b.y - b.radius || b.y + b.bottom <= a.y - a.radius;
          expect(isBeside || isApart).toBe(true);
        }
    }
    expect(placeLabelled([], [])).toEqual([]);
  });
});

describe('the picture of a run', () => {
  it('has pages, whose edges lead to the others', async () => {
    const runs = Array.from({ length: 120 }, (_, at) => ({ '@id': `#run${at}`, '@type': 'CreateAction', name: `Run ${at};`, object: { '@id': `#out${at - 1}` }, result: { '@id': `#out${at}` } })); // prettier-ignore
    const view = await openCrateView(await open(crate(runs as never, ['https://w3id.org/ro/crate/1.1/context'] as never, {}))); // prettier-ignore
    const page = (number: number) => String(RunView({ view, page: number, links: SITE_RUN_LINKS }));
    const second = page(2);
    expect(second).toContain('Actions 51 to 100 of 120');
    for (const shown of ['start="51"', 'Run 50;', 'Run 99;', '50 actions before', 'and 20 more actions', 'href="?view=run&amp;page=1"', 'href="?view=run&amp;page=3"']) expect(second).toContain(shown); // prettier-ignore
    for (const other of ['Run 49;', 'Run 100;']) expect(second.replace(/<title>[^]*?<\/title>/g, '')).not.toContain(other); // prettier-ignore
    expect(second.match(/class="run-arrow role-\w+ is-cut/g)).toHaveLength(2);
    expect(page(1)).not.toContain('before');
    expect(page(3)).not.toContain(' more action');
  });

  it('has boxes, arrows and sentences', async () => {
    const html = String(RunView({ view: await example('rainfall-model-run'), page: 1, links: SITE_RUN_LINKS }));
    expect(html.match(/class="run-arrow role-/g)?.length).toBeGreaterThan(2);
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain('made Monthly totals from Daily rainfall');
    expect(html).not.toMatch(/ style=|NaN|undefined/);
  });
});

describe('layers', () => {
  const boxes = (count: number) => Array.from({ length: count }, () => ({ width: 100, height: 40 }));

  it('lead from left to right without overlap, in circles too', () => {
    const arrows = [[0, 1], [1, 2], [2, 0], [0, 3], [3, 2], [4, 2]].map(([source, target]) => ({ source: source!, target: target! })); // prettier-ignore
    const { corners, routes, width, height } = placeInLayers(boxes(5), arrows);
    expect(corners[0]!.x).toBeLessThan(corners[1]!.x);
    expect(corners[1]!.x).toBeLessThan(corners[2]!.x);
    expect(corners[4]!.x).toBe(corners[1]!.x);
    for (const [number, a] of corners.entries()) {
      expect(a.x >= 0 && a.y >= 0 && a.x + 100 <= width && a.y + 40 <= height).toBe(true);
      for (const b of corners.slice(number + 1)) expect(a.x !== b.x || Math.abs(a.y - b.y) >= 40).toBe(true);
    }
    expect(routes).toHaveLength(arrows.length);
  });

  it('stand close where nothing connects them', () => {
    // Two short chains, and a long one that is far higher than they are.
    const pairs = [[0, 1], [2, 3], ...Array.from({ length: 12 }, (_, at) => [4, 5 + at])]; // prettier-ignore
    const arrows = pairs.map(([source, target]) => ({ source: source!, target: target! }));
    const { corners, height } = placeInLayers(boxes(17), arrows);
    expect(corners[0]!.y).toBe(0);
    expect(corners[2]!.y - corners[0]!.y).toBeLessThan(100);
    expect(height).toBeLessThan(14 * 60);
  });

  it('of nothing are nothing', () => {
    expect(placeInLayers([], [])).toMatchObject({ corners: [], routes: [], width: 0 });
  });
});

describe('text in pictures', () => {
  it('breaks into lines that fit, and says what is cut off', () => {
    expect(fitText('Run of the monthly totals workflow', 12, 2)).toEqual(['Run of the monthly', 'totals workflow']);
    expect(fitText('55 × RepositoryObject', 11, 2)).toEqual(['55 × Repository', 'Object']);
    expect(fitText('x'.repeat(100), 12, 1)[0]).toMatch(/^x+…$/);
    expect(fitText('  ', 12, 1)).toEqual(['(no name)']);
    expect(textWidth('降雨')).toBeGreaterThan(textWidth('ab'));
  });

  it('does not overlap as labels of nodes', () => {
    const node = (x: number) => ({ x, y: 0, radius: 5, label: 'A long label', weight: x });
    expect(labelNodes([node(0), node(500)], 12).every((place) => place !== undefined)).toBe(true);
    expect(labelNodes(Array.from({ length: 20 }, (_, x) => node(x)), 12)).toContain(undefined); // prettier-ignore
  });

  it('says when something was and how long it took', () => {
    expect(timeLine({ start: '2024-01-01T10:00:00Z', end: '2024-01-01T11:02:03Z' })).toBe('2024-01-01 10:00, took 1 h 2 min'); // prettier-ignore
    expect(timeLine({ start: undefined, end: '2024-01-01' })).toBe('ended 2024-01-01');
    expect(timeLine({ start: '2024-01-01', end: '2024-01-03' })).toBe('2024-01-01 to 2024-01-03');
    expect(timeLine({ start: 'spring', end: undefined })).toBe('started spring');
  });
});

it.each([
  ['a.csv', 'a.csv, File, 1 link', 'a.csv, File, 1 link'],
  ['Rain (winter', 'Rain (winter 2023), Dataset', 'Rain winter 2023, Dataset'],
  ['Rain (2023)', 'Rain (2023), Dataset', 'Rain (2023), Dataset'],
  ['Rain (win…', 'Rain (winter 2023), Dataset', 'Rain (win…: Rain winter 2023, Dataset'],
])('a node that shows %j and is %j is called %j', (seen, whole, name) => {
  expect(nameOfSeen(seen, whole)).toBe(name);
});
