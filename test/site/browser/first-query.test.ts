import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../helpers/server.js';

describe('the query that the editor begins with', () => {
  it('lists each crate once, whatever else is about it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crategraph-first-'));
    try {
      const graph = [
        { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' }, conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' } }, // prettier-ignore
        { '@id': './', '@type': 'Dataset', name: 'Gauges', datePublished: '2023-04-18' },
        { '@id': '#paper', '@type': 'ScholarlyArticle', name: 'A paper about the gauges', about: { '@id': './' } },
        { '@id': '#other', '@type': 'Dataset', name: 'No crate', about: { '@id': '#paper' } },
      ];
      await mkdir(join(folder, 'gauges'));
      const document = { '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph };
      await writeFile(join(folder, 'gauges', 'ro-crate-metadata.json'), JSON.stringify(document));
      const { address } = await startServer({ folders: [join(folder, 'gauges')] });
      const [, text = ''] = /<textarea[^>]*>([^<]*)</.exec(await (await fetch(`${address}query`)).text()) ?? [];
      const answer = await fetch(`${address}sparql`, {
        method: 'POST',
        headers: { 'content-type': 'application/sparql-query', accept: 'text/csv' },
        body: text,
      });
      expect(await answer.text()).toBe(`crate,name,date\r\n${address}crates/gauges/,Gauges,2023-04-18\r\n`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
