import { SURVEY } from '../../cli/helpers/crates.js';
import { startServer } from '../../helpers/server.js';
import { raw } from '../helpers/raw-request.js';

/** Brackets that a parser of SPARQL needs minutes for, unless it refuses them. */
const NESTED = new URLSearchParams({ query: `SELECT * ${'{'.repeat(5000)}${'}'.repeat(5000)}`, $x: '1' }).toString();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('a page that takes too long is refused; others are shown, and /health says so in the meantime', async () => {
  const { address } = await startServer({ folders: [SURVEY], limits: { seconds: 1 } });
  expect((await raw(address, '/')).status).toBe(200);
  const nested = raw(address, '/query/bound.json', { method: 'POST', headers: FORM, body: NESTED });
  let isOver = false;
  void nested.finally(() => (isOver = true));
  const statuses = new Set<number>();
  while (!isOver) statuses.add((await raw(address, '/health')).status);
  const { status } = await nested;
  expect([200, 400, 422, 504]).toContain(status); // 504 only as long as the parser takes it
  expect(statuses.has(503)).toBe(status === 504);
  expect((await raw(address, '/')).status).toBe(200);
  expect((await raw(address, '/health')).status).toBe(200);
});
