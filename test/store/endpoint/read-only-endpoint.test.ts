import { openStore } from '../../../src/store/open-store.js';
import { G1, named, write } from '../../contract/store-kind.js';
import { startOxigraph } from '../../helpers/oxigraph-endpoint.js';
import { startEndpoint } from '../../helpers/sparql-endpoint.js';

const LINE = `<urn:s> <urn:p> "a" <${G1}> .\n`;

test('an endpoint without a known address for updates is read; a write names the endpoint and the option', async () => {
  const { address } = await startEndpoint({ nquads: LINE });
  const store = await openStore(address, { mode: 'write' });
  expect(await store.graphs()).toEqual(new Map([[G1, 1]]));
  const refused = { code: 'ERR_ENDPOINT', message: `${address}: no address of its updates is known, so it can only be read`, hint: expect.stringMatching(/--update-url; .* oxigraph, .*--engine NAME/) }; // prettier-ignore
  await expect(store.drop([G1])).rejects.toMatchObject(refused);
  await expect(store.put([write(G1, 'merge', named('b'))])).rejects.toMatchObject({ code: 'ERR_ENDPOINT' });
  await store.close();
});

test('an endpoint that refuses updates keeps what it has, and says why', async () => {
  const { address, requests } = await startOxigraph({ readOnly: true });
  const store = await openStore(address, { mode: 'write' });
  const refused = { code: 'ERR_ENDPOINT', message: `${address}/update: it answered 403: The server is read-only`, hint: expect.stringContaining('takes no changes from this user, as one that is read-only') }; // prettier-ignore
  await expect(store.put([write(G1, 'create', named('a'))])).rejects.toMatchObject(refused);
  expect(requests.filter((request) => request === 'POST /update')).toHaveLength(1); // a refusal is not tried again
  await store.close();
});
