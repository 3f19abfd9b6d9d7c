import { openStore } from '../../../src/store/open-store.js';
import { G1, named, write } from '../../contract/store-kind.js';
import { describeWhere } from '../../helpers/describe-where.js';
import type { RunningEngine } from '../helpers/engine.js';
import { fuseki } from '../helpers/fuseki.js';
import { RawEndpoint } from '../helpers/raw-endpoint.js';

const FUSEKI = fuseki('read-only TDB2');

describeWhere(FUSEKI.missing === undefined, 'Fuseki without --update', FUSEKI.missing ?? '', () => {
  let engine: RunningEngine;
  beforeAll(async () => {
    engine = await FUSEKI.start();
  }, 400_000);
  afterAll(() => engine.stop());

  test('answers every change with 405', async () => {
    const endpoint = await RawEndpoint.to(engine);
    const line = '<urn:s> <urn:p> "a" .\n';
    const answers = [
      await endpoint.update('INSERT DATA { <urn:s> <urn:p> "a" }'),
      await endpoint.quads(line),
      ...(await Promise.all((['PUT', 'POST', 'DELETE'] as const).map((one) => endpoint.graph(one, G1, line)))),
    ];
    expect(answers.map(({ status }) => status)).toEqual([405, 405, 405, 405, 405]);
  });

  test('is a store that can be read; a write says that it is read-only, and what to do', async () => {
    const store = await openStore(engine.url, { mode: 'write' });
    expect(await store.graphs()).toEqual(new Map());
    const refused = {
      code: 'ERR_ENDPOINT',
      message: expect.stringMatching(/\/ds\/(?:update|data): it is read-only \(405\), as Fuseki without --update$/),
      hint: expect.stringContaining('start it with --update'),
    };
    await expect(store.put([write(G1, 'create', named('a'))])).rejects.toMatchObject(refused);
    await expect(store.update(`INSERT DATA { GRAPH <${G1}> { <urn:s> <urn:p> "a" } }`)).rejects.toMatchObject(refused);
    expect(await store.graphs()).toEqual(new Map());
    await store.close();
  });
});
