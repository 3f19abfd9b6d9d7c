import { jest } from '@jest/globals';
import {
  catalogueWrite,
  microseconds,
  readCatalogue,
  recordToNQuads,
  loadedToNQuads,
  type LoadRecord,
} from '../../src/catalogue.js';
import { openMemoryStore } from '../../src/store/oxigraph.js';
import { KnownGraphs } from '../../src/load/known-graphs.js';

const record = (loaded: string) => ({ graph: 'urn:g', source: '/x', sha256: '', loaded }) as LoadRecord;

describe('the time of a load', () => {
  it('is another one each time, in order, and not far from the clock', () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-01T00:00:00.000Z'));
    const known = new KnownGraphs([], []);
    const moments = Array.from({ length: 5000 }, () => known.moment());
    expect([...new Set(moments)].sort()).toEqual(moments);
    expect(moments.filter((moment) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(moment))).toEqual([]);
    expect([moments[0], moments.at(-1)]).toEqual(['2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.004999Z']);
    clock.mockReturnValue(Date.parse('2026-01-01T00:00:00.123Z'));
    expect(known.moment()).toBe('2026-01-01T00:00:00.123000Z');
    clock.mockReturnValue(Date.parse('2025-01-01T00:00:00.000Z'));
    expect(known.moment()).toBe('2026-01-01T00:00:00.123001Z');
    clock.mockRestore();
  });

  it.each(['2999-12-31T23:59:59.999999Z', '2999-12-31T23:59:59.999Z', '2999-12-31T23:59:59Z'])(
    'is later than %s in the store, whatever the clock says',
    (earlier) => {
      const known = new KnownGraphs([record('no time'), record(earlier)], []);
      expect(Date.parse(known.moment())).toBeGreaterThanOrEqual(Date.parse(earlier));
      expect(known.moment().slice(0, 19) >= earlier.slice(0, 19)).toBe(true);
      expect(known.moment()).not.toBe(earlier);
    },
  );

  it('keeps its order in a store, which drops the zeros at its end', async () => {
    const store = await openMemoryStore();
    const times = ['12.123000Z', '12.123001Z', '12.123010Z', '12.124000Z', '13.000000Z'].map(
      (end) => `2026-01-01T00:00:${end}`,
    );
    const records = times.map((loaded, index) => ({
      ...record(loaded),
      source: `/${9 - index}`,
      base: 'urn:b',
      descriptor: 'urn:d',
    }));
    for (const one of [3, 0, 4, 2, 1].map((index) => records[index] as LoadRecord))
      await store.import([catalogueWrite([recordToNQuads(one), loadedToNQuads(one)], [])]);
    const read = await readCatalogue(store);
    expect(read.map(({ source }) => source)).toEqual(['/9', '/8', '/7', '/6', '/5']);
    expect(read.map(({ loaded }) => microseconds(loaded))).toEqual(times.map(microseconds));
    await store.close();
  });
});
