import fc from 'fast-check';
import type { CrateView, ViewEntity } from '../../../../src/site/view/crate-view.js';
import { openCrateView } from '../../../../src/site/view/open-crate-view.js';
import { placeOf, type CratePlace } from '../../../../src/site/view/places/places.js';
import { crate, open } from '../../../helpers/read.js';
import { tries } from '../../../helpers/seed.js';

const CONTEXT = ['https://w3id.org/ro/crate/1.2/context', { wkt: 'http://www.opengis.net/ont/geosparql#asWKT' }];

async function viewOf(...entities: readonly object[]): Promise<CrateView> {
  return openCrateView(await open(crate(entities as never, CONTEXT as never)));
}

/** The place of an entity `#p` whose `geo` is an entity with these properties. */
async function placeWith(properties: object): Promise<CratePlace | undefined> {
  const view = await viewOf(
    { '@id': '#p', '@type': 'Place', geo: { '@id': '#g' } },
    { '@id': '#g', '@type': 'Thing', ...properties },
    { '@id': '#middle', latitude: '10', longitude: 20 },
  );
  return placeOf(view.entity('#p') as ViewEntity, view);
}

describe('a place', () => {
  it.each<[object, object]>([
    [
      { latitude: 54.4, longitude: -3.2 },
      { type: 'point', at: [-3.2, 54.4] },
    ],
    [
      { latitude: ' +54.40', longitude: '-3.' },
      { type: 'point', at: [-3, 54.4] },
    ],
    [{ box: '36.0 -10 70 30' }, { type: 'box', southWest: [-10, 36], northEast: [30, 70] }],
    [{ box: '-20,176 -15,-178' }, { type: 'box', southWest: [176, -20], northEast: [-178, -15] }],
    [{ circle: '54.4 -3.2 1500' }, { type: 'circle', at: [-3.2, 54.4], metres: 1500 }],
    [
      { geoMidpoint: { '@id': '#middle' }, geoRadius: 5 },
      { type: 'circle', at: [20, 10], metres: 5 },
    ],
    [{ line: '1 2, 3 4' }, { type: 'line', positions: [[2, 1], [4, 3]] }], // prettier-ignore
    [{ polygon: '0 0 0 1 1 1 0 0' }, { type: 'polygon', rings: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }], // prettier-ignore
    [{ polygon: '0 0 0 1 1 1' }, { type: 'polygon', rings: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }], // prettier-ignore
    [{ wkt: 'POINT(-3.2 54.4)' }, { type: 'point', at: [-3.2, 54.4] }],
    [{ wkt: 'Point Z (-3.2 54.4 12)' }, { type: 'point', at: [-3.2, 54.4] }],
    [{ wkt: '<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(54.4 -3.2)' }, { type: 'point', at: [-3.2, 54.4] }],
    [
      { wkt: '<http://www.opengis.net/def/crs/OGC/1.3/CRS84> LINESTRING(1 2, 3 4)' },
      { type: 'line', positions: [[1, 2], [3, 4]] }, // prettier-ignore
    ],
  ])('is read from %j', async (properties, shape) => {
    expect(await placeWith(properties)).toMatchObject({ shapes: [shape], unread: [] });
  });

  it('may have several shapes, of several geometries and of one', async () => {
    const found = await placeWith({ latitude: 1, longitude: 2, wkt: 'MULTIPOINT((1 2),(3 4))' });
    expect(found?.shapes).toHaveLength(3);
    const more = await placeWith({ wkt: 'GEOMETRYCOLLECTION(POINT(1 2),POLYGON((0 0,1 0,1 1,0 0)))' });
    expect(more?.shapes.map(({ type }) => type)).toEqual(['point', 'polygon']);
  });

  it.each<[object, RegExp]>([
    [{ latitude: 91, longitude: 0 }, /latitude 91, which/],
    [{ latitude: 0, longitude: -181 }, /longitude -181, which/],
    [{ latitude: '54° N', longitude: 0 }, /"54° N" where a number/],
    [{ latitude: '0x10', longitude: 0 }, /where a number/],
    [{ latitude: '', longitude: 0 }, /where a number/],
    [{ latitude: 1 }, /not one pair/],
    [{ latitude: [1, 2], longitude: [1, 2] }, /not one pair/],
    [{ box: '1 2 3' }, /3 numbers, and a box has 4/],
    [{ box: '10 0 5 1' }, /first corner is north/],
    [{ circle: '1 2 -3' }, /radius -3/],
    [{ circle: '1 2' }, /a circle has 3/],
    [{ line: '1 2' }, /fewer than 2/],
    [{ line: '1 2 3' }, /not pairs/],
    [{ polygon: '1 2 3 4' }, /fewer than 3/],
    [{ polygon: '<script>' }, /where a number/],
    [{ wkt: 'POINT(1)' }, /well-known text|longitude|latitude/],
    [{ wkt: 'POINT EMPTY' }, /empty geometry/],
    [{ wkt: 'POINT(200 10)' }, /longitude 200/],
    [{ wkt: 'CIRCLE(1 2 3)' }, /not well-known text/],
    [{ wkt: 'LINESTRING(1 2)' }, /fewer than 2/],
    [{ wkt: '<http://www.opengis.net/def/crs/EPSG/0/27700> POINT(1 2)' }, /EPSG\/0\/27700, which are not drawn/],
    [{ geoRadius: 5 }, /no middle point/],
    [{ geoMidpoint: { '@id': '#g' }, geoRadius: 5 }, /no middle point/],
  ])('that cannot be drawn from %j keeps its text with the reason', async (properties, reason) => {
    const found = await placeWith(properties);
    expect(found?.shapes).toEqual([]);
    expect(found?.unread).toHaveLength(1);
    expect(found?.unread[0]?.reason).toMatch(reason);
  });

  it('is none without a word about a location', async () => {
    expect(await placeWith({})).toBeUndefined();
    const view = await viewOf({ '@id': '#p', '@type': 'Place', geo: 'near the river' });
    expect(placeOf(view.entity('#p') as ViewEntity, view)?.unread).toEqual([
      { text: 'near the river', reason: 'is a text without structure' },
    ]);
  });

  it('counts its own coordinates once, also if it is its own geometry', async () => {
    const view = await viewOf(
      { '@id': '#q', latitude: 3, longitude: 4 },
      { '@id': '#self', geo: { '@id': '#self' }, latitude: 5, longitude: 6 },
    );
    for (const id of ['#q', '#self']) expect(placeOf(view.entity(id) as ViewEntity, view)?.shapes).toHaveLength(1);
  });

  it('is read or kept as text, whatever a document says', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[-+0-9., eE]{0,40}$/),
      fc.stringMatching(/^(POINT|LINESTRING|POLYGON|MULTIPOINT) ?\({1,2}[-0-9., ]{0,30}\){1,2}$/),
    );
    const key = fc.constantFrom('box', 'circle', 'line', 'polygon', 'wkt', 'latitude', 'geoRadius');
    await fc.assert(
      fc.asyncProperty(key, text, async (name, value) => {
        const found = await placeWith({ [name]: value });
        expect((found?.shapes.length ?? 0) + (found?.unread.length ?? 0)).toBeGreaterThan(0);
        const numbers = JSON.stringify(found?.shapes);
        expect(numbers).not.toContain('null');
      }),
      tries(1000),
    );
  });
});
