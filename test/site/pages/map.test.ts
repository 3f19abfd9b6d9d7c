import { renderPage } from '../../../src/site/pages/render-page.js';
import { landOutline } from '../../../src/site/pages/maps/land.js';
import { frameAround, mayShow } from '../../../src/site/pages/maps/map-frame.js';
import { PlaceMap } from '../../../src/site/pages/maps/place-map.js';
import { shapeGeometry } from '../../../src/site/pages/maps/shape-geometry.js';
import type { CratePlace } from '../../../src/site/view/places/places.js';
import type { PlaceShape } from '../../../src/site/view/places/place-shape.js';
import { geoArea, geoContains } from 'd3-geo';
import { crate } from '../../helpers/read.js';
import { pageDataOf } from './helpers/page-data.js';
import { readHtml } from './helpers/page-html.js';

function place(name: string | undefined, ...shapes: readonly PlaceShape[]): CratePlace {
  return { name, shapes, unread: [] };
}

function drawn(...places: readonly CratePlace[]): string {
  return PlaceMap({ places, label: 'Map' }).toString() as string;
}

const POINT: PlaceShape = { type: 'point', at: [-3.2215, 54.4012] };

describe('the land', () => {
  it.each(['globe', 'coarse', 'fine'] as const)(
    'covers less than a third of the Earth, in the %s scale too',
    (scale) => {
      const coordinates = landOutline(scale).land.map(({ lines }) => lines) as unknown as number[][][][];
      expect(geoArea({ type: 'MultiPolygon', coordinates }) / (4 * Math.PI)).toBeCloseTo(0.29, 1);
      expect(geoContains({ type: 'MultiPolygon', coordinates }, [10, 50])).toBe(true);
      expect(geoContains({ type: 'MultiPolygon', coordinates }, [-30, 30])).toBe(false);
    },
  );
});

describe('a map', () => {
  it('draws no more than it has room for, and says what it leaves out', () => {
    const circle = Array.from({ length: 100_001 }, (_, at): [number, number] => {
      const angle = (2 * Math.PI * at) / 100_000;
      return [10 + Math.cos(angle), 50 + Math.sin(angle)];
    });
    expect(drawn(place('Coast', { type: 'polygon', rings: [circle] })).length).toBeLessThan(300_000);
    const points = Array.from({ length: 2010 }, (): PlaceShape => ({ type: 'point', at: [10, 50] }));
    expect(drawn(place('Points', ...points))).toContain('The map leaves out 10 shapes');
  });

  it('draws a long line with the points that its pixels can show, to its end', () => {
    const line = (at: (step: number) => [number, number]): PlaceShape => ({
      type: 'line',
      positions: Array.from({ length: 500_000 }, (_, step) => at(step)),
    });
    const shore = drawn(
      place(
        'Shore',
        line((step) => [10 + step / 1e6, 50 + (step % 2) / 1e6]),
      ),
    );
    const [, area = ''] = /class="area" d="([^"]*)"/.exec(shore) ?? [];
    expect(area.length).toBeLessThan(8000);
    const [first = 0, last = 0] = [/^M([\d.]+)/, /L([\d.]+),[\d.]+$/].map((end) => Number(end.exec(area)?.[1]));
    expect(first + last).toBeCloseTo(720, 0);
    const everywhere = drawn(
      place(
        'Everywhere',
        line((step) => [((step * 97) % 360) - 180, ((step * 61) % 170) - 85]),
      ),
    );
    expect(everywhere.length).toBeLessThan(400_000);
  });

  it('has a pin, the name, a scale, and the coordinates as its text', () => {
    const svg = drawn(place('Post', POINT));
    expect(svg).toContain('role="img" aria-label="Map: Post, 54.4012° N, 3.2215° W"');
    expect(svg).toMatch(/<circle class="pin" cx="360(?:\.0)?" cy="200(?:\.0)?"/);
    expect(svg).toMatch(/<text class="place-name"[^>]*>Post<\/text>/);
    expect(svg).toContain('200 km');
    expect(svg).toContain('class="globe"');
    expect(svg).not.toMatch(/NaN|Infinity|undefined|style=|https?:/);
  });

  it('draws only the land that it shows', () => {
    const svg = drawn(place('Post', POINT));
    const [, land = ''] = /class="land" d="([^"]*)"/.exec(svg) ?? [];
    expect(land.length).toBeGreaterThan(500);
    expect(svg.length).toBeLessThan(40_000);
    const frame = frameAround([shapeGeometry(POINT)]);
    const { land: all } = landOutline('fine');
    expect(all.filter((one) => mayShow(one, frame)).length).toBeLessThan(all.length / 5);
  });

  it.each<[string, PlaceShape]>([
    ['a pole', { type: 'point', at: [0, -90] }],
    ['the 180th meridian', { type: 'box', southWest: [176, -20], northEast: [-178, -15] }],
    ['the whole Earth', { type: 'box', southWest: [-180, -90], northEast: [180, 90] }],
    ['an area against the clock', { type: 'polygon', rings: [[[0, 0], [0, 5], [5, 5], [5, 0], [0, 0]]] }], // prettier-ignore
    ['an area without extent', { type: 'polygon', rings: [[[1, 1], [1, 1], [1, 1], [1, 1]]] }], // prettier-ignore
    ['a line', { type: 'line', positions: [[1, 1], [2, 2]] }], // prettier-ignore
    ['half of the Earth', { type: 'circle', at: [0, 0], metres: 10_000_000 }],
  ])('shows %s', (_, shape) => {
    const svg = drawn(place('It', shape));
    expect(svg).toContain('<svg');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg).toMatch(/class="(?:pin|area|area sliced)"/);
  });

  it('has the inside of an area inside, in whichever direction it is written', () => {
    const ring: [number, number][] = [[0, 0], [0, 5], [5, 5], [5, 0], [0, 0]]; // prettier-ignore
    for (const one of [ring, [...ring].reverse()]) {
      const geometry = shapeGeometry({ type: 'polygon', rings: [one] });
      expect(geoContains(geometry, [2, 2])).toBe(true);
      expect(geoContains(geometry, [50, 2])).toBe(false);
    }
  });

  it('shows a pin for an area that would be a dot, and names only where there is room', () => {
    const many = Array.from({ length: 300 }, (_, at) => place(`Place ${at}`, { type: 'point', at: [at / 3000, 50] }));
    const svg = drawn(place('Far', { type: 'point', at: [20, 50] }), ...many);
    expect(svg.match(/class="pin"/g)?.length).toBe(302); // one is on the globe
    expect(svg.match(/class="place-name"/g)?.length).toBe(2);
    expect(svg).toContain('and 289 more');
  });

  it('escapes names, and says what cannot be drawn and why', () => {
    const unread = [{ text: '<b>north', reason: 'is a text without structure' }];
    const html = drawn(place('<script>', POINT), { ...place('Odd'), unread });
    expect(html).not.toMatch(/<script>|<b>/);
    expect(html).toContain('&lt;b&gt;north</code> is a text without structure.');
    expect(drawn({ ...place('Odd'), unread })).not.toContain('<svg');
  });
});

describe('the map of a list', () => {
  it('leads from a place to its crate, or to all crates of that place', async () => {
    const about = (name: string, place: string, latitude: number) =>
      crate(
        [
          { '@id': place, '@type': 'Place', name: place.slice(20), geo: { '@id': '#geo' } },
          { '@id': '#geo', '@type': 'GeoCoordinates', latitude, longitude: 10 },
        ],
        undefined,
        { name, contentLocation: { '@id': place } },
      );
    const [tarn, fell] = ['https://example.org/tarn', 'https://example.org/fell'];
    const data = await pageDataOf(about('Rain', tarn, 50), about('Snow', tarn, 50), about('Wind', fell, 51));
    const { body } = await renderPage({ page: 'crates', search: '?show=map' }, data);
    const links = [...body.matchAll(/<a href="([^"]*)"><title>([^<]*)<\/title><circle/g)].map(([, ...link]) => link);
    const key = data.index.crates.find(({ title }) => title === 'Wind')?.key;
    expect(links.map(([, title]) => title).toSorted()).toEqual(['Rain, Snow', 'Wind']);
    expect(links.map(([href]) => href)).toContain(`crates/${key}/`);
    const [shared = ''] = links.find(([, title]) => title?.startsWith('Rain')) ?? [];
    const { text } = readHtml((await renderPage({ page: 'crates', search: shared.replace(/^[^?]*/, '') }, data)).body);
    for (const name of ['Rain', 'Snow']) expect(text).toContain(name);
    expect(text).not.toContain('Wind');
    expect(body).toContain('role="group" aria-label="Map of these crates');
  });
});
