import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { documentsIn, piecesIn } from '../../src/server/sparql/graph-body.js';

test('reading a large graph lets the server answer others meanwhile', async () => {
  const line = (n: number) => `<https://example.org/${n}> <https://example.org/p> "value ${n} of a large graph" .\n`;
  const body = Array.from({ length: 60_000 }, (_, n) => line(n)).join('');
  const headers = { 'content-type': 'application/n-triples' };
  const documents = await documentsIn(new Request('http://127.0.0.1/', { method: 'PUT', body, headers }));
  let turns = 0;
  let isOver = false;
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const options = { graph: 'urn:g', contexts: openContexts({ offline: true }), signal: new AbortController().signal };
  const pieces = await piecesIn(documents, options);
  isOver = true;
  expect(pieces.reduce((sum, { quads }) => sum + quads, 0)).toBe(60_000);
  expect(turns).toBeGreaterThan(5);
});
