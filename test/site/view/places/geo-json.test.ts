import { readGeoJson } from '../../../../src/site/view/places/geo-json.js';

const point = { type: 'Point', coordinates: [-3, 54, 12] };

describe('a document of GeoJSON', () => {
  it('has the places of its features', () => {
    const features = [
      { type: 'Feature', id: 7, properties: { name: 'A' }, geometry: point },
      {
        type: 'Feature',
        id: 8,
        properties: null,
        geometry: { type: 'GeometryCollection', geometries: [point, point] },
      },
      { type: 'Feature', properties: { name: 'nowhere' }, geometry: null },
    ];
    expect(readGeoJson(JSON.stringify({ type: 'FeatureCollection', features }))).toEqual([
      { name: 'A', shapes: [{ type: 'point', at: [-3, 54] }], unread: [] },
      { name: '8', shapes: [{ type: 'point', at: [-3, 54] }, { type: 'point', at: [-3, 54] }], unread: [] }, // prettier-ignore
    ]);
  });

  it('may be one geometry', () => {
    const line = { type: 'LineString', coordinates: [[1, 2], [3, 4]] }; // prettier-ignore
    expect(readGeoJson(JSON.stringify(line))).toMatchObject([{ shapes: [{ type: 'line', positions: [[1, 2], [3, 4]] }] }]); // prettier-ignore
    const polygons = { type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 0], [1, 1], [0, 0]]]] }; // prettier-ignore
    expect(readGeoJson(JSON.stringify(polygons))).toMatchObject([{ shapes: [{ type: 'polygon' }] }]);
  });

  it.each([
    [{ type: 'Point', coordinates: [1, 200] }, 'has the latitude 200, which is not from -90 to 90'],
    [{ type: 'Point', coordinates: ['1', '2'] }, 'has coordinates that are not two numbers'],
    [{ type: 'LineString', coordinates: [[1, 2]] }, 'has a line of fewer than 2 points'],
    [{ type: 'Polygon', coordinates: [5] }, 'has no list where coordinates are expected'],
    [{ type: 'Nonsense', coordinates: [5] }, 'is a Nonsense, which is not drawn here'],
    [
      { ...point, crs: { type: 'name', properties: { name: 'EPSG:25832' } } },
      'uses coordinates of EPSG:25832, which are not drawn here',
    ],
  ])('says why %j is not drawn', (geometry, reason) => {
    expect(readGeoJson(JSON.stringify(geometry))).toMatchObject([{ shapes: [], unread: [{ reason }] }]);
  });

  it('is not read deeper than anybody writes it', () => {
    let geometry: object = point;
    for (let depth = 0; depth < 50; depth += 1) geometry = { type: 'GeometryCollection', geometries: [geometry] };
    expect(readGeoJson(JSON.stringify(geometry))).toMatchObject([{ shapes: [] }]);
  });

  it.each(['', '[]', '5', 'null', '{"type":"FeatureCollection"}', '{"type":"FeatureCollection","features":[null,1]}'])(
    'is not %s',
    (text) => {
      expect(readGeoJson(text)).toBeUndefined();
    },
  );
});
